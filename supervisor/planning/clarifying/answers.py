"""The answer to each choice. A clarification is worth a turn only if the answers differ."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog

from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.errors import DatabaseUnreachable, SufficeError
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import SearchRequest, Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack, TableSource
from supervisor.planning.context import TurnContext
from supervisor.planning.understanding import understand

log = structlog.get_logger(__name__)
MOST_COMPARED = 6
"""Choices whose answers are compared; among more, some always differ."""


async def are_alike(asked: Clarification, context: TurnContext, sources: Mapping[str, Source]) -> bool:
    """True if every choice is answered by the same rows, apart from the names of the choices. Passages of two documents
    are never the same answer; rows that nothing selects for a choice, and what cannot be read, are not compared."""
    if not 1 < len(asked.options) <= MOST_COMPARED:
        return False
    read = [understand(replace(context, question=one.query)) for one in asked.options]
    tables = tables_of(read[0].data_types, context.pack)
    things = [_thing(one, context) for one in asked.options]
    apart = len({tuple(one.slot_values().items()) for one in read}) == len(read)
    if tables is None or len({one.data_types for one in read}) > 1 or not (apart or all(things)):
        return False
    names, seen = [key_of(one.label) for one in asked.options], set[str]()
    found = await asyncio.gather(*(rows_for(reading, tables, context, sources) for reading in read))
    for rows, thing in zip(found, things, strict=True):
        if rows is None:
            return False
        seen.add(_said(rows if apart else [one for one in rows if _is_of(one, thing)], names))
    return len(seen) == 1


def _thing(option: ClarificationOption, context: TurnContext) -> str:
    """The name of the choice in its rows; "" if it names nothing in a table."""
    index = context.entities
    entity = None if index is None else index.entities.get(option.entity_id or "")
    return key_of(entity.name) if entity is not None and entity.source else ""


def _is_of(row: EvidenceItem, name: str) -> bool:
    return any(isinstance(value, str) and key_of(value) == name for value in row.fields.values())


def tables_of(data_types: Sequence[str], pack: Pack) -> list[TableSource] | None:
    """The tables that serve these data types; None if there are none, or if another kind of source serves them, too."""
    names = dict.fromkeys(name for one in data_types for name in pack.data_type(one).sources)
    found = [source for source in pack.sources if source.name in names]
    tables = [source for source in found if isinstance(source, TableSource)]
    return tables if tables and len(tables) == len(found) else None


async def rows_for(
    read: Understanding, tables: Sequence[TableSource], context: TurnContext, sources: Mapping[str, Source]
) -> list[EvidenceItem] | None:
    """The tables' rows for a question as it is read; None if one cannot be queried. Raises DatabaseUnreachable."""
    found: list[EvidenceItem] = []
    for table in tables:
        if table.name not in sources:
            return None
        request = SearchRequest(
            principal=context.principal,
            question=read.standalone,
            slots=read.slot_values(),
            language=read.language,
            limit=table.limit,
            timeout_s=table.timeout_s,
        )
        try:
            found += (await sources[table.name].search(request)).items
        except DatabaseUnreachable:
            raise
        except SufficeError as failure:  # Then the person is asked: the answers are not known.
            log.warning("choices_not_compared", source=table.name, why=failure.message)
            return None
        except Exception:  # What else fails is the search's to say, not a question back's.
            log.exception("choices_not_compared", source=table.name)
            return None
    return found


def _said(rows: Sequence[EvidenceItem], names: Sequence[str]) -> str:
    """The rows' figures and words, without the cells that only name the choice."""
    said = [
        sorted((name, str(value)) for name, value in row.fields.items() if not _names_a_choice(value, names))
        for row in rows
    ]
    return json.dumps(sorted(said), ensure_ascii=False)


def _names_a_choice(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, str) and any(name and name in key_of(value) for name in names)
