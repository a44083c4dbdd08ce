"""What each choice would be answered from. A question back is worth a turn only where these differ."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog

from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.errors import DatabaseUnreachable, SufficeError
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import SearchRequest, Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack, TableSource
from supervisor.planning.context import TurnContext
from supervisor.planning.understanding import understand

log = structlog.get_logger(__name__)
MOST_COMPARED = 6
"""Choices whose answers are compared; of more some always differ."""


async def are_alike(asked: Clarification, context: TurnContext, sources: Mapping[str, Source]) -> bool:
    """Whether every choice is answered by the same rows, but for what the choices are called. Passages of two documents
    are never the same answer; rows that cannot be read are not compared."""
    if not 1 < len(asked.options) <= MOST_COMPARED:
        return False
    names = [key_of(one.label) for one in asked.options]
    seen: set[str] = set()
    for option in asked.options:
        read = understand(replace(context, question=option.query))
        tables = tables_of(read.data_types, context.pack)
        if tables is None:
            return False
        rows = await rows_for(read, tables, context, sources)
        if rows is None:
            return False
        seen.add(_said(rows, names))
    return len(seen) == 1


def tables_of(data_types: Sequence[str], pack: Pack) -> list[TableSource] | None:
    """The tables that serve these data types; None where there are none, or another kind of source serves them, too."""
    names = dict.fromkeys(name for one in data_types for name in pack.data_type(one).sources)
    found = [source for source in pack.sources if source.name in names]
    tables = [source for source in found if isinstance(source, TableSource)]
    return tables if tables and len(tables) == len(found) else None


async def rows_for(
    read: Understanding, tables: Sequence[TableSource], context: TurnContext, sources: Mapping[str, Source]
) -> list[EvidenceItem] | None:
    """What the tables have for a question as it is read; None where one cannot be asked. Raises DatabaseUnreachable."""
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
        except SufficeError as failure:  # then the person is asked: nothing is known of the answers
            log.warning("choices_not_compared", source=table.name, why=failure.message)
            return None
    return found


def _said(rows: Sequence[EvidenceItem], names: Sequence[str]) -> str:
    """The rows' figures and words, without the cells that only say which choice it is."""
    said = [
        sorted((name, str(value)) for name, value in row.fields.items() if not _names_a_choice(value, names))
        for row in rows
    ]
    return json.dumps(sorted(said), ensure_ascii=False)


def _names_a_choice(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, str) and any(name and name in key_of(value) for name in names)
