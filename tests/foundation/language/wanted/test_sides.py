"""Two things that a question sets beside each other in words."""

from __future__ import annotations

import pytest

from foundation.language.wanted.sides import sides_in


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("compare sick pay and annual leave", ("sick pay", "annual leave")),
        ("what's the difference between a sabbatical and unpaid leave?", ("a sabbatical", "unpaid leave")),
        ("sick pay vs annual leave", ("sick pay", "annual leave")),
        ("병가랑 연차 비교해줘", ("병가", "연차")),
        ("전입신고와 확정일자 차이가 뭐야", ("전입신고", "확정일자")),
        ("대항력이랑 우선변제권 차이점", ("대항력", "우선변제권")),
    ],
)
def test_both_things_are_read(text: str, sides: tuple[str, str]) -> None:
    assert sides_in(text) == sides


@pytest.mark.parametrize(
    "text",
    ["강남이랑 서초 전세 차이 얼마야", "compare them", "둘이 비교해줘", "can I compare",
     "how much is the difference between london and paris", "비교적 저렴한 구", "휴가 규정 알려줘",
     "x" * 4_000 + " vs " + "y" * 4_000],
)  # fmt: skip
def test_an_amount_or_one_thing_has_no_sides(text: str) -> None:
    assert sides_in(text) is None
