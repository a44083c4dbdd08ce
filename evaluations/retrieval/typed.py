"""The same questions in the harder forms of `harder.py`, put to the same systems: what typing costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluations.cases import Half, Progress
from evaluations.results import HALVES
from evaluations.retrieval.harder import RULES, harder
from evaluations.retrieval.question_sets import Question, QuestionSet, ranks
from evaluations.retrieval.systems import ENSEMBLE, OURS, TANTIVY, Search

AS_ASKED = "as asked"
KORQUAD_TYPED_EVERY = 4
"""One in so many of the KorQuAD questions that are asked at all: 361 of 1,444, ten forms each."""
TITLES = (OURS, TANTIVY, ENSEMBLE)


@dataclass(frozen=True)
class Shares:
    """Of one system on one form, 0..1."""

    recall_1: float
    recall_5: float
    mrr: float


@dataclass(frozen=True)
class Typed:
    """One form: how many questions it changed, and what each system found then."""

    form: str
    n: int
    found: Mapping[str, Shares]
    halves: Mapping[Half, float]
    """Ours by half: MRR (0 for a half without questions)."""


async def typed_forms(questions: QuestionSet, ways: Mapping[str, Search], progress: Progress) -> tuple[Typed, ...]:
    """As asked first, then each form. A question keeps the half it has as asked."""
    every = KORQUAD_TYPED_EVERY if questions.name == "korquad" else 1
    kept = questions.questions[::every]
    compared = {title: ways[title] for title in TITLES if title in ways}
    found: list[Typed] = []
    for at, form in enumerate((None, *RULES), 1):
        asked = [(one, text) for one in kept if (text := one.text if form is None else harder(one.text, form))]
        if asked:
            found.append(await _typed(form or AS_ASKED, asked, compared))
        progress(f"{questions.title}, as typed", at, len(RULES) + 1)
    return tuple(found)


async def _typed(form: str, asked: Sequence[tuple[Question, str]], ways: Mapping[str, Search]) -> Typed:
    seen = {title: [ranks(await search(text), one.gold) for one, text in asked] for title, search in ways.items()}
    mine = list(zip(seen[OURS], asked, strict=True))
    halves: dict[Half, float] = {}
    for half in HALVES:
        part = [each for each, (one, _) in mine if one.half == half]
        halves[half] = _shares(part).mrr if part else 0.0
    return Typed(form, len(asked), {title: _shares(each) for title, each in seen.items()}, halves)


def _shares(seen: Sequence[tuple[int | None, ...]]) -> Shares:
    def recall(top: int) -> float:
        return float(np.mean([sum(1 for rank in each if rank and rank <= top) / len(each) for each in seen]))

    firsts = [min((rank for rank in each if rank), default=None) for each in seen]
    return Shares(recall(1), recall(5), float(np.mean([1 / rank if rank else 0.0 for rank in firsts])))
