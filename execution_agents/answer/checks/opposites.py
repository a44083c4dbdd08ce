"""A word that stands where the source has its opposite, between words that are the source's own: 이상 for 이하, fell
for rose. Neither is a negation, and both may stand somewhere in the evidence; only the place tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise

from execution_agents.answer.checks.exchanged import tokens
from foundation.domains.schema.supporting import SupportFigures

_PAIRS = (
    ("이상", "이하|미만|초과"),
    ("이하", "미만"),
    ("초과", "이하|미만"),
    ("넘", "이하|미만"),
    ("이내", "이후"),
    ("전(?:까지|에|부터|에는|의)?$", "(?:후|뒤)(?:까지|에|부터|에는|의)?$"),
    ("늘(?:었|어|고|며|려|린|렸|$)", "줄(?:었|어|고|며|여|인|였|$)"),
    ("증가", "감소"),
    ("높", "낮"),
    ("최대", "최소"),
    ("최고", "최저"),
    ("상한", "하한"),
    ("올(?:랐|라|려|린|렸)|오르|상승", "내(?:렸|려|린|리)|떨어|하락"),
    ("허용", "금지"),
    ("포함", "제외"),
    ("유료", "무료"),
    ("유리", "불리"),
    ("least", "most"),
    ("before", "after"),
    ("more", "less|fewer"),
    ("rose|rises?|risen", "fell|falls?|fallen"),
    ("increas", "decreas|reduc"),
    ("highe(?:r|st)", "lowe(?:r|st)"),
    ("minimum", "maximum"),
    ("above|over", "below|under"),
    ("allowed|permitted", "prohibited|forbidden|banned"),
    ("includ", "exclud"),
    ("earlier|earliest", "later|latest"),
)
_OTHERS = (
    ("매시간|시간마다|시간당", "매일|날마다|하루", "매주|주마다", "매월|매달|달마다", "매분기|분기마다", "매년|해마다"),
    ("hourly", "daily", "weekly", "monthly", "quarterly", "yearly|annual"),
    ("first", "second", "third", "fourth", "fifth", "sixth"),
)
"""Words of which each excludes the others."""
_PERIODS = ("hours?$", "days?$", "weeks?$", "months?$", "quarters?$", "years?$")
"""The same, behind a word that says how often (per month)."""
_HOW_OFTEN = frozenset({"a", "an", "per", "each", "every", "/"})
_OPPOSITES = tuple(
    (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))
    for one, other in (*_PAIRS, *(pair for group in _OTHERS for pair in combinations(group, 2)))
)
"""Beginnings of words."""
_OTHER_PERIODS = tuple((re.compile(one), re.compile(other)) for one, other in combinations(_PERIODS, 2))


def says_the_opposite(sentence: str, source: str, figures: SupportFigures) -> bool:
    """True when an opposite stands in the place of the source's word."""
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
        (_begins(one, mine) and _begins(other, theirs)) or (_begins(other, mine) and _begins(one, theirs))
        for one, other in _OPPOSITES
        if not (_begins(one, mine) and _begins(other, mine))
    )


def _other_period(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """per month for per quarter."""
    often = [[word for before, word in pairwise(each) if before in _HOW_OFTEN] for each in (mine, theirs)]
    return any(
        (_begins(one, often[0]) and _begins(other, often[1])) or (_begins(other, often[0]) and _begins(one, often[1]))
        for one, other in _OTHER_PERIODS
    )


def _begins(pattern: re.Pattern[str], words: Sequence[str]) -> bool:
    return any(pattern.match(word) for word in words)
