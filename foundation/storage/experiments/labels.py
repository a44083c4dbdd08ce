"""What people, audits and labelled conversations say of decisions, and how many decisions were right and wrong.

Every statement is a row of its own and is never merged with another; `truths.py` decides which one counts.

The sums separate a random sample from what somebody chose to look at. "audit" and "label" hold decisions that were
drawn for audit and audited (a label on one corrects it), and labelled conversations, where the whole set is labelled.
An audit on request counts under "audit_chosen", a label on a decision that was not drawn under "label_chosen". Whoever
looks for mistakes finds more than their share, so no rate, threshold or step back uses these two.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import REAL, Row, cast, func, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY

from foundation.contracts.errors import UnknownRun
from foundation.contracts.identity import Principal, Role
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.decision_filters import Filter, conditions
from foundation.storage.experiments.rollups import grouped_by_type
from foundation.storage.experiments.truths import resolve
from foundation.storage.tables.experiments import TRUTH_KEY, labels, truth_days
from foundation.storage.tables.histogram_buckets import PIVOT_STEP

Source = Literal["audit", "person", "label"]
TruthSource = Literal["audit", "label", "audit_chosen", "label_chosen", "person"]
"""The source that a decision's truth is counted under: see above."""
Said = Literal["right", "wrong", "unsure"]

_SEES = "tenant_id = :tenant_id AND (:everybody OR owner_id = :owner_id)"
_ADD = text(
    f"""
    INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason)
    SELECT :label_id, run_id, tenant_id, CAST(:by AS text), session_id, :source, :outcome, :reason
    FROM decisions WHERE run_id = :run_id AND {_SEES} AND overriding IS NULL
        AND (CAST(:of_skip AS boolean) IS NULL OR (decision <> 'search') = CAST(:of_skip AS boolean))
    ON CONFLICT (label_id) DO NOTHING
    """  # noqa: S608
)
_KNOWN = text(f"SELECT 1 FROM decisions WHERE run_id = :run_id AND {_SEES}")  # noqa: S608

_SETTLE = text(
    f"""
    WITH changed AS (
        DELETE FROM truth_days WHERE ctid = ANY(ARRAY(SELECT ctid FROM truth_days WHERE fresh FOR UPDATE SKIP LOCKED))
        RETURNING *
    ), summed AS (
        INSERT INTO truth_days AS kept (owner_id, {", ".join(TRUTH_KEY)}, fresh, decisions, pivots, wrong_pivots)
        SELECT '', {", ".join(TRUTH_KEY)}, false, sum(decisions), sum(pivots), sum(wrong_pivots)
        FROM changed GROUP BY {", ".join(TRUTH_KEY)} ORDER BY {", ".join(TRUTH_KEY)}
        ON CONFLICT ({", ".join(TRUTH_KEY)}) WHERE NOT fresh DO UPDATE SET
            decisions = kept.decisions + excluded.decisions, pivots = kept.pivots + excluded.pivots,
            wrong_pivots = kept.wrong_pivots + excluded.wrong_pivots
    )
    SELECT count(*) FROM changed
    """  # noqa: S608
)
_EMPTY = text("DELETE FROM truth_days WHERE NOT fresh AND decisions = 0")

_HEARD = text(
    """
    WITH spoken AS (
        SELECT f.*, d.run_id FROM feedback AS f
        JOIN messages AS m ON m.session_id = f.session_id AND m.message_id = f.answer_id
        JOIN decisions AS d ON d.run_id = m.run_id
        WHERE f.kind IN ('thumbs', 'correction') AND d.overriding IS NULL
            AND d.decision <> 'search' AND f.created_at > statement_timestamp() - interval '2 days'
            AND NOT (f.kind = 'thumbs' AND EXISTS (
                SELECT FROM feedback AS later WHERE later.session_id = f.session_id AND later.answer_id = f.answer_id
                    AND later.owner_id = f.owner_id AND later.kind = 'thumbs' AND later.created_at > f.created_at))
    ), heard AS (
        INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason, created_at)
        SELECT 'feedback:' || feedback_id, run_id, tenant_id, owner_id, session_id, 'person',
            CASE WHEN rating > 0 THEN 'right' WHEN reason = ANY(CAST(:about_reuse AS text[])) THEN 'wrong'
                 ELSE 'unsure' END, left(reason, 500), created_at
        FROM spoken WHERE rating <> 0 OR kind = 'correction'
        ON CONFLICT (label_id) DO NOTHING RETURNING run_id
    ), taken_back AS (
        UPDATE labels SET undone_at = spoken.created_at
        FROM spoken JOIN feedback AS before ON before.session_id = spoken.session_id
            AND before.answer_id = spoken.answer_id AND before.owner_id = spoken.owner_id AND before.kind = 'thumbs'
        WHERE spoken.kind = 'thumbs' AND spoken.rating = 0 AND labels.undone_at IS NULL
            AND labels.run_id = spoken.run_id AND labels.label_id = 'feedback:' || before.feedback_id
        RETURNING labels.run_id
    ), chosen AS (
        INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason, created_at)
        SELECT 'choice:' || run_id, run_id, tenant_id, owner_id, session_id, 'person', 'right', 'use_previous',
            created_at
        FROM decisions
        WHERE asked AND NOT timed_out AND person = 'use_previous' AND decision <> 'search' AND overriding IS NULL
            AND created_at > statement_timestamp() - interval '2 days'
        ON CONFLICT (label_id) DO NOTHING RETURNING run_id
    )
    SELECT run_id FROM heard UNION SELECT run_id FROM taken_back UNION SELECT run_id FROM chosen
    """
)
ABOUT_REUSE = ("자료가 오래됐어요", "지역이 달라요", "Out of date", "Wrong region")
"""Reasons of a thumb down that concern the reused data; the others concern the answer's writing."""


@dataclass(frozen=True)
class Label:
    """One statement about one decision."""

    label_id: str
    source: Source
    by: str
    outcome: Said
    reason: str
    created_at: datetime
    undone: bool


@dataclass(frozen=True)
class Truths:
    """How many decisions of one group were right and wrong."""

    correct_skip: int = 0
    incorrect_skip: int = 0
    correct_search: int = 0
    incorrect_search: int = 0

    def plus(self, other: Truths) -> Truths:
        """Both together."""
        return Truths(
            self.correct_skip + other.correct_skip,
            self.incorrect_skip + other.incorrect_skip,
            self.correct_search + other.correct_search,
            self.incorrect_search + other.incorrect_search,
        )


class LabelsRepository(Repository):
    """Statements about decisions a person may see: their own; an operator's: their tenant's."""

    patience_s = None

    async def add(
        self,
        principal: Principal,
        run_id: str,
        source: Source,
        outcome: Said,
        *,
        reason: str = "",
        of_skip: bool | None = None,
    ) -> str:
        """Stores a statement; its id. `of_skip`: store it only where the decision was to skip (False: not to skip).
        Raises UnknownRun."""
        label_id = uuid.uuid4().hex
        by = source if source == "audit" else principal.owner_id
        said = {"label_id": label_id, "by": by, "source": source, "outcome": outcome, "reason": plain(reason)[:500]}
        async with self._transaction() as connection:
            seen = {"run_id": run_id, **_sees(principal)}
            if (await connection.execute(_KNOWN, seen)).first() is None:
                raise UnknownRun
            await connection.execute(_ADD, {**seen, **said, "of_skip": of_skip})
            await resolve(connection, [run_id])
        return label_id

    async def undo(self, principal: Principal, run_id: str) -> bool:
        """Undoes the person's newest label of a decision; False when there is none."""
        newest = (
            select(labels.c.label_id)
            .where(
                labels.c.run_id == run_id,
                labels.c.tenant_id == principal.tenant_id,
                labels.c.owner_id == principal.owner_id,
                labels.c.source == "label",
                labels.c.undone_at.is_(None),
            )
            .order_by(labels.c.created_at.desc())
            .limit(1)
            .scalar_subquery()
        )
        statement = update(labels).where(labels.c.label_id == newest).values(undone_at=func.clock_timestamp())
        async with self._transaction() as connection:
            undone = (await connection.execute(statement)).rowcount
            await resolve(connection, [run_id])
        return bool(undone)

    async def of(self, principal: Principal, run_id: str) -> list[Label]:
        """All statements about a decision, oldest first."""
        statement = select(labels).where(labels.c.run_id == run_id, labels.c.tenant_id == principal.tenant_id)
        return [_label(row) for row in await self._all(statement.order_by(labels.c.created_at, labels.c.label_id))]

    async def hear(self) -> int:
        """SYSTEM: stores what people did since as labels: thumbs with their reasons (the last one on an answer counts,
        a withdrawn one is undone), corrections, choices when asked. Returns the number of decisions concerned."""
        async with self._transaction() as connection:
            heard = [row.run_id for row in await connection.execute(_HEARD, {"about_reuse": list(ABOUT_REUSE)})]
            await resolve(connection, heard)
        return len(heard)

    async def truths(
        self, principal: Principal, chosen: Filter, by: Sequence[str] = ()
    ) -> dict[tuple[Any, ...], Truths]:
        """(group values, source as in `TruthSource`) -> how many decisions were right and wrong."""
        columns = [truth_days.c["data_types" if name == "data_type" else name] for name in by]
        of, many = (truth_days.c.source, truth_days.c.outcome), func.sum(truth_days.c.decisions)
        statement = (
            select(*columns, *of, many)
            .where(*conditions(truth_days, principal, chosen), truth_days.c.outcome != "")
            .group_by(*columns, *of)
            .having(many != 0)
        )
        rows: list[Any] = [tuple(row) for row in await self._all(statement)]
        counted = (((*key, source), Truths(**{name: int(decisions)})) for *key, source, name, decisions in rows)
        return grouped_by_type(counted, (*by, "source"), Truths.plus)

    async def variants(self) -> dict[tuple[str, str], Truths]:
        """SYSTEM: (variant, source) -> how many were right and wrong, of all tenants, demo traffic left out."""
        columns, many = truth_days.c, func.sum(truth_days.c.decisions)
        groups = (columns.variant, columns.source, columns.outcome)
        statement = select(*groups, many).where(columns.outcome != "", columns.demo.is_(False))
        rows: list[Any] = [tuple(row) for row in await self._all(statement.group_by(*groups).having(many != 0))]
        counted = (((str(key), str(source)), Truths(**{name: int(decisions)})) for key, source, name, decisions in rows)
        return grouped_by_type(counted, ("variant", "source"), Truths.plus)

    async def audited(self, principal: Principal, chosen: Filter) -> dict[bool, list[tuple[int, int, int]]]:
        """(pivot, pivot of what was wrong, rows) of the drawn and audited decisions; thresholds are proposed from them.
        Two labels that disagree do not count here either: the audit's result stands. One of the two pivots is 0 in
        each tuple: every decision is counted once by its pivot, and a wrong one once more by the pivot of what was
        wrong. A pivot is given as the upper end of its step of the grid, since no threshold lies within a step. Demo
        traffic is separate, under True."""
        statement = (
            select(truth_days.c.demo, *(cast(func.sum(truth_days.c[name]), ARRAY(REAL)) for name in _PIVOTS))
            .where(*conditions(truth_days, principal, chosen))
            .group_by(truth_days.c.demo)
        )
        rows: list[Any] = [tuple(row) for row in await self._all(statement)]
        return {bool(demo): [*_steps(pivots), *_wrong_steps(wrong)] for demo, pivots, wrong in rows}

    async def settle(self) -> int:
        """SYSTEM: adds the changed rows to the daily sums of truths; how many rows those were. The figures are right
        without it, too: it only keeps the rows few."""
        async with self._transaction() as connection:
            settled = (await connection.execute(_SETTLE)).scalar_one()
            if settled:
                await connection.execute(_EMPTY)
        return int(settled)


_PIVOTS = ("pivots", "wrong_pivots")


def _steps(histogram: Sequence[float]) -> list[tuple[int, int, int]]:
    return [(bucket * PIVOT_STEP, 0, round(many)) for bucket, many in enumerate(histogram) if round(many)]


def _wrong_steps(histogram: Sequence[float]) -> list[tuple[int, int, int]]:
    return [(0, pivot, many) for pivot, _, many in _steps(histogram) if pivot]


def _sees(principal: Principal) -> dict[str, Any]:
    return {
        "tenant_id": principal.tenant_id,
        "owner_id": principal.owner_id,
        "everybody": bool(principal.roles & {Role.OPERATOR, Role.ADMIN}),
    }


def _label(row: Row[Any]) -> Label:
    return Label(row.label_id, row.source, row.owner_id, row.outcome, row.reason, row.created_at, bool(row.undone_at))
