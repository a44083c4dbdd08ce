"""How answers came about: one record each, read by its owner and by operators; the failed ones are a list to review."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, literal, select, tuple_, update

from foundation.contracts.errors import UnknownRun
from foundation.contracts.identity import DEMO_OWNER, Principal, Role
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.decision_filters import Demo, of_demo
from foundation.storage.records import AnswerRow, StoredAnswer
from foundation.storage.tables.answers import answer_records

_FIELDS = tuple(field.name for field in fields(AnswerRow))
_COLUMNS = (
    answer_records.c.run_id,
    answer_records.c.session_id,
    answer_records.c.created_at,
    answer_records.c.reviewed_at,
    answer_records.c.reviewed_by,
    answer_records.c.note,
    func.starts_with(answer_records.c.owner_id, DEMO_OWNER).label("demo"),
    *(answer_records.c[name] for name in _FIELDS),
)


class AnswersRepository(Repository):
    """Records a person may see: their own; an operator or admin: their tenant's."""

    async def get(self, principal: Principal, run_id: str) -> StoredAnswer:
        """Raises UnknownRun, also for other people's."""
        row = await self._first(select(*_COLUMNS).where(answer_records.c.run_id == run_id, _visible(principal)))
        if row is None:
            raise UnknownRun
        return _stored(row)

    async def failed(
        self,
        principal: Principal,
        limit: int = 100,
        before: str | None = None,
        *,
        reviewed: bool = False,
        demo: Demo = "with",
    ) -> list[StoredAnswer]:
        """Answers of the tenant that did not answer, newest first; `before` is the last run id of the page before."""
        order = tuple_(answer_records.c.created_at, answer_records.c.run_id)
        failed = (answer_records.c.failure.is_not(None), *of_demo(answer_records.c.owner_id, demo))
        statement = select(*_COLUMNS).where(_visible(principal), *failed).limit(limit)
        if not reviewed:
            statement = statement.where(answer_records.c.reviewed_at.is_(None))
        if before is not None:
            # Another person's id as the cursor would reveal that it exists, and since when, so it matches nothing.
            here = and_(answer_records.c.run_id == before, _visible(principal))
            last = select(answer_records.c.created_at).where(here).scalar_subquery()
            statement = statement.where(order < tuple_(last, literal(before)))
        rows = await self._all(statement.order_by(answer_records.c.created_at.desc(), answer_records.c.run_id.desc()))
        return [_stored(row) for row in rows]

    async def review(self, principal: Principal, run_id: str, note: str) -> None:
        """Removes a failed answer from the list, and stores the finding. Raises UnknownRun."""
        statement = (
            update(answer_records)
            .where(answer_records.c.run_id == run_id, answer_records.c.failure.is_not(None), _visible(principal))
            .values(reviewed_at=func.clock_timestamp(), reviewed_by=principal.owner_id, note=plain(note))
        )
        if not await self._changed(statement):
            raise UnknownRun


def _visible(principal: Principal) -> ColumnElement[bool]:
    same_tenant = answer_records.c.tenant_id == principal.tenant_id
    if principal.roles & {Role.OPERATOR, Role.ADMIN}:
        return same_tenant
    return and_(same_tenant, answer_records.c.owner_id == principal.owner_id)


def _stored(row: Row[Any]) -> StoredAnswer:
    values: dict[str, Any] = {name: getattr(row, name) for name in _FIELDS}
    return StoredAnswer(
        run_id=row.run_id,
        session_id=row.session_id,
        row=AnswerRow(**values),
        created_at=row.created_at,
        reviewed_at=row.reviewed_at,
        reviewed_by=row.reviewed_by,
        note=row.note,
        demo=row.demo,
    )
