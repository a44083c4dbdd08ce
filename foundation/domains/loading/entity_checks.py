"""The checks between entity types, the slots they may add to, and the sources that hold their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foundation.domains.loading.patterns import pattern_fault
from foundation.domains.loading.schema_mistakes import Parts
from foundation.domains.loading.yaml_places import Marks, YamlPath
from foundation.domains.schema.pack import (
    ColumnEntities,
    DocumentEntities,
    DocumentsSource,
    EntityType,
    Slot,
    TableSource,
)

_PLACES = ("front_matter", "heading", "text")
_WITH_NAMES = ("region", "choice")
"""Parsers of slots whose values are names."""


def check_entities(parts: Parts, marks: Marks) -> None:
    """Notes every mistake of the entity types and of where sources say their names stand."""
    slots = {slot.name: slot for _, slot in parts.slots}
    for path, one in parts.entities:
        _check_type(path, one, slots.get(one.name), marks)
    known = parts.known("entities") | {name for name, slot in slots.items() if slot.parser in _WITH_NAMES}
    for path, source in parts.sources:
        entries = source.entities if isinstance(source, DocumentsSource | TableSource) else ()
        for index, entry in enumerate(entries):
            place = (*path, "entities", index)
            if entry.type not in known:
                remedy = f"declare it under `entities`, or use one of: {', '.join(sorted(known))}"
                marks.add((*place, "type"), f"there is no entity type `{entry.type}`", remedy)
            for key, pattern in _patterns(entry):
                fault = pattern_fault(pattern)
                if fault:
                    marks.add((*place, key), *fault)
            if isinstance(source, DocumentsSource) and isinstance(entry, DocumentEntities):
                _check_place(place, entry, source.entities, marks)
            elif isinstance(source, TableSource) and isinstance(entry, ColumnEntities):
                _check_column(place, entry, source, marks)


def _check_type(path: YamlPath, one: EntityType, slot: Slot | None, marks: Marks) -> None:
    if slot is not None and slot.parser not in _WITH_NAMES:
        wrong = f"the slot `{one.name}` has the parser `{slot.parser}`, whose values have no names"
        marks.add((*path, "name"), wrong, "take another name")
    if slot is not None and one.values:
        marks.add((*path, "values"), f"`{one.name}` is a slot and has its values there", "move them to its `choices`")
    if any(not noun.strip() for noun in (*one.head_nouns, *one.endings)):
        marks.add(path, "a head noun or an ending is empty", "remove it")
    own = {word.casefold() for word in _own_words(one, slot)}
    for index, name in enumerate(one.elsewhere):
        if name.casefold() in own:
            wrong = f"`{name}` stands under `elsewhere`, and yet the pack has it"
            marks.add((*path, "elsewhere", index), wrong, "keep it in one of the two")


def _own_words(one: EntityType, slot: Slot | None) -> Iterator[str]:
    for choice in (*one.values, *(slot.choices if slot else ())):
        yield from choice.words
    for region in slot.regions if slot else ():
        yield from (region.name, *region.aliases)


def _patterns(entry: DocumentEntities | ColumnEntities) -> Iterator[tuple[str, str]]:
    keys = ("heading", "text") if isinstance(entry, DocumentEntities) else ("pattern",)
    for key in keys:
        pattern: str | None = getattr(entry, key)
        if pattern is not None:
            yield key, pattern


def _check_place(place: YamlPath, entry: DocumentEntities, entries: Sequence[DocumentEntities], marks: Marks) -> None:
    given = [key for key in _PLACES if getattr(entry, key) is not None]
    if len(given) != 1:
        marks.add(place, f"this says {len(given)} places where names stand", f"write one of: {', '.join(_PLACES)}")
    if entry.within is None:
        return
    types = [other.type for other in entries if other.front_matter and other is not entry]
    if entry.front_matter is None:
        marks.add((*place, "within"), "only a name of the front matter can lie in another", "remove `within`")
    elif entry.within not in types:
        wrong = f"no other key of the front matter names the type `{entry.within}`"
        marks.add((*place, "within"), wrong, "add an entry for it, or remove `within`")


def _check_column(place: YamlPath, entry: ColumnEntities, table: TableSource, marks: Marks) -> None:
    types: Mapping[str, str] = {column.name: column.type for column in table.columns}
    if entry.column not in types:
        marks.add((*place, "column"), f"there is no column `{entry.column}`", f"use one of: {', '.join(types)}")
    elif types[entry.column] != "text":
        wrong = f"`{entry.column}` is a column of type {types[entry.column]}"
        marks.add((*place, "column"), wrong, "name a text column: figures are no names")
    within = {other.type for other in table.entities if other is not entry} | {slot.slot for slot in table.slots}
    if entry.within is not None and entry.within not in within:
        wrong = f"no other column of this table names the type or fills the slot `{entry.within}`"
        marks.add((*place, "within"), wrong, f"use one of: {', '.join(sorted(within))}" if within else "remove it")
