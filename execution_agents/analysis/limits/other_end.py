"""The other end of a range that two places state: oxygen of at least 18 % here, of 23.5 % at most there.

A value that keeps the bound at hand is no yes where the evidence bounds the same thing otherwise, and the value breaks
that bound.
"""

from __future__ import annotations

from dataclasses import replace

from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.judging import Judged, is_of_its_subject
from execution_agents.analysis.limits.stated import Stated
from foundation.language.content import content_words


def other_end(judged: Judged, asking: Asking) -> Judged:
    """The decision by the bound that the value breaks; unchanged where it breaks none."""
    if judged.begins or not judged.met:
        return judged
    named = _named(judged.stated)
    broken = (
        one
        for one in asking.stated
        if judged.value.fits(one.limit)
        and one.limit.norm == judged.stated.limit.norm
        and named
        and _named(one) == named
        and is_of_its_subject(one, judged.value, asking)
        and _is_broken_at_the_open_end(one, judged)
    )
    found = next(broken, None)
    return judged if found is None else replace(judged, stated=found, met=False)


def _is_broken_at_the_open_end(one: Stated, judged: Judged) -> bool:
    """True if the value breaks a bound on the side that the limit at hand leaves open. A stricter limit of the same
    side is of another case."""
    mine = judged.stated.limit
    other = replace(
        one.limit,
        low=one.limit.low if mine.low is None else None,
        high=one.limit.high if mine.high is None else None,
    )
    return not other.is_met(judged.value.in_unit_of(one.limit))


def _named(stated: Stated) -> str:
    """What the limit is of: the word before its figure (산소 18 % 이상), a head noun behind it left out (산소 농도)."""
    words = content_words(stated.limit.place)
    heads = [word for word in words[-2:] if word not in _HEADS]
    return heads[-1] if heads else ""


_HEADS = frozenset({"농도", "온도", "수위", "압력", "유량", "값", "level", "concentration", "temperature"})
"""What is measured of a thing."""
