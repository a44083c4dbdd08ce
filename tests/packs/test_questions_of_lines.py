"""The packs' own questions each ask for one line: hardly any is a remark about an answer, or wants a whole topic."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.language.wanted.forms import answers_meant, form_of
from foundation.language.wanted.listed import item_meant
from foundation.language.wanted.sides import sides_in
from foundation.language.wanted.topical import topic_of
from supervisor.planning.several.beside import compared_topics
from tests.supervisor.planning.talks import context_of

QUESTIONS = [
    question
    for name in ("handbook", "real_estate", "water_treatment")
    for line in load_pack(shipped_packs() / name).line_questions
    for question in line.questions
]


def sets_beside(question: str) -> bool:
    return answers_meant(question) is not None


@pytest.mark.parametrize(("reads", "most"), [(form_of, 5), (sets_beside, 5), (item_meant, 5), (topic_of, 25)])
def test_of_many_thousand_questions_of_lines_few_are_read_otherwise(reads: Callable[[str], object], most: int) -> None:
    assert len(QUESTIONS) > 20_000
    assert sum(bool(reads(question)) for question in QUESTIONS) <= most


def test_hardly_a_question_of_one_line_is_split_into_two_topics() -> None:
    packs = [load_pack(shipped_packs() / name) for name in ("handbook", "real_estate", "water_treatment")]
    split = [
        question
        for pack in packs
        for line in pack.line_questions
        for question in line.questions
        if sides_in(question) is not None and compared_topics(context_of(question, pack=pack))
    ]
    assert len(split) <= 5, split
