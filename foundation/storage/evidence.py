"""The evidence ledger: every batch of results a conversation fetched, with its items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Text, and_, any_, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import Fenced, UnknownEvidence
from foundation.contracts.identity import Principal
from foundation.contracts.work import Evidence, EvidenceItem, EvidenceSummary
from foundation.storage.json_text import dump, plain
from foundation.storage.records import Run
from foundation.storage.repository import Repository, who
from foundation.storage.tables import evidence, evidence_items

_ADD = text(
    """
    WITH fence AS (
        SELECT session_id, run_id, tenant_id, owner_id, pack FROM runs
        WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' FOR SHARE
    ), batch AS (
        INSERT INTO evidence (evidence_id, tenant_id, owner_id, session_id, run_id, pack, data_type, sources, kind,
                              query, slots, item_count, fetched_at, source_version, complete, aggregate, cost_ms)
        SELECT :evidence_id, tenant_id, owner_id, session_id, run_id, pack, :data_type, CAST(:sources AS text[]), :kind,
               :query, CAST(:slots AS jsonb), :item_count, :fetched_at, :source_version, :complete, :aggregate, :cost_ms
        FROM fence
        RETURNING evidence_id, tenant_id, owner_id
    ), stored AS (
        INSERT INTO evidence_items (tenant_id, owner_id, evidence_id, position, item_id, content_hash, title, text,
                                    source, uri, fields, as_of, score, example, derived)
        SELECT batch.tenant_id, batch.owner_id, batch.evidence_id, i.position, i.item_id, i.content_hash, i.title,
               i.text, i.source, i.uri, i.fields, i.as_of, i.score, i.example, i.derived
        FROM batch, jsonb_to_recordset(CAST(:items AS jsonb)) AS i (
            position int, item_id text, content_hash text, title text, text text, source text, uri text, fields jsonb,
            as_of date, score double precision, example boolean, derived boolean)
    )
    SELECT evidence_id FROM batch
    """
)


_MINE = and_(evidence.c.tenant_id == bindparam("tenant_id"), evidence.c.owner_id == bindparam("owner_id"))
_WANTED = evidence.c.data_type == any_(bindparam("data_types", type_=ARRAY(Text)))
_IN_SESSION = evidence.c.session_id == bindparam("session_id")


def _newest(*conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    order = (evidence.c.fetched_at.desc(), evidence.c.created_at.desc(), evidence.c.evidence_id)
    place = func.row_number().over(partition_by=evidence.c.data_type, order_by=order).label("place")
    ranked = select(evidence, place).where(_MINE, *conditions).subquery()
    return (
        select(ranked)
        .where(ranked.c.place <= bindparam("per_type"))
        .order_by(ranked.c.fetched_at.desc(), ranked.c.created_at.desc(), ranked.c.evidence_id)
    )


# Every turn reads these: built once, they cost half of what building them each time does.
_LEDGER = _newest(_IN_SESSION)
_OF_TYPES = _newest(_IN_SESSION, _WANTED)
_ACROSS = _newest(evidence.c.pack == bindparam("pack"), _WANTED)
_ONE = select(evidence).where(evidence.c.evidence_id == bindparam("evidence_id"), _MINE)
_ITEMS = (
    select(evidence_items)
    .where(evidence_items.c.evidence_id == any_(bindparam("evidence_ids", type_=ARRAY(Text))))
    .order_by(evidence_items.c.evidence_id, evidence_items.c.position)
)


class EvidenceRepository(Repository):
    """The ledger of one person."""

    async def add(self, run: Run, batch: Evidence) -> None:
        """Stores the batch and its items in one statement. Raises Fenced when the run is no longer ours."""
        items = [{**item.model_dump(mode="json"), "position": place} for place, item in enumerate(batch.items)]
        row = await self._first(
            _ADD,
            run_id=run.run_id,
            attempt=run.attempt,
            evidence_id=batch.evidence_id,
            data_type=batch.data_type,
            sources=list(batch.sources),
            kind=batch.kind,
            query=plain(batch.query),
            slots=dump({name: list(values) for name, values in batch.slots.items()}),
            item_count=len(batch.items),
            fetched_at=batch.fetched_at,
            source_version=batch.source_version,
            complete=batch.complete,
            aggregate=batch.aggregate,
            cost_ms=batch.cost_ms,
            items=dump(items),
        )
        if row is None:
            raise Fenced

    async def ledger(self, principal: Principal, session_id: str, per_type: int = 8) -> list[EvidenceSummary]:
        """The session's newest records per data type, newest first, without their items."""
        rows = await self._all(_LEDGER, **who(principal), session_id=session_id, per_type=per_type)
        return [_summary(row) for row in rows]

    async def get(self, principal: Principal, evidence_id: str) -> Evidence:
        """One record with its items. Raises UnknownEvidence."""
        found = await self._read(_ONE, **who(principal), evidence_id=evidence_id)
        if not found:
            raise UnknownEvidence
        return found[0]

    async def of_types(
        self, principal: Principal, session_id: str, data_types: Sequence[str], per_type: int = 8
    ) -> list[Evidence]:
        """The session's newest records of these data types with their items, newest first."""
        values = {"session_id": session_id, "data_types": list(data_types), "per_type": per_type}
        return await self._read(_OF_TYPES, **who(principal), **values)

    async def across_sessions(
        self, principal: Principal, pack: str, data_types: Sequence[str], per_type: int = 8
    ) -> list[Evidence]:
        """The person's newest records of these data types from all their sessions on this pack, newest first."""
        values = {"pack": pack, "data_types": list(data_types), "per_type": per_type}
        return await self._read(_ACROSS, **who(principal), **values)

    async def _read(self, statement: Select[*tuple[Any, ...]], **values: Any) -> list[Evidence]:
        async with self._single.connect() as connection:
            rows = (await connection.execute(statement, values)).all()
            return await _with_items(connection, rows)


async def _with_items(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[Evidence]:
    if not rows:
        return []
    found = await connection.execute(_ITEMS, {"evidence_ids": [row.evidence_id for row in rows]})
    items: dict[str, list[EvidenceItem]] = {}
    for item in found:
        items.setdefault(item.evidence_id, []).append(_item(item))
    return [_evidence(row, tuple(items.get(row.evidence_id, ()))) for row in rows]


def _slots(row: Row[Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in row.slots.items()}


def _summary(row: Row[Any]) -> EvidenceSummary:
    return EvidenceSummary(
        evidence_id=row.evidence_id,
        data_type=row.data_type,
        query=row.query,
        slots=_slots(row),
        item_count=row.item_count,
        fetched_at=row.fetched_at,
        source_version=row.source_version,
    )


def _evidence(row: Row[Any], items: tuple[EvidenceItem, ...]) -> Evidence:
    return Evidence(
        evidence_id=row.evidence_id,
        session_id=row.session_id,
        run_id=row.run_id,
        data_type=row.data_type,
        sources=tuple(row.sources),
        kind=row.kind,
        query=row.query,
        slots=_slots(row),
        items=items,
        fetched_at=row.fetched_at,
        source_version=row.source_version,
        complete=row.complete,
        aggregate=row.aggregate,
        cost_ms=row.cost_ms,
    )


def _item(row: Row[Any]) -> EvidenceItem:
    return EvidenceItem(
        item_id=row.item_id,
        content_hash=row.content_hash,
        title=row.title,
        text=row.text,
        source=row.source,
        uri=row.uri,
        fields=row.fields,
        as_of=row.as_of,
        score=row.score,
        example=row.example,
        derived=row.derived,
    )
