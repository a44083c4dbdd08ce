"""A record of one retrieval: every stage with counts, times and scores, as plain values.

It is passed on as `SearchResult.trace` (the JSON of `RetrievalTrace.as_json`), so that the writer of an answer can
store it and derive its confidence from it. Times are milliseconds; scores are per mille unless a field says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

QuestionType = Literal[
    "definition",
    "procedural",
    "numeric",
    "comparative",
    "problem",
    "technical_spec",
    "system_info",
    "operational",
    "general",
]
"""The nine types of system 3."""
StageName = Literal[
    "analysis",
    "dense",
    "lexical",
    "merge",
    "deduplicate",
    "prefilter",
    "confidence",
    "diversity",
    "rerank",
    "cut",
    "neighbours",
    "guard",
]
Fallback = Literal["low_conf_retry", "single_span"]
"""The guard's fallback; the later ones (short_context, qa_recover1 …) are the answer's own."""


@dataclass(frozen=True)
class StageTrace:
    """One stage: how many went in and came out, how long it took."""

    name: StageName
    count_in: int
    count_out: int
    ms: float
    note: str = ""
    """Special outcomes as stable words: timeout, failed, off, softened, overlap, empty."""


@dataclass(frozen=True)
class ContextTrace:
    """One returned passage, with the result of each stage. A score it never got is None."""

    item_id: str
    confidence: int
    """Calibrated confidence, 0..1000 (neighbours take their passage's)."""
    merged: int
    """Weighted sum of the normalised legs, 0..1000."""
    dense: float | None = None
    """Cosine, -1..1."""
    lexical: float | None = None
    """BM25 as the index gives it (comparable within one search only)."""
    rerank: int | None = None
    """Normalised score of the re-ranker or of the overlap, 0..1000."""
    neighbour: bool = False
    """True if it was only returned because it is next to a passage that was found."""


@dataclass(frozen=True)
class RetrievalTrace:
    """One retrieval of one source."""

    source: str
    question_type: QuestionType
    type_confidence: int
    """Score of the type, 0..1000."""
    tokens: int
    key_tokens: int
    weight_dense: int
    weight_lexical: int
    """The weights of the legs, in thousandths: a leg that failed, was late or found nothing has weight 0."""
    threshold: int
    """Calibrated confidence a passage had to have, after the type's adjustment and any retry."""
    wanted: int
    """Dynamic k: how many passages were wanted."""
    stages: tuple[StageTrace, ...]
    contexts: tuple[ContextTrace, ...]
    """In the order they are handed on."""
    guard_overlap: int
    """Overlap of the question with all contexts, 0..1000."""
    guard_passed: bool
    fallbacks: tuple[Fallback, ...] = ()
    cache_hit: bool = False
    corpus_version: str = ""
    configuration: str = ""
    """Hash of every figure that was used."""
    embedder: str = ""
    """Model that made the vectors; "" when there was no dense leg."""
    reranker: str = ""
    """HTTP re-ranker's model or "overlap"."""
    elapsed_ms: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        # Not `asdict`: it copies every number deeply, half a millisecond a search.
        values = dict(vars(self))
        values["stages"] = tuple(dict(vars(stage)) for stage in self.stages)
        values["contexts"] = tuple(dict(vars(context)) for context in self.contexts)
        return values

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """What `as_json` gave. Raises TypeError when the record is of another form."""
        values = dict(kept)
        values["stages"] = tuple(StageTrace(**stage) for stage in values.get("stages", ()))
        values["contexts"] = tuple(ContextTrace(**context) for context in values.get("contexts", ()))
        values["fallbacks"] = tuple(values.get("fallbacks", ()))
        return cls(**values)

    @property
    def confidences(self) -> tuple[int, ...]:
        """Calibrated confidences of the found passages, best first (an answer's confidence takes the top three)."""
        return tuple(sorted((one.confidence for one in self.contexts if not one.neighbour), reverse=True))
