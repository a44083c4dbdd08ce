"""An answer to several questions: each under its own words, those without an answer named."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import structlog

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.model_away import model_away
from execution_agents.answer.writing.several import LONGEST_HEADING, heading_of, parted, write_answers
from execution_agents.answer.writing.verified import UNSURE
from foundation.contracts.errors import DatabaseUnreachable
from foundation.contracts.events import AnswerWritten, TeamProgressed
from foundation.contracts.ports import Delta, Emit, Usage
from tests.execution_agents.answer.turns import Heard, asked, batch, law, passage, price

FEE = ("중개보수", "복비(중개보수)는 거래한 양쪽이 각자 자기 중개사에게 낸다.")
RENEWAL = ("묵시적 갱신", "묵시적 갱신은 아무 말 없이 기간이 지나 같은 조건으로 계약이 이어지는 것이다.")
NAMES = ("매매를 그만둔 때", "계약을 고쳐 쓴 때", "기간이 짧은 때", "집주인이 바뀐 때", "보증금이 오른 때")
WHOLE = "복비는 누가 내? 묵시적 갱신이 뭐야? 주차장 요금은?"


async def by_rules(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
    """One section without a model."""
    return await write_answer(request, None, Usage(), delta, emit)


async def written(*requests: tuple[str, tuple[str, str]], left_over: tuple[str, ...] = ()) -> AnswerWritten:
    """Each question answered from its passage, without a model."""
    heard = Heard()
    parts = [asked(question, law(passage(f"p{at}", *text))) for at, (question, text) in enumerate(requests)]
    whole = asked(WHOLE, *(each for part in parts for each in part.evidence))
    answer = await write_answers(whole, parts, left_over, by_rules, (heard.delta, heard.emit))
    assert heard.text == answer.content
    return answer


async def test_each_question_is_answered_from_its_own_evidence_in_order() -> None:
    answer = await written(("복비는 누가 내?", FEE), ("묵시적 갱신이 뭐야?", RENEWAL))
    first, second = answer.content.split("**2) 묵시적 갱신이 뭐야?**")
    assert first.startswith("**1) 복비는 누가 내?**\n\n") and "각자 자기 중개사에게" in first
    assert "계약이 이어지는 것입니다" in second
    assert [one.marker for one in answer.citations] == [1, 2]
    assert "[1]" in first and "[2]" in second and "[1]" not in second
    assert [one.answered for one in answer.requests] == [True, True]
    assert not [one for one in answer.notices if "답하지 못했습니다" in one]


LONG = (
    "확정일자",
    "확정일자는 주민센터에서 받는다. 확정일자를 받을 때 수수료를 낸다. 수수료는 600원이고 네 장을 넘으면 더 낸다. "
    "확정일자가 있으면 경매에서 먼저 받는다.",
)


async def test_all_questions_are_answered_before_the_support_of_the_first() -> None:
    answer = await written(("확정일자는 어디서 받아?", LONG), ("복비는 누가 내?", FEE))
    said, detail = answer.content.split("**1) 자세히**")
    assert "주민센터" in said and "각자 자기 중개사에게" in said
    assert "수수료" in detail and "수수료" not in said
    assert "수수료" in answer.requests[0].content
    assert parted("가.\n\n— **제목** [1]") == ("가.\n\n— **제목** [1]", "")


async def test_a_question_that_its_evidence_does_not_answer_is_named() -> None:
    answer = await written(("복비는 누가 내?", FEE), ("주차장 요금은?", RENEWAL))
    assert [one.answered for one in answer.requests] == [True, False]
    [notice] = [one for one in answer.notices if "답하지 못했습니다" in one]
    assert notice == "다음 물음에는 답하지 못했습니다: ‘주차장 요금은?’. 하나씩 다시 물어봐 주세요."
    assert notice in answer.content
    assert answer.record["unanswered_parts"] == ["주차장 요금은?"]
    assert [one["question"] for one in answer.record["requests"]] == ["복비는 누가 내?", "주차장 요금은?"]


async def test_questions_too_many_to_be_looked_at_are_named() -> None:
    answer = await written(("복비는 누가 내?", FEE), ("묵시적 갱신이 뭐야?", RENEWAL), left_over=("주차장 요금은?",))
    assert any("주차장 요금은?" in one for one in answer.notices)


async def test_what_two_sections_cite_has_one_number_and_what_both_say_stands_once() -> None:
    held = batch("market", price("2026-01", 300_000_000))
    parts = [asked(question, held) for question in ("대구 달서구 시세는?", "대구 달서구 평균은 얼마야?")]
    parts = [replace(part, notices=("가장 가까운 달의 자료입니다.",)) for part in parts]
    heard = Heard()
    answer = await write_answers(asked(WHOLE, held), parts, (), by_rules, (heard.delta, heard.emit))
    assert len(answer.citations) == len({one.chunk_id for one in answer.citations})
    assert answer.content.count("가장 가까운 달의 자료입니다.") == 1


def test_a_heading_is_one_short_line() -> None:
    assert heading_of("복비는\n누가 **내**?") == "복비는 누가 내?"
    assert len(heading_of("가" * 200)) == LONGEST_HEADING


async def test_questions_are_answered_side_by_side() -> None:
    begun = asyncio.Barrier(3)

    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        async with asyncio.timeout(20):  # hangs where one waits for another
            await begun.wait()
        return await by_rules(request, delta, emit)

    heard = Heard()
    parts = [asked(f"{at} 복비는 누가 내?", law(passage(f"p{at}", *FEE))) for at in range(3)]
    answer = await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    assert [one.answered for one in answer.requests] == [True] * 3
    assert heard.text == answer.content


async def test_a_question_that_needs_anothers_result_waits_for_it_and_gets_it() -> None:
    given: dict[str, AnswerRequest] = {}

    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        given[request.question] = request
        return await by_rules(request, delta, emit)

    heard = Heard()
    first = asked("복비는 누가 내?", law(passage("p1", *FEE)))
    then = replace(asked("그건 묵시적 갱신에도 같아?", law(passage("p2", *RENEWAL))), after=(0,))
    await write_answers(asked(WHOLE), [first, then], (), write, (heard.delta, heard.emit))
    [(question, result)] = given["그건 묵시적 갱신에도 같아?"].earlier
    assert question == "복비는 누가 내?"
    assert "각자 자기 중개사에게" in result and "[1]" not in result
    assert given["복비는 누가 내?"].earlier == ()
    assert {one.sharing for one in given.values()} == {2}


async def test_each_question_says_where_it_stands() -> None:
    heard = Heard()
    parts = [asked("복비는 누가 내?", law(passage("p1", *FEE))), asked("주차장 요금은?", law(passage("p2", *RENEWAL)))]
    await write_answers(asked(WHOLE), parts, (), by_rules, (heard.delta, heard.emit))
    steps = [(one.step, one.status) for one in heard.steps]
    assert sorted(steps) == [
        ("subtask:1", "done"),
        ("subtask:1", "running"),
        ("subtask:2", "failed"),
        ("subtask:2", "running"),
    ]
    assert "2) 주차장 요금은?: 답하지 못함" in [one.label for one in heard.steps]


async def test_steps_within_a_question_say_which_one_they_belong_to() -> None:
    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        await emit(TeamProgressed(team="answer", step="draft", label="답을 쓰는 중", status="running"))
        return await by_rules(request, delta, emit)

    heard = Heard()
    parts = [asked("복비는 누가 내?", law(passage("p1", *FEE))), asked("주차장 요금은?", law(passage("p2", *RENEWAL)))]
    await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    steps = {one.step: one.label for one in heard.steps if "draft" in one.step}
    assert steps == {"subtask:1:draft": "1) 답을 쓰는 중", "subtask:2:draft": "2) 답을 쓰는 중"}


async def test_progress_counts_the_questions_settled_and_their_time() -> None:
    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        await asyncio.sleep(0.2 if "복비" in request.question else 0.02)
        return await by_rules(request, delta, emit)

    heard = Heard()
    parts = [asked("복비는 누가 내?", law(passage("p1", *FEE))), asked("주차장 요금은?", law(passage("p2", *RENEWAL)))]
    await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    assert [(one.step, one.done, one.total) for one in heard.steps] == [
        ("subtask:1", 0, 2), ("subtask:2", 0, 2), ("subtask:2", 1, 2), ("subtask:1", 2, 2),
    ]  # fmt: skip
    assert [one.elapsed_ms >= least for one, least in zip(heard.steps[2:], (20, 200), strict=True)] == [True, True]


def section_that(request: AnswerRequest, *notices: str, **record: object) -> AnswerWritten:
    """A section with these notices at its end."""
    content = "\n\n".join([f"{request.question} 본문.", *notices])
    return AnswerWritten(content=content, confidence=500, notices=notices, record=record)


async def notices_of(*each: tuple[tuple[str, ...], dict[str, object]]) -> tuple[str, ...]:
    """The notices of a whole answer, from those of its sections."""
    parts = [asked(f"{at}번 물음은?") for at, _ in enumerate(each, start=1)]
    given = {part.question: one for part, one in zip(parts, each, strict=True)}

    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        notices, record = given[request.question]
        return section_that(request, *notices, **record)

    heard = Heard()
    answer = await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    assert heard.text == answer.content
    return answer.notices


async def test_a_question_named_as_not_answered_is_not_doubted_again() -> None:
    insufficient: dict[str, object] = {"failure": "insufficient_answer"}
    [notice] = await notices_of(((UNSURE["ko"],), insufficient), ((), {}))
    assert notice.startswith("다음 물음에는 답하지 못했습니다: ‘1번 물음은?’")
    part = "다음은 자료로 답하지 못했습니다: “한도”"
    assert await notices_of(((part,), insufficient), ((), {})) == (part,)


async def test_a_model_that_failed_in_two_questions_is_told_once() -> None:
    late, alone = (model_away(one, "ko") for one in ("timeout", "breaker_open"))
    notices = await notices_of(((late,), {"model_failed": "timeout"}), ((alone,), {"model_failed": "breaker_open"}))
    assert notices == (late,)


async def test_one_section_that_breaks_is_named_and_the_others_stay() -> None:
    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        if "주차" in request.question:
            raise ConnectionError
        return await by_rules(request, delta, emit)

    heard = Heard()
    parts = [asked("주차장 요금은?"), asked("복비는 누가 내?", law(passage("p1", *FEE)))]
    parts.append(replace(asked("그건 묵시적 갱신에도 같아?", law(passage("p2", *RENEWAL))), after=(0,)))
    with structlog.testing.capture_logs() as logs:
        answer = await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    assert [one.answered for one in answer.requests][:2] == [False, True], "what waited for it was written, too"
    assert heard.text == answer.content and "각자 자기 중개사에게" in answer.content
    assert "‘주차장 요금은?’" in answer.notices[0]
    assert answer.record["unanswered_parts"][0] == "주차장 요금은?"
    assert ("subtask:1", "failed") in [(one.step, one.status) for one in heard.steps]
    assert [(one["event"], one["reason"]) for one in logs] == [("section_failed", "ConnectionError")]


async def test_of_several_questions_each_is_answered_before_long_support() -> None:
    fee = (FEE[0], f"{FEE[1]} " + " ".join(f"복비는 {name}에도 양쪽이 저마다 자기 몫을 낸다." for name in NAMES))
    renewal = (RENEWAL[0], f"{RENEWAL[1]} " + " ".join(f"묵시적 갱신은 {name}에도 이어진다." for name in NAMES))
    answer = await written(("복비는 누가 내?", fee), ("묵시적 갱신이 뭐야?", renewal))
    assert "각자 자기 중개사에게" in answer.content[:280]
    assert "계약이 이어지는 것입니다" in answer.content[:280]


async def test_a_database_that_went_away_is_not_hidden_by_another_failure() -> None:
    begun = asyncio.Barrier(2)

    async def write(request: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        await begun.wait()
        raise DatabaseUnreachable("the database") if "주차" in request.question else ConnectionError

    parts = [asked("복비는 누가 내?"), asked("주차장 요금은?")]
    heard = Heard()
    with structlog.testing.capture_logs() as logs, pytest.raises(DatabaseUnreachable):
        await write_answers(asked(WHOLE), parts, (), write, (heard.delta, heard.emit))
    assert [(one["event"], one["reason"]) for one in logs] == [("section_failed", "ConnectionError")], "nor lost"
