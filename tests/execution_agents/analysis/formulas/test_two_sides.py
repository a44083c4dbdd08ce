"""Two values of one input in one message."""

from __future__ import annotations

import pytest

from tests.execution_agents.analysis.formulas.talks import answered, asked_last


@pytest.mark.parametrize(
    ("pack", "message", "words"),
    [
        ("real_estate", "2억 3프로로 빌리면 30년이랑 20년이랑 월 상환액 차이 얼마야", "26만 5,987원 늘어납니다"),
        ("real_estate", "5억일때랑 6억일때 매매 복비 차이가 얼마야", "40만원 늘어납니다"),
        ("real_estate", "3억 전세랑 3억 매매랑 복비 얼마나 차이나", "30만원 늘어납니다"),
        ("handbook", "how much more is a 3 night trip to london than to leeds?", "£165 more"),
        ("handbook", "런던 3박이 리즈 3박보다 얼마나 더 나와? 최대", "£165 늘어납니다"),
        (
            "real_estate",
            "what's the difference in monthly payment between 20 and 30 years on 200 million at 4%?",
            "₩257,130 less",
        ),
    ],
)
def test_their_results_are_set_beside_each_other(pack: str, message: str, words: str) -> None:
    assert words in answered(pack, message).lead


def test_no_difference_is_made_where_none_is_asked_for() -> None:
    asked = asked_last("handbook", "런던 3박이랑 리즈 2박이면 호텔 최대 얼마?")

    assert asked is not None
    assert asked.compared is None
