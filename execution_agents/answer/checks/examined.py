"""The input of the checks of a draft and their findings, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from execution_agents.answer.checks.cells.bound_figures import RowGround
from execution_agents.answer.checks.cells.recomputed import Computed
from execution_agents.answer.checks.cited_places import Evidence
from execution_agents.answer.checks.parts import Part
from foundation.domains.schema.answering import CheckFigures
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of

Check = Literal[
    "figures", "cell", "article", "bound", "negated", "names", "modality", "moment", "course", "actor", "marker",
    "unsupported", "advice", "overgeneral",
]  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One claim that a check objects to."""

    part: Part
    check: Check
    wrong: bool
    """The evidence contradicts it; False: nothing supports it."""
    detail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mend:
    """A claim that cites the wrong item, if exactly one other item supports it."""

    part: Part
    marker: int
    instead: tuple[tuple[int, ...], ...] = ()
    """The corrected markers, if each figure has a row of its own; `marker` is 0 then."""


@dataclass(frozen=True)
class Examined:
    """All that was found."""

    findings: tuple[Finding, ...] = ()
    mends: tuple[Mend, ...] = ()
    computed: tuple[Computed, ...] = ()
    bound: int = 0
    """Figures that were compared with cells."""
    unsettled: tuple[Part, ...] = ()
    """Claims without a finding that no place supports as a whole."""
    with_figures: frozenset[int] = frozenset()
    """Start offsets of the claims whose figures were bound or computed."""

    @property
    def typed(self) -> bool:
        """Figures were compared with cells or computed from them: then the figures decide what the draft is about, not
        its words."""
        return bool(self.bound or self.computed)


@dataclass(frozen=True)
class Case:
    """The input for checking one draft."""

    question: str
    evidence: Evidence
    check: CheckFigures
    rows: RowGround | None = None
    same_language: bool = True
    """Whether words can be compared."""
    counts: frozenset[int] = frozenset()
    known: Sequence[Figure] = ()
    """Figures that need no place: those of the notes, and those our own analysis computed."""
    draft: str = ""
    """The whole draft: what one sentence leaves open, another may say."""

    @cached_property
    def asked(self) -> list[Figure]:
        """Figures of the question."""
        return figures_of(self.question)
