"""Retention: removes old data in the background and by `suffice db prune`, in batches, so that no request waits.

Age is measured by the database's clock. A conversation with a run at work, a waiting run or an open prompt is never
removed, regardless of its age.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import TextClause, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import UnknownSession
from foundation.contracts.failpoints import FailPoints, Point
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.conversations.sessions import DEADLOCK, erase_session
from foundation.storage.corpus.costs import NEWEST
from foundation.storage.people.audit_log import NOBODY, Act, open_path, write

KEPT_PER_TYPE = 8
"""Evidence records per session and data type that a turn may read."""
BATCH = 5_000
"""Rows of one statement."""


@dataclass(frozen=True)
class Keep:
    """How long each kind is kept; None: without limit (it is then removed with its conversation)."""

    sessions: timedelta | None = None
    """Conversations, since they were last used: erased whole."""
    stateless: timedelta | None = timedelta(days=1)
    """Conversations made for one question with a history that the process could not erase after the answer."""
    events: timedelta | None = timedelta(days=30)
    """Since their run ended."""
    evidence: timedelta | None = timedelta(days=30)
    """Beyond the newest KEPT_PER_TYPE of a session and type."""
    decisions: timedelta | None = None
    checkpoints: timedelta | None = None
    """What follow-ups of a conversation are understood from, since it was last used."""
    spending: timedelta | None = timedelta(days=400)
    """The cost of a person's and a tenant's model calls per day; the limits use only today's."""

    memory_history: timedelta | None = timedelta(days=365)
    """Memories since a newer one took their place; current ones stay until the person erases them."""

    audit_log: timedelta | None = timedelta(days=730)
    """What people did; rows of the newest thirty days stay whatever is asked (migration `admin_audit_log`)."""

    @classmethod
    def for_all(cls, age: timedelta) -> Keep:
        """What nothing reads any more, older than this; conversations, decisions, checkpoints, sums and the audit log
        stay."""
        return cls(
            sessions=None, stateless=age, events=age, evidence=age, spending=None, memory_history=None, audit_log=None
        )


_IDLE = """NOT EXISTS (
    SELECT 1 FROM runs WHERE runs.session_id = sessions.session_id AND status IN ('queued', 'running', 'waiting'))"""
_WHOSE = "(tenant_id = ANY(CAST(:tenants AS text[]))) = :theirs"
"""Of these tenants, or of all but these."""
_OLD = "statement_timestamp() - CAST(:age AS interval)"
"""Unlike the clock the same for every row of a statement, so that an index on age serves."""

_SESSIONS = text(
    f"SELECT session_id, tenant_id, owner_id FROM sessions WHERE updated_at < {_OLD}"  # noqa: S608
    f" AND (stateless OR NOT :stateless) AND {_WHOSE} AND {_IDLE} ORDER BY updated_at LIMIT 500"
)
_STILL = text(
    f"SELECT 1 FROM sessions WHERE session_id = :session_id AND updated_at < {_OLD} AND {_IDLE}"  # noqa: S608
    " FOR UPDATE SKIP LOCKED"
)
_EVENTS = text(
    f"""
    DELETE FROM run_events WHERE ctid = ANY(ARRAY(
        SELECT run_events.ctid FROM run_events JOIN runs USING (run_id)
        WHERE runs.finished_at < {_OLD} AND (runs.tenant_id = ANY(CAST(:tenants AS text[]))) = :theirs LIMIT :batch))
    """  # noqa: S608
)
_EVIDENCE = text(
    f"""
    DELETE FROM evidence WHERE evidence_id = ANY(ARRAY(
        SELECT evidence_id FROM (
            SELECT evidence_id, created_at,
                   row_number() OVER (PARTITION BY session_id, data_type ORDER BY fetched_at DESC) AS place
            FROM evidence WHERE {_WHOSE}
        ) AS ranked
        WHERE place > {KEPT_PER_TYPE} AND created_at < {_OLD} LIMIT :batch))
    """  # noqa: S608
)
_DECISIONS = text(
    f"""
    DELETE FROM decisions WHERE run_id = ANY(ARRAY(
        SELECT run_id FROM decisions WHERE created_at < {_OLD} AND {_WHOSE} LIMIT :batch))
    """  # noqa: S608
)
_FORGOTTEN = text(
    f"""
    UPDATE recent_exchanges SET exchanges = '[]' WHERE session_id = ANY(ARRAY(
        SELECT session_id FROM recent_exchanges JOIN sessions USING (session_id)
        WHERE sessions.updated_at < {_OLD} AND exchanges <> '[]' AND {_IDLE}
            AND (sessions.tenant_id = ANY(CAST(:tenants AS text[]))) = :theirs LIMIT :batch FOR UPDATE SKIP LOCKED))
    """  # noqa: S608
)
"""Emptied, not deleted: a conversation without the row is older than the table, and its messages are read instead."""
_SUPERSEDED = text(
    f"""
    SELECT session_id FROM sessions
    WHERE {_IDLE} AND session_id IN (SELECT thread_id FROM checkpoints.checkpoints) LIMIT 500
    """  # noqa: S608
)

_SPENDING = text(
    f"""
    DELETE FROM spending USING (
        SELECT tenant_id, owner_id, day FROM spending WHERE day < CAST({_OLD} AS date) AND {_WHOSE} LIMIT :batch
    ) AS old
    WHERE (spending.tenant_id, spending.owner_id, spending.day) = (old.tenant_id, old.owner_id, old.day)
    """  # noqa: S608
)

_MEMORY_HISTORY = text(
    f"""
    DELETE FROM memories WHERE memory_id = ANY(ARRAY(
        SELECT memory_id FROM memories WHERE replaced_at < {_OLD} AND {_WHOSE} LIMIT :batch))
    """  # noqa: S608
)

_AUDIT_LOG = text(
    f"""
    DELETE FROM audit_log WHERE entry_id = ANY(ARRAY(
        SELECT entry_id FROM audit_log
        WHERE at < {_OLD} AND at < statement_timestamp() - interval '31 days' AND {_WHOSE} LIMIT :batch))
    """  # noqa: S608
)
"""A day more than the trigger keeps, so that no row is refused in between."""

_HOUSEKEEPING: dict[str, TextClause] = {
    "table_rows": text(f"DELETE FROM table_rows WHERE removed_at < {_OLD}"),  # noqa: S608
    "source_costs": text(
        f"""
        DELETE FROM source_costs USING (
            SELECT cost_id, row_number() OVER (
                PARTITION BY tenant_id, pack, source, starts_with(owner_id, '{DEMO_OWNER}') ORDER BY cost_id DESC
            ) AS place
            FROM source_costs
        ) AS ranked
        WHERE ranked.cost_id = source_costs.cost_id AND ranked.place > {NEWEST}
        """  # noqa: S608
    ),
    "erased_sessions": text(
        f"DELETE FROM erased_sessions WHERE erased_at < {_OLD} AND erased_at < statement_timestamp() - interval '1 day'"  # noqa: S608
    ),
    "erased_people": text("DELETE FROM erased_people WHERE erased_at < statement_timestamp() - interval '1 day'"),
    "erased_spending": text("DELETE FROM spending WHERE owner_id ~ '^erased-[0-9a-f]{64}$' AND day < current_date"),
    "sign_ins": text("DELETE FROM sign_ins WHERE expires_at < statement_timestamp()"),
}
"""An erased id is kept for a day at least, far longer than any process can work without its lease."""


async def prune(
    engine: AsyncEngine, keep: Keep, points: FailPoints | None = None, otherwise: Mapping[str, Keep] | None = None
) -> dict[str, int]:
    """Removes everything beyond its retention; kind -> how many rows (or conversations). A client whose cursor is older
    than the remaining events gets a `gap` and reads the messages. `otherwise`: tenants that keep it differently."""
    apart = otherwise or {}
    removed: Counter[str] = Counter()
    for tenant, theirs in apart.items():
        removed.update(await _of_tenants(_Tidy(engine, points, [tenant], theirs=True), theirs))
    others = _Tidy(engine, points, list(apart), theirs=False)
    removed.update(await _of_tenants(others, keep))
    tidied = await others.housekeeping(timedelta(days=30) if keep.events is None else keep.events)
    return {**removed, **tidied}


async def _of_tenants(tidy: _Tidy, keep: Keep) -> dict[str, int]:
    return {
        "sessions": await tidy.sessions(keep.sessions, stateless=False),
        "stateless": await tidy.sessions(keep.stateless, stateless=True),
        "run_events": await tidy.rows(_EVENTS, keep.events),
        "evidence": await tidy.rows(_EVIDENCE, keep.evidence),
        "decisions": await tidy.rows(_DECISIONS, keep.decisions),
        "checkpoints": await tidy.rows(_FORGOTTEN, keep.checkpoints),
        "spending": await tidy.rows(_SPENDING, keep.spending),
        "memory_history": await tidy.rows(_MEMORY_HISTORY, keep.memory_history),
        "audit_log": await tidy.audit_log(keep.audit_log),
    }


async def superseded_threads(engine: AsyncEngine) -> list[str]:
    """SYSTEM: conversations with checkpoints of runs that ended: their process died before it removed them."""
    async with engine.connect() as connection:
        return [row.session_id for row in await connection.execute(_SUPERSEDED)]


class _Tidy:
    """Of these tenants, or of all but these."""

    def __init__(self, engine: AsyncEngine, points: FailPoints | None, tenants: Sequence[str], *, theirs: bool) -> None:
        self._engine = engine
        self._points = points
        self._whose = {"tenants": list(tenants), "theirs": theirs}

    async def _passed(self) -> None:
        if self._points is not None:
            await self._points.reached(Point.PRUNE)

    async def sessions(self, age: timedelta | None, *, stateless: bool) -> int:
        """Erase conversations that have not been used for this long."""
        erased = 0
        while age is not None:
            async with self._engine.connect() as connection:
                found = (await connection.execute(_SESSIONS, {"age": age, "stateless": stateless, **self._whose})).all()
            before = erased
            for row in found:
                who = Principal(tenant_id=row.tenant_id, owner_id=row.owner_id)
                erased += await self._erase(who, row.session_id, age)
            if erased == before:
                break
        return erased

    async def _erase(self, who: Principal, session_id: str, age: timedelta) -> bool:
        """False when it has just been used again, or is in use: it then waits for the next pass."""
        try:
            async with self._engine.begin() as connection:
                still = await connection.execute(_STILL, {"session_id": session_id, "age": age})
                if still.first() is None:
                    return False
                await erase_session(connection, who, session_id)
        except UnknownSession:
            return False
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) == DEADLOCK:
                return False
            raise
        await self._passed()
        return True

    async def rows(self, statement: TextClause, age: timedelta | None) -> int:
        """Remove rows batch by batch."""
        removed = 0
        while age is not None:
            async with self._engine.begin() as connection:
                gone = (await connection.execute(statement, {"age": age, "batch": BATCH, **self._whose})).rowcount
            removed += gone
            await self._passed()
            if gone < BATCH:
                break
        return removed

    async def audit_log(self, age: timedelta | None) -> int:
        """Remove old rows of the audit log; each transaction that does so leaves a row."""
        removed = 0
        while age is not None:
            async with self._engine.begin() as connection:
                await open_path(connection, "retention")
                gone = (await connection.execute(_AUDIT_LOG, {"age": age, "batch": BATCH, **self._whose})).rowcount
                await open_path(connection, "")
                if gone:
                    detail = {"rows": gone, "days": age.days}
                    act = Act("audit_log_pruned", NOBODY, NOBODY, "service", detail=detail)
                    await write(connection, act)
            removed += gone
            await self._passed()
            if gone < BATCH:
                break
        return removed

    async def housekeeping(self, age: timedelta) -> dict[str, int]:
        """Remove rows that belong to no conversation."""
        removed: dict[str, int] = {}
        for table, statement in _HOUSEKEEPING.items():
            values = {"age": age} if ":age" in statement.text else {}
            async with self._engine.begin() as connection:
                removed[table] = (await connection.execute(statement, values)).rowcount
            await self._passed()
        return removed
