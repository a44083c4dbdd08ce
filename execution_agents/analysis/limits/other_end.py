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

NOUN = 2
"""Words of a noun and what is measured of it: 산소 농도."""


def other_end(judged: Judged, asking: Asking) -> Judged:
    """The decision by the bound that the value breaks; unchanged where it breaks none."""
    if judged.begins or not judged.met:
        return judged
    broken = (
        one
        for one in asking.stated
        if judged.value.fits(one.limit)
        and one.limit.norm == judged.stated.limit.norm
        and _is_of_the_same(judged.stated, one, asking)
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


def _is_of_the_same(one: Stated, other: Stated, asking: Asking) -> bool:
    """True if the words right before both figures say one thing that the question names (산소 18 % 이상, 산소 농도
    23.5 % 이하), and it names nothing that only one of them is of (여과수 탁도, 원수 탁도)."""
    mine, theirs = (set(content_words(each.limit.place)[-NOUN:]) for each in (one, other))
    named = {word for word in mine if asking.held(asking.own_words, word)}
    return bool(named & theirs) and (named <= theirs or theirs <= mine)
