"""The evidence this conversation has fetched, newest first; summaries in state, items in their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from foundation.contracts.ports import JsonObject
from foundation.contracts.work import EvidenceSummary
from foundation.storage.records import LedgerEntry

PER_TYPE = 8
"""Newest records per data type that stay in state."""


def summary_of(entry: LedgerEntry) -> EvidenceSummary:
    """The summary of a record that state stores."""
    record = entry.record
    return EvidenceSummary(
        evidence_id=record.evidence_id,
        data_type=record.data_type,
        query=record.query,
        slots=record.slots,
        item_count=entry.item_count,
        fetched_at=record.fetched_at,
        source_version=record.source_version,
    )


def newest(summaries: Iterable[EvidenceSummary]) -> tuple[EvidenceSummary, ...]:
    """The newest few of every type, newest first."""
    kept: list[EvidenceSummary] = []
    seen: Counter[str] = Counter()
    for summary in sorted(summaries, key=lambda each: each.fetched_at, reverse=True):
        if seen[summary.data_type] < PER_TYPE:
            seen[summary.data_type] += 1
            kept.append(summary)
    return tuple(kept)


def dumped(summaries: Sequence[EvidenceSummary]) -> list[JsonObject]:
    """In the form that state stores."""
    return [summary.model_dump(mode="json") for summary in summaries]


def ledger_of(state: Sequence[JsonObject]) -> tuple[EvidenceSummary, ...]:
    """In the form that planning reads."""
    return tuple(EvidenceSummary.model_validate(each) for each in state)
