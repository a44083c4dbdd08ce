"""Words that are each other's opposites, whatever the domain: 이상 and 이하, rose and fell, before and after."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

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
    ("올(?:랐|라|려|[리린릴림렸])|오르|상승|인상", "내(?:려|[리린릴림렸])|떨어|하락|인하"),
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
PERIODS = ("hours?$", "days?$", "weeks?$", "months?$", "quarters?$", "years?$")
"""The same, behind a word that says how often (per month)."""
HOW_OFTEN = frozenset({"a", "an", "per", "each", "every", "/"})
OPPOSITES = tuple(
    (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))
    for one, other in (*_PAIRS, *(pair for group in _OTHERS for pair in combinations(group, 2)))
)
"""Beginnings of words."""
_WORD = re.compile(r"[가-힣A-Za-z]+")


def begins(pattern: re.Pattern[str], words: Iterable[str]) -> bool:
    """Whether any of the words begins so."""
    return any(pattern.match(word) for word in words)


def speaks_of_the_opposite(question: str, text: str) -> bool:
    """Whether a text holds the opposite of a word of the question, and that word nowhere (올릴 수, 내려 달라)."""
    return any(
        (begins(other, words) and not begins(one, words))
        for one, other in _asked(question)
        for words in (_WORD.findall(text),)
    )


@lru_cache(maxsize=1_024)
def _asked(question: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Of each pair that the question has one half of: that half, and the other."""
    words = _WORD.findall(question)
    found = ((pair, begins(pair[0], words), begins(pair[1], words)) for pair in OPPOSITES)
    return tuple(pair if one else (pair[1], pair[0]) for pair, one, other in found if one != other)
