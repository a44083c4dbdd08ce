"""A graph as files: `entities` and `relations`, as .jsonl (an object a line) or .csv (a head, a row a line).

    entities    id, type, name; spec, unit, base, section, parent, aliases, text where they apply
    relations   source, type, target; quantity, unit where they apply

Whatever else a file says of an entity is kept with it as words.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import cast

from foundation.contracts.graph import GraphEntity, GraphLink
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.graph import GraphSource

SUFFIXES = (".jsonl", ".csv")
MOST_MISTAKES = 50
"""Listed per graph; a wrong column would otherwise repeat itself on every line."""
LONGEST_ID = 80
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]*")
_OWN = ("id", "type", "name", "spec", "unit", "base", "section", "parent", "aliases", "text")
_LINK = ("source", "type", "target", "quantity", "unit")


@dataclass(frozen=True)
class _Record:
    file: str
    line: int
    said: Mapping[str, object]

    def words(self, key: str) -> str:
        value = self.said.get(key)
        return "" if value is None else " ".join(str(value).split())

    def mistake(self, wrong: str, remedy: str) -> Mistake:
        return Mistake(self.file, self.line, wrong, remedy)


@dataclass
class GraphFile:
    """What the files of a graph say."""

    entities: dict[str, GraphEntity] = field(default_factory=dict[str, GraphEntity])
    links: dict[tuple[str, str, str], GraphLink] = field(default_factory=dict[tuple[str, str, str], GraphLink])
    mistakes: list[Mistake] = field(default_factory=list[Mistake])
    remarks: list[str] = field(default_factory=list[str])
    """What was read as it should be, and gave nothing: how much of what, and why."""
    size: int = 0
    """Bytes."""


def graph_file(folder: Path, stem: str) -> Path | None:
    """`entities.jsonl` or `entities.csv`, whichever is there."""
    return next((file for suffix in SUFFIXES if (file := folder / f"{stem}{suffix}").is_file()), None)


def read_graph(folder: Path, declared: GraphSource, shown: str = "") -> GraphFile:
    """The graph of a folder, with every mistake by file and line; a line with a mistake is left out. `shown`: what the
    folder is called in them."""
    found, prefix = GraphFile(), f"{shown}/" if shown else ""
    entities, relations = graph_file(folder, "entities"), graph_file(folder, "relations")
    if entities is None:
        found.mistakes.append(
            Mistake(f"{prefix}entities.jsonl", 1, "there are no entities", "write entities.jsonl or entities.csv")
        )
        return found
    lines: dict[str, _Record] = {}
    for record in _records(entities, prefix, found):
        _take_entity(record, declared, found, lines)
    _check_parents(declared, found, lines)
    for record in _records(relations, prefix, found) if relations else ():
        _take_link(record, declared, found)
    return found


def _records(file: Path, prefix: str, found: GraphFile) -> Iterator[_Record]:
    name = f"{prefix}{file.name}"
    found.size += file.stat().st_size
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            yield from _csv_records(name, text, found) if file.suffix == ".csv" else _json_records(name, text, found)
    except UnicodeDecodeError:
        found.mistakes.append(Mistake(name, 1, "the file is not UTF-8 text", "save it as UTF-8"))


def _json_records(name: str, text: Iterator[str], found: GraphFile) -> Iterator[_Record]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            said: object = json.loads(line)
        except (ValueError, RecursionError) as problem:
            why = problem.msg if isinstance(problem, json.JSONDecodeError) else "too deep"
            found.mistakes.append(Mistake(name, number, f"this is not JSON ({why})", "write one object a line"))
            continue
        if not isinstance(said, dict):
            found.mistakes.append(Mistake(name, number, "this is no object", 'write {"id": …, "type": …, "name": …}'))
            continue
        yield _Record(name, number, cast("dict[str, object]", said))


def _csv_records(name: str, text: Iterator[str], found: GraphFile) -> Iterator[_Record]:
    reader = csv.reader(text, strict=True)
    try:
        head = [cell.strip() for cell in next(reader, list[str]())]
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(head):
                wrong = f"the row has {len(cells)} cells and the header {len(head)}"
                found.mistakes.append(Mistake(name, reader.line_num, wrong, "write one cell per column"))
                continue
            yield _Record(name, reader.line_num, dict(zip(head, cells, strict=True)))
    except csv.Error as problem:
        found.mistakes.append(Mistake(name, reader.line_num, f"this is not CSV ({problem})", "check the quotes"))


def _take_entity(record: _Record, declared: GraphSource, found: GraphFile, lines: dict[str, _Record]) -> None:
    entity_id, kind, name = (record.words(key) for key in ("id", "type", "name"))
    types = {one.name for one in declared.types}
    if not _ID.fullmatch(entity_id) or len(entity_id) > LONGEST_ID:
        wrong = f"the id is `{entity_id}`" if entity_id else "there is no id"
        found.mistakes.append(record.mistake(wrong, "write letters, digits, - _ . and ~, as W-0788"))
    elif entity_id in lines:
        wrong = f"the id `{entity_id}` stands in line {lines[entity_id].line} too"
        found.mistakes.append(record.mistake(wrong, "give each entity its own"))
    elif kind not in types:
        wrong = f"there is no type `{kind}`" if kind else "there is no type"
        found.mistakes.append(record.mistake(wrong, f"use one of: {', '.join(sorted(types))}"))
    elif not name:
        found.mistakes.append(record.mistake("there is no name", "write what people call it"))
    elif record.words("base") and _figure(record.words("base")) is None:
        found.mistakes.append(record.mistake(f"the base is `{record.words('base')}`", "write a number above 0"))
    else:
        lines[entity_id] = record
        found.entities[entity_id] = _entity(record, entity_id, kind, name)


def _entity(record: _Record, entity_id: str, kind: str, name: str) -> GraphEntity:
    aliases = record.said.get("aliases")
    listed: Sequence[object] = (
        cast("list[object]", aliases) if isinstance(aliases, list) else record.words("aliases").split(";")
    )
    return GraphEntity(
        entity_id=entity_id,
        type=kind,
        name=name,
        spec=record.words("spec"),
        unit=record.words("unit"),
        base=record.words("base"),
        section=record.words("section"),
        parent=record.words("parent"),
        aliases=tuple(one for each in listed if (one := " ".join(str(each).split()))),
        text=record.words("text"),
        properties={key: record.words(key) for key in record.said if key not in _OWN and record.words(key)},
    )


def _check_parents(declared: GraphSource, found: GraphFile, lines: Mapping[str, _Record]) -> None:
    for entity in found.entities.values():
        if not entity.parent:
            continue
        if entity.parent not in found.entities or entity.parent == entity.entity_id:
            wrong = f"`parent` is `{entity.parent}`, and there is no such entity"
            found.mistakes.append(lines[entity.entity_id].mistake(wrong, "name the id of what it lies in"))
        else:
            link = GraphLink(entity.entity_id, declared.parent, entity.parent)
            found.links[link.source_id, link.type, link.target_id] = link


def _take_link(record: _Record, declared: GraphSource, found: GraphFile) -> None:
    source, kind, target = (record.words(key) for key in ("source", "type", "target"))
    types = {declared.parent, *(one.name for one in declared.relations)}
    if kind not in types:
        wrong = f"there is no relation `{kind}`" if kind else "there is no type"
        found.mistakes.append(record.mistake(wrong, f"use one of: {', '.join(sorted(types))}"))
        return
    for key, entity_id in (("source", source), ("target", target)):
        if entity_id not in found.entities:
            wrong = f"`{key}` is `{entity_id}`, and there is no such entity"
            found.mistakes.append(record.mistake(wrong, "name the id of an entity"))
            return
    said = record.words("quantity")
    quantity = _figure(said) if said else None
    if said and quantity is None:
        found.mistakes.append(record.mistake(f"the quantity is `{said}`", "write a number, as 0.25"))
        return
    extra = [key for key in record.said if key not in _LINK]
    if extra:
        found.mistakes.append(record.mistake(f"a relation has no `{extra[0]}`", f"use: {', '.join(_LINK)}"))
        return
    found.links[source, kind, target] = GraphLink(source, kind, target, quantity, record.words("unit"))


def _figure(said: str) -> Decimal | None:
    try:
        value = Decimal(said.replace(",", ""))
    except InvalidOperation:
        return None
    return value if value.is_finite() and value > 0 else None


def leads_in(found: GraphFile, declared: GraphSource) -> dict[str, tuple[str, ...]]:
    """Id of what is no target -> the containers whose relation leads to it."""
    leads: dict[str, tuple[str, ...]] = {}
    for link in found.links.values():
        source, target = found.entities[link.source_id], found.entities[link.target_id]
        if source.type in declared.containers and target.type not in declared.targets:
            leads[target.entity_id] = (*leads.get(target.entity_id, ()), source.entity_id)
    return leads
