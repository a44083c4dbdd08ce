"""A part counts as answered by what the answer holds, as named by what it says, and else as missing."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.subtasks.judging import SubtasksReport, judged
from evaluations.subtasks.reading import Part, Question, read_questions
from foundation.domains.loading.loader import find_packs, shipped_packs

QUESTION = Question(
    id="1",
    half="test",
    pack="handbook",
    lang="en",
    kind="two",
    q="How much is lunch, and what is the gym allowance?",
    parts=(Part(about="lunch", holds=("£12",)), Part(about="gym", holds=("£30", "30 pounds"))),
)


@pytest.mark.parametrize(
    ("content", "requests", "became"),
    [
        ("Lunch is £12. The gym is paid with 30  pounds.", [], ("answered", "answered")),
        ("Lunch is £12.", [], ("answered", "missing")),
        ("Lunch: 12 GBP, gym: 31 GBP.", [], ("answered", "missing")),
        ("Lunch is £120, the gym £300.", [], ("missing", "missing")),
        ("Lunch: 112 GBP, gym: 30 GBP.", [], ("missing", "answered")),
        ("Lunch is £12.\n\nNot answered here: the gym.", [], ("answered", "missing")),
        ("Lunch is £12.\n\nThe gym is not answered here.", [], ("answered", "named")),
        ("Lunch is £12.", [{"question": "what is the gym allowance?", "answered": False}], ("answered", "named")),
    ],
)
def test_each_part_becomes_one_of_three(content: str, requests: list[dict[str, Any]], became: tuple[str, ...]) -> None:
    assert judged(QUESTION, {"content": content, "requests": requests}).became == became


def test_the_report_counts_by_half_and_kind() -> None:
    whole = judged(QUESTION, {"content": "£12, £30"})
    half = judged(QUESTION, {"content": "£12"})
    rows = {name: (every.hits, every.of) for name, every, _ in SubtasksReport((whole, half)).rows()}
    assert rows == {"test, two": (1, 2), "test, dependent": (0, 0), "test, all": (1, 2)}


def test_there_are_sixty_questions_of_shipped_packs_in_two_halves() -> None:
    questions = read_questions()
    assert len(questions) == len({one.q for one in questions}) == 60
    assert len(read_questions("development")) == len(read_questions("test")) == 30
    assert {one.pack for one in questions} <= find_packs((shipped_packs(),)).keys()
    assert {one.lang for one in questions} == {"ko", "en"}
