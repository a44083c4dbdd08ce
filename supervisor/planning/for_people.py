"""What the person is shown of how a question was read: the things it names, the conditions taken over silently, and its
other possible meanings."""

from __future__ import annotations

from execution_agents.knowledge_graph.linker import link
from foundation.contracts.entities import Mention
from foundation.contracts.plan import NamedThing, TakenOver, Understanding
from foundation.domains.schema.pack import TableSource
from foundation.domains.slots.slots import display_value
from foundation.language.content import content_words
from supervisor.planning.context import TurnContext
from supervisor.planning.following.readings import other_readings
from supervisor.planning.graph import things_of


def for_people(understanding: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the parts that are shown of it."""
    return understanding.model_copy(
        update={
            "things": _things(understanding, context),
            "named_things": _named(understanding, context),
            "taken_over": _taken_over(understanding, context),
            "otherwise": other_readings(understanding, context),
        }
    )


def _things(understanding: Understanding, context: TurnContext) -> tuple[NamedThing, ...]:
    if understanding.graph is not None:
        return things_of(understanding.graph)
    index = context.entities
    if index is None:
        return ()
    named = (one for one in link(understanding.standalone, index) if one.status == "known" and not one.negated)
    found = dict.fromkeys(entity_id for one in named for entity_id in one.entities)
    things = (index.entities[entity_id] for entity_id in found)
    return tuple(NamedThing(id=one.entity_id, type=one.type, name=one.name) for one in things)


def _named(understanding: Understanding, context: TurnContext) -> tuple[str, ...]:
    """Names of things that the tables of its data types hold by name or are selected by, those included that they have
    none of: a bank, a product, a holiday, arsenic; and a name that is all the question says, if nobody has it."""
    index = context.entities
    if index is None:
        return ()
    names = {name for each in understanding.data_types for name in context.pack.data_type(each).sources}
    tables = [one for one in context.pack.sources if one.name in names and isinstance(one, TableSource)]
    kinds = {column.type for table in tables for column in table.entities}
    # What a region or a time has none of, the table's own words say.
    selected_by = {one.slot for table in tables for one in table.slots if one.match == "equals"}
    question, found = understanding.standalone, dict[str, None]()
    for one in link(question, index):
        if one.negated:
            continue
        if one.status == "unknown" and (one.type in kinds | selected_by or _is_all(one, understanding.question)):
            found[one.text] = None
        if one.status == "known":
            things = (index.entities[each] for each in one.entities)
            found |= dict.fromkeys(thing.name for thing in things if thing.type in kinds)
    return tuple(found)


def _is_all(mention: Mention, question: str) -> bool:
    """True if a question says this name and nothing else: 염화제이철은?"""
    before, found, behind = question.partition(mention.text)
    return bool(found) and not content_words(f"{before} {behind}")


def _taken_over(understanding: Understanding, context: TurnContext) -> tuple[TakenOver, ...]:
    """Conditions that the question neither names nor points at."""
    if understanding.computation is not None:  # Its conditions are the formula's.
        return ()
    language, found = understanding.language, list[TakenOver]()
    values = [one for one in understanding.slots if one.origin == "inherited"]
    for name in dict.fromkeys(one.name for one in values):
        slot = context.pack.slot(name)
        label = slot.label.get(language) or next(iter(slot.label.values()), name)
        said = tuple(display_value(slot, one.value, language) for one in values if one.name == name)
        found.append(TakenOver(slot=name, label=label, values=said))
    return tuple(found)
