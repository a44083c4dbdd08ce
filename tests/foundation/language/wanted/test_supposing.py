"""Words that set a value otherwise and name nothing."""

from __future__ import annotations

import pytest

from foundation.language.wanted.supposing import asks_something_else, besides_supposing


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("7억으로 하면요?", "7억으로"),
        ("and if i buy something for 1.1 billion instead", "and i buy for 1.1 billion"),
        ("런던이었으면?", "런던"),
        ("보증금 돌려받으면?", "보증금 돌려받"),
        ("대출하면 세금은?", "대출 세금은"),
    ],
)
def test_only_what_names_something_is_left(text: str, rest: str) -> None:
    assert " ".join(besides_supposing(text).replace("?", "").split()) == rest


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("누가 내?", True),
        ("어떻게 내?", True),
        ("when do i pay", True),
        ("얼마나 더 내?", False),
        ("how much less is that", False),
    ],
)
def test_a_person_a_time_or_a_way_is_something_else(text: str, other: bool) -> None:
    assert asks_something_else(text) is other
