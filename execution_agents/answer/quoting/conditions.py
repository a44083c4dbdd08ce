"""The conditions that rows were selected by, in words: a caption names every condition the rows do not show
themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.cells import words_of
from execution_agents.analysis.material import table_source
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.schema.pack import Pack, Slot, SlotColumn
from foundation.domains.slots.slots import display_value, find_mentions
from foundation.language.dates.periods import months
from foundation.language.figures.amounts import bounds


def with_conditions(request: AnswerRequest) -> AnswerRequest:
    """The request with its computed figures retitled: each title names the conditions the figure was computed under."""
    return replace(request, evidence=tuple(titled(batch, request) for batch in request.evidence))


def titled(batch: Evidence, request: AnswerRequest) -> Evidence:
    """One batch: computed figures name the regions that have rows, and the other conditions."""
    items = tuple(titled_item(item, batch, request) if item.derived else item for item in batch.items)
    return batch.model_copy(update={"items": items})


def titled_item(item: EvidenceItem, batch: Evidence, request: AnswerRequest) -> EvidenceItem:
    """One computed figure."""
    fields, title, text = dict(item.fields), item.title, item.text
    for mapped in mapped_slots(item.source, request.pack):
        asked, value = batch.slots.get(mapped.slot, ()), fields.get(mapped.column)
        if mapped.match == "region" and len(asked) > 1 and value == " ".join(asked):
            named = ", ".join(regions_with_rows(batch, item.source, mapped, request.pack))
            fields[mapped.column] = named
            title, text = title.replace(str(value), named), text.replace(str(value), named)
    title = ", ".join([title, *conditions(batch, item.source, request)])
    return item.model_copy(update={"fields": fields, "title": title, "text": text})


def regions_with_rows(batch: Evidence, source: str, mapped: SlotColumn, pack: Pack) -> Sequence[str]:
    """The requested regions that contain a row; all of them if rows were cut off or none is at hand."""
    asked = batch.slots.get(mapped.slot, ())
    held = {str(item.fields.get(mapped.column)) for item in batch.items if item.source == source and not item.derived}
    found = [region for region in asked if any(lies_in(place, region, pack) for place in held)]
    return found if found and batch.complete else asked


def lies_in(place: str, region: str, pack: Pack) -> bool:
    """True if a row's place is the region or is inside it."""
    parents = {node.name: node.parent for slot in pack.slots for node in slot.regions}
    above, at = {place}, parents.get(place)
    while at is not None and at not in above:
        above.add(at)
        at = parents.get(at)
    return region in above or place.startswith(f"{region} ")


def conditions(batch: Evidence, source: str, request: AnswerRequest) -> tuple[str, ...]:
    """Amount, area and period that selected the rows of one source; places and choices are shown by the rows."""
    declared = {slot.name: slot for slot in request.pack.slots}
    worded = [
        condition(declared[mapped.slot], mapped, batch, source, request)
        for mapped in mapped_slots(source, request.pack)
        if mapped.slot in declared and batch.slots.get(mapped.slot)
    ]
    return tuple(words for words in worded if words)


def condition(slot: Slot, mapped: SlotColumn, batch: Evidence, source: str, request: AnswerRequest) -> str:
    """One condition with its label; "" for one that is shown elsewhere."""
    values = batch.slots[slot.name]
    if slot.parser == "period":
        return period_words(slot, mapped, batch, source, request)
    if slot.parser not in ("amount", "area") or is_their_own_band(values, mapped, batch, source):
        return ""
    label = words_of(slot.label, request.language)
    table = table_source(source, request.pack)
    if slot.parser == "area" and table is not None and mapped.match == "between":
        label = next(words_of(one.label, request.language) for one in table.columns if one.name == mapped.column)
    return f"{label} {', '.join(shown(slot, value, request) for value in values)}"


def is_their_own_band(values: Sequence[str], mapped: SlotColumn, batch: Evidence, source: str) -> bool:
    """True if the rows are those of the one band that was asked for: their labels show it."""
    if mapped.match != "overlaps" or mapped.column_to is None or len(values) != 1:
        return False
    low, high = bounds(values[0])
    rows = [item.fields for item in batch.items if item.source == source and not item.derived]
    return bool(rows) and all((row.get(mapped.column) or 0, row.get(mapped.column_to)) == (low, high) for row in rows)


def shown(slot: Slot, value: str, request: AnswerRequest) -> str:
    """The value; an area with the person's own words in parentheses if the question holds them: 75~102㎡(30평대)."""
    words = display_value(slot, value, request.language)
    if slot.parser != "area":
        return words
    alone = request.pack.model_copy(update={"slots": (slot,)})
    said = [one.text for one in find_mentions(request.question, alone, request.now) if one.value == value]
    return f"{words}({said[0]})" if said and said[0] not in words else words


def period_words(slot: Slot, mapped: SlotColumn, batch: Evidence, source: str, request: AnswerRequest) -> str:
    """The period, unless the rows' own months show it already or lie outside it (the nearest known months were
    taken)."""
    table = table_source(source, request.pack)
    rows = [item for item in batch.items if item.source == source and not item.derived]
    held = sorted(str(item.fields[mapped.column])[:7] for item in rows if item.fields.get(mapped.column))
    values = batch.slots[slot.name]
    if len(values) > 1 and any(item.derived for item in batch.items if item.source == source):
        return ""  # Each figure covers one of them and names its own months.
    if table is None or table.is_aggregate or not held or values in (one_period(held), (held[0],)):
        return ""
    spans = [months(value) for value in values]
    if not all(any(first <= month <= last for first, last in spans) for month in held):
        return ""
    return ", ".join(display_value(slot, value, request.language) for value in values)


def one_period(held: Sequence[str]) -> tuple[str, ...]:
    """The rows' own months as a period."""
    return (f"{held[0]}..{held[-1]}",)


def mapped_slots(source: str, pack: Pack) -> tuple[SlotColumn, ...]:
    """The mapped slots that filter a source's rows; none if it is no table."""
    table = table_source(source, pack)
    return table.slots if table is not None else ()
