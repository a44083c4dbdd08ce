"""The citations of a final message numbered from 1 as they come in its text.

Ours keep the number that their item had while the answer was written, so [7] may come first and [3] may be missing.
Clients of others take `[n]` for the n-th source that they are told of, and tell sources apart by their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

_MARKER = re.compile(r"\[(\d+)\](?!\()")


def in_order(final: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same message; `content`, `citations`, `marks` and `analysis` agree on the new numbers."""
    content, citations = str(final["content"]), list(final["citations"])
    cited = {one["marker"] for one in citations}
    numbers: dict[int, int] = {}
    for old in [*(int(found[1]) for found in _MARKER.finditer(content)), *sorted(cited)]:
        if old in cited:
            numbers.setdefault(old, len(numbers) + 1)

    def anew(found: re.Match[str]) -> str:
        return f"[{numbers.get(int(found[1]), found[1])}]"

    numbered = {
        "content": _MARKER.sub(anew, content),
        "citations": _told_apart(sorted(_renumbered(citations, numbers), key=lambda one: one["marker"])),
        "marks": _moved(final.get("marks") or [], content, anew),
        "analysis": _within(final.get("analysis"), anew),
    }
    return {**final, **{name: value for name, value in numbered.items() if name in final}}


def _renumbered(citations: list[dict[str, Any]], numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [{**one, "marker": numbers[one["marker"]]} for one in citations]


def _told_apart(citations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A page that is cited a second time gives way to our copy of that passage: two passages are two sources."""
    seen: set[str] = set()
    apart: list[dict[str, Any]] = []
    for one in citations:
        page = str(one.get("uri") or "")
        apart.append({**one, "uri": None} if page in seen else one)
        if page:
            seen.add(page)
    return apart


def _moved(marks: list[dict[str, Any]], content: str, anew: Callable[[re.Match[str]], str]) -> list[dict[str, Any]]:
    """The same places: a number with fewer digits moves what stands after it."""
    shifts: list[tuple[int, int]] = []
    for found in _MARKER.finditer(content):
        shifts.append((_units(content[: found.end()]), len(anew(found)) - len(found[0])))

    def moved(place: int) -> int:
        return place + sum(by for end, by in shifts if end <= place)

    return [{**one, "start": moved(one["start"]), "end": moved(one["end"])} for one in marks]


def _units(text: str) -> int:
    """UTF-16 code units, as marks count."""
    return len(text.encode("utf-16-le")) // 2


def _within(value: object, anew: Callable[[re.Match[str]], str]) -> object:
    """Every text in it with the new numbers."""
    if isinstance(value, str):
        return _MARKER.sub(anew, value)
    if isinstance(value, dict):
        return {name: _within(one, anew) for name, one in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_within(one, anew) for one in cast("list[object]", value)]
    return value
