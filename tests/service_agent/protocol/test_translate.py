"""Every event becomes a frame the protocol knows, and the answer's frame is the final message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import TurnTimeout
from foundation.contracts.events import RunEvent
from foundation.contracts.pauses import Pause
from foundation.contracts.ports import Usage
from service_agent.protocol.durable import DurableFrame
from service_agent.protocol.final import FinalMessage, Timings
from service_agent.protocol.pauses import pause_frame
from service_agent.protocol.translate import (
    TurnFacts,
    run_cancelled_frame,
    run_completed_frame,
    run_failed_frame,
    translate,
    usage_out,
)
from tests.service_agent.chat.made import ANSWER, DECIDED, EVENTS, PAUSES, PLAN, RUN

DURABLE: TypeAdapter[Any] = TypeAdapter(DurableFrame)
FACTS = TurnFacts(answer_id="a-1", plan=PLAN, reuse=DECIDED, person="use_previous", timings=Timings(total=12))

TYPES = {
    "run_started": "run_started",
    "run_restarted": "run_restarted",
    "plan_ready": "plan_ready",
    "data_reuse_decided": "data_reuse_decision",
    "team_started": "team_started",
    "team_progressed": "team_progress",
    "team_completed": "team_completed",
    "answer_retried": "answer_retry",
    "answer_written": "answer",
}


def test_there_is_an_example_of_every_event() -> None:
    union = get_args(RunEvent)[0]
    assert {type(event) for event in EVENTS} == set(get_args(union))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_becomes_a_frame_of_the_protocol(event: RunEvent) -> None:
    frame = translate(event, RUN, FACTS)
    assert frame["type"] == TYPES[event.kind]
    assert (frame["session_id"], frame["run_id"]) == ("session-1", "run-1")
    assert "seq" not in frame
    assert "ts" not in frame
    DURABLE.validate_python({**frame, "seq": 1, "ts": "2026-11-20T10:42:00.000Z"})


def test_shares_leave_as_floats_and_verdicts_only_where_judge_2_spoke() -> None:
    frame = translate(DECIDED, RUN)
    assert frame["judge1"]["confidence"] == 0.86
    assert frame["judge2"] == {
        "market": {"verdict": "sufficient", "confidence": 0.86, "issues": []},
        "legal": {"verdict": "insufficient", "confidence": 0.56, "issues": ["missing"]},
    }
    assert frame["data_types"]["loan"]["decision"] == "failed"
    assert frame["data_types"]["market"]["age_s"] == 120


@pytest.mark.parametrize("asked", PAUSES, ids=lambda asked: asked.kind)
def test_the_deadline_of_a_question_is_left_to_the_database(asked: Pause) -> None:
    frame = pause_frame(asked, RUN, "p-1")
    assert "p-1" in {frame.get(name) for name in ("confirmation_id", "clarification_id", "form_id")}
    DURABLE.validate_python({**frame, "expires_at": None, "expires_in_ms": None, "seq": 1, "ts": "now"})
    assert not {"expires_at", "expires_in_ms"} & frame.keys()


def test_the_answer_frame_is_the_final_message() -> None:
    frame = translate(ANSWER, RUN, FACTS)
    final = FinalMessage.model_validate(frame)
    assert final.model_dump(mode="json") == frame
    assert (final.message_id, final.answer_id) == ("message-1", "a-1")
    assert final.standalone_question == "서초구 시세 알려줘"
    assert (final.reuse.decision, final.reuse.person, final.reuse.undo_available) == ("partial", "use_previous", True)
    assert (final.confidence, final.timings_ms.total) == (0.81, 12)


def test_an_answer_that_needed_no_data_reused_nothing() -> None:
    final = FinalMessage.model_validate(translate(ANSWER, RUN, TurnFacts(answer_id="a-1")))
    assert final.reuse.decision == "search"
    assert final.reuse.data_types == {}
    assert final.reuse.judge1 is None


def test_an_answer_without_its_facts_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="facts"):
        translate(ANSWER, RUN)


def test_a_question_that_stands_alone_is_not_said_to_be_rewritten() -> None:
    same = PLAN.understanding.model_copy(update={"standalone": PLAN.understanding.question})
    frame = translate(EVENTS[2].model_copy(update={"plan": PLAN.model_copy(update={"understanding": same})}), RUN)
    assert frame["standalone_question"] is None


def test_a_failure_of_ours_is_reported_and_any_other_is_not() -> None:
    ours = run_failed_frame(RUN, TurnTimeout())
    assert (ours["code"], ours["retryable"]) == (ErrorCode.TURN_TIMEOUT, True)
    other = run_failed_frame(RUN, KeyError("secret"))
    assert other["code"] == ErrorCode.INTERNAL
    assert "secret" not in str(other)


@pytest.mark.parametrize(("question", "said"), [("강남구 시세", "중단했습니다"), ("prices in Gangnam", "was stopped")])
def test_endings_are_frames_of_the_protocol_in_the_questions_language(question: str, said: str) -> None:
    usage = usage_out(Usage(model_calls=2, prompt_tokens=10), search_calls=1)
    for frame in (
        run_completed_frame(RUN, TurnFacts("a-1", usage=usage)),
        run_failed_frame(RUN, TurnTimeout()),
        run_cancelled_frame(replace(RUN, question=question)),
    ):
        DURABLE.validate_python(frame)
    assert said in run_cancelled_frame(replace(RUN, question=question))["message"]
