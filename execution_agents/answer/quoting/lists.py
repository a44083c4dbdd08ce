"""What an answer quotes of a table or a numbered procedure: a row with its heads, or the steps from the first one
on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from execution_agents.answer.evidence.passages import Sentence
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.sentences import is_row

_STEP = re.compile(r"^(\d{1,2})[.)]\s")
_ENDED = re.compile(r"(?:[^\w\s|%℃㎡㎥]|[다요까음함됨])$")


@dataclass(frozen=True)
class Room:
    """How much of one passage may be quoted."""

    figures: QuotingFigures
    longest: int
    """Characters."""


def list_around(mine: Sequence[Sentence], at: int, room: Room) -> list[Sentence] | None:
    """What to quote of the list that holds the sentence at `at`: all of it if that fits, else rows by their score under
    the heads, or steps from the first; None for a sentence outside a list. `mine`: one passage's sentences in reading
    order."""
    if is_row(mine[at].text):
        return _rows(mine, at, room)
    steps = _steps(mine, at)
    if _are_sections(steps):
        return _section(mine, at, room)
    kept = _fitting(steps, room)
    return _going_on(kept, steps) if mine[at] in kept else None


def _rows(mine: Sequence[Sentence], at: int, room: Room) -> list[Sentence]:
    first = last = at
    while first > 0 and is_row(mine[first - 1].text):
        first -= 1
    while last + 1 < len(mine) and is_row(mine[last + 1].text):
        last += 1
    heads, rows = mine[first], mine[first + 1 : last + 1]
    kept, left, most = [heads], room.longest - len(heads.text), room.figures.list_rows
    for row in sorted(rows, key=lambda one: (one is not mine[at], -one.score, one.position)):
        if len(kept) <= most and len(row.text) <= left:
            kept.append(row)
            left -= len(row.text) + 2
    return sorted(kept, key=lambda one: one.position)


def _are_sections(steps: Sequence[Sentence]) -> bool:
    """True if numbers open sections (3. 근무 시간, followed by its text): the other sections answer something else."""
    return any(
        step_number(one) is not None and not is_ended(one.text) and step_number(after) is None
        for one, after in pairwise(steps)
    )


def _section(mine: Sequence[Sentence], at: int, room: Room) -> list[Sentence] | None:
    """The numbered section that holds the sentence, as far as it fits; None if it would be cut off before the
    sentence."""
    start = next((back for back in range(at, -1, -1) if step_number(mine[back]) is not None), at)
    end = next((ahead for ahead in range(at + 1, len(mine)) if step_number(mine[ahead]) is not None), len(mine))
    kept = _fitting(mine[start:end], room)
    return kept if mine[at] in kept else None


def is_ended(text: str) -> bool:
    """True if a text ends like a sentence, or with a mark that continues (: , …); items and headings do not."""
    return _ENDED.search(text) is not None


def _steps(mine: Sequence[Sentence], at: int) -> list[Sentence]:
    """The steps from number 1 before `at` to the last one in the count; empty if there is no number 1."""
    start = next((back for back in range(at, -1, -1) if step_number(mine[back]) == 1), None)
    if start is None:
        return []
    end, number = start, 1
    for ahead in range(start + 1, len(mine)):
        if step_number(mine[ahead]) == number + 1:
            end, number = ahead, number + 1
    return list(mine[start : end + 1]) if number > 1 and start <= at <= end else []


def _going_on(kept: list[Sentence], steps: Sequence[Sentence]) -> list[Sentence]:
    """Marks incomplete steps so that the reader sees they continue."""
    if not kept or len(kept) == len(steps):
        return kept
    return [*kept[:-1], replace(kept[-1], text=f"{kept[-1].text} …")]


def _fitting(steps: Sequence[Sentence], room: Room) -> list[Sentence]:
    kept: list[Sentence] = []
    left = room.longest - len(" …")
    for step in steps[: room.figures.list_rows]:
        left -= len(step.text) + 1
        if left < 0:
            break
        kept.append(step)
    return kept


def step_number(sentence: Sentence) -> int | None:
    """Of an item of a numbered list; None for anything else."""
    found = _STEP.match(sentence.text)
    return int(found[1]) if found else None
