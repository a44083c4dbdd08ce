"""What a thought is shown besides its documents, and what it does where a part, a check or a refinement fails it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from foundation.llm.scripted import Line, Reply
from tests.execution_agents.answer.turns import asked, law
from tests.execution_agents.answer.writing.test_draft import GOOD, WRONG
from tests.execution_agents.answer.writing.test_thought import (
    COMPLEX,
    LIMIT,
    PARTS,
    POWER,
    SIMPLE,
    TWO,
    doubted,
    prompts,
    thought,
)

AWAY = Reply("no", status=500)
REFUSES = "제공된 자료에는 이 내용이 나와 있지 않습니다."
LOW: dict[str, Line] = {
    "accuracy_check": [{"score": 20, "unsupported": []}, AWAY],
    "completeness_check": [{"complete": "partially", "missing": ["언제부터"], "score": 20}, AWAY],
    "fact_verify": AWAY,
    "refine_answer": AWAY,
    "answer_grader": AWAY,
}


def fact(verdict: str, quote: str) -> dict[str, Line]:
    """What the check of the facts finds in the draft."""
    return {"fact_verify": {"facts": [{"fact": "20분의 1", "verdict": verdict, "quote": quote}]}}


@pytest.mark.parametrize("script", [{**SIMPLE, **doubted(70)}, {**COMPLEX, **doubted(70)}])
async def test_what_is_known_besides_stands_in_each_prompt_that_shows_documents(script: Mapping[str, Line]) -> None:
    request = asked(TWO, law(), earlier=(("먼저 물은 것", "3월 2일입니다"),), notices=("오래된 자료입니다",))
    _, here = await thought(script, replace(request, memories=("존댓말로 답해 달라고 했음",)))
    shown = [call for call in here.endpoint.calls if "document 1 |" in call.text]
    assert {call.prompt for call in shown} >= {"accuracy_check", "fact_verify", "refine_answer"}
    assert all("먼저 물은 것 → 3월 2일입니다" in call.text and "오래된 자료입니다" in call.text for call in shown)
    writes = "answer_simple" if script["classify_question"] == SIMPLE["classify_question"] else "synthesize_answers"
    [call] = [call for call in here.endpoint.calls if call.prompt == writes]
    assert "존댓말로 답해 달라고 했음" in call.text


async def test_a_part_that_fails_is_named_to_model_and_person() -> None:
    script: dict[str, Line] = {
        **COMPLEX,
        "answer_subquestion": lambda call: LIMIT if PARTS[0] in call.text else AWAY,
        "synthesize_answers": LIMIT,
        "refine_answer": AWAY,
    }
    answer, here = await thought(script, asked(TWO, law()))
    [call] = [call for call in here.endpoint.calls if call.prompt == "synthesize_answers"]
    assert f"2. {PARTS[1]} -> 답하지 못함" in call.text
    assert answer.verification["grade"] == "failed"
    assert any(PARTS[1] in notice for notice in answer.notices)


async def test_a_part_that_failed_may_be_completed_once() -> None:
    script: dict[str, Line] = {
        **COMPLEX,
        "answer_subquestion": lambda call: LIMIT if PARTS[0] in call.text else AWAY,
        "synthesize_answers": LIMIT,
        "refine_answer": f"{LIMIT} {POWER}",
    }
    answer, here = await thought(script, asked(TWO, law()))
    [call] = [call for call in here.endpoint.calls if call.prompt == "refine_answer"]
    assert f"Missing: {PARTS[1]}" in call.text
    assert (answer.content, answer.verification["grade"]) == (f"{LIMIT} {POWER}", "accept")


async def test_an_endpoint_that_dies_after_a_bad_check_leaves_a_doubt() -> None:
    answer, _ = await thought({**SIMPLE, **LOW})
    assert answer.verification["grade"] == "failed"
    assert answer.notices


async def test_the_confidence_shown_is_no_higher_than_the_checks() -> None:
    sure, _ = await thought(SIMPLE)
    unsure, _ = await thought({**SIMPLE, **doubted(60), "refine_answer": AWAY, **fact("not_found", "")})
    assert unsure.confidence < sure.confidence
    for answer in (sure, unsure):
        assert answer.confidence <= answer.record["drafts"][0]["thought"]["confidence"]


UNSUPPORTED: dict[str, Line] = {
    "accuracy_check": {"score": 70, "unsupported": ["가", "나", "다", "라"]},
    "completeness_check": {"complete": "yes", "missing": [], "score": 70},
}
WORSE: dict[str, dict[str, Line]] = {
    "objected to by rules": {**UNSUPPORTED, "refine_answer": WRONG},
    "refusing what was found": {**doubted(70), **fact("verified", "20분의 1"), "refine_answer": REFUSES},
}


@pytest.mark.parametrize("name", WORSE)
async def test_a_refinement_that_is_worse_than_the_draft_is_not_taken(name: str) -> None:
    answer, here = await thought({**SIMPLE, **WORSE[name], "answer_grader": {"grade": "accept"}})
    assert "refine_answer" in prompts(here)
    assert (answer.content, answer.engine) == (GOOD, "model")


async def test_a_draft_that_nothing_bears_out_may_be_refused() -> None:
    script = {**SIMPLE, **doubted(60), **fact("not_found", ""), "refine_answer": REFUSES}
    answer, _ = await thought({**script, "answer_grader": {"grade": "accept"}})
    assert REFUSES in answer.content


async def test_two_complex_questions_of_a_message_are_both_checked() -> None:
    request = replace(asked(TWO, law()), sharing=2)
    answer, here = await thought(COMPLEX, request)
    assert {"answer_simple", "accuracy_check"} <= set(prompts(here))
    assert len(prompts(here)) <= 7
    assert answer.verification["grade"] == "accept"


async def test_an_answer_that_covers_nothing_is_not_believed_for_its_score() -> None:
    lacking: Line = {"complete": "no", "missing": [], "score": 99}
    _, here = await thought({**SIMPLE, "completeness_check": lacking})
    assert "fact_verify" in prompts(here)


@pytest.mark.parametrize(
    ("verdict", "quote", "counted"),
    [
        ("verified", "20분의 1", True),
        ("verified", "이런 말은 어디에도 없다", False),
        ("verified", "", False),
        ("contradicted", "이런 말은 어디에도 없다", False),
        ("not_found", "", True),
    ],
)
async def test_a_verdict_counts_where_its_quote_stands_in_the_documents(
    verdict: str, quote: str, counted: bool
) -> None:
    answer, _ = await thought({**SIMPLE, **doubted(85), **fact(verdict, quote)})
    assert (answer.record["drafts"][0]["thought"]["facts"] is not None) is counted


async def test_a_question_that_rules_take_apart_into_itself_is_answered_once() -> None:
    question = "전세와 월세 중 무엇이 더 비싸?"
    script = {**COMPLEX, "decompose_question": AWAY, "answer_simple": GOOD}
    _, here = await thought(script, asked(question, law()))
    assert prompts(here).count("answer_subquestion") == 0


async def test_not_found_inside_a_sentence_is_no_refusal() -> None:
    written = "The term is not found in the register after the move, but the right begins on the next day [2]."
    script: dict[str, Line] = {
        **COMPLEX,
        "answer_subquestion": lambda call: LIMIT if PARTS[0] in call.text else written,
    }
    _, here = await thought(script, asked(TWO, law()))
    [call] = [call for call in here.endpoint.calls if call.prompt == "synthesize_answers"]
    assert "next day" in call.text


@pytest.mark.parametrize(("seconds", "calls", "engine"), [("1", 2, "model"), ("60", 1, "rules")])
async def test_an_endpoint_that_asks_to_be_left_alone_is(seconds: str, calls: int, engine: str) -> None:
    busy = Reply("wait", status=429, retry_after=seconds)
    answer, here = await thought({**SIMPLE, "answer_simple": [busy, GOOD]})
    assert (prompts(here).count("answer_simple"), answer.engine) == (calls, engine)
