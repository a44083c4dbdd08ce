"""Faults in SQL that lies in a module's texts: conditions left out, boundaries moved, states exchanged, columns not
written, locks, orders and limits dropped.

Only the named assignments are touched. Every fault is one replacement inside one string of the source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from benchmarks.mutation.mutants import Mutant

Span = tuple[int, int]
Fault = tuple[Span, str]
"""Where, in characters of the source, and what stands there instead."""

OTHER_STATE = {
    "open": "decided",
    "decided": "open",
    "queued": "running",
    "running": "waiting",
    "waiting": "queued",
    "cancelled": "completed",
    "timeout": "person",
    "prompt_extended": "prompt_resolved",
}
REPLACED = (
    (r"(?<!-) > ", (" >= ", " <= ")),
    (r" <= ", (" < ", " > ")),
    (r"(?<![(,]) < ", (" <= ", " >= ")),
    (r"\bOR\b", ("AND",)),
    (r"\bIS NULL\b", ("IS NOT NULL",)),
    (r"\bIS NOT NULL\b", ("IS NULL",)),
    (r" \+ ", (" - ",)),
    (r"(?<=[a-z_)]) - ", (" + ",)),
    (r" \* 1000\b", ("",)),
    (r"(?<=[+-] )1\b", ("2",)),
    (r"\bFOR UPDATE\b(?: SKIP LOCKED)?", ("",)),
    (r" SKIP LOCKED\b", ("",)),
    (r"\bORDER BY \w+", ("",)),
    (r"\bLIMIT \d+", ("LIMIT 1",)),
    (r"\bNOT (?=\w)(?!NULL|EXISTS)", ("",)),
)
"""Pattern, and what may stand there instead."""
_ENDS = re.compile(r"\b(?:AND|RETURNING|FROM|FOR UPDATE|FOR SHARE|ORDER BY|LIMIT|WHERE)\b|\"|$")
_STATE = re.compile(r"'([a-z_]+)'")


def sql_mutants(source: str, names: Collection[str]) -> list[Mutant]:
    """Every fault in the statements assigned to these names."""
    offsets = _line_offsets(source)
    found: list[Mutant] = []
    for name, span in _assignments(source, names, offsets):
        for (start, end), after in sorted(set(_faults(source, span))):
            line = source.count("\n", 0, start) + 1
            before = source[start:end]
            mutated = source[:start] + after + source[end:]
            found.append(
                Mutant(name, line, _shown(source, start, end, before), _shown(source, start, end, after), mutated)
            )
    return found


def _assignments(source: str, names: Collection[str], offsets: list[int]) -> Iterator[tuple[str, Span]]:
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign) or node.end_lineno is None:
            continue
        name = ast.unparse(node.targets[0])
        if name in names:
            begin = source.index("=", offsets[node.lineno - 1]) + 1
            yield name, (source.index('"', begin) + 1, offsets[node.end_lineno])


def _line_offsets(source: str) -> list[int]:
    offsets = [0]
    for line in source.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    return offsets


def _faults(source: str, span: Span) -> Iterator[Fault]:
    begin, end = span
    for pattern, replacements in REPLACED:
        for match in re.compile(pattern).finditer(source, begin, end):
            for other in replacements:
                yield match.span(), other
    for match in _STATE.finditer(source, begin, end):
        if match.group(1) in OTHER_STATE:
            yield match.span(1), OTHER_STATE[match.group(1)]
    yield from _conditions_left_out(source, span)
    yield from _columns_not_written(source, span)
    yield from _members_left_out(source, span)


def _conditions_left_out(source: str, span: Span) -> Iterator[Fault]:
    """Each conjunct of each WHERE becomes true."""
    for match in re.compile(r"\b(?:WHERE|AND)\s+").finditer(source, *span):
        end = _extent(source, match.end(), span[1])
        yield (match.end(), end), "true"


def _columns_not_written(source: str, span: Span) -> Iterator[Fault]:
    """Each assignment after SET keeps what was there."""
    for match in re.compile(r"\bSET\s+").finditer(source, *span):
        at = match.end()
        while True:
            end = _extent(source, at, span[1], comma=True)
            column = source[at:end].split("=")[0].strip()
            yield (
                (at, end),
                f"{column} = {column}"
                if "." in column
                else f"{column} = {_table_before(source, match.start())}.{column}",
            )
            if source[end : end + 1] != ",":
                break
            at = end + 1 + len(source[end + 1 :]) - len(source[end + 1 :].lstrip())


def _table_before(source: str, at: int) -> str:
    return source[:at].split()[-1]


def _members_left_out(source: str, span: Span) -> Iterator[Fault]:
    """IN ('a', 'b') without one of them."""
    for match in re.compile(r"\bIN \(([^)]*)\)").finditer(source, *span):
        members = [member.strip() for member in match.group(1).split(",")]
        for at in range(len(members)):
            yield match.span(1), ", ".join(members[:at] + members[at + 1 :])


def _extent(source: str, begin: int, limit: int, *, comma: bool = False) -> int:
    """Where the expression that begins here ends: at a closing bracket or keyword that is not inside it."""
    depth, case = 0, 0
    for at in range(begin, limit):
        character = source[at]
        if character == ")" and depth == 0:
            return _stripped(source, begin, at)
        depth += (character == "(") - (character == ")")
        case += source.startswith("CASE ", at) - source.startswith("END", at)
        if depth or case:
            continue
        if (comma and character == ",") or (at > begin and _ENDS.match(source, at) and not source[at - 1].isalnum()):
            return _stripped(source, begin, at)
    return _stripped(source, begin, limit)


def _stripped(source: str, begin: int, end: int) -> int:
    return begin + len(source[begin:end].rstrip())


def _shown(source: str, start: int, end: int, middle: str) -> str:
    """The fault with the rest of its line, on one line."""
    left = source[source.rindex("\n", 0, start) + 1 : start]
    right = source[end : source.index("\n", end)]
    return " ".join(f"{left}{middle}{right}".split())
