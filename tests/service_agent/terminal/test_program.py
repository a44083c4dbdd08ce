"""Which turns are over, read from frames alone, whatever their order."""

from __future__ import annotations

from typing import Any

import pytest

from service_agent.terminal.program import Turns

QUESTION: dict[str, Any] = {"type": "user_message", "message_id": "m1", "content": "서초구는?"}
PONG: dict[str, Any] = {"type": "pong"}


def started(run_id: str, seq: int) -> dict[str, Any]:
    return {"type": "run_started", "run_id": run_id, "seq": seq}


def over(run_id: str, seq: int, kind: str = "run_completed") -> dict[str, Any]:
    return {"type": kind, "run_id": run_id, "seq": seq}


def after(turns: Turns, *frames: dict[str, Any]) -> bool:
    for frame in frames:
        turns.take(frame)
    return turns.idle.is_set()


def asked(*frames: dict[str, Any] | None) -> Turns:
    turns = Turns()
    for frame in frames:
        turns.sent(frame)
    return turns


def test_nothing_asked_is_idle() -> None:
    assert Turns().idle.is_set()


@pytest.mark.parametrize("pong_first", [True, False])
@pytest.mark.parametrize("end", ["run_completed", "run_failed", "run_cancelled"])
def test_a_question_is_over_when_its_run_ended_and_not_before(pong_first: bool, end: str) -> None:
    turns = asked(QUESTION)
    both = (PONG, started("r1", 1)) if pong_first else (started("r1", 1), PONG)
    assert not after(turns, both[0])
    assert not after(turns, both[1])
    assert after(turns, over("r1", 2, end))


@pytest.mark.parametrize("refusal", [{"type": "error"}, {"type": "busy"}])
def test_a_refused_question_is_over_with_its_pong(refusal: dict[str, Any]) -> None:
    turns = asked(QUESTION)
    assert not after(turns, refusal)
    assert after(turns, PONG)


def test_an_error_about_another_frame_does_not_end_the_question_that_runs() -> None:
    turns = asked(QUESTION)
    after(turns, PONG, started("r1", 1))
    turns.sent({"type": "confirmation_response"})
    assert not after(turns, {"type": "error"}, PONG)
    assert after(turns, over("r1", 2))


def test_two_questions_are_over_when_both_are() -> None:
    turns = asked(QUESTION, {**QUESTION, "message_id": "m2"})
    assert not after(turns, PONG, started("r1", 1), PONG, over("r1", 2))
    assert after(turns, started("r2", 3), over("r2", 4))


def test_a_question_sent_twice_is_over_with_its_stored_answer() -> None:
    turns = asked(QUESTION)
    assert after(turns, PONG, started("r1", 1), {"type": "answer", "run_id": "r1", "seq": 2}, over("r1", 3))
    turns.sent(QUESTION)
    assert after(turns, {"type": "answer", "run_id": "r1", "seq": 2}, PONG)


def test_a_run_cancelled_while_it_waited_never_starts_and_is_over() -> None:
    turns = asked(QUESTION)
    assert after(turns, PONG, over("r1", 1, "run_cancelled"))


def test_a_run_that_was_there_before_is_waited_for() -> None:
    turns = Turns()
    assert not after(turns, {"type": "session_ready", "active_run": "r0"})
    assert after(turns, over("r0", 5))


def test_our_own_pongs_are_not_shown_and_a_programs_are() -> None:
    turns = asked({"type": "ping"})
    assert not turns.take(PONG)
    assert turns.take(PONG)


def test_what_is_no_frame_asks_for_nothing() -> None:
    assert after(asked(None), {"type": "error"}, PONG)
