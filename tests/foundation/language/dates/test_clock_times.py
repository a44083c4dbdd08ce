"""Times of day and signs of temperatures: the same time in another form is the same, another one is not."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.numbers import check_numbers
from foundation.domains.schema.answering import CheckFigures
from foundation.language.figures.reader import figures_of


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("새벽조는 05:20에 나온다.", "새벽조는 오전 5시 20분에 나옵니다."),
        ("05시 20분부터 14시 40분까지", "오전 5시 20분부터 오후 2시 40분까지"),
        ("06:00~06:50", "오전 6시부터 6시 50분까지"),
        ("회의는 오후 3시에 연다.", "회의는 15시에 엽니다."),
        ("회의는 오후 3시 반에 연다.", "회의는 15:30에 엽니다."),
        ("회의는 오후 3시에 연다.", "회의는 3시에 엽니다."),
        ("The gate shuts at 9:45 pm.", "The gate shuts at 21:45."),
        ("00:10에 끝난다.", "밤 12시 10분에 끝납니다."),
        ("영하 12℃까지 견딘다.", "-12℃까지 견딥니다."),
        ("온도는 5-12℃이다.", "온도는 5~12℃입니다."),
        ("30분 동안 6시간마다", "6시간마다 30분 동안"),
    ],
)
def test_the_same_in_another_form_is_borne_out(source: str, answer: str) -> None:
    assert not check_numbers(answer, figures_of(source), CheckFigures()).unsupported


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("06:00부터 22:00까지 연다.", "6시부터 23시까지 엽니다."),
        ("02:30에 백업한다.", "3시 20분에 백업합니다."),
        ("회의는 오후 3시에 연다.", "회의는 오전 3시에 엽니다."),
        ("회의는 14:30에 연다.", "회의는 14시 50분에 엽니다."),
        ("30분마다 6회", "6시 30분"),
        ("영하 12℃까지 견딘다.", "12℃까지 견딥니다."),
        ("The gate shuts at 9:45 pm.", "The gate shuts at 9:45 am."),
    ],
)
def test_another_time_or_sign_is_not(source: str, answer: str) -> None:
    assert check_numbers(answer, figures_of(source), CheckFigures()).unsupported


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("오후 세 시", (3, 0, 1)),
        ("밤 11시", (11, 0, 1)),
        ("밤 1시", (1, 0, 0)),
        ("낮 1시", (1, 0, 1)),
        ("낮 11시", (11, 0, 0)),
        ("정오", (12, 0, 1)),
        ("midnight", (12, 0, 0)),
        ("half past two", (2, 30, None)),
        ("quarter to one", (12, 45, None)),
        ("nine o'clock", (9, 0, None)),
        ("21시", (21, 0, 1)),
    ],
)
def test_a_time_of_day_is_its_hour_minute_and_half(text: str, parts: tuple[int | None, ...]) -> None:
    [figure] = figures_of(text)
    assert (figure.kind, figure.parts) == ("clock", parts)


@pytest.mark.parametrize("text", ["한시적", "정오표", "세 시간"])
def test_what_only_begins_like_a_time_of_day_is_none(text: str) -> None:
    assert not any(one.kind == "clock" for one in figures_of(text))
