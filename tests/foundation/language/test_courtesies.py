"""What is left of a message without its greetings, thanks and closings."""

from __future__ import annotations

import pytest

from foundation.language.courtesies import without_courtesies, without_laughter


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("great thx thats all", ""),
        ("ta, thats all i needed", ""),
        ("ㅇㅋ 고마워", ""),
        ("ㅇㅋ 수고", ""),
        ("고마워! 근데 월세는?", "근데 월세는?"),
        ("thx! can the landlord refuse", "can the landlord refuse"),
        ("perfect, bye", ""),
        ("is there a nice flat in Mapo", None),
        ("보증금은 얼마야?", None),
        ("고마워 " * 40, None),
    ],
)
def test_only_courtesies_at_an_edge_are_taken_away(text: str, left: str | None) -> None:
    assert without_courtesies(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("and the minibar lol", "and the minibar"), ("주차는 ㅋㅋ", "주차는"), ("haha", "haha"), ("thanks lol", "thanks")],
)
def test_what_is_asked_with_a_laugh_is_asked(text: str, left: str) -> None:
    assert without_laughter(text) == left
