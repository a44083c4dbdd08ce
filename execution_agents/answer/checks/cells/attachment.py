"""Which of the names in a sentence each of its figures belongs to: "은평구는 3억으로 6억인 마포구보다 낮다".

Sentences are not parsed. A figure may belong to the name before it, after it, right after it (6억인 마포구), to the
first name of the sentence, or names and figures may be in the same order (마포구와 은평구는 각각 6억, 3억). A sentence
is accepted if one of these readings makes all its figures true, so a figure is only wrong if no reading supports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

_RIGHT_BEHIND = re.compile(r"\s?(?:\(|인|의|이던|이었던|였던|짜리|in|for|at|of|on)?\s?(?:the\s)?")
_MOST_WAYS = 256


@dataclass(frozen=True)
class Named:
    """A value of one dimension (place, deal, period, column …) in a sentence."""

    value: str
    start: int
    end: int


@dataclass(frozen=True)
class At:
    """A figure of the sentence."""

    start: int
    end: int


Way = Callable[[Sequence[At], Sequence[Named], str], tuple[str, ...]]
Attached = tuple[str, ...]
"""Value of the dimension for each figure."""


def attachments(figures: Sequence[At], dimension: Sequence[Named], text: str) -> tuple[Attached, ...]:
    """All ways to assign the figures to values; one way if only one value is named."""
    found = (way(figures, sorted(dimension, key=lambda one: one.start), text) for way in _WAYS)
    return tuple(dict.fromkeys(each for each in found if each))


def readings(
    figures: Sequence[At], dimensions: Sequence[tuple[str, Sequence[Named]]], text: str
) -> Iterator[tuple[dict[str, str], ...]]:
    """Every reading of the sentence: for each figure, dimension -> value."""
    names = [name for name, found in dimensions if found]
    ways = [attachments(figures, found, text) for _, found in dimensions if found]
    for at, chosen in enumerate(product(*ways)):
        if at >= _MOST_WAYS:
            return
        yield tuple(
            {name: values[index] for name, values in zip(names, chosen, strict=True) if values[index]}
            for index in range(len(figures))
        )


def _before(figures: Sequence[At], named: Sequence[Named], _text: str) -> Attached:
    return tuple(_nearest_before(one, named) or _nearest_behind(one, named) for one in figures)


def _behind(figures: Sequence[At], named: Sequence[Named], _text: str) -> Attached:
    return tuple(_nearest_behind(one, named) or _nearest_before(one, named) for one in figures)


def _right_behind(figures: Sequence[At], named: Sequence[Named], text: str) -> Attached:
    return tuple(_touching(one, named, text) or _nearest_before(one, named) or named[0].value for one in figures)


def _first(figures: Sequence[At], named: Sequence[Named], _text: str) -> Attached:
    return tuple(named[0].value for _ in figures)


def _in_order(figures: Sequence[At], named: Sequence[Named], _text: str) -> Attached:
    values = list(dict.fromkeys(one.value for one in named))
    if len(values) == len(figures):
        return tuple(values)
    several = len(values) > 1 and len(figures) % len(values) == 0
    return tuple(values[at % len(values)] for at in range(len(figures))) if several else ()


_WAYS: tuple[Way, ...] = (_before, _behind, _right_behind, _first, _in_order)


def _nearest_before(one: At, named: Sequence[Named]) -> str:
    return next((each.value for each in reversed(named) if each.end <= one.start), "")


def _nearest_behind(one: At, named: Sequence[Named]) -> str:
    return next((each.value for each in named if each.start >= one.end), "")


def _touching(one: At, named: Sequence[Named], text: str) -> str:
    return next(
        (each.value for each in named
         if each.start >= one.end and _RIGHT_BEHIND.fullmatch(text[one.end : each.start])), ""
    )  # fmt: skip
