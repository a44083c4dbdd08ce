"""What a question names, of all that the pack knows by name: for people and clients to see what it was read as."""

from __future__ import annotations

from execution_agents.knowledge_graph.linker import link
from foundation.contracts.plan import NamedThing, Understanding
from supervisor.planning.context import TurnContext
from supervisor.planning.graph import things_of


def with_things(understanding: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the things that its question names when it stands alone."""
    index = context.entities
    asked = () if understanding.graph is None else things_of(understanding.graph)
    if index is None or asked:
        return understanding.model_copy(update={"things": asked}) if asked else understanding
    named = (one for one in link(understanding.standalone, index) if one.status == "known" and not one.negated)
    found = dict.fromkeys(entity_id for one in named for entity_id in one.entities)
    things = (index.entities[entity_id] for entity_id in found)
    return understanding.model_copy(
        update={"things": tuple(NamedThing(id=one.entity_id, type=one.type, name=one.name) for one in things)}
    )
