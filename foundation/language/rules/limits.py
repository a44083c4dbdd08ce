"""A figure of the person's own against the one limit of a sentence: can I carry 8 days (up to 5 days may be carried)?

Decided only where the sentence holds one figure of that kind, a word beside it says that it is a limit, and the
sentence allows or forbids; otherwise nothing is said.
"""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import DAY
from foundation.language.rules.modality import asks_whether, says, share_said

Bound = Literal["most", "below", "least", "above"]
_BEHIND: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    ("most", re.compile(r"^\s*(?:\([^)]*\)\s*)?(?:이하|까지|이내|를?\s?넘지|을?\s?넘지|or\s+(?:less|fewer)\b)")),
    ("below", re.compile(r"^\s*(?:미만|보다\s?(?:적|작|낮))")),
    ("least", re.compile(r"^\s*(?:이상|부터|or\s+more\b|and\s+(?:over|above)\b)")),
    ("above", re.compile(r"^\s*(?:초과|[을를]?\s?(?:넘는|넘으면|넘을|넘긴)|보다\s?(?:많|크|높))")),
)
_BEFORE: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    (
        "most",
        re.compile(r"\b(?:up\s+to|at\s+most|no(?:t)?\s+more\s+than|a\s+maximum\s+of|within|최대)\s*$", re.IGNORECASE),
    ),
    ("below", re.compile(r"\b(?:less\s+than|fewer\s+than)\s*$", re.IGNORECASE)),
    ("least", re.compile(r"\b(?:at\s+least|a\s+minimum\s+of|최소)\s*$", re.IGNORECASE)),
    ("above", re.compile(r"\b(?:more\s+than|exceeding)\s*$", re.IGNORECASE)),
)
_DENIED_BEFORE = re.compile(
    r"\b(?:no|not|never|n['’]t)\s+(?:less|fewer|more)\s+than\s*$|\bnot\s+exceeding\s*$", re.IGNORECASE
)
_DENIED_BEHIND = re.compile(
    r"^\s*(?:이하|까지|이내|미만|이상|초과|[을를]?\s?넘(?!지))[가-힣]*\s?[가-힣]*(?:지\s?(?:않|못|아니)|아니)"
)
"""A limit that is denied is another one: not less than, 초과하지 않는. It is read by no rule here."""
_NO_MORE = re.compile(r"\b(?:no|not)\s+more\s+than\s*$", re.IGNORECASE)
_RATED = re.compile(r"\b(?:when|how|what|who|where|why|which)\b|얼마|언제|몇|며칠|어떻게|왜|누가|어디", re.IGNORECASE)
_IN_PARTS = re.compile(r"[.;]\s+|(?<=[가-힣])[.]\s*")


def limit_decides(question: str, sentence: str, least: float) -> bool | None:
    """True or false if the sentence's limit allows or forbids the question's figure; None where it does not decide.
    `least`: share of the question's words that the sentence must hold."""
    if asks_whether(question) != "may" or _RATED.search(question):
        return None
    own = [one for one in figures_of(question) if _is_amount(one)]
    if len(own) != 1 or own[0].kind == "plain" and not own[0].counted:
        return None
    same = [one for one in figures_of(sentence) if _is_amount(one) and one.kind == own[0].kind]
    if len(same) != 1 or same[0].counted != own[0].counted or len(_IN_PARTS.split(sentence.strip(". "))) > 1:
        return None
    if own[0].kind == "time" and (own[0].factor < DAY) != (same[0].factor < DAY):
        return None  # A day of leave has no 24 hours.
    bound, modal = bound_of(same[0], sentence), says(sentence)
    bare = f"{question[: own[0].start]} {question[own[0].start + len(own[0].text) :]}"
    if bound is None or share_said(bare, sentence) < least:
        return None
    met = _is_met(own[0], same[0], bound)
    if modal == "may":
        return met
    return False if modal == "must_not" and met else None


def bound_of(figure: Figure, text: str) -> Bound | None:
    """What kind of limit a figure is, by the words beside it."""
    behind, before = text[figure.start + len(figure.text) :], text[: figure.start]
    if _DENIED_BEHIND.match(behind) or (_DENIED_BEFORE.search(before) and not _NO_MORE.search(before)):
        return None
    found: set[Bound] = {kind for kind, pattern in _BEHIND if pattern.match(behind)}
    found |= {kind for kind, pattern in _BEFORE if pattern.search(before)}
    if _NO_MORE.search(before):
        found.discard("above")
    return found.pop() if len(found) == 1 else None


def _is_met(own: Figure, limit: Figure, bound: Bound) -> bool:
    if bound in ("most", "below"):
        return own.value < limit.value or (bound == "most" and own.value == limit.value)
    return own.value > limit.value or (bound == "least" and own.value == limit.value)


def _is_amount(figure: Figure) -> bool:
    return figure.kind not in EXACT and not figure.letters
