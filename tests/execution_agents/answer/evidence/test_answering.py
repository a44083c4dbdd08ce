"""The words of a question that lines are ranked by."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.answering import LONGEST_QUESTION, content_of


@pytest.mark.parametrize(
    "text",
    ["1/1/" * 500, " ".join(f"{number} mg" for number in range(400)), " ".join(f"EQ-{n}" for n in range(100, 400))],
    ids=["one date", "figures", "codes"],
)
def test_a_long_question_has_a_bounded_number_of_words(text: str) -> None:
    # Each is looked for in every line at hand: two thousand characters of dates took twelve seconds.
    assert 0 < len(content_of(text, lambda word: ())) <= LONGEST_QUESTION


def test_a_figure_said_twice_is_one_word() -> None:
    assert len(content_of("30 mg or 30 mg?", lambda word: ())) == len(content_of("30 mg?", lambda word: ()))
