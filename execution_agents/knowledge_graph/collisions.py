"""Names that refer to several things, reported to those who ingest data: questions with such a name need more words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.entities import Entity

LISTED = 20
"""Names one report lists one by one; the rest is counted."""
_EXAMPLES = 3


@dataclass(frozen=True)
class Collision:
    """One name and the things it refers to."""

    name: str
    entities: tuple[Entity, ...]

    def __str__(self) -> str:
        examples = [f"{one.type} {one.entity_id.partition(':')[2]}" for one in self.entities[:_EXAMPLES]]
        more = len(self.entities) - len(examples)
        return f"{self.name} names {', '.join(examples)}" + (f" and {more} more" if more else "")


def collisions(index: EntityIndex) -> list[Collision]:
    """Names of several things, of several types first; headings and words that are values of two types count for
    nothing here."""
    found: list[Collision] = []
    for name in index.names.values():
        ids = dict.fromkeys((*name.bare, *name.headed))
        things = tuple(index.entities[one] for one in ids)
        kinds = {one.type for one in things}
        if len(things) > 1 and not name.is_group and not (name.is_term and len(kinds) == len(things)):
            found.append(Collision(name.spelling, things))
    return sorted(found, key=lambda one: (-len({each.type for each in one.entities}), -len(one.entities), one.name))


def collision_lines(index: EntityIndex, sources: Collection[str] | None = None) -> list[str]:
    """Sentences for a report; `sources`: only names of a thing from one of these sources."""
    found = [
        one for one in collisions(index) if sources is None or any(entity.source in sources for entity in one.entities)
    ]
    lines = [str(one) for one in found[:LISTED]]
    if len(found) > LISTED:
        lines.append(f"{len(found) - LISTED:,} more names are those of several things")
    return [*lines, *_numbers(index, sources)]


def _numbers(index: EntityIndex, sources: Collection[str] | None) -> Iterator[str]:
    """Articles are named by their number alone: one line says how many of them need their law."""
    shared = {number: ids for number, ids in index.numbered.items() if len(ids) > 1}
    touched = sources is None or any(index.entities[one].source in sources for ids in shared.values() for one in ids)
    if not shared or not touched:
        return
    ids = max(shared.values(), key=len)
    example = index.entities[ids[0]].name
    yield (
        f"{len(shared):,} numbers stand in more than one law or document ({example} in {len(ids):,}): a question that "
        "names none of them is read in the one that was spoken of, else it is ambiguous"
    )
