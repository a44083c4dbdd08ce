"""Judge 2: is the available evidence good enough for this data type? Rules only, no model, no I/O, integers per mille.

It starts at judge 1's confidence, subtracts the penalties of the type's figures (the pack's, system 1's by default) and
never goes below zero. A veto decides whatever the confidence: the evidence is insufficient. Integers because in floats
`0.9 - 0.2 > 0.7` is false and `0.8 - 0.1 > 0.7` true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from foundation.contracts.work import WEB, Evidence
from foundation.domains.schema.judging import Freshness
from foundation.domains.schema.pack import DataType

VerdictName = Literal["sufficient", "uncertain", "insufficient"]

MISSING = "missing"
NO_RESULTS = "no_results"
FEW_RESULTS = "few_results"
OLD = "old"
STALE = "stale"
AGE_UNKNOWN = "age_unknown"
SOURCE_CHANGED = "source_changed"
RIGHTS_CHANGED = "rights_changed"
SLOT_CONFLICT = "slot_conflict:"
"""Prefix; the slot's name follows."""
GATE = "gate:"
"""Prefix; the kind of lexical conflict follows (`gates.py`)."""
PROBE = "probe:"
"""Prefix; what the probe found against reuse follows (`probe.py`)."""


@dataclass(frozen=True)
class ProbeReading:
    """What the lexical top hits say about the available evidence: they count against reuse, never for it."""

    held: int
    """How many of the passages that a fresh search ranks first are available."""
    of: int
    """How many of them are compared."""
    failures: tuple[str, ...] = ()
    """`probe:…` issues; any of them is a veto."""
    best_in_hand: str = ""
    """Item id of the best-supported passage that is available ("" if none was found)."""
    best_out_of_hand: str = ""
    """Item id of the best-supported passage that is not available ("" if none was found)."""
    asks_more: bool = True
    """False: the question names nothing that the one it was fetched for did not (더 쉽게 설명해줘)."""


@dataclass(frozen=True)
class Standing:
    """The state of one data type in this turn: the evidence that could be reused, and everything known against it."""

    data_type: str
    evidence: Evidence | None = None
    """None: the ledger holds no record of the type, or could not be read."""
    also: tuple[Evidence, ...] = ()
    """Records of other turns that are reused together with it (`together.py`)."""
    age_s: int | None = None
    """Age by the database's clock; None when it is not known."""
    slot_conflicts: tuple[str, ...] = ()
    """Names of slots whose values differ from the stored query's."""
    failed_gates: tuple[str, ...] = ()
    """`gate:…` issues."""
    source_changed: bool = False
    rights_changed: bool = False
    """True when the evidence came from a source the person may not read now."""
    elsewhere: bool = False
    """Found in another conversation of the person: the pack allows it, and age and vetoes hold as for any other."""
    probe: ProbeReading | None = None
    """None where there is no local index of the source."""

    @property
    def there(self) -> bool:
        """True if there is anything to judge."""
        return self.evidence is not None and bool(self.evidence.items)


@dataclass(frozen=True)
class Verdict:
    """Judge 2's verdict on one data type, with every issue it found, in the order of its rules."""

    data_type: str
    verdict: VerdictName
    confidence: int
    """Per mille, the rest of judge 1's confidence."""
    issues: tuple[str, ...] = ()
    missing: bool = False
    stale: bool = False
    vetoed: bool = False


@dataclass
class _Ledger:
    """Penalties and issues while one type is judged."""

    penalty: int = 0
    issues: list[str] = field(default_factory=list[str])

    def note(self, issue: str, penalty: int = 0) -> None:
        self.issues.append(issue)
        self.penalty += penalty


def judge(standing: Standing, data_type: DataType, judge1_confidence: int | None) -> Verdict:
    """Judge one data type. `judge1_confidence` is None when there is no judge 1: then the type's own start counts."""
    start = data_type.judge2.without_judge1 if judge1_confidence is None else judge1_confidence
    found = _Ledger()
    if standing.evidence is None or not standing.evidence.items:
        return _missing(standing, data_type, start, found)
    _results([standing.evidence, *standing.also], data_type, found)
    stale = _age(standing.age_s, data_type, freshness_of(standing, data_type), found)
    vetoed = _vetoes(standing, data_type, found)
    left = max(0, start - found.penalty)
    capped = (standing.age_s is None and freshness_of(standing, data_type).limited) or is_close(standing)
    verdict = "insufficient" if vetoed or stale else _band(left, data_type, capped)
    return Verdict(data_type.name, verdict, left, tuple(found.issues), stale=stale, vetoed=vetoed)


def is_close(standing: Standing) -> bool:
    """True if a fresh search would rank something first that is not available. Then reuse is never certain: if asking
    the person is not worthwhile, it is searched (docs/conversations.md, "Live reuse")."""
    probe = standing.probe
    return probe is not None and probe.asks_more and probe.held < probe.of


def _missing(standing: Standing, data_type: DataType, start: int, found: _Ledger) -> Verdict:
    figures = data_type.judge2
    found.note(MISSING)
    if standing.evidence is None:
        found.penalty = figures.no_record_penalty
    else:
        found.note(NO_RESULTS, figures.no_results_penalty)
    left = max(0, start - found.penalty)
    return Verdict(data_type.name, "insufficient", left, tuple(found.issues), missing=True)


def _results(records: Sequence[Evidence], data_type: DataType, found: _Ledger) -> None:
    # Computed figures are not results of their own: three averages over one sale are still one sale.
    results = sum(not item.derived for record in records for item in record.items)
    if results < data_type.judge2.min_results:
        found.note(FEW_RESULTS, data_type.judge2.few_results_penalty)


def freshness_of(standing: Standing, data_type: DataType) -> Freshness:
    """The type's age limits; if the web was searched for it, the shorter of them and the web's."""
    own, records = data_type.freshness, (standing.evidence, *standing.also)
    if not any(record is not None and WEB in record.sources for record in records):
        return own
    web = data_type.web_freshness
    return own.model_copy(
        update={
            "warn_after_s": shorter(own.warn_after_s, web.warn_after_s),
            "stale_after_s": shorter(own.stale_after_s, web.stale_after_s),
        }
    )


def shorter(one: int | None, other: int | None) -> int | None:
    """The shorter limit; None is no limit."""
    known = [each for each in (one, other) if each is not None]
    return min(known, default=None)


def _age(age_s: int | None, data_type: DataType, freshness: Freshness, found: _Ledger) -> bool:
    """Records the result of the age clock; True if the evidence is stale."""
    if age_s is None:
        found.note(AGE_UNKNOWN, data_type.judge2.unknown_age_penalty)
        return False
    if freshness.stale_after_s is not None and age_s > freshness.stale_after_s:
        found.note(STALE, freshness.stale_penalty)
        return True
    if freshness.warn_after_s is not None and age_s > freshness.warn_after_s:
        found.note(OLD, freshness.warn_penalty)
    return False


def _vetoes(standing: Standing, data_type: DataType, found: _Ledger) -> bool:
    """Records everything that forbids reuse; True if there is anything."""
    before = len(found.issues)
    for index, slot in enumerate(standing.slot_conflicts):
        found.note(SLOT_CONFLICT + slot, 0 if index else data_type.judge2.slot_conflict_penalty)
    for gate in standing.failed_gates:
        found.note(gate)
    if standing.source_changed:
        found.note(SOURCE_CHANGED)
    if standing.rights_changed:
        found.note(RIGHTS_CHANGED)
    for failure in standing.probe.failures if standing.probe is not None else ():
        found.note(failure)
    return len(found.issues) > before


def _band(left: int, data_type: DataType, capped: bool) -> VerdictName:
    if left > data_type.judge2.sufficient_above and not capped:
        return "sufficient"
    return "uncertain" if left >= data_type.judge2.uncertain_from else "insufficient"
