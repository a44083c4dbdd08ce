"""The evidence ledger: every batch of results a conversation fetched, with its items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlalchemy import text

from foundation.contracts.errors import Fenced, UnknownEvidence
from foundation.contracts.identity import Principal
from foundation.contracts.work import WEB, Evidence, EvidenceItem
from foundation.storage.database.json_text import dump, plain
from foundation.storage.database.repository import Repository, who
from foundation.storage.records import LedgerEntry, Run

_ADD = text(
    """
    WITH fence AS (
        SELECT session_id, run_id, tenant_id, owner_id, pack FROM runs
        WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' FOR SHARE
    ), batch AS (
        INSERT INTO evidence (evidence_id, tenant_id, owner_id, session_id, run_id, pack, data_type, sources, kind,
                              query, slots, item_count, fetched_at, source_version, complete, aggregate, cost_ms,
                              notices)
        SELECT :evidence_id, tenant_id, owner_id, session_id, run_id, pack, :data_type, CAST(:sources AS text[]), :kind,
               :query, CAST(:slots AS jsonb), :item_count, :fetched_at, :source_version, :complete, :aggregate,
               :cost_ms, CAST(:notices AS text[])
        FROM fence
        ON CONFLICT (evidence_id) DO NOTHING
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
    SELECT run_id FROM fence
    """
)

_RECORD = (
    "json_build_object('evidence_id', e.evidence_id, 'session_id', e.session_id, 'run_id', e.run_id,"
    " 'data_type', e.data_type, 'sources', e.sources, 'kind', e.kind, 'query', e.query, 'slots', e.slots,"
    " 'items', CAST('[]' AS json), 'fetched_at', e.fetched_at, 'source_version', e.source_version,"
    " 'complete', e.complete, 'aggregate', e.aggregate, 'cost_ms', e.cost_ms, 'notices', e.notices)"
)
_NEWEST_FIRST = "fetched_at DESC, created_at DESC, evidence_id"


def newest_of_each_type(condition: str) -> str:
    """SQL of one JSON array of ledger entries (see `entries_of`), newest first: of each of `:data_types` the newest
    `:per_type` records of this person that meet the condition, however many there are beside them."""
    return f"""
        SELECT CAST(json_agg(json_build_object('record', {_RECORD}, 'item_count', e.item_count)
                             ORDER BY e.fetched_at DESC, e.created_at DESC, e.evidence_id) AS text)
        FROM unnest(CAST(:data_types AS text[])) AS wanted (data_type)
        CROSS JOIN LATERAL (
            SELECT * FROM evidence
            WHERE {condition} AND evidence.data_type = wanted.data_type
                AND evidence.tenant_id = :tenant_id AND evidence.owner_id = :owner_id
            ORDER BY {_NEWEST_FIRST} LIMIT :per_type
        ) AS e
    """  # noqa: S608  (put together from this package's own constants; values are bound)


# What the web said belongs to the conversation that asked it.
_ACROSS = text(newest_of_each_type("evidence.pack = :pack AND NOT :web = ANY (evidence.sources)"))
_ONE = text(
    f"SELECT CAST({_RECORD} AS text) AS record FROM evidence AS e"  # noqa: S608
    " WHERE e.evidence_id = :evidence_id AND e.tenant_id = :tenant_id AND e.owner_id = :owner_id"
)
_ITEMS = text(
    """
    SELECT CAST(json_agg(json_build_object(
        'item_id', item_id, 'content_hash', content_hash, 'title', title, 'text', text, 'source', source, 'uri', uri,
        'fields', fields, 'as_of', as_of, 'score', score, 'example', example, 'derived', derived)
        ORDER BY position) AS text)
    FROM evidence_items
    WHERE evidence_id = :evidence_id AND tenant_id = :tenant_id AND owner_id = :owner_id
    """
)
_CONTENTS = text(
    """
    SELECT evidence_id, array_agg(title ORDER BY position) FILTER (WHERE position < :shown AND NOT derived) AS titles,
           md5(string_agg(content_hash, ' ' ORDER BY content_hash)) AS digest
    FROM evidence_items
    WHERE evidence_id = ANY(CAST(:evidence_ids AS text[])) AND tenant_id = :tenant_id AND owner_id = :owner_id
    GROUP BY evidence_id
    """
)
# The database writes JSON and pydantic parses it: a quarter of the cost of 500 rows of 13 columns read one by one.
_ENTRIES = TypeAdapter(tuple[LedgerEntry, ...])
_EVIDENCE = TypeAdapter(Evidence)
_EVIDENCE_ITEMS = TypeAdapter(tuple[EvidenceItem, ...])


@dataclass(frozen=True)
class Contents:
    """A summary of a record's content."""

    titles: tuple[str, ...]
    """Of its first items."""
    digest: str
    """Records of the same items have the same one."""


def entries_of(stored: str | None) -> tuple[LedgerEntry, ...]:
    """The entries in the JSON of `newest_of_each_type`; none where it is None."""
    return () if stored is None else _ENTRIES.validate_json(stored)


class EvidenceRepository(Repository):
    """The ledger of one person. A session's ledger is read when its turn begins (`queue/snapshots.py`)."""

    async def add(self, run: Run, batch: Evidence) -> None:
        """Stores the batch and its items in one statement; an existing one stays as it is. Raises Fenced when the run
        belongs to another process now."""
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
            notices=[plain(notice) for notice in batch.notices],
            items=dump(items),
        )
        if row is None:
            raise Fenced

    async def get(self, principal: Principal, evidence_id: str) -> Evidence:
        """One record with its items. Raises UnknownEvidence."""
        row = await self._first(_ONE, **who(principal), evidence_id=evidence_id)
        if row is None:
            raise UnknownEvidence
        return await self.with_items(principal, _EVIDENCE.validate_json(row.record))

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence:
        """The person's record with its items."""
        row = await self._first(_ITEMS, **who(principal), evidence_id=record.evidence_id)
        stored = None if row is None else row[0]
        return record if stored is None else record.model_copy(update={"items": _EVIDENCE_ITEMS.validate_json(stored)})

    async def contents(self, principal: Principal, evidence_ids: Sequence[str], shown: int = 3) -> dict[str, Contents]:
        """What these records hold, in short; a record without items is left out."""
        rows = await self._all(_CONTENTS, **who(principal), evidence_ids=list(evidence_ids), shown=shown)
        return {row.evidence_id: Contents(tuple(dict.fromkeys(row.titles or ())), row.digest) for row in rows}

    async def across_sessions(
        self, principal: Principal, pack: str, data_types: Sequence[str], per_type: int = 8
    ) -> list[LedgerEntry]:
        """The person's newest records of these data types from all their sessions on this pack, newest first; none
        for which the web was asked."""
        values = {"pack": pack, "data_types": list(data_types), "per_type": per_type, "web": WEB}
        row = await self._first(_ACROSS, **who(principal), **values)
        return [] if row is None else list(entries_of(row[0]))
