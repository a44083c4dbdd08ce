"""Audits: which decisions are checked again, and the findings."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, and_, func, or_, select, text, update

from foundation.contracts.identity import Principal, Role
from foundation.contracts.work import Evidence
from foundation.storage.conversations.evidence import entries_of, newest_of_each_type
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import Repository, who
from foundation.storage.experiments.decision_filters import Filter, conditions
from foundation.storage.experiments.truths import resolve
from foundation.storage.records import LedgerEntry
from foundation.storage.tables.experiments import audits, decision_truths
from foundation.storage.tables.histogram_buckets import PIVOT_BUCKETS, PIVOT_STEP

Status = Literal["due", "done", "failed"]
RETRIES = 6
"""How often a drawn audit that failed is tried again."""
FIRST_PAUSE_S, GROWTH = 60, 5
"""Pause before the first retry, and the factor from each pause to the next: 1, 5 and 25 minutes, 2, 10 and 52 hours.
So an audit survives an outage over a weekend, while one that always fails costs seven tries."""

_DUE = text(
    """
    SELECT run_id, tenant_id, owner_id FROM (
        (SELECT audits.*, audits.created_at AS at FROM audits JOIN sessions USING (session_id)
         WHERE status = 'due' AND audits.created_at < statement_timestamp() - make_interval(secs => :after_s)
            AND NOT sessions.stateless
         ORDER BY audits.created_at LIMIT :limit)
        UNION ALL
        (SELECT audits.*, next_at AS at FROM audits JOIN sessions USING (session_id)
         WHERE status = 'failed' AND next_at < statement_timestamp() AND NOT sessions.stateless
         ORDER BY next_at LIMIT :limit)
    ) AS waiting ORDER BY at LIMIT :limit
    """
)
_ASK = text(
    """
    INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind, drawn)
    SELECT run_id, tenant_id, owner_id, session_id, CASE WHEN decision = 'search' THEN 'search' ELSE 'skip' END, :drawn
    FROM decisions WHERE run_id = :run_id AND tenant_id = :tenant_id
    ON CONFLICT (run_id) DO UPDATE SET status = 'due', created_at = clock_timestamp(),
        drawn = audits.drawn OR excluded.drawn
        WHERE audits.status = 'failed'
    """
)
_FAILED = text(
    f"""
    UPDATE audits SET status = 'failed', why = :why, done_at = clock_timestamp(),
        tries = tries + CASE WHEN next_at > clock_timestamp() THEN 0 ELSE 1 END,
        next_at = CASE WHEN next_at > clock_timestamp() THEN next_at
                       WHEN drawn AND tries < {RETRIES}
                           THEN clock_timestamp() + make_interval(secs => {FIRST_PAUSE_S} * power({GROWTH}, tries)) END
    WHERE run_id = :run_id
    """  # noqa: S608
)
"""An audit that is asked for before its retry is due does not count as one of the tries."""
_NOTE = text(
    """
    UPDATE audits SET drawn = true, next_at = CASE WHEN status = 'failed' THEN clock_timestamp() END FROM decisions
    WHERE NOT audits.drawn AND decisions.run_id = audits.run_id AND decisions.rolled IS FALSE
    RETURNING audits.run_id
    """
)
_NOTED = text("UPDATE decisions SET rolled = true WHERE run_id = ANY(CAST(:run_ids AS text[]))")
_SAY = text(
    """
    INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason)
    SELECT :label_id, run_id, tenant_id, 'audit', session_id, 'audit', :outcome, ''
    FROM audits WHERE run_id = :run_id
    """
)
_BEFORE = text(
    newest_of_each_type(
        "evidence.session_id = :session_id AND evidence.run_id <> :run_id AND evidence.created_at <"
        " (SELECT created_at FROM decisions WHERE decisions.run_id = :run_id)"
    )
)
_FETCHED = text(newest_of_each_type("evidence.session_id = :session_id AND evidence.run_id = :run_id"))
_FIGURES = text(
    """
    SELECT count(*) FILTER (WHERE status = 'due') AS due, count(*) FILTER (WHERE status = 'done') AS done,
        count(*) FILTER (WHERE status = 'failed' AND next_at IS NULL) AS failed,
        count(*) FILTER (WHERE status = 'failed' AND next_at IS NOT NULL) AS retried,
        count(*) FILTER (WHERE drawn AND (status = 'done' OR status = 'failed' AND next_at IS NULL)) AS drawn,
        count(*) FILTER (WHERE drawn AND status = 'failed' AND next_at IS NULL) AS drawn_failed,
        coalesce(sum(search_calls), 0) AS search_calls,
        coalesce(sum(search_ms), 0) AS search_ms, min(created_at) FILTER (WHERE status = 'due') AS oldest
    FROM audits
    WHERE tenant_id = :tenant_id AND (status = 'due' OR done_at > statement_timestamp() - interval '30 days')
    """
)


@dataclass(frozen=True)
class DueAudit:
    """A decision to audit, and its owner."""

    run_id: str
    principal: Principal


@dataclass(frozen=True)
class Findings:
    """The result of an audit."""

    types: dict[str, dict[str, Any]]
    """Data type -> {agrees, then, now, …}: see `service_agent/experiments/audit/auditor.py`."""
    right: bool
    """Whether the decision was."""
    search_ms: int = 0
    search_calls: int = 0
    shadow: dict[str, Any] | None = None
    """For the control: what the judges would have decided."""


@dataclass(frozen=True)
class Audit:
    """One audit as it is kept."""

    status: Status
    kind: Literal["skip", "search"]
    why: str
    """Why it failed."""
    findings: dict[str, Any] | None
    search_ms: int
    search_calls: int
    done_at: datetime | None
    drawn: bool
    """Part of the random sample; False: an operator asked for it."""
    next_at: datetime | None
    """When it is tried again after it failed; None: it did not fail, or did finally."""


@dataclass(frozen=True)
class AuditFigures:
    """Audits of a tenant: those that wait, and what those of the last 30 days cost."""

    due: int
    done: int
    failed: int
    """Finally."""
    retried: int
    """Failed, and tried again."""
    drawn: int
    """Of the random sample: done, or failed finally."""
    drawn_failed: int
    search_calls: int
    search_ms: int
    oldest: datetime | None


@dataclass(frozen=True)
class FailedAudit:
    """Drawn decisions whose audits failed, and whose truth is not known otherwise."""

    demo: bool
    pivot: int
    """The upper end of its step, as in `LabelsRepository.audited`."""
    retried: bool
    """It will be tried again; False: it failed finally, and counts as audited and wrong."""
    many: int


class AuditsRepository(Repository):
    """Audits of a tenant's decisions."""

    patience_s = None

    async def due(self, limit: int, after_s: float = 0.0) -> list[DueAudit]:
        """SYSTEM: the oldest that wait, decided at least so long ago (the answer is out by then)."""
        rows = await self._all(_DUE, limit=limit, after_s=after_s)
        # The audit reads the owner's own sources and records, with the owner's rights only.
        roles = frozenset({Role.PERSON})
        return [
            DueAudit(row.run_id, Principal(tenant_id=row.tenant_id, owner_id=row.owner_id, roles=roles)) for row in rows
        ]

    async def ask(self, principal: Principal, run_id: str, *, drawn: bool = False) -> None:
        """Queues a decision of the tenant for audit, unless it has been audited. A drawn one stays drawn, even after a
        failed audit: it counts as wrong for thresholds then, and asking again must not remove it from the sample.
        `drawn`: a rule asks for every such decision, so this one was not chosen."""
        await self._changed(_ASK, run_id=run_id, tenant_id=principal.tenant_id, drawn=drawn)

    async def note_drawn(self) -> int:
        """SYSTEM: marks audits as drawn that were asked for before their decision was collected and drawn; how many.
        They belong to the sample, because the draw did not depend on the request. The decisions' rows show which they
        are, even after the collecting process has ended. (Locks are taken in the order of a finished audit: the audit
        first, then the decision. So this cannot run in the collecting transaction, which holds decisions.)"""
        async with self._transaction() as connection:
            noted = [row.run_id for row in await connection.execute(_NOTE)]
            await resolve(connection, noted)
            if noted:
                await connection.execute(_NOTED, {"run_ids": noted})
        return len(noted)

    async def sampled(self, principal: Principal, run_ids: Sequence[str]) -> set[str]:
        """Those of the tenant's decisions that are of a sample: drawn and audited, or labelled as part of a set."""
        of = decision_truths.c
        known = and_(of.tenant_id == principal.tenant_id, of.run_id.in_(run_ids))
        rows = await self._all(select(of.run_id).where(known, or_(of.audited, and_(of.demo, of.source == "label"))))
        return {str(row.run_id) for row in rows}

    async def done(self, run_id: str, found: Findings) -> None:
        """SYSTEM: stores the findings and the truth that follows from them."""
        kept = {"types": found.types, "shadow": found.shadow}
        values = {
            "status": "done",
            "why": "",
            "next_at": None,
            "search_ms": found.search_ms,
            "search_calls": found.search_calls,
            "done_at": func.clock_timestamp(),
            "findings": text("CAST(:findings AS jsonb)").bindparams(findings=dump(kept)),
        }
        async with self._transaction() as connection:
            changed = await connection.execute(update(audits).where(audits.c.run_id == run_id).values(**values))
            if not changed.rowcount:  # its conversation was erased in the meantime
                return
            outcome = "right" if found.right else "wrong"
            await connection.execute(_SAY, {"label_id": uuid.uuid4().hex, "run_id": run_id, "outcome": outcome})
            await resolve(connection, [run_id])

    async def failed(self, run_id: str, why: str) -> None:
        """SYSTEM: notes that an audit failed, and why. A drawn one is tried again RETRIES times. When the last try has
        failed, thresholds count the decision as wrong (`truths.py`); nothing else is concluded."""
        async with self._transaction() as connection:
            if (await connection.execute(_FAILED, {"run_id": run_id, "why": why[:500]})).rowcount:
                await resolve(connection, [run_id])

    async def failed_of(self, principal: Principal, chosen: Filter) -> list[FailedAudit]:
        """Drawn decisions of the tenant whose audits failed so far, by their pivots."""
        of = decision_truths.c
        pivot = func.least((of.pivot + PIVOT_STEP - 1) // PIVOT_STEP, PIVOT_BUCKETS - 1) * PIVOT_STEP
        columns = (of.demo, pivot.label("pivot"), of.audited.is_(False).label("retried"))
        failed = and_(audits.c.drawn, audits.c.tries > 0, audits.c.status != "done")
        labelled = and_(of.audited, of.source == "label", of.contested.is_(False))
        statement = (
            select(*columns, func.count().label("many"))
            .join_from(audits, decision_truths, of.run_id == audits.c.run_id)
            .where(audits.c.tenant_id == principal.tenant_id, failed, labelled.isnot(True))
            .where(*conditions(decision_truths, principal, chosen))
            .group_by(text("1, 2, 3"))
        )
        return [FailedAudit(row.demo, int(row.pivot), row.retried, row.many) for row in await self._all(statement)]

    async def of(self, principal: Principal, run_id: str) -> Audit | None:
        """The audit of a decision of the tenant; None when it was neither drawn nor asked for."""
        row = await self._first(
            select(audits).where(audits.c.run_id == run_id, audits.c.tenant_id == principal.tenant_id)
        )
        return None if row is None else _audit(row)

    async def figures(self, principal: Principal) -> AuditFigures:
        """How many audits wait, and what they cost."""
        row = await self._first(_FIGURES, tenant_id=principal.tenant_id)
        if row is None:
            raise RuntimeError("the database returned no row")
        cost = (int(row.search_calls), int(row.search_ms))
        return AuditFigures(row.due, row.done, row.failed, row.retried, row.drawn, row.drawn_failed, *cost, row.oldest)

    async def ledger_before(
        self, principal: Principal, session_id: str, run_id: str, data_types: Sequence[str], per_type: int = 8
    ) -> list[LedgerEntry]:
        """The conversation's ledger when this run decided, newest first, without items."""
        return await self._entries(_BEFORE, principal, session_id, run_id, data_types, per_type)

    async def fetched_by(
        self, principal: Principal, session_id: str, run_id: str, data_types: Sequence[str]
    ) -> dict[str, Evidence]:
        """Data type -> what this run searched, without items."""
        found = await self._entries(_FETCHED, principal, session_id, run_id, data_types, 1)
        return {entry.record.data_type: entry.record for entry in found}

    async def _entries(
        self, statement: Any, principal: Principal, session_id: str, run_id: str, types: Sequence[str], per_type: int
    ) -> list[LedgerEntry]:
        values = {"session_id": session_id, "run_id": run_id, "data_types": list(types), "per_type": per_type}
        row = await self._first(statement, **who(principal), **values)
        return [] if row is None else list(entries_of(row[0]))


def _audit(row: Row[Any]) -> Audit:
    cost = (row.search_ms, row.search_calls)
    return Audit(row.status, row.kind, row.why, row.findings, *cost, row.done_at, row.drawn, row.next_at)
