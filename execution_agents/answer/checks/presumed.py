"""What a question takes for granted and its passages do not hold: a denial, a year, a day.

A question made to look answerable is often a true one reversed: which were *not* taken, what happened in a year no
passage names. Its words match the passages as well as those of an answerable question. Only cases that were measured
are checked (English questions about things, SQuAD 2: docs/answers.md; Korean ones only by their year). What people say
about themselves (my landlord won't pay) describes their own case and presumes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from foundation.language.dates.days import EN_MONTH, find_days

_ASKS = re.compile(
    r"^\W*(?:(?:in|on|at|to|for|of|by|from|with|since|until|during)\s+)?(?:what|which|who|whom|whose|when|where|why|how)\b",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"\b(?:i|i'm|my|mine|me|we|our|us|you|your|if|unless|because|since|although|should|must|may)\b", re.IGNORECASE
)
_DENIES = re.compile(
    r"\b(?:not|never|no|nobody|none|neither|nor|without|cannot|unable|unlike|unlikely|unimportant|unsuccessful\w*"
    r"|impossible|fail(?:s|ed|ing)?|refuse[sd]?|lack(?:s|ed|ing)?|least|except|other than|besides|incapable|\w+less)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_ENGLISH, _HANGUL = re.compile(r"[A-Za-z]{3}"), re.compile(r"[가-힣]")
"""A denial can be compared within one language only."""
_ANY = date(2001, 12, 31)
_NAMED = re.compile(rf"\b{EN_MONTH}\s+\d|\d(?:st|nd|rd|th)?\s+(?:of\s+)?{EN_MONTH}(?![a-z])", re.IGNORECASE)
"""A day by its month's name; "last Tuesday" names no day that a text could hold."""
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?![\d.,]\d|\d)")

_KOREAN_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?(?=년|[-./]\s?\d)")
_KOREAN_CASE = re.compile(r"[는은인한된던갈볼할]데|[었았였했]는데|면(?:\s|,|서)|제가|저는|저희|내가|나는|우리|경우")
"""What people say about themselves, or suppose."""


def days_in(text: str) -> set[tuple[int, int]]:
    """(month, day) of every day a text names."""
    return {(one.days[0].month, one.days[0].day) for one in find_days(text, _ANY)}


def names_another_time(question: str, sentence: str, texts: Sequence[str]) -> bool:
    """True for a Korean question about things that names a year no passage holds, if the best one (`sentence`, with its
    title) is of another year: the report of 2025 does not state 2023년 총수입."""
    years = set(_KOREAN_YEAR.findall(question))
    if not years or _KOREAN_CASE.search(question) or any(year in text for year in years for text in texts):
        return False
    return bool(_KOREAN_YEAR.search(sentence))


def presumes_too_much(question: str, sentence: str, evidence: Iterable[str]) -> bool:
    """True for an English question about things that contains a denial which the best one (`sentence`, with its title)
    lacks, or names a year or a day found nowhere in the evidence (titles and texts). For a Korean question: true if it
    names another year."""
    texts = list(evidence)
    if _HANGUL.search(question):
        return names_another_time(question, sentence, texts)
    if _NAMED.search(question) and not _CASE.search(question):
        days = days_in(question)
        if days and not any(days & days_in(text) for text in texts):
            return True
    asks = _ASKS.match(question)
    if asks is None or not _ENGLISH.search(sentence) or _HANGUL.search(sentence) or _CASE.search(question, asks.end()):
        return False
    if _DENIES.search(question, asks.end()) and not _DENIES.search(sentence):
        return True
    years = set(_YEAR.findall(question))
    return bool(years) and not all(any(year in text for text in texts) for year in years)
