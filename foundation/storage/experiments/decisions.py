"""Reuse decisions: one row per turn with everything needed to replay it, and whether it was right."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, literal, select, tuple_

from foundation.contracts.identity import Principal, Role
from foundation.storage.database.repository import Repository
from foundation.storage.records import DecisionRow
from foundation.storage.tables.turns import decisions

_FIELDS = tuple(field.name for field in fields(DecisionRow))
_COLUMNS = tuple(decisions.c[name] for name in _FIELDS)


class DecisionsRepository(Repository):
    """Decisions a person may see: their own; an operator's or admin's: their tenant's."""

    async def list(self, principal: Principal, limit: int = 100, before: str | None = None) -> list[DecisionRow]:
        """Newest first; `before` is the last run id of the page before."""
        order = tuple_(decisions.c.created_at, decisions.c.run_id)
        statement = select(*_COLUMNS).where(_visible(principal)).limit(limit)
        if before is not None:
            # Another person's id as the cursor would reveal that it exists, and since when, so it matches nothing.
            here = and_(decisions.c.run_id == before, _visible(principal))
            last = select(decisions.c.created_at).where(here).scalar_subquery()
            statement = statement.where(order < tuple_(last, literal(before)))
        rows = await self._all(statement.order_by(decisions.c.created_at.desc(), decisions.c.run_id.desc()))
        return [_decision(row) for row in rows]

    async def get(self, principal: Principal, run_id: str) -> DecisionRow | None:
        """None for a run that made no decision, and for other people's."""
        row = await self._first(select(*_COLUMNS).where(decisions.c.run_id == run_id, _visible(principal)))
        return None if row is None else _decision(row)


def _visible(principal: Principal) -> ColumnElement[bool]:
    same_tenant = decisions.c.tenant_id == principal.tenant_id
    if principal.roles & {Role.OPERATOR, Role.ADMIN}:
        return same_tenant
    return and_(same_tenant, decisions.c.owner_id == principal.owner_id)


def _decision(row: Row[Any]) -> DecisionRow:
    values: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    values["data_types"] = tuple(row.data_types)
    return DecisionRow(**values)
