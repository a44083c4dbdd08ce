"""What was measured, as values."""

from __future__ import annotations

from dataclasses import dataclass

from evaluations.retrieval.typed import Typed


@dataclass(frozen=True)
class Asked:
    """One question to one system: the rank of each gold passage (None: not found), and how long it took."""

    ranks: tuple[int | None, ...]
    elapsed_ms: float


@dataclass(frozen=True)
class Figures:
    """Shares in 0..1, times in milliseconds."""

    n: int
    recall_1: float
    recall_5: float
    recall_10: float
    mrr: float
    hit_5: float
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True)
class Row:
    """One system on one set."""

    title: str
    whole: Figures
    development: Figures
    test: Figures


@dataclass(frozen=True)
class SetFigures:
    """One set."""

    name: str
    title: str
    passages: int
    questions: int
    unanswerable: int
    rows: tuple[Row, ...]
    typed: tuple[Typed, ...] = ()
    """The same questions in harder forms."""

    @property
    def heading(self) -> str:
        """What it is, in one line."""
        left_out = f", {self.unanswerable} left out" if self.unanswerable else ""
        return f"{self.title} ({self.passages:,} passages, {self.questions:,} questions{left_out})"

    def row(self, title: str) -> Row | None:
        """A system's row; None where it was not run."""
        return next((row for row in self.rows if row.title == title), None)
