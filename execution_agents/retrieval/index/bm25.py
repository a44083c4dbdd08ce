"""BM25 with other figures than the index's own, over what the index found.

The index ranks with k1 1.2 and b 0.75, which are fixed inside it. Where a pack or an arm wants others, `WIDER` times as
many passages are taken and scored anew:

    sum over fields and terms of
        weight x ln(1 + (N - n + 0.5) / (n + 0.5)) x tf (k1 + 1) / (tf + k1 (1 - b + b dl / avg))

(Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with the idf of Lucene), N
passages, n of them with the term in the field, tf times in this one of length dl. A passage the index ranks behind
`WIDER` times the wanted count is not seen.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from execution_agents.retrieval.index.prepared import FoundPassage

WIDER = 4
FIELDS = ("title", "body", "references")

Terms = Callable[[FoundPassage], Mapping[str, Sequence[str]]]
"""Passage -> field -> its terms, as often as they stand there."""


@dataclass(frozen=True)
class Statistics:
    """What an index knows of all its passages."""

    passages: int
    average_length: Mapping[str, float]
    """Field -> terms a passage, on average."""
    holders: Callable[[str, str], int]
    """(field, term) -> passages that hold it there."""


@dataclass(frozen=True)
class Wanted:
    """A question's terms: (field, term) -> weight."""

    weights: Mapping[tuple[str, str], float]
    k1: float
    b: float


def rescored(
    hits: Sequence[FoundPassage], wanted: Wanted, terms: Terms, statistics: Statistics
) -> tuple[FoundPassage, ...]:
    """The same passages with their new scores, best first; ties by id."""
    worth = {
        (field, term): weight * _idf(statistics, field, term)
        for (field, term), weight in wanted.weights.items()
        if weight
    }
    scored = [hit.scored(_score(terms(hit), worth, wanted, statistics)) for hit in hits]
    return tuple(sorted(scored, key=lambda hit: (-hit.score, hit.item_id)))


def _score(
    held: Mapping[str, Sequence[str]], worth: Mapping[tuple[str, str], float], wanted: Wanted, statistics: Statistics
) -> float:
    counts = {field: Counter(held[field]) for field in FIELDS}
    total = 0.0
    for (field, term), each in worth.items():
        times = counts[field][term]
        if field == "references":  # the index notes whether it is named, not how often
            times = min(times, 1)
        if times:
            length = len(held[field]) / (statistics.average_length[field] or 1.0)
            total += each * times * (wanted.k1 + 1) / (times + wanted.k1 * (1 - wanted.b + wanted.b * length))
    return total


def _idf(statistics: Statistics, field: str, term: str) -> float:
    holders = statistics.holders(field, term)
    return math.log(1 + (statistics.passages - holders + 0.5) / (holders + 0.5))
