"""What people, audits and labelled conversations say of decisions, and what is therefore held to be true.

Every statement is a row of its own and stays told apart. What counts is worked out from them: a label beats an audit,
an audit beats what the person did; two labels that disagree count for nothing until one gives way.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import UnknownRun
from foundation.contracts.identity import Principal, Role
from foundation.storage.decision_filters import DEFAULT, DEMO_OWNER, Filter, conditions
from foundation.storage.histograms import PIVOT_STEP
from foundation.storage.json_text import plain
from foundation.storage.repository import Repository
from foundation.storage.rollups import grouped_by_type
from foundation.storage.tables import decision_truths, labels

Source = Literal["audit", "person", "label"]
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

_RESOLVE = text(
    f"""
    WITH said AS (
        SELECT DISTINCT ON (run_id, source, owner_id) run_id, source, owner_id, outcome FROM labels
        WHERE run_id = ANY(CAST(:run_ids AS text[])) AND undone_at IS NULL
        ORDER BY run_id, source, owner_id, created_at DESC, label_id
    ), told AS (
        SELECT run_id, source, min(outcome) AS outcome, min(outcome) <> max(outcome) AS contested
        FROM said WHERE outcome <> 'unsure' GROUP BY run_id, source
    ), known AS (
        SELECT DISTINCT ON (run_id) run_id, source, contested, CASE WHEN NOT contested THEN outcome END AS outcome
        FROM told ORDER BY run_id, CASE source WHEN 'label' THEN 1 WHEN 'audit' THEN 2 ELSE 3 END
    ), judged AS (
        SELECT d.*, d.decision <> 'search' AS skipped, known.source, known.outcome AS said,
            coalesce(known.contested, false) AS contested,
            a.status = 'done' AND a.findings IS NOT NULL AS audited, a.findings,
            (SELECT coalesce(max(CAST(value AS int)), 0) FROM jsonb_each_text(coalesce(d.pivots, '{{}}'))) AS pivot
        FROM decisions AS d LEFT JOIN known ON known.run_id = d.run_id LEFT JOIN audits AS a ON a.run_id = d.run_id
        WHERE d.run_id = ANY(CAST(:run_ids AS text[]))
    ), worded AS (
        SELECT *, CASE WHEN said IS NULL THEN NULL
                       ELSE CASE WHEN (said = 'right') THEN 'correct_' ELSE 'incorrect_' END
                            || CASE WHEN skipped THEN 'skip' ELSE 'search' END END AS truth,
            CASE WHEN source = 'audit' OR said IS NULL THEN (
                    SELECT coalesce(max(CAST(pivots ->> key AS int)), 0)
                    FROM jsonb_each(coalesce(findings -> 'types', '{{}}')) WHERE value ->> 'agrees' = 'false')
                 WHEN skipped = (said = 'wrong') THEN pivot
                 ELSE 0 END AS pivot_wrong
        FROM judged
    ), noted AS (
        UPDATE decisions SET outcome = worded.truth,
            outcome_source = CASE WHEN worded.truth IS NOT NULL THEN worded.source END
        FROM worded WHERE decisions.run_id = worded.run_id
    )
    INSERT INTO decision_truths AS kept (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant,
        intent, model, data_types, demo, skipped, outcome, source, contested, audited, pivot, pivot_wrong, decided_at,
        known_at)
    SELECT run_id, tenant_id, owner_id, session_id, coalesce(day, CAST(created_at AT TIME ZONE 'UTC' AS date)), pack,
        coalesce(experiment, '{DEFAULT}'), coalesce(arm, variant), variant, intent, coalesce(model, 'rules'),
        data_types, starts_with(owner_id, '{DEMO_OWNER}'), skipped, truth, CASE WHEN truth IS NOT NULL THEN source END,
        contested, coalesce(audited, false), pivot, pivot_wrong, created_at, clock_timestamp()
    FROM worded WHERE overriding IS NULL
    ON CONFLICT (run_id) DO UPDATE SET outcome = excluded.outcome, source = excluded.source,
        contested = excluded.contested, audited = excluded.audited, pivot_wrong = excluded.pivot_wrong,
        known_at = excluded.known_at
    """  # noqa: S608
)

_HEARD = text(
    """
    WITH heard AS (
        INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason, created_at)
        SELECT 'feedback:' || f.feedback_id, d.run_id, f.tenant_id, f.owner_id, f.session_id, 'person',
            CASE WHEN f.rating > 0 THEN 'right' WHEN f.reason = ANY(CAST(:about_reuse AS text[])) THEN 'wrong'
                 ELSE 'unsure' END, f.reason, f.created_at
        FROM feedback AS f JOIN messages AS m ON m.session_id = f.session_id AND m.message_id = f.answer_id
        JOIN decisions AS d ON d.run_id = m.run_id
        WHERE f.kind IN ('thumbs', 'correction') AND f.rating <> 0 AND d.overriding IS NULL
            AND d.decision <> 'search' AND f.created_at > statement_timestamp() - interval '2 days'
        ON CONFLICT (label_id) DO NOTHING RETURNING run_id
    ), chosen AS (
        INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome, reason, created_at)
        SELECT 'choice:' || run_id, run_id, tenant_id, owner_id, session_id, 'person', 'right', 'use_previous',
            created_at
        FROM decisions
        WHERE asked AND NOT timed_out AND person = 'use_previous' AND decision <> 'search' AND overriding IS NULL
            AND created_at > statement_timestamp() - interval '2 days'
        ON CONFLICT (label_id) DO NOTHING RETURNING run_id
    )
    SELECT run_id FROM heard UNION SELECT run_id FROM chosen
    """
)
ABOUT_REUSE = ("자료가 오래됐어요", "지역이 달라요", "Out of date", "Wrong region")
"""Reasons under a thumb down that say the reused data was not good enough; others speak of the answer's writing."""


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
    """How many decisions turned out how, of one group."""

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
        """Notes what somebody says; its id. `of_skip`: only where the decision was (not) to skip, else nothing is
        noted. Raises UnknownRun."""
        label_id = uuid.uuid4().hex
        by = source if source == "audit" else principal.owner_id
        said = {"label_id": label_id, "by": by, "source": source, "outcome": outcome, "reason": plain(reason)[:500]}
        async with self._engine.begin() as connection:
            seen = {"run_id": run_id, **_sees(principal)}
            if (await connection.execute(_KNOWN, seen)).first() is None:
                raise UnknownRun
            await connection.execute(_ADD, {**seen, **said, "of_skip": of_skip})
            await resolve(connection, [run_id])
        return label_id

    async def undo(self, principal: Principal, run_id: str) -> bool:
        """Takes back the person's newest label of a decision; False when there is none."""
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
        async with self._engine.begin() as connection:
            undone = (await connection.execute(statement)).rowcount
            await resolve(connection, [run_id])
        return bool(undone)

    async def of(self, principal: Principal, run_id: str) -> list[Label]:
        """Everything that was said of a decision, oldest first."""
        statement = select(labels).where(labels.c.run_id == run_id, labels.c.tenant_id == principal.tenant_id)
        return [_label(row) for row in await self._all(statement.order_by(labels.c.created_at, labels.c.label_id))]

    async def hear(self) -> int:
        """SYSTEM: notes what people did since: thumbs with their reasons, choices when asked. How many."""
        async with self._engine.begin() as connection:
            heard = [row.run_id for row in await connection.execute(_HEARD, {"about_reuse": list(ABOUT_REUSE)})]
            await resolve(connection, heard)
        return len(heard)

    async def truths(
        self, principal: Principal, chosen: Filter, by: Sequence[str] = ()
    ) -> dict[tuple[Any, ...], Truths]:
        """(group values, source) -> how decisions turned out."""
        columns = [decision_truths.c["data_types" if name == "data_type" else name] for name in by]
        outcome = decision_truths.c.outcome
        statement = (
            select(*columns, decision_truths.c.source, outcome, func.count())
            .where(*conditions(decision_truths, principal, chosen), outcome.is_not(None))
            .group_by(*columns, decision_truths.c.source, outcome)
        )
        rows: list[Any] = [tuple(row) for row in await self._all(statement)]
        told = (((*key, source), Truths(**{name: int(many)})) for *key, source, name, many in rows)
        return grouped_by_type(told, (*by, "source"), Truths.plus)

    async def variants(self) -> dict[tuple[str, str], Truths]:
        """SYSTEM: (variant, source) -> how decisions turned out, of all tenants, demo traffic left out."""
        columns = decision_truths.c
        groups = (columns.variant, columns.source, columns.outcome)
        statement = select(*groups, func.count()).where(columns.outcome.is_not(None), columns.demo.is_(False))
        found: dict[tuple[str, str], Truths] = {}
        for variant, source, outcome, many in (tuple(row) for row in await self._all(statement.group_by(*groups))):
            key = (str(variant), str(source))
            found[key] = found.get(key, Truths()).plus(Truths(**{str(outcome): int(many)}))
        return found

    async def audited(self, principal: Principal, chosen: Filter) -> dict[bool, list[tuple[int, int, int]]]:
        """(pivot, pivot of what was wrong, rows) of the audited decisions: what thresholds are proposed from. Those of
        demo traffic stand apart, under True."""
        columns = decision_truths.c
        # Pivots of one step of the grid make no difference to any threshold: each is told by the upper end of its step.
        step = PIVOT_STEP
        pivot = (columns.pivot + step - 1) // step * step
        wrong = (columns.pivot_wrong + step - 1) // step * step
        statement = (
            select(columns.demo, pivot.label("pivot"), wrong.label("wrong"), func.count())
            .where(*conditions(decision_truths, principal, chosen), columns.audited, columns.contested.is_(False))
            .group_by(columns.demo, pivot, wrong)
        )
        found: dict[bool, list[tuple[int, int, int]]] = {}
        rows: list[Any] = [tuple(row) for row in await self._all(statement)]
        for demo, at, wrongly, many in rows:
            found.setdefault(bool(demo), []).append((int(at), int(wrongly), int(many)))
        return found


async def resolve(connection: AsyncConnection, run_ids: Iterable[str]) -> None:
    """Works out anew what is true of these decisions."""
    asked = sorted(set(run_ids))
    if asked:
        await connection.execute(_RESOLVE, {"run_ids": asked})


def _sees(principal: Principal) -> dict[str, Any]:
    return {
        "tenant_id": principal.tenant_id,
        "owner_id": principal.owner_id,
        "everybody": bool(principal.roles & {Role.OPERATOR, Role.ADMIN}),
    }


def _label(row: Row[Any]) -> Label:
    return Label(row.label_id, row.source, row.owner_id, row.outcome, row.reason, row.created_at, bool(row.undone_at))
