"""Whether evidence covers every thing a question names: another article, bank, product or kind of tenancy makes another
question, however many words it shares with the one before.

The question the evidence was fetched for decides what a bare name means (제623조는? after 민법 제618조). A thing is
covered if that question named it, its container, or a part of it. If that question named another thing of its type,
nothing else covers it. If it named none, things in the evidence are covered too, and so is the value of a slot that is
a condition of other data (if the flat is sold). Conditions of this data are compared as slots (`slot_cover.py`), and a
word that only may be a name does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link, named_in
from foundation.contracts.entities import Conversation, Mention
from foundation.contracts.work import Evidence


def uncovered(question: str, evidence: Evidence, index: EntityIndex, compared: Collection[str]) -> tuple[str, ...]:
    """Words of the question that name what the evidence does not cover. `compared`: types compared as slots."""
    before = [one for one in link(evidence.query, index) if one.status != "weak"]
    fetched_for = _by_type(before, index)
    unknown_before = {one.text for one in before if one.status == "unknown"}
    held = cache(lambda: _standing_in(evidence, index))
    slots = {slot.name for slot in index.pack.slots}

    def is_missing(mention: Mention) -> bool:
        if mention.status == "unknown":
            return mention.type not in compared and mention.text not in unknown_before
        named = [one for one in mention.entities if index.entities[one].type not in compared]
        earlier = [fetched_for[kind] for one in named if (kind := index.entities[one].type) in fetched_for]
        if earlier:
            return not any(_are_one(one, other, index) for one in named for each in earlier for other in each)
        things = [one for one in named if index.entities[one].type not in slots]
        return bool(things) and not any(held() & set(index.lineage(one)) for one in things)

    asked = link(question, index, Conversation().after(before))
    return tuple(one.text for one in asked if one.status != "weak" and not one.negated and is_missing(one))


def _by_type(mentions: Collection[Mention], index: EntityIndex) -> Mapping[str, list[str]]:
    """Type -> ids of what is named. A word may be a value of two types (상가: of housing, and of who is protected)."""
    found: dict[str, list[str]] = {}
    for mention in mentions:
        if mention.status == "unknown":
            found.setdefault(mention.type, [])
        for one in mention.entities:
            own = index.entities[one].type
            # An article names its law too; a district of a city does not name the city's other districts.
            above = [each for each in index.lineage(one) if each in index.entities and index.entities[each].type != own]
            for each in (one, *above):
                found.setdefault(index.entities[each].type, []).append(each)
    return found


def _are_one(one: str, other: str, index: EntityIndex) -> bool:
    return other in index.lineage(one) or one in index.lineage(other)


def _standing_in(evidence: Evidence, index: EntityIndex) -> frozenset[str]:
    return frozenset[str]().union(*(named_in(f"{item.title}\n{item.text}", index) for item in evidence.items))
