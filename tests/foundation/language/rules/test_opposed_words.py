"""A text that speaks of the opposite of what is asked."""

from __future__ import annotations

import pytest

from foundation.language.rules.opposed_words import speaks_of_the_opposite


@pytest.mark.parametrize(
    ("question", "text", "opposite"),
    [
        ("보증금 얼마나 올릴 수 있어?", "내려 달라는 요구에는 제한이 없다.", True),
        ("보증금 얼마나 올릴 수 있어?", "올리는 폭은 5퍼센트를 넘지 못한다.", False),
        ("보증금 얼마나 올릴 수 있어?", "올리거나 내려 달라고 할 수 있다.", False),
        ("What is the minimum deposit?", "The maximum deposit is £400.", True),
        ("What is the deposit?", "The maximum deposit is £400.", False),
        ("What must I do before the visit?", "After the visit sign the log.", True),
    ],
)
def test_an_opposite_without_the_word_itself(question: str, text: str, opposite: bool) -> None:
    assert speaks_of_the_opposite(question, text) is opposite
