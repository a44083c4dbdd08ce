"""Names of the files of one conversation: each its own, since passages, citations and questions tell files apart by
their names alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import PurePosixPath
from typing import Any

BELOW = " > "
"""Between a file's name and the headings below it, in a passage's title."""
MOST_BYTES = 255
"""Of a name, as file systems have it."""
_MARK = re.compile(r"(?<= )>(?= )")


def name_in_titles(name: str) -> str:
    """The name without what stands between a name and the headings below it: a - b.txt for a > b.txt."""
    return _MARK.sub("-", name)


def name_beside(name: str, taken: Collection[str]) -> str:
    """The name, or where a file of the conversation has it (in whatever case) the same with a number: lease (2).pdf."""
    used = {one.casefold() for one in taken}
    if name.casefold() not in used:
        return name
    ending = PurePosixPath(name).suffix
    stem = name.removesuffix(ending)
    numbered = (_cut(stem, f" ({number}){ending}") for number in count(2))
    return next(one for one in numbered if one.casefold() not in used)


def titled(passages: Sequence[Any], name: str, called: str) -> list[tuple[Any, ...]]:
    """The passages of a file under the name it got: the first part of each one's title."""
    found: list[tuple[Any, ...]] = []
    for title, *rest in passages:
        own, below, heading = str(title).partition(BELOW)
        found.append((f"{called}{below}{heading}" if own == name else title, *rest))
    return found


def _cut(stem: str, behind: str) -> str:
    room = MOST_BYTES - len(behind.encode())
    return stem.encode()[:room].decode(errors="ignore") + behind
