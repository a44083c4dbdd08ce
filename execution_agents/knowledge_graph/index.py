"""All names of a pack, searchable in a text: an automaton of spellings, and the entities of each.

Built once per version of a tenant's corpus and never changed afterwards, so any number of threads may read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import ahocorasick

from execution_agents.knowledge_graph.declared import KindOfThing, declared_entities, kinds_of
from execution_agents.knowledge_graph.misspellings import Misspellings
from execution_agents.knowledge_graph.names import Name, Names, by_parent
from execution_agents.knowledge_graph.numbered import number_of
from execution_agents.knowledge_graph.shapes import Series, learned_endings
from execution_agents.knowledge_graph.vocabulary import Vocabulary
from foundation.contracts.entities import Entity
from foundation.domains.schema.pack import Pack


@dataclass(frozen=True)
class Collected:
    """What was collected from a tenant's sources."""

    entities: tuple[Entity, ...] = ()
    words: frozenset[str] = frozenset()
    """Keys of the words in its passages."""
    elsewhere: tuple[tuple[str, str], ...] = ()
    """(type, name) of things its passages only quote."""


class EntityIndex:
    """Finds names. Made by `build_index`."""

    def __init__(self, pack: Pack, collected: Collected) -> None:
        self.pack, self.collected = pack, collected
        self.kinds = kinds_of(pack)
        self.entities = _with_parts(_merged([*declared_entities(pack), *collected.entities]))
        for entity in self.entities.values():
            self.kinds.setdefault(entity.type, KindOfThing(entity.type, {"en": entity.type}))
        ordinary = [word for one in pack.entities for word in one.ordinary]
        self.vocabulary = Vocabulary(pack, collected.words, ordinary)
        names = Names(pack, self.kinds, self.vocabulary, {one.name for one in self.entities.values()})
        for entity in self.entities.values():
            names.add(entity)
        for kind, name in collected.elsewhere:
            names.add_elsewhere(kind, (name,))
        self.names = names.by_key
        self.inside, self.numbered = by_parent(self.entities.values())
        self.numbered_kinds = frozenset(self.entities[ids[0]].type for ids in self.numbered.values())
        """Types of things named by a number inside something else: articles."""
        self.series = Series(self.entities.values(), self.kinds)
        self.declared_endings = {ending.lower(): one.name for one in pack.entities for ending in one.endings}
        self.learned_endings = learned_endings(self.entities.values(), self.kinds)
        self.misspellings = Misspellings(
            name.key for name in self.names.values() if name.bare or (name.elsewhere and not name.needs_head)
        )
        self._automaton = _automaton(self.names)

    def hits(self, key: str) -> Iterator[tuple[int, Name]]:
        """(start, name) of every spelling in a normalised text, at any position."""
        if self.names:
            for end, name in self._automaton.iter(key):
                yield end + 1 - len(name.key), name

    def lineage(self, entity_id: str) -> tuple[str, ...]:
        """The entity and all its containers, nearest first."""
        found: list[str] = []
        while entity_id and entity_id not in found:
            found.append(entity_id)
            entity = self.entities.get(entity_id)
            entity_id = entity.parent if entity else ""
        return tuple(found)


def _merged(entities: Iterable[Entity]) -> dict[str, Entity]:
    """Merged by id. An entity that several sources have is one entity, with all their names."""
    found: dict[str, Entity] = {}
    for entity in entities:
        before = found.get(entity.entity_id)
        if before is None:
            found[entity.entity_id] = entity
            continue
        aliases = tuple(dict.fromkeys((*before.aliases, *entity.aliases)))
        properties = {**entity.properties, **before.properties}
        found[entity.entity_id] = replace(before, aliases=aliases, properties=properties)
    return found


def _with_parts(entities: dict[str, Entity]) -> dict[str, Entity]:
    """A thing with numbered parts (a law) whose name continues another's name (… 시행령) is in that one. It is also
    called by that one's other names (주임법 시행령), and by the rest alone, which the conversation decides (시행령
    제4조)."""
    whole = {one.parent for one in entities.values() if number_of(one.name)} & entities.keys()
    named = {entities[one].name: entities[one] for one in whole}
    for entity_id in sorted(whole):
        entity = entities[entity_id]
        words = entity.name.split()
        above = next((named[name] for size in range(len(words) - 1, 0, -1)
                      if (name := " ".join(words[:size])) in named), None)  # fmt: skip
        if above is not None and above.type == entity.type and not entity.parent:
            rest = entity.name[len(above.name) :].strip()
            called = tuple(f"{alias} {rest}" for alias in above.aliases)
            entities[entity_id] = replace(entity, parent=above.entity_id, aliases=(*entity.aliases, *called, rest))
    return entities


def _automaton(names: Mapping[str, Name]) -> Any:
    automaton: Any = cast(Any, ahocorasick).Automaton()
    for key, name in names.items():
        automaton.add_word(key, name)
    automaton.make_automaton()
    return automaton
