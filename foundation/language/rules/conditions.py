"""The clauses of a sentence, and which of them say under what condition the others hold: if, unless, only, except,
during; -면, -때, 경우, 않는 한.

A clause that stands before a condition and is joined to it (-고, -며) belongs to it: 넘고 내려오지 않을 때.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_HANGUL = re.compile(r"[가-힣]")
_ENDS = r"(?=[\s,.;)]|$)"
_KOREAN = re.compile(
    rf"(?P<condition>(?:(?<=[가-힣])(?<!으)면(?:은|서는)?|으면|(?<![가-힣])때(?:에는|에만|에|는|만|마다)?"
    rf"|경우(?:에는|에만|에|는|만|라면|이?며)?|않는\s한|한하여|한해(?:서만|서)?|한정(?:하여|해)|조건으로|없이는?|(?<=[가-힣])야만"
    rf"|동안(?:에는|에만|만)?|제외하고는?|(?<=[가-힣])\s시(?:에는|에만|에)?){_ENDS})"
    r"|(?P<joined>(?<=[가-힣])(?:고|며|거나)(?=[,\s]))"
    r"|(?P<apart>(?<=[가-힣])(?:지만|는데|으나|므로|니까|어서|아서|여서|되)(?=[,\s])|,(?=\s)|;)"
)
"""What ends a clause."""
_ENGLISH = re.compile(
    r"(?P<condition>\b(?:if|unless|when(?:ever)?|while|during|until|provided(?:\s+that)?|as\s+long\s+as|except|excluding"
    r"|only|without|subject\s+to|in\s+case|on\s+condition)\b)"
    r"|(?P<apart>[,;](?=\s)|\s(?=(?:and|but|or|because|so)\s))",
    re.IGNORECASE,
)
"""What begins a clause."""


@dataclass(frozen=True)
class Clause:
    """One clause of a sentence."""

    text: str
    start: int
    end: int
    is_condition: bool = False


@lru_cache(maxsize=4_096)
def clauses_of(sentence: str) -> tuple[Clause, ...]:
    """Its clauses, in order."""
    return _korean(sentence) if _HANGUL.search(sentence) else _english(sentence)


def conditions_in(sentence: str) -> tuple[Clause, ...]:
    """Those that say when the others hold."""
    return tuple(one for one in clauses_of(sentence) if one.is_condition)


def _korean(sentence: str) -> tuple[Clause, ...]:
    found: list[tuple[int, int, str]] = []
    start = 0
    for one in _KOREAN.finditer(sentence):
        found.append((start, one.end(), one.lastgroup or ""))
        start = one.end()
    if sentence[start:].strip(" .,;"):
        found.append((start, len(sentence), "end"))
    kinds = _with_joined([kind for _, _, kind in found])
    return tuple(
        Clause(sentence[begin:end].strip(" ,;"), begin, end, kind == "condition")
        for (begin, end, _), kind in zip(found, kinds, strict=True)
    )


def _with_joined(kinds: Sequence[str]) -> list[str]:
    found = list(kinds)
    for at in range(len(found) - 2, -1, -1):
        if found[at] == "joined" and found[at + 1] == "condition":
            found[at] = "condition"
    return found


def _english(sentence: str) -> tuple[Clause, ...]:
    cuts = [(0, "main")]
    for one in _ENGLISH.finditer(sentence):
        kind = one.lastgroup or ""
        start = one.start() if kind == "condition" else one.end()
        if start == cuts[-1][0]:
            cuts[-1] = (start, kind)
        elif not sentence[cuts[-1][0] : start].strip(" ,;"):
            cuts[-1] = (cuts[-1][0], kind)
        else:
            cuts.append((start, kind))
    ends = [*(start for start, _ in cuts[1:]), len(sentence)]
    found = (Clause(sentence[start:end].strip(" ,;"), start, end, kind == "condition")
             for (start, kind), end in zip(cuts, ends, strict=True))  # fmt: skip
    return tuple(one for one in found if one.text)
