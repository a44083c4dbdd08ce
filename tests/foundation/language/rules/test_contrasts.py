"""What a sentence denies by naming something else instead."""

from __future__ import annotations

import pytest

from foundation.language.rules.contrasts import contrast_of


@pytest.mark.parametrize(
    ("sentence", "denied"),
    [
        ("Send it to people@alder.example, not to your manager.", "to your manager."),
        ("You send it to your manager rather than to the People team.", "to the People team."),
        ("가게는 3년이 아니라 10년입니다.", "3년"),
    ],
)
def test_what_is_denied_stands_apart_from_what_is_said(sentence: str, denied: str) -> None:
    found = contrast_of(sentence)
    assert found.denied == (denied,)
    assert denied.rstrip(".") not in found.said


def test_a_plain_sentence_denies_nothing() -> None:
    assert contrast_of("You send it to your manager.").denied == ()
