"""The lines of a pack whose questions are nearest to a person's: people ask in words that the documents do not use.

A pack lists, line by line, how people ask for it (`line_questions.jsonl`). Questions are compared with questions, for
they are of one kind: short, in everyday words, without the answer. Nothing is answered by that alone: a line found so
is searched for as one more reading, and counts more among the lines at hand.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.pack import Pack
from foundation.language.grams import grams_of


@dataclass(frozen=True)
class AskedLine:
    """A line of a document, and how near its questions are to the one asked."""

    heading: str
    line: str
    nearness: float
    """0..1: Dice's coefficient of the two questions' grams, each weighted by how rare it is among all questions."""


def line_index(pack: Pack) -> LineIndex:
    """The index over a pack's lines. Cached: a pack never changes once it is read."""
    return _index(ByIdentity(pack.line_questions))


class LineIndex:
    """All questions of a pack's lines, ready to be compared. Immutable."""

    def __init__(self, lines: Sequence[LineQuestions]) -> None:
        self._lines = tuple(lines)
        self._of: list[int] = []
        """Question -> its line."""
        holders: defaultdict[str, list[int]] = defaultdict(list)
        grams: list[frozenset[str]] = []
        for at, line in enumerate(self._lines):
            for question in line.questions:
                own = grams_of(question)
                for gram in own:
                    holders[gram].append(len(grams))
                grams.append(own)
                self._of.append(at)
        self._holders: Mapping[str, Sequence[int]] = dict(holders)
        self._rarest = math.log(1 + len(grams)) or 1.0
        self._weights = {gram: math.log(1 + len(grams) / len(those)) for gram, those in holders.items()}
        self._sums = [sum(self._weights[gram] for gram in own) for own in grams]

    def nearest(self, question: str, most: int) -> list[AskedLine]:
        """The lines by their nearest question, the nearest first; those that share nothing are left out."""
        own = grams_of(question)
        shared = defaultdict[int, float](float)
        for gram in own:
            weight = self._weights.get(gram, 0.0)
            for at in self._holders.get(gram, ()):
                shared[at] += weight
        whole = sum(self._weights.get(gram, self._rarest) for gram in own)
        best: dict[int, float] = {}
        for at, weight in shared.items():
            nearness = 2 * weight / (whole + self._sums[at])
            line = self._of[at]
            best[line] = max(best.get(line, 0.0), nearness)
        found = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        return [AskedLine(self._lines[at].heading, self._lines[at].line, nearness) for at, nearness in found]


@lru_cache(maxsize=16)
def _index(lines: ByIdentity[tuple[LineQuestions, ...]]) -> LineIndex:
    return LineIndex(lines.part)
