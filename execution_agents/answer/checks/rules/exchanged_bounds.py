"""A limit stated the wrong way round: at most 14 for at least 14, 이하 for 이상."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.checks.cited_places import Place
from foundation.language.rules.limits import Limit, limits_in


def exchanged_bound(claim: str, places: Sequence[Place]) -> str:
    """The figure of a claim that bounds from above what these places bound from below, or the reverse; "" for none."""
    stated = [limit for place in places for limit in limits_in(place.text)]
    for mine in (one for one in limits_in(claim) if _direction(one)):
        there = [_direction(one) for one in stated if _is_of(mine, one)]
        if there and all(each == -_direction(mine) for each in there):
            return mine.text
    return ""


def agrees_in_a_limit(claim: str, place: str) -> bool:
    """True if both state the same limit, whatever the words: not more than 5 is at most 5."""
    theirs = {(one.kind, one.ends) for one in limits_in(place)}
    return any((one.kind, one.ends) in theirs for one in limits_in(claim))


def _direction(limit: Limit) -> int:
    """1 for a lower limit, -1 for an upper one, 0 for a range."""
    return (limit.high is None) - (limit.low is None)


def _is_of(mine: Limit, other: Limit) -> bool:
    ends = {mine.low, mine.high} - {None}
    return mine.kind == other.kind and bool(_direction(other)) and bool(ends & {other.low, other.high})
