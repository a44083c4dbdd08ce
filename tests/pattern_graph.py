"""A pattern as a graph of places that each read one character, built from what `re` itself parses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal

sre: Any = import_module("re._constants")
PUMPED = " \n-#,.:;1가aA'\"()[]|*%_/~"
"""What people and pages repeat."""
MANY = 200
"""A repeat up to more than this many counts as one without end."""
SEVERAL = 24
"""One up to more than this many of one character counts as half of one: times 40 is much, but it does not grow."""
COPIES = 4
"""Of a bounded repeat of more than one character so many are looked at: one more than a cubic pattern needs."""

Reads = Callable[[str], bool]
Condition = Callable[[str, str], bool]
"""Of the character before and the one behind."""


@dataclass(eq=False)
class Node:
    """A place of the pattern: reads one character, or leads on without reading."""

    reads: Reads | None = None
    to: list[tuple[Node, Condition | None]] = field(default_factory=lambda: [])
    repeated: bool = False
    """Stands in a repeat without end, or one of many."""
    weight: float = 1
    """What a repeat of it adds to the power."""
    ends: Literal["", "part", "match"] = ""
    """No other way is tried from here: a match is found, or an atomic group or a look ahead has ended."""
    inside: tuple[Node, ...] = ()
    """The ends of the atomic groups and looks around it."""


def reached(node: Node, passes: Callable[[Condition | None], bool]) -> set[Node]:
    """The places that are reached without reading, by ways whose condition passes."""
    seen: set[Node] = set()
    todo = [node]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        if here.reads is None:
            todo += [to for to, condition in here.to if passes(condition)]
    return seen


class Builder:
    """Builds the graph from its end."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.looks: list[Reads] = []
        """Of one character."""
        self._repeats: list[float] = []
        self._inside: tuple[Node, ...] = ()

    def sequence(self, parts: Sequence[Any], flags: int, to: Node) -> Node:
        for op, value in reversed(parts):
            to = self._part(op, value, flags, to)
        return to

    def _within(self, end: Node, parts: Sequence[Any], flags: int, to: Node) -> Node:
        """The parts up to `to`, inside what ends at `end`."""
        outer, self._inside = self._inside, (*self._inside, end)
        entry = self.sequence(parts, flags, to)
        self._inside = outer
        return entry

    def _part(self, op: Any, value: Any, flags: int, to: Node) -> Node:
        if (reads := reads_of(op, value, flags)) is not None:
            node = Node(reads, [(to, None)], bool(self._repeats), max(self._repeats, default=1), inside=self._inside)
            self.nodes.append(node)
            return node
        if op is sre.SUBPATTERN:
            _, added, removed, parts = value
            return self.sequence(list(parts), (flags | added) & ~removed, to)
        if op is sre.BRANCH:
            return Node(to=[(self.sequence(list(one), flags, to), None) for one in value[1]])
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeat(op, value, flags, to)
        if op is sre.ATOMIC_GROUP:
            return self._atomic(list(value), flags, to)
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return self._look(op, value, flags, to)
        if op is sre.AT:
            return Node(to=[(to, condition_of(value, flags))])
        if op is sre.GROUPREF_EXISTS:
            _, one, other = value
            return Node(to=[(self.sequence(list(each or ()), flags, to), None) for each in (one, other)])
        return Node(to=[(to, None)])

    def _repeat(self, op: Any, value: Any, flags: int, to: Node) -> Node:
        least, most, inner = value
        parts = list(inner)
        single = reads_of(parts[0][0], parts[0][1], flags) if len(parts) == 1 else None
        bounded = most is not sre.MAXREPEAT and most <= MANY
        if bounded and (single is None or most - least <= SEVERAL):
            return self._bounded(op, (least, most, single), parts, flags, to)
        loop = Node()
        out = Node(ends="part") if op is sre.POSSESSIVE_REPEAT else to
        self._repeats.append(0.5 if bounded else 1)
        body = self.sequence(parts, flags, loop) if out is to else self._within(out, parts, flags, loop)
        self._repeats.pop()
        if out is not to:
            out.to = [(to, _none_of(body))]
        loop.to = [(body, None), (out, None)]
        entry = loop if least == 0 else body
        for _ in range(min(least, COPIES) - 1):
            entry = self.sequence(parts, flags, entry)
        return entry

    def _bounded(self, op: Any, bounds: tuple[int, int, Reads | None], parts: list[Any], flags: int, to: Node) -> Node:
        least, most, single = bounds
        if single is None:
            least, most = min(least, COPIES), min(most, COPIES)
        skips = _looking(single, 1, wanted=False) if op is sre.POSSESSIVE_REPEAT and single is not None else None
        entry = to
        for copy in range(most, 0, -1):
            body = self.sequence(parts, flags, entry)
            entry = body if copy <= least else Node(to=[(body, None), (to, skips)])
        return entry

    def _atomic(self, parts: list[Any], flags: int, to: Node) -> Node:
        """What ends in a repeat that could go on has not ended."""
        out = Node(ends="part")
        last: tuple[Any, Any] = parts[-1]
        goes_on = None
        if last[0] in (sre.MAX_REPEAT, sre.POSSESSIVE_REPEAT) and last[1][1] is sre.MAXREPEAT:
            goes_on = _none_of(Builder().sequence(list(last[1][2]), flags, Node(ends="part")))
        out.to = [(to, goes_on)]
        return self._within(out, parts, flags, out)

    def _look(self, op: Any, value: Any, flags: int, to: Node) -> Node:
        direction, inner = value
        wanted, ways = op is sre.ASSERT, list[tuple[Node, Condition | None]]()
        accepts = one_character(list(inner), flags)
        if accepts is None and direction > 0:
            end = Node(ends="part")
            body = self._within(end, list(inner), flags, end)
            ways.append((body, always))
            accepts = first_of(body) if wanted else None
        condition = always
        if accepts is not None:
            self.looks.append(accepts)
            condition = _looking(accepts, direction, wanted=wanted)
        return Node(to=[(to, condition), *ways])  # A look may fail: nothing is sure before it.


def always(_before: str, _behind: str) -> bool:
    """A condition nothing is known of."""
    return True


def _looking(accepts: Reads, direction: int, *, wanted: bool) -> Condition:
    return lambda before, behind: accepts(before if direction < 0 else behind) is wanted


def first_of(body: Node) -> Reads | None:
    """What the first character has to be; None where there need be none."""
    places = reached(body, lambda _: True)
    if any(one.ends for one in places):
        return None
    firsts = [one.reads for one in places if one.reads is not None]
    return lambda char: any(reads(char) for reads in firsts)


def _none_of(body: Node) -> Condition:
    """That a repeat cannot go on with the character behind."""
    firsts = [one.reads for one in reached(body, lambda _: True) if one.reads is not None]
    return lambda _, behind: not any(reads(behind) for reads in firsts)


def one_character(parts: list[Any], flags: int) -> Reads | None:
    """What a look at exactly one character accepts; None for any other look."""
    if len(parts) != 1:
        return None
    op, value = parts[0]
    if op is sre.SUBPATTERN:
        return one_character(list(value[3]), (flags | value[1]) & ~value[2])
    if op is sre.BRANCH:
        ways = [one_character(list(way), flags) for way in value[1]]
        return None if None in ways else lambda char: any(way is not None and way(char) for way in ways)
    return reads_of(op, value, flags)


def condition_of(place: Any, flags: int) -> Condition:
    """Whether a place between two characters of the text is a beginning, an end or a boundary."""
    if place is sre.AT_BEGINNING and flags & re.MULTILINE:
        return lambda before, _: before == "\n"
    if place is sre.AT_END and flags & re.MULTILINE:
        return lambda _, behind: behind == "\n"
    if place in (sre.AT_BOUNDARY, sre.AT_NON_BOUNDARY):
        wanted = place is sre.AT_BOUNDARY
        return lambda before, behind: (is_word(before) != is_word(behind)) is wanted
    return lambda _before, _behind: False  # The text's beginning or end lies in no repetition.


def is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def reads_of(op: Any, value: Any, flags: int) -> Reads | None:
    """What a part of one character accepts; None for any other part."""
    if op is sre.ANY:
        return _any if flags & re.DOTALL else _not_a_line_end
    if op in (sre.LITERAL, sre.NOT_LITERAL, sre.IN):
        held = tuple(value) if op is sre.IN else value
        return _accepted(op, held, bool(flags & re.IGNORECASE)).__contains__
    return None


def _any(_: str) -> bool:
    return True


def _not_a_line_end(char: str) -> bool:
    return char != "\n"


@lru_cache(maxsize=4096)
def _accepted(op: Any, held: Any, folded: bool) -> frozenset[str]:
    return frozenset(
        char for char in PUMPED if _accepts(op, held, {char, char.lower(), char.upper()} if folded else {char})
    )


def _accepts(op: Any, held: Any, cases: set[str]) -> bool:
    if op is sre.IN:
        return any(_holds(held, one) for one in cases) is not (held[0][0] is sre.NEGATE)
    return (chr(held) in cases) is (op is sre.LITERAL)


_CATEGORIES: dict[Any, Reads] = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_NOT_DIGIT: lambda char: not char.isdecimal(),
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    sre.CATEGORY_WORD: is_word,
    sre.CATEGORY_NOT_WORD: lambda char: not is_word(char),
}


def _holds(items: tuple[tuple[Any, Any], ...], char: str) -> bool:
    return any(
        (kind is sre.LITERAL and ord(char) == held)
        or (kind is sre.RANGE and held[0] <= ord(char) <= held[1])
        or (kind is sre.CATEGORY and _CATEGORIES[held](char))
        for kind, held in items
    )
