"""A model that fails in every way we know: the record names the fallback, the answer stays honest, nothing loops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import Usage
from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.llm.scripted import Line, Reply
from tests.execution_agents.answer.turns import DEPOSIT, PACK, RENEWAL, asked, batch, law, passage, price
from tests.execution_agents.answer.writing.test_draft import GOOD, QUESTION, WRONG, Heard, extracted, room

REFUSED = "제공된 자료에는 이 내용이 나와 있지 않습니다."
OPPOSITE = "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 있다 [1]."
ENGLISH = "When the lease is renewed the deposit may not rise by more than one twentieth of the agreed amount [1]."
LONG = "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1]. " * 550
MOST_CALLS = 3
"""No answer takes more drafts."""


def outcomes(answer: AnswerWritten) -> list[str]:
    """What became of each draft."""
    return [draft["outcome"] for draft in answer.record["drafts"]]


async def written(script: Mapping[str, Line], request: AnswerRequest | None = None) -> tuple[AnswerWritten, int, Heard]:
    """The answer, the model calls it took, what the person heard."""
    async with room(script) as here:
        answer = await here.write(request or asked(QUESTION, law()))
        return answer, len(here.endpoint.calls), here.heard


FAILURES: dict[str, tuple[Mapping[str, Line], str | None, int, list[str]]] = {
    "never answers": ({"answer": Reply(fault="hang")}, "extractive", 0, ["timeout"]),
    "writes nothing": ({"answer": Reply("")}, "extractive", 0, ["empty", "empty"]),
    "writes nothing at first": (
        {"answer": [Reply(""), Reply(GOOD)]},
        "short_context",
        0,
        ["empty", "accepted"],
    ),
    "refuses twice": ({"answer": REFUSED, "answer_strict": REFUSED}, "qa_recover1", 1, ["refused", "refused"]),
    "refuses at first": ({"answer": REFUSED, "answer_strict": GOOD}, "qa_recover1", 1, ["refused", "accepted"]),
    "refuses, then invents": (
        {"answer": REFUSED, "answer_strict": WRONG},
        "extractive",
        2,
        ["refused", "numbers", "numbers"],
    ),
    "invents a number": ({"answer": WRONG, "answer_strict": WRONG}, "extractive", 2, ["numbers"] * 3),
    "invents a number at first": ({"answer": WRONG, "answer_strict": GOOD}, "qa_recover1", 1, ["numbers", "accepted"]),
    "is right over the best passage alone": (
        {"answer": WRONG, "answer_strict": [WRONG, GOOD]},
        "qa_recover2",
        2,
        ["numbers", "numbers", "accepted"],
    ),
    "says the opposite": (
        {"answer": OPPOSITE, "answer_strict": OPPOSITE},
        "extractive",
        2,
        ["contradicted", "contradicted", "contradicted"],
    ),
    "writes English": ({"answer": ENGLISH, "answer_strict": ENGLISH}, "extractive", 2, ["language"] * 3),
    "sends what is no JSON": ({"answer": Reply(fault="broken")}, "extractive", 0, ["bad_json"]),
    "is told to wait": ({"answer": Reply("slow down", status=429)}, "extractive", 0, ["rate_limited"]),
    "is told to wait once": ({"answer": [Reply("slow down", status=429), Reply(GOOD)]}, None, 0, ["accepted"]),
    "breaks inside": ({"answer": Reply("oops", status=500)}, "extractive", 0, ["status"]),
    "does not know the key": ({"answer": Reply("no", status=401)}, "extractive", 0, ["status"]),
    "breaks off": ({"answer": Reply(GOOD, piece=6, fault="half")}, "extractive", 0, ["half_stream"]),
}


NOTICE_OF = {
    "timeout": "언어 모델이 제때 답하지 않아 이번 답은 모델 없이 썼습니다.",
    "rate_limited": "언어 모델이 바빠 지금은 요청을 받지 않아 이번 답은 모델 없이 썼습니다.",
    **dict.fromkeys(
        ("empty", "bad_json", "status", "half_stream"),
        "언어 모델이 쓸 수 있는 응답을 주지 않아 이번 답은 모델 없이 썼습니다.",
    ),
}
"""What a person is told of a model that failed; of drafts that the checks sent back nothing more."""


@pytest.mark.parametrize("name", FAILURES)
async def test_every_failure_ends_in_an_honest_answer_that_says_how_it_came_about(name: str) -> None:
    script, fallback, last, drafts = FAILURES[name]
    answer, _, heard = await written(script)
    assert outcomes(answer) == drafts
    assert (answer.verification["fallback"], answer.record["fallback"]) == (fallback, fallback)
    assert (answer.verification["recovery_round"], answer.record["recovery_round"]) == (last, last)
    assert len(drafts) <= MOST_CALLS
    assert heard.text == answer.content, "what was thrown away is gone from the screen"
    assert "8%" not in answer.content
    assert "올릴 수 있다" not in answer.content.replace("청구할 수 있다", "")
    if fallback == "extractive":
        quoted = (await extracted(asked(QUESTION, law()))).content
        notice = NOTICE_OF.get(drafts[-1])
        assert answer.content == (quoted if notice is None else f"{quoted}\n\n{notice}")
        assert answer.engine == "rules"
        assert answer.record["model_failed"] == (drafts[-1] if notice else None)


async def test_twenty_thousand_characters_end_at_a_sentence_and_the_rest_is_not_paid_for() -> None:
    answer, calls, _ = await written({"answer": Reply(LONG, piece=50, piece_delay_s=0.001)})
    assert len(LONG) > 20_000
    assert calls == 1
    assert 300 < len(answer.content) <= PACK.answering.longest
    assert answer.content.endswith("[1].") or answer.content.endswith("[1]")
    assert answer.engine == "model"


async def test_one_endless_word_is_cut_and_never_believed() -> None:
    answer, calls, _ = await written({"answer": "가" * 20_000, "answer_strict": "나" * 20_000})
    assert calls <= MOST_CALLS
    assert answer.content == (await extracted(asked(QUESTION, law()))).content


async def test_a_refusal_believed_is_a_failed_answer_to_review() -> None:
    answer, calls, _ = await written({"answer": REFUSED, "answer_strict": REFUSED})
    assert calls == 2
    assert answer.record["failure"] == "insufficient_answer"
    assert answer.record["verdict"]["refuses"]
    assert answer.content.startswith("제공된 자료에는")


async def test_nothing_found_is_no_answer_and_asks_no_model() -> None:
    answer, calls, _ = await written({"answer": GOOD}, asked("서초구 시세"))
    assert (calls, answer.record["failure"], answer.record["path"]) == (0, "no_answer", "extractive")


async def test_a_draft_is_kept_without_the_sentence_the_data_contradicts() -> None:
    half = "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1]. 보증금은 9%까지 올릴 수 있습니다 [1]."
    answer, calls, heard = await written({"answer": half})
    assert (calls, outcomes(answer)) == (1, ["marked"])
    assert answer.content.startswith("보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1].\n\n")
    assert answer.notices[0] == "자료와 맞지 않아 뺀 문장(확인되지 않음): “보증금은 9%까지 올릴 수 있습니다.”"
    assert (answer.verification["left_out"], answer.verification["hallucination"]) == (1, "marked")
    assert heard.retried[-1] == "자료로 확인되지 않는 문장을 뺍니다."


async def test_with_one_passage_the_second_round_would_be_the_first_again_and_is_left_out() -> None:
    answer, calls, _ = await written({"answer": WRONG, "answer_strict": WRONG}, asked(QUESTION, law(RENEWAL)))
    assert (calls, outcomes(answer)) == (2, ["numbers", "numbers"])


async def test_a_figure_taken_from_the_wrong_place_is_contradicted_although_it_stands_in_the_evidence() -> None:
    evidence = law(passage("a", "기준", "여과수의 탁도는 0.3 NTU 이하로 한다. 정수의 잔류염소는 0.5 mg/L 이하로 한다."))
    wrong = "여과수의 탁도는 0.5 NTU 이하로 합니다 [1]."
    right = "여과수의 탁도는 0.3 NTU 이하로 합니다 [1]."
    answer, _, _ = await written({"answer": wrong, "answer_strict": right}, asked("여과수 탁도 기준은?", evidence))
    assert (answer.content, outcomes(answer)) == (right, ["numbers", "accepted"])


async def test_thresholds_are_the_packs() -> None:
    strict = CheckFigures(question_overlap=1000, key_words=1000, context_overlap=1000, violations=1)
    pack = PACK.model_copy(update={"answering": AnswerFigures(check=strict)})
    answer, _, _ = await written({"answer": GOOD, "answer_strict": GOOD}, asked(QUESTION, law(), pack=pack))
    assert outcomes(answer) == ["violations"] * 3
    assert answer.record["configuration"] != PACK.answering.hash


async def test_the_record_tells_everything_a_reader_needs() -> None:
    answer, _, _ = await written({"answer": GOOD})
    record: dict[str, Any] = answer.record
    assert record["path"] == "model"
    assert record["model"] == "scripted"
    assert record["question_type"] == "numeric"
    assert record["configuration"] == PACK.answering.hash
    assert [context["marker"] for context in record["contexts"]] == [1, 2]
    assert {"choice", "draft_1", "total"} <= record["times_ms"].keys()
    [draft] = record["drafts"]
    assert (draft["prompt"], draft["round"], draft["contexts"], draft["text"]) == ("answer", 0, [1, 2], GOOD)
    assert draft["verdict"]["numeric_preservation"] == 1000
    assert draft["verdict"]["context_overlap"] > 300
    assert (record["failure"], record["fallbacks"], record["confidence"]) == (None, [], answer.confidence)


async def test_calibrated_confidences_and_the_guard_decide_the_confidence() -> None:
    trace: dict[str, Any] = {
        **{"source": "law", "question_type": "numeric", "type_confidence": 500, "tokens": 6, "key_tokens": 4},
        **{"weight_dense": 400, "weight_lexical": 600, "threshold": 120, "wanted": 6, "stages": ()},
        **{"guard_overlap": 500, "guard_passed": True, "fallbacks": ["low_conf_retry"]},
        "contexts": [
            {"item_id": "law-7", "confidence": 900, "merged": 800},
            {"item_id": "law-3", "confidence": 500, "merged": 1},
        ],
    }
    answer, _, _ = await written({"answer": GOOD}, replace(asked(QUESTION, law()), retrieval=(trace,)))
    assert answer.confidence == round(0.7 * 700 + 0.3 * 500)
    assert answer.record["top_confidences"] == [900, 500]
    assert answer.record["fallbacks"] == ["low_conf_retry"]


async def test_a_trace_of_another_version_is_passed_over() -> None:
    request = replace(asked(QUESTION, law()), retrieval=({"of": "tomorrow"},))
    answer, _, _ = await written({"answer": GOOD}, request)
    assert answer.record["retrieval"] == []
    assert answer.engine == "model"


async def test_a_fact_word_for_word_in_the_passages_needs_no_model() -> None:
    evidence = law(
        passage("a", "운영 화면 접속", "AI플랫폼의 URL은 https://ai.example.go.kr:8443/main 이다. 포트는 8443이다."),
        DEPOSIT,
    )
    answer, calls, _ = await written({"answer": GOOD}, asked("AI플랫폼 URL은 무엇인가요?", evidence))
    assert answer.content == "자료에 적힌 주소는 ‘https://ai.example.go.kr:8443/main’입니다. [1]"
    assert (calls, answer.engine, answer.record["path"]) == (0, "rules", "direct")
    assert [one.chunk_id for one in answer.citations] == ["a"]


async def test_two_candidates_for_a_fact_are_left_to_the_writer() -> None:
    evidence = law(
        passage(
            "a", "접속", "AI플랫폼의 URL은 https://a.example.kr 이다. 예비 AI플랫폼의 URL은 https://b.example.kr 이다."
        )
    )
    answer, calls, _ = await written(
        {"answer": "AI플랫폼의 URL은 https://a.example.kr 이다 [1]."}, asked("AI플랫폼 URL은?", evidence)
    )
    assert (calls, answer.record["path"]) == (1, "model")


async def test_an_english_answer_over_korean_passages_is_held_to_its_figures_alone() -> None:
    request = asked("By how much may the deposit rise at renewal?", law(), language="en")
    good = "At renewal the deposit may not rise by more than 5% [1]. Within 1 year it may not rise again [1]."
    answer, calls, _ = await written({"answer": good}, request)
    assert (answer.content, calls) == (good, 1)
    assert answer.record["verdict"]["context_overlap"] is None
    wrong, _, _ = await written({"answer": good.replace("5%", "7%"), "answer_strict": good}, request)
    assert wrong.content == good


async def test_rows_of_a_table_stay_together_in_recovery() -> None:
    rows = [price(f"2026-0{month}", 300_000_000 + month * 1_000_000) for month in (1, 2, 3)]
    right = "달서구 평균은 1월 3억 100만원, 3월 3억 300만원입니다 [1][3]."
    answer, _, _ = await written(
        {"answer": "달서구 평균은 9억원입니다 [1].", "answer_strict": right},
        asked("달서구 시세", batch("market", *rows)),
    )
    assert answer.content == right
    assert answer.record["drafts"][1]["contexts"] == [1, 2, 3]


async def test_without_a_model_the_record_says_so() -> None:
    heard = Heard()
    answer = await write_answer(asked(QUESTION, law()), None, Usage(), heard.delta, heard.emit)
    assert (answer.record["path"], answer.record["model"], answer.record["drafts"]) == ("extractive", None, [])


async def test_a_right_draft_need_not_repeat_the_question() -> None:
    title = "제7조(차임 등의 증감청구권): 보증금과 월세를 올릴 때의 한도"
    text = "보증금과 월세를 얼마나 올릴 수 있는지 정한 조문이다. 그 폭은 현재 금액의 20분의 1을 넘지 못한다."
    said = "아니요, 그 폭은 현재 금액의 20분의 1을 넘지 못합니다 [1]."
    async with room({"answer": said, "answer_strict": said}) as here:
        answer = await here.write(asked("집주인이 보증금을 많이 올릴 수 있어?", law(passage("p", title, text))))
    assert (answer.engine, answer.content) == ("model", said)


async def test_a_word_that_shares_its_letters_with_a_place_is_not_borne_out_by_it() -> None:
    text = "Parking at the site costs 12 euros a week, and the office manager decides about work orders."
    said = "word " * 50
    async with room({"answer": said, "answer_strict": said}) as here:
        question = "What does parking at the site cost a week, and who decides?"
        answer = await here.write(asked(question, law(passage("p", "Parking", text)), language="en"))
    assert answer.engine == "rules"
    assert "12 euros" in answer.content
