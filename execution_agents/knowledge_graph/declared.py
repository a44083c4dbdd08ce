"""The names a pack itself declares: regions, values of its slots and of its entity types; with their types.

These need no database: they are available as soon as the pack is read, for every tenant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from foundation.contracts.entities import Entity
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Choice, EntityType, Pack, PackSource, Slot

HEADING, CODE = "heading", "code"
"""Types that every pack has: headings of its documents, and codes in their text."""
_LABELS: Mapping[str, Mapping[str, str]] = {
    HEADING: {"ko": "제목", "en": "Heading"},
    CODE: {"ko": "코드", "en": "Code"},
}


@dataclass(frozen=True)
class KindOfThing:
    """An entity type as the linker reads it."""

    name: str
    label: Mapping[str, str]
    declared: EntityType | None = None
    is_term: bool = False
    """True for values of slots and of closed lists: they are words with a meaning and name no single thing."""
    weak: bool = False
    """True if its names only rank and never veto: headings."""
    is_code: bool = False
    """True when its names are read from running text by their shape: WQ-601."""


def kinds_of(pack: Pack) -> dict[str, KindOfThing]:
    """Every type of the pack by name, headings, codes and columns of tables too."""
    declared = {one.name: one for one in pack.entities}
    kinds = {name: KindOfThing(name, label, weak=name == HEADING) for name, label in _LABELS.items()}
    codes = {CODE} | {
        entry.type
        for source in pack.sources
        if source.kind == "documents"
        for entry in source.entities
        if entry.text and not entry.elsewhere
    }
    for slot in pack.slots:
        if slot.parser in ("region", "choice"):
            kinds[slot.name] = KindOfThing(slot.name, slot.label, declared.get(slot.name), slot.parser == "choice")
    for name, one in declared.items():
        if name not in kinds:
            kinds[name] = KindOfThing(name, one.label, one, bool(one.values))
    for source in pack.sources:
        for column in source.columns if source.kind == "table" else ():
            kinds.setdefault(column.name, KindOfThing(column.name, column.label))
    return {name: replace(kind, is_code=name in codes) for name, kind in kinds.items()}


def declared_entities(pack: Pack) -> Iterator[Entity]:
    """Regions and values, as entities without a source."""
    for slot in pack.slots:
        yield from _regions(slot) if slot.parser == "region" else _values(slot.name, slot.choices)
    for one in pack.entities:
        yield from _values(one.name, one.values)


def entity_id(kind: str, name: str, within: str = "") -> str:
    """The id of a thing: its type, its container by name, its own name."""
    return f"{kind}:{within}/{name}" if within else f"{kind}:{name}"


def declaration_mark(pack: Pack, source: str) -> str:
    """Changes when the declaration of what to collect from a source changes."""
    return _marks(ByIdentity(pack.sources), ByIdentity(pack.slots))[source]


FORMAT = "1"
"""Part of every source's mark: raised when the way of collecting names changes, so that all are collected again."""


@lru_cache(maxsize=64)
def _marks(sources: ByIdentity[tuple[PackSource, ...]], slots: ByIdentity[tuple[Slot, ...]]) -> dict[str, str]:
    """Cached: every turn asks for them, and a pack never changes once it is read."""
    values = [slot.model_dump_json(include={"name", "regions", "choices"}) for slot in slots.part]
    found: dict[str, str] = {}
    for source in sources.part:
        parts = [FORMAT, source.model_dump_json(exclude={"label", "limit", "timeout_s"})]
        if source.kind == "table":
            parts += values
        found[source.name] = hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]
    return found


def _regions(slot: Slot) -> Iterator[Entity]:
    for node in slot.regions:
        parent = entity_id(slot.name, node.parent) if node.parent else ""
        names = (*node.aliases, *node.shared)
        yield Entity(entity_id(slot.name, node.name), slot.name, node.name, names, "", parent, {"value": node.name})


def _values(kind: str, choices: tuple[Choice, ...]) -> Iterator[Entity]:
    for choice in choices:
        label = next(iter(choice.label.values()), choice.value)
        yield Entity(entity_id(kind, choice.value), kind, label, choice.words, properties={"value": choice.value})


def slot_values(pack: Pack) -> dict[str, dict[str, str]]:
    """Slot -> what a cell of its column may hold -> the value that is."""
    found: dict[str, dict[str, str]] = {}
    for slot in pack.slots:
        regions = {name: node.name for node in slot.regions for name in (*node.aliases, node.name)}
        found[slot.name] = regions | {choice.value: choice.value for choice in slot.choices}
    return found
