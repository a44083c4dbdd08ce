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
