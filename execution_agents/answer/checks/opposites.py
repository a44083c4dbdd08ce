"""A word that replaces its opposite in the source, between words that are the source's own: 이상 for 이하, fell for
rose. Neither is a negation, and both may occur somewhere in the evidence; only the place decides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise

from execution_agents.answer.checks.exchanged import tokens
from foundation.domains.schema.supporting import SupportFigures
from foundation.language.rules.opposed_words import HOW_OFTEN, OPPOSITES, PERIODS, begins

_OTHER_PERIODS = tuple((re.compile(one), re.compile(other)) for one, other in combinations(PERIODS, 2))


def says_the_opposite(sentence: str, source: str, figures: SupportFigures) -> bool:
    """True if an opposite replaces the source's word."""
    mine, theirs = [one.text for one in tokens(sentence)], [one.text for one in tokens(source)]
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    steps = matcher.get_opcodes()
    equal = sum(end - start for kind, start, end, _, _ in steps if kind == "equal")
    if not mine or equal < figures.opposite_alike / 1000 * len(mine):
        return False
    return any(
        kind == "replace"
        and max(end - start, other_end - other_start) <= figures.exchanged_opposite
        and (
            _opposed(mine[start:end], theirs[other_start:other_end])
            or _other_period(mine[max(0, start - 1) : end], theirs[max(0, other_start - 1) : other_end])
        )
        for kind, start, end, other_start, other_end in steps
    )


def _opposed(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    return any(
        (begins(one, mine) and begins(other, theirs)) or (begins(other, mine) and begins(one, theirs))
        for one, other in OPPOSITES
        if not (begins(one, mine) and begins(other, mine))
    )


def _other_period(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """per month for per quarter."""
    often = [[word for before, word in pairwise(each) if before in HOW_OFTEN] for each in (mine, theirs)]
    return any(
        (begins(one, often[0]) and begins(other, often[1])) or (begins(other, often[0]) and begins(one, often[1]))
        for one, other in _OTHER_PERIODS
    )
