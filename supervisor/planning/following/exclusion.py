"""The values that remain if some are excluded: 2월 말고, 강남 3구에서 서초구 빼고."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from foundation.domains.schema.pack import Slot
from foundation.language.dates.periods import without_months


def left_over(slot: Slot, values: Sequence[str], excluded: Collection[str]) -> tuple[str, ...]:
    """The values without those excluded: months are cut out of longer periods, and of a city the other districts
    remain."""
    if not excluded:
        return tuple(values)
    if slot.parser == "period":
        return without_months(values, sorted(excluded))
    if slot.parser == "region":
        parents = {node.name: node.parent for node in slot.regions}
        kept = (region for value in values for region in _regions_left(value, excluded, parents))
        return tuple(dict.fromkeys(kept))
    return tuple(value for value in values if value not in excluded)


def _regions_left(region: str, excluded: Collection[str], parents: Mapping[str, str | None]) -> Iterator[str]:
    line = set(_line(region, parents))
    if line & set(excluded):
        return
    if not any(region in _line(other, parents) for other in excluded):
        yield region
        return
    for child, parent in parents.items():
        if parent == region:
            yield from _regions_left(child, excluded, parents)


def _line(region: str, parents: Mapping[str, str | None]) -> list[str]:
    """The region and its containers, nearest first (a cycle in the data ends the walk)."""
    found: list[str] = []
    here: str | None = region
    while here is not None and here not in found:
        found.append(here)
        here = parents.get(here)
    return found
