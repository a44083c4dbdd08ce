"""Audits: which decisions are to be looked at again, and what was found."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, and_, func, or_, select, text, update

from foundation.contracts.identity import Principal, Role
from foundation.contracts.work import Evidence
from foundation.storage.evidence import entries_of, newest_of_each_type
from foundation.storage.json_text import dump
from foundation.storage.records import LedgerEntry
from foundation.storage.repository import Repository, who
from foundation.storage.tables import audits, decision_truths
from foundation.storage.truths import resolve

Status = Literal["due", "done", "failed"]

_DUE = text(
    """
    SELECT audits.run_id, audits.tenant_id, audits.owner_id FROM audits
    JOIN sessions ON sessions.session_id = audits.session_id
    WHERE status = 'due' AND audits.created_at < statement_timestamp() - make_interval(secs => :after_s)
        AND NOT sessions.stateless
    ORDER BY audits.created_at LIMIT :limit
    """
)
_ASK = text(
    """
    INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind, drawn)
    SELECT run_id, tenant_id, owner_id, session_id, CASE WHEN decision = 'search' THEN 'search' ELSE 'skip' END, :drawn
    FROM decisions WHERE run_id = :run_id AND tenant_id = :tenant_id
    ON CONFLICT (run_id) DO UPDATE SET status = 'due', created_at = clock_timestamp(), drawn = excluded.drawn
        WHERE audits.status = 'failed'
    """
)
_NOTE = text(
    """
    UPDATE audits SET drawn = true FROM decisions
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
        count(*) FILTER (WHERE status = 'failed') AS failed, coalesce(sum(search_calls), 0) AS search_calls,
        coalesce(sum(search_ms), 0) AS search_ms, min(created_at) FILTER (WHERE status = 'due') AS oldest
    FROM audits
    WHERE tenant_id = :tenant_id AND (status = 'due' OR done_at > statement_timestamp() - interval '30 days')
    """
)


@dataclass(frozen=True)
class DueAudit:
    """A decision to look at again, and whose it is."""

    run_id: str
    principal: Principal


@dataclass(frozen=True)
class Findings:
    """What an audit found."""

    types: dict[str, dict[str, Any]]
    """Data type -> {agrees, then, now, …}: see `supervisor/experiments/audit.py`."""
    right: bool
    """Whether the decision was."""
    search_ms: int = 0
    search_calls: int = 0
    shadow: dict[str, Any] | None = None
    """For the control: what the judges would have said."""


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
    """Of the random sample; False: somebody asked for it."""


@dataclass(frozen=True)
class AuditFigures:
    """Audits of a tenant: those that wait, and what those of the last 30 days cost."""

    due: int
    done: int
    failed: int
    search_calls: int
    search_ms: int
    oldest: datetime | None


class AuditsRepository(Repository):
    """Audits of a tenant's decisions."""

    async def due(self, limit: int, after_s: float = 0.0) -> list[DueAudit]:
        """SYSTEM: the oldest that wait, decided at least so long ago (the answer is out by then)."""
        rows = await self._all(_DUE, limit=limit, after_s=after_s)
        # The owner's own sources and records are looked at, with nobody else's rights.
        roles = frozenset({Role.PERSON})
        return [
            DueAudit(row.run_id, Principal(tenant_id=row.tenant_id, owner_id=row.owner_id, roles=roles)) for row in rows
        ]

    async def ask(self, principal: Principal, run_id: str, *, drawn: bool = False) -> None:
        """Puts a decision of the tenant among those that wait, were it not audited already. One that was drawn before
        stays drawn; but where its audit failed and somebody asks for it again, it is there because they asked, and is
        of the sample no more. `drawn`: a rule asks for every such decision, nobody chose this one."""
        await self._changed(_ASK, run_id=run_id, tenant_id=principal.tenant_id, drawn=drawn)

    async def note_drawn(self) -> int:
        """SYSTEM: what was asked for before it was collected, and then drawn, is of the sample after all: the draw did
        not know of it. How many. Whoever collected them, and whatever became of that process: the decisions say it.
        (In the order in which a finished audit writes: the audit first, then the decision. So not within the
        transaction that collects, which holds decisions.)"""
        async with self._engine.begin() as connection:
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
        """SYSTEM: keeps what was found and what is therefore true."""
        kept = {"types": found.types, "shadow": found.shadow}
        values = {
            "status": "done",
            "why": "",
            "search_ms": found.search_ms,
            "search_calls": found.search_calls,
            "done_at": func.clock_timestamp(),
            "findings": text("CAST(:findings AS jsonb)").bindparams(findings=dump(kept)),
        }
        async with self._engine.begin() as connection:
            changed = await connection.execute(update(audits).where(audits.c.run_id == run_id).values(**values))
            if not changed.rowcount:  # its conversation was erased in the meantime
                return
            outcome = "right" if found.right else "wrong"
            await connection.execute(_SAY, {"label_id": uuid.uuid4().hex, "run_id": run_id, "outcome": outcome})
            await resolve(connection, [run_id])

    async def failed(self, run_id: str, why: str) -> None:
        """SYSTEM: it cannot be told; nothing is concluded."""
        values = {"status": "failed", "why": why[:500], "done_at": func.clock_timestamp()}
        await self._changed(update(audits).where(audits.c.run_id == run_id).values(**values))

    async def of(self, principal: Principal, run_id: str) -> Audit | None:
        """The audit of a decision of the tenant; None when it was neither drawn nor asked for."""
        row = await self._first(
            select(audits).where(audits.c.run_id == run_id, audits.c.tenant_id == principal.tenant_id)
        )
        return None if row is None else _audit(row)

    async def figures(self, principal: Principal) -> AuditFigures:
        """How many wait, and what they cost."""
        row = await self._first(_FIGURES, tenant_id=principal.tenant_id)
        if row is None:
            raise RuntimeError("the database told nothing")
        return AuditFigures(row.due, row.done, row.failed, int(row.search_calls), int(row.search_ms), row.oldest)

    async def ledger_before(
        self, principal: Principal, session_id: str, run_id: str, data_types: Sequence[str], per_type: int = 8
    ) -> list[LedgerEntry]:
        """What the conversation had in hand when this run decided, newest first, without items."""
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
    return Audit(row.status, row.kind, row.why, row.findings, *cost, row.done_at, row.drawn)
