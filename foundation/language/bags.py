"""Bags of grams, ranked by how much they hold of what is asked (BM25)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set

K1, B = 1.2, 0.5
"""BM25's. Bags differ in length mostly by how many questions somebody wrote for them, so length counts half."""


class Bags:
    """Bags of grams with the weight of each gram. Immutable."""

    def __init__(self, counts: Sequence[Counter[str]]) -> None:
        holding = Counter(gram for each in counts for gram in each)
        self._rarity = {gram: math.log(1 + (len(counts) - n + 0.5) / (n + 0.5)) for gram, n in holding.items()}
        self._rarest = math.log(2 * len(counts) + 1)
        mean = sum(map(Counter[str].total, counts)) / (len(counts) or 1) or 1.0
        weights: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, each in enumerate(counts):
            length = K1 * (1 - B + B * each.total() / mean)
            for gram, count in each.items():
                weights[gram].append((at, self._rarity[gram] * count * (K1 + 1) / (count + length)))
        self._weights: Mapping[str, Sequence[tuple[int, float]]] = dict(weights)

    @property
    def grams(self) -> Set[str]:
        """All that any bag holds."""
        return self._rarity.keys()

    def rarity(self, grams: Set[str]) -> float:
        """The weight of grams together; one that no bag holds weighs most."""
        return sum(self._rarity.get(gram, self._rarest) for gram in grams)

    def nearness(self, asked: Sequence[Set[str]]) -> Mapping[int, float]:
        """Place of a bag -> 0..1: its score as a share of what a bag would have that held every gram without end, the
        mean over all that is asked. Bags that hold nothing of it are left out."""
        scores: defaultdict[int, float] = defaultdict(float)
        for grams in asked:
            whole = self.rarity(grams) * (K1 + 1) * len(asked)
            for gram in grams:
                for at, weight in self._weights.get(gram, ()):
                    scores[at] += weight / whole
        return scores
