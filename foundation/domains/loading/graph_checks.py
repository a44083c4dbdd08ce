"""The checks between a graph source, its slot, its spec fields and its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foundation.domains.loading.graph_files import MOST_MISTAKES, read_graph
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.loading.schema_mistakes import Parts, duplicates
from foundation.domains.loading.yaml_places import Marks, YamlPath
from foundation.domains.schema.graph import GraphSource, SpecField


def check_graphs(parts: Parts, marks: Marks) -> None:
    """Notes every mistake of the graph sources' own declarations."""
    graphs = [(path, source) for path, source in parts.sources if isinstance(source, GraphSource)]
    for path, _ in graphs[1:]:
        marks.add((*path, "kind"), "this is a second graph", "keep all entities in one: types tell them apart")
    parsers = {slot.name: slot.parser for _, slot in parts.slots}
    for path, source in graphs:
        _check_slot(path, source, parsers, parts, marks)
        _check_names(path, source, marks)
        _check_surcharges((*path, "surcharges"), source, marks)
        for index, one in enumerate(source.fields):
            _check_field((*path, "fields", index), one, marks)


def check_graph_files(folder: Path, path: YamlPath, source: GraphSource, marks: Marks) -> None:
    """Notes a missing folder and every wrong line of its files."""
    assert source.path is not None
    target = folder / source.path
    if not target.is_dir():
        marks.add((*path, "path"), f"there is no folder `{source.path}`", "make it, or leave `path` out")
        return
    found = read_graph(target, source, source.path).mistakes
    if len(found) > MOST_MISTAKES:
        more = f"there are {len(found) - MOST_MISTAKES} more mistakes in this graph"
        last = found[MOST_MISTAKES]
        found = [*found[:MOST_MISTAKES], Mistake(last.file, last.line, more, "mend those above first")]
    marks.mistakes += found


def _check_slot(path: YamlPath, source: GraphSource, parsers: dict[str, str], parts: Parts, marks: Marks) -> None:
    if parsers.get(source.slot) != "graph" and source.slot not in parsers:
        if source.slot not in parts.known("slots"):
            marks.add((*path, "slot"), f"there is no slot `{source.slot}`", "declare it with `parser: graph`")
    elif parsers[source.slot] != "graph":
        marks.add((*path, "slot"), f"the slot `{source.slot}` has another parser", "give it `parser: graph`")
    for place, one in parts.data_types:
        if source.name in one.sources and source.slot not in one.matching_slots:
            wrong = f"evidence about one thing of `{source.name}` would answer for another"
            marks.add(place, wrong, f"write `matching_slots: [{source.slot}]`")


def _check_names(path: YamlPath, source: GraphSource, marks: Marks) -> None:
    named: dict[str, Sequence[str]] = {
        "types": [one.name for one in source.types],
        "relations": [one.name for one in source.relations],
        "fields": [one.name for one in source.fields],
    }
    for part, names in named.items():
        for place, name in duplicates([((*path, part, index, "name"), name) for index, name in enumerate(names)]):
            marks.add(place, f"`{name}` stands here twice", "keep one")
    if not source.targets:
        marks.add((*path, "types"), "no type is a target", "write `target: true` beside what people ask for")


def _check_field(path: YamlPath, one: SpecField, marks: Marks) -> None:
    if "{value}" not in one.shown:
        marks.add((*path, "shown"), f"`{one.shown}` has no place for the value", 'write "{value}mm"')
    if (one.parser == "choice") != bool(one.choices):
        marks.add(path, "`choices` and the parser `choice` go together", "write both, or neither")
    if one.parser == "number" and not (one.units or one.prefixes or one.bare):
        marks.add(path, f"nothing shows that a number is of `{one.name}`", "write units, prefixes or `bare: true`")


def _check_surcharges(path: YamlPath, source: GraphSource, marks: Marks) -> None:
    if source.surcharges is None:
        return
    known = {one.name for one in source.relations}
    for index, name in enumerate(source.surcharges.relations):
        if name not in known:
            marks.add((*path, "relations", index), f"there is no relation `{name}`", "name one of `relations`")
    for index, one in enumerate(source.surcharges.each):
        if f"{one.percent.normalize():f}%" not in one.stated.replace(" ", ""):
            wrong = f"`{one.stated}` does not say {one.percent}%"
            marks.add((*path, "each", index, "stated"), wrong, "write the piece of the line that says it")
