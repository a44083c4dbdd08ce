"""The bounds at which what a line says begins or ends: 7 % or more, 700 kPa 이상, after 6 months, 3개월부터.

A limit (`limits.py`) says what is allowed. A threshold says when something holds: an alarm, a benefit, a duty. Read
from one sentence, or from a row of a table under its heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foundation.language.figures.agreement import Figure
from foundation.language.rules.limits import Bound, Limit, amounts_of, bound_of, limit_of_cell, limits_in

_ALARM = re.compile(
    r"경보|정지(?!\w*지)|멈[추춘춥]|차단|비상|고장|이상(?=\s*(?:신호|징후))|\b(?:alarms?|trips?|shut(?:s|down)?|stops?|warn(?:s|ings?)?|faults?)\b",
    re.IGNORECASE,
)
_LOW = re.compile(r"저(?=\s?(?:경보|수위|압|온|유량))|하한|\blow\b", re.IGNORECASE)
_LIMITS_STAND_UNDER = re.compile(
    r"기준|목표|범위|한도|상한|하한|허용|최대|최소|\b(?:limits?|caps?|targets?|range|allowed|max(?:imum)?|min(?:imum)?)\b",
    re.IGNORECASE,
)
"""Heads of columns whose cells are limits; under others a figure with 이상 says when something happens."""
_OVER = re.compile(r"^\s?(?:[을를이가]\s?)?(?:넘(?:으면|는|을\s?때|거나|어야|긴)|초과(?:하면|하거나|하는|인))")
_FROM = re.compile(r"^\s?(?:[을를이가]\s?)?(?:지나(?:면|고|야|서)|부터|이?\s?되면|차야|채[우운워])")
_DOWN_FROM = re.compile(r"^\s?(?:아래|밑)(?:로|면|이면|에서)|^\s?보다\s?(?:낮|적|작)")
_BEFORE_LOW = re.compile(
    r"\b(?:after|once|from|over|above|more\s+than|beyond|exceed(?:s|ing)?)\s+(?:the\s+first\s+)?$", re.IGNORECASE
)
_BEFORE_HIGH = re.compile(r"\b(?:below|under|less\s+than|fewer\s+than)\s+$", re.IGNORECASE)
_INCLUSIVE = re.compile(r"\b(?:after|once|from)\s+(?:the\s+first\s+)?$", re.IGNORECASE)


@dataclass(frozen=True)
class Bounded:
    """One bound of a line."""

    limit: Limit
    said: str
    """The words of the line that say what it bounds."""
    begins: bool
    """True where what the line says begins at it; False where it is a limit of what is allowed."""


def bounds_in(line: str, heads: Sequence[str] = ()) -> tuple[Bounded, ...]:
    """The limits and thresholds of one sentence, or of a row under `heads`; of a row with other heads none."""
    cells = line.split(" | ")
    if len(cells) == 1:
        return tuple(_of_sentence(line))
    return tuple(_of_row(cells, heads)) if len(cells) == len(heads) else ()


def is_of_limits(head: str) -> bool:
    """True for the head of a column whose cells are limits."""
    return _LIMITS_STAND_UNDER.search(head) is not None


def is_alarm(text: str) -> bool:
    """True if a text says that something is stopped, or somebody warned."""
    return _ALARM.search(text) is not None


def _of_sentence(sentence: str) -> Iterator[Bounded]:
    limits = limits_in(sentence)
    for limit in limits:
        yield Bounded(limit, limit.place or sentence[: limit.start], begins=False)
    taken = {limit.start for limit in limits} | {limit.end for limit in limits}
    for one in amounts_of(sentence):
        end = one.start + len(one.text)
        if one.start in taken or end in taken:
            continue
        bound = begun_at(sentence, one)
        if bound is not None:
            yield Bounded(_limit(one, bound), sentence[: one.start], begins=True)


def _of_row(cells: Sequence[str], heads: Sequence[str]) -> Iterator[Bounded]:
    label = cells[0]
    for head, cell in zip(heads[1:], cells[1:], strict=True):
        limit = limit_of_cell(cell, head) if is_of_limits(head) else None
        if limit is not None:
            yield Bounded(limit, f"{label} {head}", begins=False)
            continue
        for one in amounts_of(cell):
            said = f"{label} {head} {cell[: one.start]}"
            bound = begun_at(cell, one)
            if bound is None and is_alarm(f"{label} {head}"):
                bound = "most" if _LOW.search(said) else "least"
            if bound is not None:
                yield Bounded(_limit(one, bound), said, begins=True)


def begun_at(text: str, figure: Figure) -> Bound | None:
    """The bound that the words beside a figure say; None if they say none."""
    behind, before = text[figure.start + len(figure.text) :], text[: figure.start]
    said = bound_of(text, figure)
    if said is not None:
        return said[0]
    if _OVER.match(behind):
        return "above"
    if _FROM.match(behind):
        return "least"
    if _DOWN_FROM.match(behind):
        return "below"
    if _BEFORE_LOW.search(before):
        return "least" if _INCLUSIVE.search(before) else "above"
    return "below" if _BEFORE_HIGH.search(before) else None


def _limit(one: Figure, bound: Bound) -> Limit:
    upper = bound in ("most", "below")
    return Limit(
        one.kind, one.text, None if upper else one.value, one.value if upper else None, low_met=bound != "above",
        high_met=bound != "below", factor=one.factor, counted=one.counted, start=one.start,
        end=one.start + len(one.text),
    )  # fmt: skip
