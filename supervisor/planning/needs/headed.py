"""Documents that a question means by their headings although its intent reads rows."""

from __future__ import annotations

from execution_agents.knowledge_graph.linker import link
from foundation.contracts.plan import Understanding
from supervisor.planning.bounds import as_read
from supervisor.planning.context import TurnContext
from supervisor.planning.needs.data_types import is_of_documents


async def with_headed_types(understanding: Understanding, context: TurnContext) -> Understanding:
    """The question with the data types of the documents a heading of which says most of it, before its own, if its own
    are of rows and it names nothing that these rows are about.

    An intent is read from words that a pack lists (한도: loans). A document that somebody added may have the word in
    its heading, of another thing: 보관함 한도."""
    own, pack = understanding.data_types, context.pack
    follows = understanding.standalone != understanding.question
    if context.documents is None or not own or follows or understanding.computation is not None:
        return understanding
    if any(is_of_documents(name, pack) for name in own) or _names_a_row(understanding, context):
        return understanding
    others = [one.name for one in pack.data_types if is_of_documents(one.name, pack)]
    headed = [name for name in others if await context.documents.say(_of(understanding, name))]
    return understanding.model_copy(update={"data_types": (*headed, *own)}) if headed else understanding


def _of(understanding: Understanding, name: str) -> Understanding:
    return understanding.model_copy(update={"data_types": (name,)})


def _names_a_row(understanding: Understanding, context: TurnContext) -> bool:
    """True if it names a value the rows are matched by, or a thing the pack knows."""
    types = map(context.pack.data_type, understanding.data_types)
    if {slot for one in types for slot in one.matching_slots} & set(understanding.slot_values()):
        return True
    found = () if context.entities is None else link(as_read(understanding.question), context.entities)
    return any(one.status == "known" and not one.negated for one in found)
