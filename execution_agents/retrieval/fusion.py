"""One ranking from those of several readings of a question: a passage scores weight / (1 + rank) in each.

Which reading is meant cannot be chosen well by any score (system 7, section 2); that the right passage stands high in
the fused ranking can be measured (docs/conversations.md).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def fused(rankings: Sequence[tuple[int, Sequence[Item]]]) -> list[tuple[Item, float]]:
    """(item, share of the best possible score, 0..1), best first. A ranking is its weight and its items, best first;
    of two items with one score the one that an earlier ranking names first stands first."""
    most = sum(weight for weight, _ in rankings) or 1
    scores: dict[Item, float] = {}
    for weight, items in rankings:
        for rank, item in enumerate(dict.fromkeys(items)):
            scores[item] = scores.get(item, 0.0) + weight / (1 + rank)
    return sorted(((item, score / most) for item, score in scores.items()), key=lambda each: -each[1])
