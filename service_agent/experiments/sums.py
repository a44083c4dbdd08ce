"""Judge 2 of a stored decision as a sum: the start, each penalty, the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from execution_agents.reuse.judge2 import (
    AGE_UNKNOWN,
    FEW_RESULTS,
    MISSING,
    NO_RESULTS,
    OLD,
    SLOT_CONFLICT,
    STALE,
)
from execution_agents.reuse.policy import VARIANTS
from execution_agents.reuse.wording import doubt_words
from foundation.domains.schema.pack import Pack, Slot
from foundation.storage.records import DecisionRow
from supervisor.replay import replay, rows_apart

_PENALTIES = {
    FEW_RESULTS: ("judge2", "few_results_penalty"),
    NO_RESULTS: ("judge2", "no_results_penalty"),
    AGE_UNKNOWN: ("judge2", "unknown_age_penalty"),
    OLD: ("freshness", "warn_penalty"),
    STALE: ("freshness", "stale_penalty"),
}
LANGUAGES = ("ko", "en")
"""An operator reads the page in one of these, whatever language the question was in."""
_VETOES = ("slot_conflict:", "gate:", "probe:", "source_changed", "rights_changed")


@dataclass(frozen=True)
class Issue:
    """One line of the sum."""

    issue: str
    label: Mapping[str, str]
    """Language -> the issue in words, slots under their labels."""
    penalty: float
    veto: bool


@dataclass(frozen=True)
class TypeSum:
    """One data type's sum; shares."""

    data_type: str
    decision: str
    verdict: str | None
    start: float | None
    left: float
    sufficient_above: float
    issues: tuple[Issue, ...]
    evidence_id: str | None
    fetched_at: datetime | None
    age_s: int | None
    source_changed: bool
    used: bool
    question: str = ""
    """Which request needs it, of a message of several questions."""


def judge2_sums(row: DecisionRow) -> list[TypeSum]:
    """Computed again from the row's inputs, also where the variant had no judge 2. Empty for a row that cannot
    be computed, and for the control's: its evidence was not judged, so its inputs hold nothing."""
    parts = rows_apart(row)
    if len(parts) > 1:
        return [replace(each, question=part.question) for part in parts for each in judge2_sums(part)]
    if row.judge1 is None and not row.inputs.get("standings"):
        return []
    try:
        again = replay(row)
    except ValueError:
        return []
    confidence = again.judge1.confidence if again.judge1 else None
    used = row.variant in VARIANTS and VARIANTS[row.variant].judge2  # pyright: ignore[reportArgumentType]
    sums: list[TypeSum] = []
    for name, verdict in again.verdicts.items():
        figures: dict[str, Any] = row.inputs["figures"][name]
        stored: dict[str, Any] = row.judge2.get(name, {})
        start = figures["judge2"]["without_judge1"] if confidence is None else confidence
        sums.append(
            TypeSum(
                data_type=name,
                decision=str(stored.get("decision", "searched")),
                verdict=verdict.verdict,
                start=start / 1000,
                left=verdict.confidence / 1000,
                sufficient_above=figures["judge2"]["sufficient_above"] / 1000,
                issues=_issues(verdict.issues, figures, row.inputs["slot_labels"]),
                evidence_id=stored.get("evidence_id"),
                fetched_at=_moment(stored.get("fetched_at")),
                age_s=stored.get("age_s"),
                source_changed=bool(stored.get("source_changed")),
                used=used,
            )
        )
    return sums


def judge1_reasons(row: DecisionRow) -> Mapping[str, str]:
    """Language -> why judge 1 judged so, where rules did: said again from the row's inputs. Empty where a model did
    (its words are its own), of a message of several questions, and for a row that cannot be worked out again."""
    understanding = row.inputs.get("understanding")
    apart = row.inputs.get("requests")
    if row.judge1 is None or row.judge1.get("by") != "rules" or not isinstance(understanding, dict) or apart:
        return {}
    try:
        again = {
            language: replay(
                replace(row, inputs={**row.inputs, "understanding": {**understanding, "language": language}})
            )
            for language in LANGUAGES
        }
    except ValueError:
        return {}
    return {language: each.judge1.reasoning for language, each in again.items() if each.judge1}


def _issues(
    issues: tuple[str, ...], figures: dict[str, Any], labels: Mapping[str, Mapping[str, str]]
) -> tuple[Issue, ...]:
    slots = 0
    pack = Pack.model_construct(slots=tuple(Slot.model_construct(name=name, label=of) for name, of in labels.items()))
    found: list[Issue] = []
    for issue in issues:
        penalty = 0
        if issue in _PENALTIES:
            room, name = _PENALTIES[issue]
            penalty = figures[room][name]
        elif issue.startswith(SLOT_CONFLICT):  # the first conflict alone costs
            penalty = 0 if slots else figures["judge2"]["slot_conflict_penalty"]
            slots += 1
        elif issue == MISSING and NO_RESULTS not in issues:
            penalty = figures["judge2"]["no_record_penalty"]
        words = {language: doubt_words((issue,), language, pack) for language in LANGUAGES}
        found.append(Issue(issue, words, penalty / 1000, issue.startswith(_VETOES)))
    return tuple(found)


def _moment(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored)
