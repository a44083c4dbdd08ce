"""Compares the slots of the stored query with those of the new question: the same, only narrower, or in conflict.

A new slot that only narrows is no conflict if the available items carry that field row by row ("30평대" over single
sales) and no row was cut off by a limit. Aggregates narrow by a choice (the deal) and by a time within the one asked
for, never by an area. If no available row fits the narrower question, it is searched: the fetch may have been limited
by something that no slot shows (a default period).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foundation.contracts.work import Evidence, FieldValue, Slots
from foundation.domains.schema.pack import DataType, Pack, Slot, TableSource
from foundation.language.dates.periods import days, is_days
from foundation.language.figures.amounts import bounds

ROW_KINDS = ("table", "http", "mcp", "graph")


def slot_conflicts(asked: Slots, evidence: Evidence, data_type: DataType, pack: Pack) -> tuple[str, ...]:
    """Names of the type's matching slots in which the new question differs from the stored query."""
    found = tuple(
        name
        for name in data_type.matching_slots
        if not _agrees(pack.slot(name), tuple(asked.get(name, ())), evidence, pack)
    )
    if found or evidence.kind not in ROW_KINDS:
        return found
    narrowed = tuple(
        name
        for name in data_type.matching_slots
        if asked.get(name) and set(asked[name]) != set(evidence.slots.get(name, ()))
    )
    return () if not narrowed or _fits_all(narrowed, asked, evidence, pack) else narrowed


def _fits_all(names: Sequence[str], asked: Slots, evidence: Evidence, pack: Pack) -> bool:
    """True if one row fits every narrowed slot: rows that each fit one of them may leave none that fits all."""
    return any(
        all(
            any(
                _fits(pack.slot(name), value, _cell(item.fields, _columns(item.source, name, pack)))
                for value in asked[name]
            )
            for name in names
        )
        for item in evidence.items
        if not item.derived
    )


def ruled_out(asked: Slots, record: Evidence, data_type: DataType, pack: Pack) -> bool:
    """True if a slot differs whatever the record's items hold, so that they need not be read."""
    return any(
        not _could_agree(pack.slot(name), tuple(asked.get(name, ())), record) for name in data_type.matching_slots
    )


def narrows(evidence: Evidence) -> bool:
    """True if something more specific may be read from the items: passages, or complete single rows."""
    return not evidence.aggregate and (evidence.kind not in ROW_KINDS or evidence.complete)


def _agrees(slot: Slot, asked: Sequence[str], evidence: Evidence, pack: Pack) -> bool:
    if not _could_agree(slot, asked, evidence):
        return False
    same = set(asked) == set(evidence.slots.get(slot.name, ()))
    return same or evidence.kind not in ROW_KINDS or _carried(slot, asked, evidence, pack)


def _could_agree(slot: Slot, asked: Sequence[str], evidence: Evidence) -> bool:
    """The check that is possible without the items."""
    had = evidence.slots.get(slot.name, ())
    if evidence.kind not in ROW_KINDS:
        return set(asked) <= set(had) or not asked
    if not asked or set(asked) == set(had):
        # Rows were filtered by the stored value: a question without it asks for more than is available.
        return bool(asked) or not had
    # Fewer of the stored values narrow too: rows that were cut off, or a value without a row, would be missed.
    inside = not had or all(any(_within(slot, value, held) for held in had) for value in asked)
    # A choice selects whole rows of aggregates, and so does a time within the one that was asked for; an area may lie
    # within what a row sums up.
    selects = slot.parser == "choice" or (slot.parser == "period" and bool(had))
    return inside and evidence.complete and (selects or not evidence.aggregate)


def _carried(slot: Slot, asked: Sequence[str], evidence: Evidence, pack: Pack) -> bool:
    """True if every row has a value for this slot, and some row fits each requested value."""
    columns = {name: _columns(name, slot.name, pack) for name in evidence.sources}
    rows = [item for item in evidence.items if not item.derived]
    cells = [_cell(item.fields, columns.get(item.source, ())) for item in rows]
    if slot.parser == "period" and any(map(is_days, asked)) and not all(_is_day(cell) for cell in cells):
        return False  # A row that only has a month may be of that day, or not.
    return all(cell is not None for cell in cells) and all(
        any(_fits(slot, value, cell) for cell in cells) for value in asked
    )


def _cell(fields: Mapping[str, FieldValue], columns: Sequence[str]) -> FieldValue:
    return next((fields[column] for column in columns if fields.get(column) is not None), None)


def _fits(slot: Slot, value: str, cell: FieldValue) -> bool:
    """True if a row with this cell is one of those asked for."""
    if slot.parser == "region":
        # Rows may be of places below the pack's regions: 대구 달서구 두류동.
        return f"{cell} ".startswith(f"{value} ") or value in _above(slot, str(cell))
    if slot.parser == "choice":
        return cell == value
    try:
        low, high = _range(slot, value)
        if slot.parser == "period":
            first, last = _ends(str(cell)[:10])
            return low <= first and last <= high
    except ValueError:
        return False
    return isinstance(cell, int | float) and low <= cell <= high


def _columns(source: str, slot: str, pack: Pack) -> tuple[str, ...]:
    """Columns of a source that hold this slot's value; an HTTP source names the column like the slot."""
    try:
        declared = pack.source(source)
    except KeyError:
        return ()
    if isinstance(declared, TableSource):
        mapped = [one for one in declared.slots if one.slot == slot]
        return tuple(name for one in mapped for name in (one.day_column, one.column) if name)
    return (slot,)


def _within(slot: Slot, value: str, held: str) -> bool:
    """True if everything `value` means is inside `held`."""
    if value == held:
        return True
    if slot.parser == "region":
        return held in _above(slot, value)
    try:
        (low, high), (held_low, held_high) = _range(slot, value), _range(slot, held)
    except ValueError:
        return False
    return held_low <= low and high <= held_high


def _above(slot: Slot, region: str) -> set[str]:
    parents = {node.name: node.parent for node in slot.regions}
    found: set[str] = set()
    here = parents.get(region)
    while here is not None and here not in found:
        found.add(here)
        here = parents.get(here)
    return found


def _range(slot: Slot, value: str) -> tuple[int, int]:
    """Both ends of a canonical value. Raises ValueError for a slot whose values are no ranges."""
    if slot.parser == "period":
        first, last = days(value)
        return first.toordinal(), last.toordinal()
    if slot.parser in ("amount", "area"):
        return bounds(value)
    raise ValueError(f"{slot.parser} has no ranges")


def _ends(cell: str) -> tuple[int, int]:
    """The first and last day of a row's month, or its day. Raises ValueError."""
    first, last = days(f"{cell}..{cell}")
    return first.toordinal(), last.toordinal()


def _is_day(cell: FieldValue) -> bool:
    return isinstance(cell, str) and len(cell) >= len("2026-01-15")
