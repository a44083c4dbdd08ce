"""What a question takes for granted and its passages do not hold: a denial, or a year.

A question made to look answerable is often the true one turned round: which were *not* taken, what happened in a
year nobody wrote of. Words alone are then as alike as those of an answerable question. Read where it is measured
(English questions about things, SQuAD 2: docs/answers.md); what a person says of themselves (my landlord won't pay) is
their case and presumes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

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
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?![\d.,]\d|\d)")


def presumes_too_much(question: str, told: str, evidence: Iterable[str]) -> bool:
    """True for an English question about things that denies what the best sentence (`told`) does not deny, or names a
    year that stands nowhere in the evidence (titles and texts)."""
    asks = _ASKS.match(question)
    if asks is None or not _ENGLISH.search(told) or _HANGUL.search(told) or _CASE.search(question, asks.end()):
        return False
    if _DENIES.search(question, asks.end()) and not _DENIES.search(told):
        return True
    years = set(_YEAR.findall(question))
    return bool(years) and not all(any(year in text for text in evidence) for year in years)
