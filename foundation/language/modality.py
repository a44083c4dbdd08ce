"""What a sentence allows, forbids, demands or says is not needed, and whether a question asks for just that.

A yes or no is given only where the modal or its negation stands in the very clause that speaks of what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from foundation.language.content import content_words
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of

Modal = Literal["may", "must", "must_not", "need_not"]
Whether = Literal["may", "must"]
"""What a question asks: is it allowed or possible, does it have to be."""


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_CLAUSE = re.compile(
    r"(?<=[가-힣][고며나만]),?\s+|(?<=지만),?\s+|(?<=는데),?\s+|[,;]?\s+(?:but|and)\s+|;\s+|(?<=[.!?])\s+"
)
_SAYS: tuple[tuple[Modal, re.Pattern[str]], ...] = (
    (
        "need_not",
        _words(
            r"지\s?않아도\s*(?:된|됩|되|괜찮)|필요(?:는|가)?\s*(?:없|하지\s*않)|의무(?:는|가)?\s*(?:없|아니)",
            r"규정(?:은|이)?\s*(?:이 법에\s*)?없",
            r"\b(?:need not|not required|no need|not necessary|(?:do|does) not (?:have|need) to|optional)\b",
            r"\b(?:don|doesn)['’]t (?:have|need) to\b",
        ),
    ),
    (
        "must_not",
        _words(
            r"[가-힣]\s?수(?:는|가)?\s*없|지\s*못(?:한|하|합)|(?:서|면)(?:는)?\s*(?:안|아니)\s*(?:된|됩|되|돼)|금지",
            r"불가(?!피)|지\s*(?:않는다|않습니다|아니한다)|효력이?\s*없|무효",
            r"\b(?:must not|may not|cannot|can['’]t|can not|(?:is|are) not (?:allowed|permitted|possible)|never)\b",
            r"\bno longer\b|\b(?:is|are) (?:forbidden|prohibited|void)\b",
        ),
    ),
    (
        "must",
        _words(
            r"[가-힣]야\s*(?:한|하|합|된|됩)|의무가\s*있|필요하다|필요합",
            r"\b(?:must|has to|have to|(?:is|are) required|shall|needs? to|(?:is|are) due)\b",
        ),
    ),
    (
        "may",
        _words(
            r"수(?:도)?\s*있|[아어해여]도\s*(?:된|됩|되|괜찮)|허용|가능하",
            r"\b(?:may|can|could|(?:is|are) (?:allowed|permitted|free to))\b",
        ),
    ),
)
"""Denials first: a need not and a must not hold the words of a must and a may."""
_ASKS_MUST = _words(
    r"[가-힣]야\s*(?:되|돼|하나|하니|하는|할까|해|합니까|됩니까|된다)|의무|필요(?:해|한가|합니까|하나|있)",
    r"\b(?:must|have to|need to|required|obliged|necessary)\b",
)
_ASKS_MAY = _words(
    r"수\s*(?:도\s*)?있|[도면]\s*(?:되|돼|괜찮)|가능|괜찮",
    r"\b(?:can|could|may|allowed|permitted|possible|ok(?:ay)?)\b",
)
_ANSWERS: Mapping[tuple[Whether, Modal], bool] = {
    ("may", "may"): True,
    ("may", "must_not"): False,
    ("must", "must"): True,
    ("must", "need_not"): False,
}


@lru_cache(maxsize=1_024)
def asks_whether(question: str) -> Whether | None:
    """Whether a question asks if something is allowed or has to be; None for any other."""
    return "must" if _ASKS_MUST.search(question) else "may" if _ASKS_MAY.search(question) else None


def says(text: str) -> Modal | None:
    """What one clause allows, forbids, demands or needs not."""
    return next((modal for modal, pattern in _SAYS if pattern.search(text)), None)


def decides(question: str, text: str) -> bool:
    """Whether a text says anything of the kind the question asks for."""
    asks = asks_whether(question)
    found = (says(clause) for clause in _CLAUSE.split(text)) if asks else ()
    return asks is not None and any((asks, said) in _ANSWERS for said in found if said)


def yes_or_no(question: str, sentence: str, least: float) -> bool | None:
    """Whether the sentence says yes or no to the question; None where it says neither, or speaks of something else.
    `least`: share of the question's words that the deciding clause must hold."""
    asks = asks_whether(question)
    if asks is None:
        return None
    plain = _ASKS_MAY.sub(" ", _ASKS_MUST.sub(" ", question))
    clause = max(
        (one for one in _CLAUSE.split(sentence) if says(one)), key=lambda one: share_said(plain, one), default=""
    )
    said = says(clause)
    return _ANSWERS.get((asks, said)) if said and share_said(plain, clause) >= least else None


def share_said(question: str, text: str) -> float:
    """Share of the words and figures of a question that a text holds."""
    figures = [one for one in figures_of(question) if not one.letters]
    there = {(one.kind, one.value) for one in figures_of(text)}
    held = [(one.kind, one.value) in there for one in figures]
    for one in reversed(figures):
        question = f"{question[: one.start]} {question[one.end :]}"
    grams = grams_of(text)
    words = [form for word in content_words(question) if (form := grams_of(word))]
    held += [2 * len(form & grams) >= len(form) for form in words]
    return sum(held) / len(held) if held else 0.0
