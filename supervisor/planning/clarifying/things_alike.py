"""Things of a graph that have the same answer to a question: all of them are answered, and nothing is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import structlog

from execution_agents.clarification.cascade import read_graph
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.errors import DatabaseUnreachable, SufficeError
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan
from foundation.contracts.ports import SearchRequest, Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.graph import GraphSource
from supervisor.planning.clarifying.answers import MOST_COMPARED
from supervisor.planning.context import TurnContext
from supervisor.planning.graph import listener_of

log = structlog.get_logger(__name__)


async def question_for_all(
    asked: Clarification, plan: Plan, context: TurnContext, sources: Mapping[str, Source]
) -> str:
    """A question that names all choices, if each needs as much of what the question names (타일공 몇인); "" if they
    differ, if it names nothing they need, or if there are more things than choices."""
    declared, view = context.pack.graph, context.graph
    ids = [one.entity_id or "" for one in asked.options]
    alone = not plan.requests and not asked.more and 1 < len(ids) <= MOST_COMPARED
    if not alone or declared is None or view is None or not all(one in view.index.targets for one in ids):
        return ""
    if _asks_more(context, declared):
        return ""
    source = sources.get(declared.name)
    items = () if source is None else await _items_of(ids, declared, source, context)
    named = {str(one.fields["name"]): None for one in items if _is_named(one, context.question)}
    needed = {one: _needed(one, items, named) for one in ids}
    if not named or len(set(needed.values())) > 1:
        return ""
    question = ", ".join((*(one.query for one in asked.options), *named))
    read = read_graph(question, view.index, listener_of(context, view)).asked
    return question if read is not None and {one.entity_id for one in read.targets} == set(ids) else ""


def _asks_more(context: TurnContext, declared: GraphSource) -> bool:
    """True if it asks for a kind of thing, too (장비 뭐 써요): the works may differ in that."""
    kinds = [*(one for one in declared.types if not one.target), *declared.relations]
    text = key_of(context.question)
    return any(key_of(label) in text for one in kinds for label in one.label.values())


async def _items_of(
    ids: Sequence[str], declared: GraphSource, source: Source, context: TurnContext
) -> tuple[EvidenceItem, ...]:
    """The things with their relations; nothing if they cannot be read. Raises DatabaseUnreachable."""
    request = SearchRequest(
        principal=context.principal,
        question=context.question,
        slots={declared.slot: tuple(ids)},
        language="",
        limit=declared.limit,
        timeout_s=declared.timeout_s,
    )
    try:
        return (await source.search(request)).items
    except DatabaseUnreachable:
        raise
    except SufficeError as failure:  # Then the person is asked: the answers are not known.
        log.warning("choices_not_compared", source=source.name, why=failure.message)
        return ()


def _is_named(item: EvidenceItem, question: str) -> bool:
    """True if it is a quantity of something the question names."""
    name = key_of(str(item.fields.get("name", "")))
    return bool(item.fields.get("quantity")) and bool(name) and name in key_of(question)


def _needed(target: str, items: Sequence[EvidenceItem], named: Mapping[str, None]) -> frozenset[tuple[str, ...]]:
    """What a thing needs of what is named, and for how much of the thing that is."""
    own = next((one for one in items if one.item_id == target), None)
    per = ("", "") if own is None else (str(own.fields.get("base", "")), str(own.fields.get("unit", "")))
    return frozenset(
        (str(one.fields["name"]), str(one.fields["quantity"]), str(one.fields.get("quantity_unit", "")), *per)
        for one in items
        if one.fields.get("target") == target and one.fields.get("quantity") and one.fields.get("name") in named
    )
