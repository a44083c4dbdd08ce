"""Doubtful sentences looked up, drafts sent back with what was found, and what is left when nothing holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.grading.checking import is_quoted, squeezed
from foundation.contracts.events import AnswerWritten
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.grading import GradingFigures
from foundation.llm.scripted import Line, Reply
from tests.execution_agents.answer.turns import PACK, RENEWAL, asked, law
from tests.execution_agents.answer.writing.test_draft import GOOD, QUESTION, Room, room

RIGHT = "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1]."
LOOSE = "집주인 대부분은 이사 비용까지 너그럽게 부담해 주는 편입니다 [1]."
DOUBTED = f"{RIGHT} {LOOSE}"
QUOTE = "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없다"


def looked_up(verdict: str, quote: str = "") -> dict[str, Any]:
    """What the check replies to one sentence."""
    return {"claims": [{"claim": 1, "verdict": verdict, "quote": quote}]}


async def written(script: Mapping[str, Line], request: AnswerRequest | None = None) -> tuple[AnswerWritten, Room]:
    """The answer, and the room it was written in."""
    async with room(script) as here:
        return await here.write(request or asked(QUESTION, law())), here


def prompts(here: Room) -> list[str]:
    """The calls in order."""
    return [call.prompt for call in here.endpoint.calls]


async def test_an_answer_that_rules_pass_costs_no_extra_call() -> None:
    answer, here = await written({"answer": GOOD})
    assert prompts(here) == ["answer"]
    assert (answer.verification["hallucination"], answer.verification["grade"]) == ("valid", "accept")
    assert (answer.verification["retry_count"], answer.verification["looked_up"]) == (0, 0)


@pytest.mark.parametrize("verdict", ["contradicted", "not_found"])
async def test_a_refuted_sentence_is_named_to_the_writer_and_gone(verdict: str) -> None:
    answer, here = await written(
        {"answer": DOUBTED, "hallucination_check": looked_up(verdict, QUOTE), "synthesis": RIGHT}
    )
    assert prompts(here) == ["answer", "hallucination_check", "synthesis"]
    assert LOOSE.removesuffix(" [1].") in here.endpoint.calls[2].text
    assert (answer.content, answer.verification["hallucination"]) == (RIGHT, "valid")
    assert (answer.verification["retry_count"], answer.verification["fallback"]) == (1, "synthesis")
    assert "너그럽게" in here.heard.retried[0]


async def test_a_sentence_refuted_in_every_draft_is_removed_and_said_to_be() -> None:
    answer, here = await written(
        {"answer": DOUBTED, "synthesis": DOUBTED, "hallucination_check": looked_up("contradicted", QUOTE)}
    )
    assert prompts(here) == ["answer", "hallucination_check", "synthesis", "hallucination_check", "synthesis",
                             "hallucination_check"]  # fmt: skip
    assert answer.content.startswith(RIGHT)
    assert "너그럽게" not in answer.content.removesuffix(answer.notices[0])
    assert answer.notices[0].startswith("자료와 맞지 않아 뺀 문장(확인되지 않음)")
    assert (answer.verification["hallucination"], answer.verification["left_out"]) == ("marked", 1)
    assert answer.verification["retry_count"] == 2


async def test_what_the_documents_do_not_quote_stays_marked() -> None:
    answer, _ = await written({"answer": DOUBTED, "hallucination_check": looked_up("supported", "이사 비용을 낸다")})
    assert (answer.verification["hallucination"], answer.verification["marked"]) == ("marked", 1)


async def test_what_the_documents_quote_is_marked_no_more() -> None:
    answer, here = await written({"answer": DOUBTED, "hallucination_check": looked_up("supported", QUOTE)})
    assert prompts(here) == ["answer", "hallucination_check"]
    assert (answer.content, answer.marks) == (DOUBTED, ())
    assert (answer.verification["hallucination"], answer.verification["looked_up"]) == ("valid", 1)


FAILURES: dict[str, Line] = {
    "prose": "모르겠습니다.",
    "another number": {"claims": [{"claim": 9, "verdict": "contradicted", "quote": ""}]},
    "away": Reply("oops", status=500),
    "half": Reply('{"claims"', fault="half"),
}


@pytest.mark.parametrize("name", FAILURES)
async def test_a_check_that_fails_leaves_the_sentence_marked(name: str) -> None:
    answer, _ = await written({"answer": DOUBTED, "hallucination_check": FAILURES[name]})
    assert answer.content.startswith(DOUBTED)
    assert (answer.verification["hallucination"], answer.verification["marked"]) == ("marked", 1)


async def test_a_pack_may_leave_the_checks_out() -> None:
    pack = PACK.model_copy(update={"answering": AnswerFigures(grading=GradingFigures(claims=False, grade=False))})
    _, here = await written({"answer": DOUBTED, "hallucination_check": looked_up("contradicted")}, request_of(pack))
    assert prompts(here) == ["answer"]


def request_of(pack: Any) -> AnswerRequest:
    """The question, of another pack."""
    return asked(QUESTION, law(), pack=pack)


ASTRAY = "집을 넘겨받고 주민등록을 마치면 그 다음 날부터 제삼자에게 효력이 생깁니다 [2]."
ELSEWHERE = "보증금 증액 상한은 몇 퍼센트입니까?"


def strict_pack() -> Any:
    """A pack whose measures doubt every draft, and throw none away."""
    check = PACK.answering.check.model_copy(update={"question_overlap": 1000, "violations": 10, "key_words": 1000})
    return PACK.model_copy(update={"answering": PACK.answering.model_copy(update={"check": check})})


NO_MARKER = "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다."


async def test_an_answer_rules_doubt_is_graded_and_accepted() -> None:
    script: dict[str, Line] = {"answer": NO_MARKER, "answer_grader": {"grade": "accept", "missing": []}}
    answer, here = await written(script, request_of(strict_pack()))
    assert prompts(here) == ["answer", "answer_grader"]
    assert (answer.verification["grade"], answer.record["failure"]) == ("accept", None)


async def test_the_graders_retry_happens_once_and_names_what_is_missing() -> None:
    missing = {"grade": "retry", "missing": ["전세 계약 갱신할 때", "달나라 여행 일정"]}
    answer, here = await written(
        {"answer": NO_MARKER, "synthesis": NO_MARKER, "answer_grader": missing}, request_of(strict_pack())
    )
    assert prompts(here) == ["answer", "answer_grader", "synthesis", "answer_grader"]
    assert "달나라 여행 일정" in here.endpoint.calls[2].text
    assert answer.content.startswith(NO_MARKER)
    assert answer.verification["grade"] == "failed"
    assert answer.notices[0] == "다음은 자료로 답하지 못했습니다: “전세 계약 갱신할 때”"
    assert "달나라" not in answer.content, "only the question's own words are shown"
    assert answer.record["failure"] == "insufficient_answer"
    assert answer.confidence <= PACK.answering.confidence.not_answered


async def test_what_is_left_of_a_draft_is_graded_before_it_is_used() -> None:
    script: dict[str, Line] = {
        "answer": DOUBTED,
        "synthesis": DOUBTED,
        "hallucination_check": looked_up("contradicted", QUOTE),
        "answer_grader": {"grade": "retry", "missing": ["전세 계약 갱신할 때"]},
    }
    answer, here = await written(script, request_of(strict_pack()))
    assert prompts(here)[-2:] == ["hallucination_check", "answer_grader"]
    assert prompts(here).count("answer_grader") == 1, "what is thrown away is not asked about"
    assert "너그럽게" not in here.endpoint.calls[-1].text
    assert answer.content.startswith(RIGHT)
    assert (answer.verification["grade"], answer.record["failure"]) == ("failed", "insufficient_answer")


async def test_a_grader_that_fails_leaves_the_rules_word() -> None:
    answer, here = await written({"answer": NO_MARKER, "answer_grader": "?"}, request_of(strict_pack()))
    assert prompts(here) == ["answer", "answer_grader", "answer_grader"], "asked once more, then rules decide"
    assert answer.verification["grade"] == "accept"


def test_a_quote_stands_whatever_its_blanks_and_marks() -> None:
    plain = squeezed(RENEWAL.text)
    assert is_quoted("약정한  금액의 「20분의 1」", plain)
    assert not is_quoted("20분", plain), "too short to say anything"
    assert not is_quoted("약정한 금액의 10분의 1", plain)


@pytest.mark.parametrize(("draft", "doubted"), [(GOOD, False), (DOUBTED, True)], ids=["passed", "doubted"])
async def test_the_record_says_whether_rules_doubted_a_draft(draft: str, doubted: bool) -> None:
    answer, _ = await written({"answer": draft, "hallucination_check": looked_up("supported", QUOTE)})
    assert answer.record["drafts"][0]["doubted"] is doubted
