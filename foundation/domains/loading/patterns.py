"""Regular expressions a pack may carry: short, compiling, and unable to run away on a hostile question.

Python's engine backtracks. Time explodes when something open-ended is repeated inside an open-ended repeat
(`(a+)+`), when alternatives are (`(a|ab)*`), and grows as n^k with k open-ended wildcards in a row. None of these
is needed to recognise an intent, so all are refused rather than analysed; bounded repeats (`.{0,20}`) are free.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LENGTH = 400
MAX_OPEN_WILDCARDS = 2
"""Open-ended repeats of `.`, `\\w`, `\\S`, `\\D`, `\\W` or a negated class: cubic time is too much for a question."""
MOST_WAYS = 9
"""Times that something of varying length may stand in a repeated group: a text is shared out among n of them in about
as many ways as its length to the power of n, bounded or not."""
LARGE_REPEAT = 50
"""`{n,m}` with m from here on counts as open-ended."""

_TOKEN = re.compile(
    r"""(?P<escape>\\.)|(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?(?:P<\w+>|P=\w+|<[=!]|[a-zA-Z-]*:|[=!>]|\#))?)
    |(?P<close>\))|(?P<bar>\|)|(?P<repeat>[*+?]|\{\d*,?\d*\})|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_WIDE = frozenset((".", r"\w", r"\W", r"\S", r"\D"))


@dataclass
class _Group:
    """What an open bracket holds so far."""

    alternatives: bool = False
    open_ended: bool = False
    varying: int = 0
    """Repeats of varying length in it, as often as they come."""


def pattern_fault(pattern: str) -> tuple[str, str] | None:
    """What is wrong with a pattern and what to write instead; None when it may be used."""
    if not pattern.strip():
        return "the pattern is empty and matches everything", "write one or leave it out"
    if len(pattern) > MAX_LENGTH:
        return f"the pattern is {len(pattern)} characters long", f"split it: {MAX_LENGTH} at most"
    try:
        compiled = re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        return f"the pattern does not compile ({error})", "mend it"
    if compiled.match(""):
        return "the pattern matches an empty text, so it fits every question", "require at least one character"
    return _runaway(pattern)


def _runaway(pattern: str) -> tuple[str, str] | None:
    stack, wildcards = [_Group()], 0
    previous: tuple[str, _Group | None] = ("", None)
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token.group()
        if kind == "open":
            stack.append(_Group())
            continue
        if kind == "close" and len(stack) > 1:
            group = stack.pop()
            stack[-1].open_ended |= group.open_ended
            stack[-1].varying += group.varying
            previous = ("", group)
            continue
        if kind == "bar":
            stack[-1].alternatives = True
        if kind == "repeat":
            least, most = _bounds(text)
            inside = previous[1].varying if previous[1] else 0
            if most > 1 and inside * most > MOST_WAYS:
                return "a repeat of varying length is repeated too often", r"write fewer, as in (a{1,9}){1,3}"
            stack[-1].varying += inside * (most - 1) if inside else least != most
        if kind == "repeat" and _open_ended(text):
            atom, group = previous
            if group and group.open_ended:
                return "an open-ended repeat stands inside another", r"bound both of them, as in (a{1,9}){1,3}"
            if group and group.alternatives:
                return "alternatives are repeated without a bound", "bound the repeat, as in (a|b){0,9}"
            stack[-1].open_ended = True
            wildcards += atom in _WIDE or atom.startswith("[^")
        previous = (text, None)
    if wildcards > MAX_OPEN_WILDCARDS:
        return f"{wildcards} open-ended wildcards make it slow", "bound them, as in .{0,20}"
    return None


def _bounds(repeat: str) -> tuple[int, int]:
    """How often at least and at most."""
    if not repeat.startswith("{"):
        return int(repeat == "+"), 1 if repeat == "?" else LARGE_REPEAT
    least, comma, most = repeat[1:-1].partition(",")
    return int(least or 0), int((most or LARGE_REPEAT) if comma else least or 0)


def _open_ended(repeat: str) -> bool:
    if repeat in "*+":
        return True
    if not repeat.startswith("{"):
        return False
    upper = repeat[1:-1].split(",")[-1]
    return upper == "" or int(upper) >= LARGE_REPEAT
