"""A limit stated the wrong way round."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cited_places import Place
from execution_agents.answer.checks.rules.exchanged_bounds import agrees_in_a_limit, exchanged_bound


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A password may have at most 14 characters.", "A password has at least 14 characters."),
        ("At least 5 days may be carried over.", "Up to 5 days may be carried over."),
        ("기동 시간은 15초 이상입니다.", "기동 시간 | 15초 이내"),
        ("농도는 0.10 mg/L 이하로 유지합니다.", "농도는 0.10 mg/L 이상이어야 한다."),
    ],
)
def test_a_limit_from_the_other_side_is_found(claim: str, source: str) -> None:
    assert exchanged_bound(claim, [Place(source, "")])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A password may not be shorter than 14 characters.", "A password has at least 14 characters."),
        ("No more than 5 days may be carried over.", "Up to 5 days may be carried over."),
        ("유량은 5 % 이하입니다.", "유량은 5 %를 넘지 않는다."),
        ("기동 시간은 15초를 넘지 않습니다.", "기동 시간 | 15초 이내"),
        ("At least 5 days are given.", "There are 5 days."),
        ("At least 5 days are given.", "Up to 5 hours are given."),
        ("At least 5 days are given.", "At least 5 days are given, and up to 5 days may be added."),
    ],
)
def test_the_same_limit_in_other_words_is_left_alone(claim: str, source: str) -> None:
    assert not exchanged_bound(claim, [Place(source, "")])


def test_not_beyond_a_limit_is_up_to_it() -> None:
    assert agrees_in_a_limit("유량은 5 % 이하입니다.", "유량은 5 %를 넘지 않는다.")
    assert not agrees_in_a_limit("유량은 5 % 이상입니다.", "유량은 5 %를 넘지 않는다.")
