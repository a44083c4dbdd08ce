"""What a question takes for granted and its passages do not hold: a denial, a year, a day.

A question made to look answerable is often the true one turned round: which were *not* taken, what happened in a
year nobody wrote of. Words alone are then as alike as those of an answerable question. Read where it is measured
(English questions about things, SQuAD 2: docs/answers.md); what a person says of themselves (my landlord won't pay) is
their case and presumes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from foundation.domains.days import EN_MONTH, find_days

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
"""A day by its month's name; last Tuesday names none that a text could hold."""
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?![\d.,]\d|\d)")


def days_in(text: str) -> set[tuple[int, int]]:
    """(month, day) of every day a text names."""
    return {(one.days[0].month, one.days[0].day) for one in find_days(text, _ANY)}


def presumes_too_much(question: str, told: str, evidence: Iterable[str]) -> bool:
    """True for an English question about things that denies what the best sentence (`told`) does not deny, or names a
    year or a day that stands nowhere in the evidence (titles and texts)."""
    texts = list(evidence)
    if _NAMED.search(question) and not _CASE.search(question) and not _HANGUL.search(question):
        days = days_in(question)
        if days and not any(days & days_in(text) for text in texts):
            return True
    asks = _ASKS.match(question)
    if asks is None or not _ENGLISH.search(told) or _HANGUL.search(told) or _CASE.search(question, asks.end()):
        return False
    if _DENIES.search(question, asks.end()) and not _DENIES.search(told):
        return True
    years = set(_YEAR.findall(question))
    return bool(years) and not all(any(year in text for text in texts) for year in years)
