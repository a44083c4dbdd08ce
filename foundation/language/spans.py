"""A value read from a stretch of text, and the rule which of overlapping readings is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """One canonical value and the stretch [start, end) of the text it was read from."""

    value: str
    start: int
    end: int


def longest(found: Iterable[Found]) -> tuple[Found, ...]:
    """Longer readings win over shorter ones they overlap, earlier over later ones; in order of the text."""
    kept: list[Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        stretch = range(one.start, one.end)
        if taken.isdisjoint(stretch):
            taken.update(stretch)
            kept.append(one)
    return tuple(sorted(kept, key=lambda f: f.start))
