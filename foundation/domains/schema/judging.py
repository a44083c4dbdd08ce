"""The figures a pack's evidence is judged by: ages, penalties, thresholds, in thousandths (system 1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from foundation.contracts.work import PerMille
from foundation.domains.schema.declared import Declared


class Freshness(Declared):
    """The age clock. None: no age limit."""

    warn_after_s: int | None = Field(default=None, gt=0)
    warn_penalty: PerMille = 100
    stale_after_s: int | None = Field(default=None, gt=0)
    stale_penalty: PerMille = 300

    @property
    def limited(self) -> bool:
        """True when evidence of this type can be too old."""
        return self.warn_after_s is not None or self.stale_after_s is not None


class Judge2Figures(Declared):
    """Judge 2's figures, in thousandths (defaults: system 1's table)."""

    min_results: int = Field(default=3, ge=0)
    few_results_penalty: PerMille = 200
    slot_conflict_penalty: PerMille = 400
    no_record_penalty: PerMille = 300
    no_results_penalty: PerMille = 400
    unknown_age_penalty: PerMille = 100
    without_judge1: PerMille = 500
    sufficient_above: PerMille = 700
    uncertain_from: PerMille = 500


class ReadingWeights(Declared):
    """How much the ranking of each way a question may be meant counts, per mille (system 7, section 2)."""

    bare: Annotated[int, Field(ge=0, le=10_000)] = 1000
    """The question as it was asked."""
    alone: Annotated[int, Field(ge=0, le=10_000)] = 2000
    """The same where it stands on its own."""
    previous: Annotated[int, Field(ge=0, le=10_000)] = 1200
    """The question before, with it."""
    shown: Annotated[int, Field(ge=0, le=10_000)] = 500
    """The heading of the passage shown first, with it."""
    asked: Annotated[int, Field(ge=0, le=10_000)] = 1000
    """A line that is near to it by how people ask for it (`line_questions.jsonl`)."""
    asked_least: PerMille = 200
    """Nearness from which a line is read so."""
    asked_lines: Annotated[int, Field(ge=0, le=10)] = 2
    """Lines at most."""
    fact: Annotated[int, Field(ge=0, le=10_000)] = 1000
    """One of several facts that the question asks for, by its own words (송수 압력 기준이랑 잔류염소 목표)."""
    variations: Annotated[int, Field(ge=0, le=4)] = 0
    """Most other wordings a model writes for a search of documents: a call for each search. 0: none are written."""
    variation: Annotated[int, Field(ge=0, le=10_000)] = 500
    """One of these wordings."""


class ProbeFigures(Declared):
    """The probe over a local document index: evidence against reuse, never for it."""

    enabled: bool = True
    top: int = Field(default=5, ge=1, le=50)
    support: Literal["covered", "score"] = "covered"
    """What a passage is compared by: `covered`, its BM25 score, how much of the question it says, as the search ranks,
    and how much it holds of what distinguishes the hits; `score`, BM25 alone, as system 1 has it (both in
    docs/reuse.md)."""
    window_share: PerMille = 700
    """How much a passage's best two sentences count beside the whole of it, in what it says of the question."""
    apart_weight: PerMille = 500
    """The power of what distinguishes the hits; 0: it does not count."""
    first: int = Field(default=2, ge=1, le=10)
    """So many of the passages that the bare question finds first, and that all its readings together find first, must
    be in hand for reuse to be sure."""
    near_best: PerMille = 300
    """So must every other one whose fused score is at least this much of the best one's. Where the readings agree these
    are the first three; where they find different passages, more of them (docs/decisions/0030)."""
    close_penalty: PerMille = 200
    leads_least: PerMille = 800
    """What a fresh search ranks first need not be in hand where the line that would lead the answer is, if it is so
    likely an answer (decision 52). Only where the pack says how people ask for its lines."""


class Thresholds(Declared):
    """Judge 1's bands, in thousandths."""

    reuse_above: PerMille = 900
    ask_above: PerMille = 600


class Judge1RuleFigures(Declared):
    """The rules judge's figures, in thousandths (system 1; measured and improved on the labels)."""

    start: PerMille = 950
    inherited_penalty: PerMille = 40
    """Per slot taken over in silence, unless the question points back (그 지역, 방금). System 1 starts from 100: then
    no question that leaves one slot unsaid is reused without asking; 40 lets one pass and asks from two on."""
    unresolved_penalty: PerMille = 150
