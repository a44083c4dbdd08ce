"""What a passage refers to: the numbered things (articles) that its text names, of its own law or of another.

A number alone is one of the passage's own law, or of the act that a decree carries out (법 제7조). Behind another law's
name it counts only if the pack knows that law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import spelled
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.numbered import number_of
from foundation.contracts.entities import Conversation, Entity, Mention

LONGEST = 6_000
"""Characters of a passage that are read."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_ACT = re.compile(r"(?<![가-힣])법(?=\s*제\s*\d)")
_LAW_BEFORE = re.compile(r"([가-힣]+(?:법|법률|령|규칙)|같은\s(?:법|영|령|규칙)|」)\s*$")


def numbered_thing(title: str, index: EntityIndex) -> Entity | None:
    """The numbered thing (an article) that a passage's title names; None: it names none, or several."""
    found = {thing.entity_id: thing for _, thing in _numbered(spelled(title, index), index)}
    return next(iter(found.values())) if len(found) == 1 else None


def referred(title: str, text: str, index: EntityIndex) -> tuple[Entity, ...]:
    """The numbered things that a passage refers to, in order, without itself."""
    own = numbered_thing(title, index)
    law = own.parent if own else ""
    family = index.lineage(law)
    body = text[:LONGEST]
    if len(family) > 1:
        body = _ACT.sub(index.entities[family[1]].name if family[1] in index.entities else "법", body)
    before = Conversation(named=(law,)) if law else Conversation()
    found = [
        thing
        for sentence in _SENTENCE.split(body)  # A law that another sentence names is not that of this one's numbers.
        for mention, thing in _numbered(spelled(sentence, index, before), index)
        if thing != own and _is_meant(mention, thing, sentence, family, index)
    ]
    return tuple({one.entity_id: one for one in found}.values())


def _numbered(mentions: tuple[Mention, ...], index: EntityIndex) -> Iterator[tuple[Mention, Entity]]:
    for mention in mentions:
        entity = index.entities[mention.entities[0]]
        if entity.parent in index.entities and number_of(entity.name):
            yield mention, entity


def _is_meant(mention: Mention, thing: Entity, sentence: str, family: tuple[str, ...], index: EntityIndex) -> bool:
    if mention.negated:
        return False
    law = index.entities[thing.parent]
    if key_of(law.name) in key_of(mention.text):
        return True
    before = _LAW_BEFORE.search(sentence[: mention.start])
    related = bool(set(index.lineage(thing.parent)) & set(family))
    return related and (before is None or before[1] == law.name.split()[-1])  # "시행령 제8조" of the act's own decree.
