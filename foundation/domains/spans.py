"""A value read from a stretch of text, and the rule which of overlapping readings stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """One canonical value and the stretch [start, end) of the text it was read from."""

    value: str
    start: int
    end: int


def overlaps(start: int, end: int, others: Iterable[Found]) -> bool:
    """True when [start, end) shares a character with any of these."""
    return any(start < other.end and other.start < end for other in others)


def longest(found: Iterable[Found]) -> tuple[Found, ...]:
    """Longer readings win over shorter ones they overlap, earlier over later ones; in order of the text."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        if not overlaps(one.start, one.end, kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda f: f.start))
