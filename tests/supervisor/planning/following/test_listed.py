"""An item of the list that was shown is meant by its place in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from supervisor.planning.context import Exchange
from supervisor.planning.following.listed import items_of, with_item_resolved
from tests.supervisor.planning.talks import context_of

ANSWER = """- 새움 청년 전세대출: 최저 금리 2.2% [8]
- 두레 신혼부부 전세대출: 최저 금리 1.9% [7]
- 한빛 변동금리 담보대출: 최저 금리 3.9% [6]

(이 밖에 9건이 더 있습니다.)"""
LISTED = Exchange("대출 뭐 있어", "대출 뭐 있어", "loan", {}, ("loan",), ANSWER, items=items_of(ANSWER))
OTHER = replace(LISTED, question="금리는?", answer="새움 청년 전세대출의 금리는 2.2%입니다 [8].", items=())


def test_the_lines_of_a_list_are_items_and_one_line_is_none() -> None:
    assert items_of(ANSWER) == ("새움 청년 전세대출", "두레 신혼부부 전세대출", "한빛 변동금리 담보대출")
    assert items_of("- 5. Expenses > Limits [1]") == ()


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("두번째거 자세히", "두레 신혼부부 전세대출 자세히"),
        ("마지막 거는?", "한빛 변동금리 담보대출?"),
        ("4번째거는?", "4번째거는?"),  # There are three.
        ("금리는?", "금리는?"),
    ],
)
@pytest.mark.parametrize("since", [(), (OTHER,)])
def test_it_takes_the_place_of_what_points_at_it(question: str, read: str, since: tuple[Exchange, ...]) -> None:
    context = replace(context_of(question, []), exchanges=(LISTED, *since))
    assert with_item_resolved(context).question == read


def test_without_a_list_nothing_is_meant() -> None:
    context = replace(context_of("두번째거 자세히", []), exchanges=(OTHER,))
    assert with_item_resolved(context).question == "두번째거 자세히"
