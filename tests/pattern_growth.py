"""How the work of a pattern grows with the text, read from the pattern itself: no clock, no machine.

A pattern is a graph of places that each read one character. In a text that repeats a cycle w (blanks, "- ", "\\n") a
matcher that fails has tried every path through the places that read w. Their number grows with the text's length n as
n**d, d being the most repeats a path can pass through one after the other; a search, which begins again at every
character, is one repeat more. Where one repeat can read the same text in two ways, it grows as 2**n.
What a place reads behind a fixed part, a boundary, a look at one character or a possessive repeat is told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from typing import Any

from tests.pattern_graph import PUMPED, Builder, Node, is_word, reached

parser: Any = import_module("re._parser")
EXPONENTIAL = 99
"""The growth of a repeat that reads the same text in two ways."""
TOO_MUCH = 2.5
"""Quadratic times a bounded repeat, and worse."""
MOST_STEPS = 5_000


@dataclass(frozen=True)
class Growth:
    """How the work of a search grows."""

    power: float
    """1 linear, 2 quadratic, 3 cubic, or EXPONENTIAL; half a power more for a bounded repeat (`.{2,40}`)."""
    cycle: str
    """The repeated characters that show it."""


def growth_of(pattern: str, flags: int) -> Growth:
    """The worst growth over every cycle of one or two characters the pattern repeats."""
    paths = _Paths(pattern, flags)
    return max(
        (Growth(paths.power_over(cycle), cycle) for cycle in paths.cycles()),
        key=lambda one: one.power,
        default=Growth(1, ""),
    )


State = tuple[Node, int]
"""A place that reads a character, and which of the cycle's."""


class _Paths:
    """The ways through one pattern."""

    def __init__(self, pattern: str, flags: int) -> None:
        built = Builder()
        self._start = built.sequence(list(parser.parse(pattern, flags)), flags, Node(ends="match"))
        self._nodes, self._looks = built.nodes, built.looks
        self._reading: dict[str, list[Node]] = {}
        self._nexts: dict[tuple[Node, str, str], dict[Node, int]] = {}
        self._ends: dict[tuple[Node, tuple[Node, ...]], str] = {}

    def cycles(self) -> Iterator[str]:
        """The characters the pattern repeats, one of each kind, and every two of them."""
        kinds: dict[tuple[object, ...], str] = {}
        for char in PUMPED:
            read = self._read(char)
            if any(node.repeated for node in read):
                looked = [look(char) for look in (*self._looks, is_word, "\n".__eq__)]
                kinds.setdefault((*read, *looked), char)
        yield from kinds.values()
        yield from map("".join, combinations(kinds.values(), 2))

    def power_over(self, cycle: str) -> float:
        """The growth in a text that repeats the cycle, whatever comes before and behind."""
        states = [(node, at) for at, char in enumerate(cycle) for node in self._read(char)]
        edges = {state: self._next(state[0].to[0][0], state[1], cycle) for state in states}
        groups = components(states, edges)
        of = {state: number for number, group in enumerate(groups) for state in group}
        powers: list[float] = []
        ends: list[str] = []
        for number, group in enumerate(groups):  # Those a group leads to come before it.
            inner = sum(count for state in group for to, count in edges[state].items() if of[to] == number)
            ends.append(min(self._end(node.to[0][0], node.inside) for node, _ in group))
            if inner > len(group) and not ends[number]:
                return EXPONENTIAL
            own = max(node.weight for node, _ in group) if inner else 0
            behind = {of[to] for state in group for to in edges[state]} - {number}
            # What surely ends is not tried again after what surely ends; what comes after an end never is.
            again = [powers[one] for one in behind if ends[one] != "match" and not (ends[one] and ends[number])]
            powers.append(max([own + max(again, default=0), *(powers[one] for one in behind)]))
        begins = {of[to] for at in range(len(cycle)) for to in self._next(self._start, at - 1, cycle)}
        searched = 0 if self._end(self._start, ()) == "match" else 1
        return max([1, *powers, *(searched + powers[one] for one in begins if ends[one] != "match")])

    def _read(self, char: str) -> list[Node]:
        if char not in self._reading:
            self._reading[char] = [node for node in self._nodes if node.reads is not None and node.reads(char)]
        return self._reading[char]

    def _next(self, node: Node, at: int, cycle: str) -> dict[State, int]:
        """The places that read the next character, and by how many ways."""
        position = (at + 1) % len(cycle)
        key = node, cycle[at], cycle[position]
        if key not in self._nexts:
            self._nexts[key] = _ways(*key)
        return {(to, position): count for to, count in self._nexts[key].items()}

    def _end(self, node: Node, inside: tuple[Node, ...]) -> str:
        """The end that is surely reached from here, so that nothing is tried again."""
        key = node, inside
        if key not in self._ends:
            free = reached(node, lambda condition: condition is None)
            found = {one.ends for one in free if one.ends == "match" or one in inside}
            self._ends[key] = next((end for end in ("match", "part") if end in found), "")
        return self._ends[key]


def _ways(node: Node, before: str, char: str) -> dict[Node, int]:
    """The places that read the character, and by how many ways they are reached (two are as good as more)."""
    found: dict[Node, int] = {}
    steps = 0

    def walk(here: Node, on: tuple[Node, ...]) -> None:
        nonlocal steps
        steps += 1
        if here.reads is not None:
            if here.reads(char):
                found[here] = min(2, found.get(here, 0) + 1)
        elif here not in on and steps < MOST_STEPS:
            for to, condition in here.to:
                if condition is None or condition(before, char):
                    walk(to, (*on, here))

    walk(node, ())
    return found


def components(states: Sequence[State], edges: dict[State, dict[State, int]]) -> list[list[State]]:
    """The groups of states that lead to each other; those a group leads to come first (Tarjan)."""
    index: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    open_: set[State] = set()
    groups: list[list[State]] = []

    def visit(state: State) -> None:
        index[state] = low[state] = len(index)
        stack.append(state)
        open_.add(state)
        for to in edges[state]:
            if to not in index:
                visit(to)
            if to in open_:
                low[state] = min(low[state], low[to])
        if low[state] == index[state]:
            at = stack.index(state)
            groups.append(stack[at:])
            open_.difference_update(stack[at:])
            del stack[at:]

    for state in states:
        if state not in index:
            visit(state)
    return groups
