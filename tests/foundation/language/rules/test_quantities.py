"""What a figure measures, by the words beside it."""

from __future__ import annotations

import pytest

from foundation.language.rules.limits import amounts_of
from foundation.language.rules.quantities import quantities_in, quantity_of


def measured(text: str) -> list[str | None]:
    """The quantity of each figure of a text."""
    figures = list(amounts_of(text))
    return [quantity_of(text, one, figures) for one in figures]


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        ("연봉 5200이거든 걔도 그거 됨?", ["income"]),
        ("둘이 합쳐서 8천 정도 버는데 될까요", ["income"]),
        ("우리 부부 연봉 합치면 9천인데", ["income"]),
        ("if our income is 80 million", ["income"]),
        ("한 달에 400 버는데", [None, "pay"]),
        ("6억짜리 아파트도 그걸로 살수있어?", ["price"]),
        ("그 대출 6억짜리 집도 되나", ["price"]),
        ("보증금 2억짜리 집이면", ["deposit"]),
        ("a place with a 350 million deposit", ["deposit"]),
        ("보증금 5천 월세 40으로 계약", ["deposit", "rent"]),
        ("대출 2억 받을 수 있어?", ["loan"]),
        ("36살인데", ["age"]),
        ("i'm 36, can i get it", ["age"]),
        ("결혼한지 9년 됐는데", ["marriage"]),
        ("부부 합산 연소득 5천만 원 이하", ["income"]),
        ("5억 원 이하 주택", ["price"]),
        ("2년 안에 출산한 무주택 가구", ["birth"]),
        ("보증금이 6천만 원을 넘거나 월세가 30만 원을 넘는 집", ["deposit", "rent"]),
    ],
)
def test_the_word_beside_a_figure_says_what_it_measures(text: str, quantities: list[str | None]) -> None:
    assert measured(text) == quantities


@pytest.mark.parametrize("text", ["앞에 근저당 1억 있어", "월 400 버는데", "8억이면 되나요", "환산보증금 9억인데"])
def test_a_figure_whose_quantity_is_not_said_has_none(text: str) -> None:
    assert measured(text) == [None]


def test_a_home_names_a_price_only_where_nothing_else_is_named() -> None:
    assert quantities_in("아파트") == {"price"}
    assert quantities_in("아파트 보증금") == {"deposit"}
    assert not quantities_in("청년")
