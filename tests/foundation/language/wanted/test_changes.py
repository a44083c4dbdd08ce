"""A figure by which a value changes, and a new value."""

from __future__ import annotations

import pytest

from foundation.language.wanted.changes import changes_by


@pytest.mark.parametrize(
    ("text", "figure", "sign"),
    [
        ("금리 0.5프로 오르면?", "0.5프로", 1),
        ("2천만원 더 빌리면", "2천만원", 1),
        ("3천만원 깎으면?", "3천만원", -1),
        ("금리가 0.25%p 내려가면", "0.25%p", -1),
        ("if rates go up by 0.5%", "0.5%", 1),
        ("5 million less?", "5 million", -1),
        ("3프로로 오르면?", "3프로", None),
        ("if rates go up to 5%", "5%", None),
        ("20년이면?", "20년", None),
        ("5억으로 떨어지면", "5억", None),
        ("20년보다 더", "20년", None),
    ],
)
def test_a_change_is_distinguished_from_a_value(text: str, figure: str, sign: int | None) -> None:
    start = text.index(figure)

    assert changes_by(text, start, start + len(figure)) == sign
