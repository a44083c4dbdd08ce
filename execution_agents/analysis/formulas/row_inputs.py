"""Inputs of a formula taken from rows at hand: one set of values for each place or thing whose rows hold all that is
missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from execution_agents.analysis.cells import is_of_things, title_of
from execution_agents.analysis.material import (
    Material,
    called_by_a_word,
    material_of,
    named_things,
    slices,
    subject,
    table_source,
)
from execution_agents.analysis.operations.facts import Fact
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.contracts.work import Brief, Evidence, EvidenceItem
from foundation.domains.schema.formulas import Formula, FormulaInput, RowCell
from foundation.domains.schema.pack import Pack


@dataclass(frozen=True)
class Held:
    """The inputs that the rows of one subject give."""

    subject: str
    """What the rows are of, in the person's words."""
    inputs: tuple[GivenInput, ...]


def is_of_a_thing(asked: FormulaAsked, pack: Pack) -> bool:
    """True if nothing but cells of one thing (a product) is left to be read, for a formula that no word of its own
    names: without that thing nobody asked for it."""
    formula = pack.formula(asked.formula)
    read = [one for name in asked.from_rows if (one := formula.input(name)) is not None]
    sources = {cell.source for one in read for cell in one.rows}
    nameless = not formula.words and not asked.missing
    return nameless and bool(sources) and all(is_of_things(pack.source(name)) for name in sources)


def inputs_from_rows(asked: FormulaAsked, formula: Formula, brief: Brief, pack: Pack) -> tuple[Held, ...]:
    """A set of inputs for each subject whose rows hold every input to be read from rows."""
    wanted = [one for name in asked.from_rows if (one := formula.input(name)) is not None]
    sources = list(dict.fromkeys(cell.source for one in wanted for cell in one.rows))
    for source in sources:
        material = _material(source, asked, brief, pack)
        if material is None:
            continue
        also = [one for one in formula.inputs if one.optional and any(cell.source == source for cell in one.rows)]
        held = (
            _of_places(material, wanted, also, source)
            if material.source.is_aggregate
            else _of_things(material, wanted, source, asked)
        )
        if held:
            return held
    return ()


def _material(source: str, asked: FormulaAsked, brief: Brief, pack: Pack) -> Material | None:
    table = table_source(source, pack)
    batches = [
        (batch.slots, batch.complete, list(enumerate(_items(batch, source), start=1000 * place)))
        for place, batch in enumerate(brief.evidence)
        if _items(batch, source)
    ]
    _ = asked
    return (
        material_of((brief.original_question, brief.question), brief.language, pack, table, batches)
        if table and batches
        else None
    )


def _items(batch: Evidence, source: str) -> list[EvidenceItem]:
    return [item for item in batch.items if item.source == source and item.fields]


def _of_places(
    material: Material, wanted: Sequence[FormulaInput], also: Sequence[FormulaInput], source: str
) -> tuple[Held, ...]:
    """Rows over places and months: for each place, the newest month in which every input has its row."""
    chosen_by = {column for one in wanted for cell in one.rows for column in cell.where}
    groups: dict[tuple[str, ...], dict[str, list[Fact]]] = {}
    for fact in slices(material):
        key = tuple(fact.labels.get(name, "") for name in material.dimensions if name not in chosen_by)
        groups.setdefault(key, {}).setdefault(fact.time, []).append(fact)
    found: list[Held] = []
    for times in groups.values():
        for time in sorted(times, reverse=True):
            given = [_from(one, times[time], material, source) for one in wanted]
            if all(given):
                more = [_from(one, times[time], material, source) for one in also]
                label = times[time][0].labels.get(material.place, "")
                found.append(Held(label, tuple(one for one in (*given, *more) if one is not None)))
                break
    return tuple(found)


def _from(one: FormulaInput, facts: Sequence[Fact], material: Material, source: str) -> GivenInput | None:
    for cell in one.rows:
        if cell.source != source:
            continue
        for fact in facts:
            if _fits(cell, fact.labels) and cell.column in fact.numbers:
                return _given(one, cell, fact, material)
    return None


def _fits(cell: RowCell, labels: Mapping[str, str]) -> bool:
    return all(labels.get(column) in values for column, values in cell.where.items())


def _given(one: FormulaInput, cell: RowCell, fact: Fact, material: Material) -> GivenInput:
    item = material.items[fact.item]
    return GivenInput(
        name=one.name,
        value=f"{fact.numbers[cell.column]:f}",
        unit=one.unit,
        origin="rows",
        item_id=item.item_id,
        column=cell.column,
        text=item.title,
    )


def _of_things(
    material: Material, wanted: Sequence[FormulaInput], source: str, asked: FormulaAsked
) -> tuple[Held, ...]:
    """Products and single sales: the one the question names, else the one an earlier answer mentioned first."""
    facts = named_things(material, material.single) or _spoken_of(material, asked)
    if len({subject(material, fact) + (fact.item,) for fact in facts}) != 1:
        return ()
    given = [_from(one, facts, material, source) for one in wanted]
    title = title_of(material.items[facts[0].item], material.pack, material.language)
    return (Held(title, tuple(one for one in given if one is not None)),) if all(given) else ()


def _spoken_of(material: Material, asked: FormulaAsked) -> tuple[Fact, ...]:
    for line in asked.said_before:
        named = [
            fact
            for fact in material.single
            if (title := title_of(material.items[fact.item], material.pack, material.language)) and title in line
        ] or list(called_by_a_word(material, line))
        if named:
            return tuple(named[:1]) if len({fact.item for fact in named}) == 1 else ()
    return ()
