"""The turn on screen is a function of the frames: what arrives twice, late or after a reconnect changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service_agent.terminal.render import doing
from service_agent.terminal.view import TurnView, apply
from service_agent.terminal.words import words_for

Frame = dict[str, Any]

STARTED: Frame = {"type": "run_started", "run_id": "r1", "message_id": "m1", "question": "서초구는?", "attempt": 1}
PLAN: Frame = {
    "type": "plan_ready",
    "run_id": "r1",
    "standalone_question": "서초구 아파트 시세 알려줘",
    "intent": "market_inquiry",
    "active_teams": ["search"],
}
PROGRESS: Frame = {
    "type": "team_progress",
    "run_id": "r1",
    "team": "search",
    "step": "search:trades",
    "label": "실거래 검색 중",
    "status": "running",
    "counts": {},
    "elapsed_ms": 0,
    "done": 2,
    "total": 4,
}
CARD: Frame = {
    "type": "user_confirmation_required",
    "run_id": "r1",
    "confirmation_id": "c1",
    "message": "이전 자료를 쓸까요?",
    "context": {
        "previous_data_summary": "달서구 6건",
        "data_age": 180,
        "uncertainty_reason": "지역이 생략됨",
        "measured_saving_s": 2.0,
    },
    "options": [{"value": "use_previous", "label": "쓰기", "description": ""}],
    "expires_in_ms": 30_000,
}
ANSWER: Frame = {"type": "answer", "run_id": "r1", "content": "평균은 3억입니다 [1]."}
DONE: Frame = {"type": "run_completed", "run_id": "r1"}


def after(*frames: Frame) -> TurnView:
    view = TurnView()
    for frame in frames:
        view = apply(view, frame)
    return view


def delta(offset: int, text: str) -> Frame:
    return {"type": "answer_delta", "run_id": "r1", "offset": offset, "text": text}


def test_a_turn_is_shown_from_its_start_to_its_answer() -> None:
    view = after(STARTED, PLAN, PROGRESS, delta(0, "평균"), ANSWER, DONE)
    assert view.question == "서초구는?"
    assert view.standalone == "서초구 아파트 시세 알려줘"
    assert view.steps["search/search:trades"].progress == "2/4"
    assert view.streamed == "평균"
    assert view.answer == ANSWER
    assert view.finished


def test_another_runs_frames_change_nothing() -> None:
    view = after(STARTED, {**ANSWER, "run_id": "r0"}, {**DONE, "run_id": "r0"})
    assert view.answer is None
    assert not view.finished


def test_the_next_run_is_another_turns_matter() -> None:
    view = after(STARTED, delta(0, "초안"), {**STARTED, "run_id": "r2", "message_id": "m2", "question": "다음"})
    assert (view.run_id, view.question, view.streamed) == ("r1", "서초구는?", "초안")


def test_a_turn_waits_for_the_run_of_its_own_message() -> None:
    view = TurnView(message_id="m2")
    for frame in (STARTED, PLAN, ANSWER, DONE):
        view = apply(view, frame)
    assert (view.run_id, view.answer, view.finished) == (None, None, False)
    view = apply(view, {**STARTED, "run_id": "r2", "message_id": "m2"})
    assert view.run_id == "r2"


def test_a_run_that_fails_before_it_began_ends_the_turn_that_waits_for_it() -> None:
    view = apply(TurnView(message_id="m1"), {"type": "run_failed", "run_id": "r1", "message": "안 됩니다."})
    assert (view.finished, view.failure) == (True, "안 됩니다.")


def test_the_failure_of_somebody_elses_run_does_not() -> None:
    view = apply(TurnView(message_id="m2"), STARTED)
    view = apply(view, {"type": "run_failed", "run_id": "r1", "message": "안 됩니다."})
    assert not view.finished


def test_wanting_to_stop_outlives_the_runs_first_frame() -> None:
    view = TurnView(message_id="m1", stopping=True)
    assert apply(view, STARTED).stopping


def test_a_restarted_run_clears_its_draft_and_says_so() -> None:
    view = after(STARTED, delta(0, "초안"), {**STARTED, "type": "run_restarted", "attempt": 2})
    assert view.streamed == ""
    assert view.restarted


def test_a_discarded_draft_leaves_the_screen() -> None:
    assert after(STARTED, delta(0, "틀린 초안"), {"type": "answer_retry", "run_id": "r1", "reason": "x"}).streamed == ""


@pytest.mark.parametrize("expires", [30_000, None])
def test_the_question_is_shown_until_it_is_resolved(expires: int | None) -> None:
    view = after(STARTED, {**CARD, "expires_in_ms": expires})
    assert view.prompt is not None
    assert view.prompt.expires_in_s == (30.0 if expires else None)
    view = apply(view, {"type": "prompt_resolved", "run_id": "r1", "id": "c1", "value": "search_new", "by": "timeout"})
    assert view.prompt is None


def test_keep_waiting_moves_the_deadline_of_that_question_only() -> None:
    view = after(STARTED, CARD, {"type": "prompt_extended", "run_id": "r1", "id": "other", "expires_in_ms": 1})
    assert view.prompt is not None
    assert view.prompt.expires_in_s == 30
    view = apply(view, {"type": "prompt_extended", "run_id": "r1", "id": "c1", "expires_in_ms": 60_000})
    assert view.prompt is not None
    assert view.prompt.expires_in_s == 60


def test_a_failure_ends_the_turn_with_its_sentence_and_closes_the_question() -> None:
    view = after(STARTED, CARD, {"type": "run_failed", "run_id": "r1", "message": "시간이 지났습니다."})
    assert view.finished
    assert view.prompt is None
    assert view.failure == "시간이 지났습니다."


def test_a_reload_shows_the_open_question_again() -> None:
    ready = {"type": "session_ready", "active_run": "r1", "pending_prompt": CARD, "partial": None}
    view = after(ready)
    assert view.run_id == "r1"
    assert view.prompt is not None


def test_coming_back_closes_a_question_that_was_answered_meanwhile_and_keeps_the_draft() -> None:
    ready = {"type": "session_ready", "active_run": "r1", "pending_prompt": None, "partial": "평균은"}
    view = after(STARTED, CARD, ready)
    assert view.prompt is None
    assert view.streamed == "평균은"


def test_coming_back_to_another_run_leaves_the_awaited_turn_alone() -> None:
    view = apply(TurnView(message_id="m1"), {"type": "session_ready", "active_run": "r0", "pending_prompt": CARD})
    assert (view.run_id, view.prompt) == (None, None)


def test_events_that_are_no_longer_kept_end_the_turn_and_say_so() -> None:
    view = after(STARTED, {"type": "gap", "from": 1, "to": 9})
    assert view.finished
    assert view.lost_events


@given(st.text(min_size=1, max_size=60), st.lists(st.integers(0, 200), max_size=6))
def test_streamed_text_is_the_same_however_it_is_cut_and_resent(text: str, cuts: list[int]) -> None:
    text = text.encode("utf-8", "ignore").decode()
    units = len(text.encode("utf-16-le")) // 2
    bounds = sorted({0, *(cut % (len(text) + 1) for cut in cuts), len(text)})
    frames: list[Frame] = [STARTED]
    for start, end in zip(bounds, bounds[1:], strict=False):
        offset = len(text[:start].encode("utf-16-le")) // 2
        frames.append(delta(offset, text[start:end]))
    frames.append(delta(0, text))
    assert after(*frames).streamed == text
    assert units >= len(text)


def test_frames_nobody_knows_are_left_alone() -> None:
    assert after(STARTED, {"type": "from_a_newer_service", "run_id": "r1"}) == after(STARTED)


QUEUED: Frame = {"type": "run_queued", "run_id": "r1", "message_id": "m1", "position": 12, "estimate_ms": 8_400}


@pytest.mark.parametrize(
    ("language", "estimate_ms", "said"),
    [
        ("ko", 8_400, "접수했습니다 · 대기 12번째 · 약 8초 뒤 시작"),
        ("ko", None, "접수했습니다 · 대기 12번째"),
        ("en", 8_400, "taken · number 12 in the queue · begins in about 8 s"),
    ],
)
def test_a_question_that_waits_says_its_place(language: str, estimate_ms: int | None, said: str) -> None:
    view = apply(TurnView(message_id="m1"), {**QUEUED, "estimate_ms": estimate_ms})
    assert doing(view, words_for(language)) == said
    assert doing(apply(view, STARTED), words_for(language)) == words_for(language).thinking


def test_anothers_place_in_the_queue_is_not_shown() -> None:
    view = apply(TurnView(message_id="m2"), QUEUED)
    assert view.queued is None
    assert apply(view, {"type": "run_cancelled", "run_id": "r1", "message": ""}).failure is None
