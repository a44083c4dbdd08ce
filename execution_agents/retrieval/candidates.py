"""The value that passes through the stages: a passage found, with the result of each stage."""

from __future__ import annotations

from typing import NamedTuple

from foundation.contracts.ports import Hit


class Candidate(NamedTuple):
    """One passage. Scores are floats within a retrieval; outside of it they are rounded to thousandths. (A tuple, since
    each stage creates fifty of them again.)"""

    hit: Hit
    """`hit.score` is the lexical score (0 when only the dense leg found it)."""
    dense: float | None = None
    """Cosine; None when the dense leg did not find it."""
    lexical: float | None = None
    """BM25, phrases counted; None when the lexical leg did not find it."""
    merged: float = 0.0
    """Weighted sum of the legs' min-max normalised scores, 0..1."""
    confidence: float = 0.0
    """Calibrated confidence, 0..1."""
    ranking: float = 0.0
    """Score of the re-ranker, normalised 0..1 over the candidates it saw."""
    score: float = 0.0
    """The score before it was normalised."""
    neighbour: bool = False

    @property
    def document_id(self) -> str:
        """Its document: chunk ids are `<document>#<number from 1>`, or the document's own id."""
        document, mark, number = self.hit.item_id.rpartition("#")
        return document if mark and number.isdigit() else self.hit.item_id


def normalised_scores(scores: list[float]) -> list[float]:
    """Min-max to 0..1; all 1 if there is no spread (a single passage is the best one there is)."""
    if not scores:
        return []
    low, high = min(scores), max(scores)
    if high <= low:
        return [1.0] * len(scores)
    return [(score - low) / (high - low) for score in scores]


def shares_of_best(scores: list[float]) -> list[float]:
    """Scores of 0 or more as shares of the best one; all 0 where that is 0."""
    best = max(scores, default=0.0)
    return [score / best if best > 0 else 0.0 for score in scores]
