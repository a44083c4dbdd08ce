"""Columns of one name told apart by what stands over or under it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from execution_agents.ingest.estimates.cells import key
from execution_agents.ingest.estimates.grid import Grid, spread
from execution_agents.ingest.estimates.needed_columns import Column

_NUMBERED = re.compile(r"\s*No\.?$", re.IGNORECASE)


def tell_apart(grid: Grid, labels: Sequence[int], columns: Sequence[Column]) -> bool:
    """Where a name comes again, what stands over it tells its columns apart, `labels` being those that say what a row
    is. False: nothing does."""
    names = [one.name for one in columns]
    again = [one for one in columns if names.count(one.name) > 1]
    below = [(one.name, one.below) for one in again]
    for one in again:
        one.variant = (one.below,) if one.below else ()
    left = [one for one in again if below.count((one.name, one.below)) > 1]
    if left:
        distinct_below = {one.name for one in again} - {one.name for one in left}
        _tell_by_heads(grid, labels, [one for one in columns if one.name not in distinct_below])
    return len({(one.name, one.variant) for one in columns}) == len(names)


def _tell_by_heads(grid: Grid, labels: Sequence[int], columns: Sequence[Column]) -> None:
    """By the rows over their names."""
    names = [one.name for one in columns]
    rows = grid.rows[: min(one.head for one in columns if names.count(one.name) > 1)]
    groups = _groups(columns)
    if len({len(group) for group in groups}) > 1 and any(
        len({row[one.at] for one in columns} - {""}) == len(columns) for row in rows
    ):
        groups = [[one] for one in columns]
    over = [any(names.count(one.name) > 1 for one in group) for group in groups]
    below: Sequence[str] = ()
    for row in reversed(rows):
        texts = _joined(["".join(row[one.at] for one in group) for group in groups], below)
        filled = spread(texts) if any(text and one for text, one in zip(texts, over, strict=True)) else texts
        measure = key("".join(filter(None, texts))).startswith(("수량", "구분", "인원수"))
        if measure or not any(filled) or len(set(filled)) == 1 < len(filled):
            continue
        below = filled
        lead = _NUMBERED.sub("", next((row[at] for at in labels if row[at]), ""))
        for group, said in zip(groups, filled, strict=True):
            said = f"{lead} {said}" if said and lead.upper() == "SCH" else said
            for one in group:
                one.variant = (said, *one.variant) if said else one.variant


def _joined(texts: Sequence[str], below: Sequence[str]) -> list[str]:
    """Pieces of a head put together over the groups whose own heads, below, begin again: U곡관 및|팽창형 U곡관 over
    20∼80|100∼160."""
    begins = [at for at, one in enumerate(below) if one == below[0]]
    if len(begins) < 2 or not below[0] or 0 not in begins:
        return list(texts)
    out = list(texts)
    for a, b in pairwise([*begins, len(texts)]):
        out[a:b] = ["".join(texts[a:b])] * (b - a)
    return out


def _groups(columns: Sequence[Column]) -> list[list[Column]]:
    """Columns of one variant each: the next begins where a name comes again, and behind the last where more stand than
    the first has."""
    groups: list[list[Column]] = [[]]
    for one in columns:
        if one.name in {each.name for each in groups[-1]}:
            groups.append([])
        groups[-1].append(one)
    size = len(groups[0])
    if len(groups) > 1 and [one.name for one in groups[-1][:size]] == [one.name for one in groups[0]]:
        groups[-1:] = [one for one in (groups[-1][:size], groups[-1][size:]) if one]
    return groups
