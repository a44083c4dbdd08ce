"""Other ways to decide, as rows of the table: never, always, a time-to-live cache, the cosine of two questions."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from evaluations.cases import NOW, Case, CaseSet
from evaluations.judging import Outcome, outcome
from foundation.contracts.work import Evidence
from foundation.language.tokens import MixedTokenizer, tokenize

NEVER, ALWAYS = "never reuses", "always reuses"
TIME_TO_LIVE_S = 300
TTL = "time-to-live cache, 5 min"
COSINES = (0.85, 0.95)
_BUCKETS = 8_192
"""Hashed features of the embedder: few enough for a dense decomposition in seconds."""
_DIMENSIONS = 256
Vector = NDArray[np.float32]


class Embedder:
    """Latent semantic analysis: hashed TF-IDF of the index's own terms, projected by a truncated SVD."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._tokenizer = MixedTokenizer()
        counts = [self._hashed(text) for text in texts]
        held = Counter(bucket for count in counts for bucket in count)
        self._idf = np.ones(_BUCKETS, dtype=np.float32)
        for bucket, holders in held.items():
            self._idf[bucket] = math.log(1 + (len(texts) - holders + 0.5) / (holders + 0.5))
        rows = np.stack([self._weighted(count) for count in counts])
        _, _, directions = np.linalg.svd(rows, full_matrices=False)
        self._directions: Vector = np.asarray(directions[:_DIMENSIONS].T, dtype=np.float32)

    def vector(self, text: str) -> Vector:
        """A unit vector (zero for a text without terms)."""
        found = self._weighted(self._hashed(text)) @ self._directions
        length = float(np.linalg.norm(found))
        return np.asarray(found / length if length else found, dtype=np.float32)

    def _hashed(self, text: str) -> Counter[int]:
        return Counter(_bucket(term) for term in tokenize(text, self._tokenizer))

    def _weighted(self, counts: Counter[int]) -> Vector:
        row = np.zeros(_BUCKETS, dtype=np.float32)
        for bucket, count in counts.items():
            row[bucket] = (1 + math.log(count)) * self._idf[bucket]
        length = float(np.linalg.norm(row))
        return row / length if length else row


def baselines(cases: CaseSet) -> dict[str, list[Outcome]]:
    """Row title -> outcomes."""
    embedder = Embedder(cases.texts or [case.understanding.standalone for case in cases.cases])
    ways: dict[str, Callable[[Case], Evidence | None]] = {
        NEVER: lambda _: None,
        ALWAYS: lambda case: case.stored[0] if case.stored else None,
        TTL: _alive,
    }
    found = {title: [_outcome(case, way(case)) for case in cases.cases] for title, way in ways.items()}
    nearest = [_nearest(case, embedder) for case in cases.cases]
    for least in COSINES:
        found[cosine_title(least)] = [
            _outcome(case, evidence if likeness >= least else None)
            for case, (evidence, likeness) in zip(cases.cases, nearest, strict=True)
        ]
    return found


def cosine_title(least: float) -> str:
    """The row of one cosine threshold."""
    return f"cosine of the question ≥ {least}"


def _alive(case: Case) -> Evidence | None:
    fresh = (e for e in case.stored if (NOW - e.fetched_at).total_seconds() <= TIME_TO_LIVE_S)
    return next(fresh, None)


def _nearest(case: Case, embedder: Embedder) -> tuple[Evidence | None, float]:
    """The record whose stored query is nearest to the question as it was asked to stand alone."""
    asked = embedder.vector(case.understanding.standalone)
    likeness = [(float(embedder.vector(evidence.query) @ asked), at) for at, evidence in enumerate(case.stored)]
    if not likeness:
        return None, 0.0
    best, at = max(likeness, key=lambda pair: (pair[0], -pair[1]))
    return case.stored[at], best


def _outcome(case: Case, evidence: Evidence | None) -> Outcome:
    return outcome(case, "search" if evidence is None else "reuse", [evidence.evidence_id] if evidence else [])


def _bucket(term: str) -> int:
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=4).digest(), "big") % _BUCKETS
