"""Splits a draft into its claims: sentences, list items and table rows, each with its position and its citations.

A sentence cites the markers in it and right after it. A row cites those of its cells. A sentence without a marker may
be supported by any item.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from foundation.language.claims import claims_of
from foundation.language.sentences import is_row

MARKER = re.compile(r"\[(\d{1,3})\]")
_WITH_SPACE = re.compile(r"\s?\[\d{1,3}\]")
_BEHIND = re.compile(r"(?:[ \t.,。|]*\[\d{1,3}\])+")
_STOP_BEHIND = re.compile(r"[.!?。]+")
_ITEM = re.compile(r"(?:^|\n)[^\S\n]*(?:[-*•]|\(?\d{1,2}[.)])[^\S\n]+$")

_LEAST_LINES = 3

PartKind = Literal["sentence", "item", "row"]


@dataclass(frozen=True)
class Part:
    """One claim of a draft."""

    start: int
    """Where it begins in the draft, including a list number, yes or no."""
    opens: int
    """Where its own words begin."""
    end: int
    """Behind its last letter, stop and marker."""
    text: str
    """What it says, without markers, list numbers, yes and no."""
    kind: PartKind
    cited: tuple[int, ...]
    heads: tuple[str, ...] = ()
    """Of a row: what its columns are called."""

    @property
    def cells(self) -> tuple[str, ...]:
        """Of a row."""
        return tuple(cell.strip() for cell in self.text.split(" | ")) if self.kind == "row" else ()


def parts_of(draft: str) -> tuple[Part, ...]:
    """The claims of a draft, in order. The first row of a table names its columns and claims nothing."""
    plain, places = _unmarked(draft)
    letters = [at for at, one in enumerate(plain) if _is_letter(one)]
    squeezed = "".join(plain[at] for at in letters)
    found: list[Part] = []
    heads: tuple[str, ...] | None = None
    cursor = 0
    for claim in claims_of(plain):
        wanted = _letters(claim.sentence)
        at = squeezed.find(wanted, cursor) if wanted else -1
        if at < 0:
            continue
        cursor = at + len(wanted)
        says = max(at, squeezed.find(_letters(claim.text), at, cursor))
        span = (places[letters[at]], places[letters[says]], places[letters[cursor - 1]] + 1)
        if not is_row(claim.text):
            heads = None
        elif heads is None:
            heads = tuple(cell.strip() for cell in claim.text.split(" | "))
            continue
        found.append(_part(draft, span, claim.text, heads or ()))
    return _with_lines(draft, found)


def _with_lines(draft: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Several lines that end without a full stop are a list, even if their bullets were dropped before."""
    lines = [part for part in parts if part.kind == "sentence" and _is_line(draft, part)]
    if len(lines) < _LEAST_LINES:
        return tuple(parts)
    return tuple(replace(part, kind="item") if part in lines else part for part in parts)


def _is_line(draft: str, part: Part) -> bool:
    begins = draft[: part.start].rpartition("\n")[2]
    ends = draft[part.end :].partition("\n")[0]
    return not begins.strip() and not ends.strip() and part.text[-1:] not in ".!?。"


def _part(draft: str, span: tuple[int, int, int], text: str, heads: tuple[str, ...]) -> Part:
    start, opens, end = span
    kind: PartKind = "row" if heads else "item" if _ITEM.search(draft[:opens]) else "sentence"
    behind = _BEHIND.match(draft, end)
    end = behind.end() if behind else end
    stop = _STOP_BEHIND.match(draft, end)
    end = stop.end() if stop else end
    behind = _BEHIND.match(draft, end)
    end = behind.end() if behind and kind != "row" else end
    cited = tuple(dict.fromkeys(int(number) for number in MARKER.findall(draft[start:end])))
    return Part(start, opens, end, text.strip(), kind, cited, heads)


def _unmarked(draft: str) -> tuple[str, Sequence[int]]:
    """The draft without its markers, and the original position of each of its characters."""
    hidden = {at for found in _WITH_SPACE.finditer(draft) for at in range(*found.span())}
    places = [at for at in range(len(draft)) if at not in hidden]
    return "".join(draft[at] for at in places), places


def _letters(text: str) -> str:
    return "".join(one for one in text if _is_letter(one))


def _is_letter(one: str) -> bool:
    return one.isalnum()
