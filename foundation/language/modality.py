"""What a sentence allows, forbids, demands or says is not needed, and whether a question asks for just that.

A yes or no is given only where the sentence's own modal, or its negation, stands in the clause that speaks of what was asked.
"""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.grams import grams_of

Modal = Literal["may", "must", "must_not", "need_not"]
_CLAUSE = re.compile(r"(?<=[가-힣][고며나만]),?\s+|(?<=지만),?\s+|(?<=는데),?\s+|[,;]\s+(?:but|and)\s+|;\s+|(?<=[.!?])\s+")
_SAYS: tuple[tuple[Modal, re.Pattern[str]], ...] = (
    (
        "need_not",
        re.compile(
            r"(?:지|하지)\s?않아도\s*(?:된|됩|되|괜찮)|필요(?:는|가)?\s*(?:없|하지\s*않)|의무(?:는|가)?\s*(?:없|아니)|규정(?:은|이)?\s*(?:이 법에\s*)?없"
            r"|\b(?:need not|not required|no need|not necessary|(?:do|does) not (?:have|need) to|(?:don|doesn)['’]t (?:have|need) to|optional)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "must_not",
        re.compile(
            r"(?:[을를할ㄹ-]|[가-힣])\s?수(?:는|가)?\s*없|지\s*못(?:한|하|합)|(?:서|면)(?:는)?\s*(?:안|아니)\s*(?:된|됩|되|돼)|금지|불가(?!피)|지\s*(?:않는다|않습니다|아니한다)"
            r"|효력이?\s*없|무효|\b(?:must not|may not|cannot|can['’]t|can not|(?:is|are) not (?:allowed|permitted|possible|covered|paid)|never|no longer|(?:is|are) (?:forbidden|prohibited|void))\b",
            re.IGNORECASE,
        ),
    ),
    (
        "must",
        re.compile(
            r"[가-힣](?:야|어야|아야|해야|여야)\s*(?:한|하|합|된|됩)|의무가\s*있|필요하다|필요합|\b(?:must|has to|have to|(?:is|are) required|shall|need(?:s)? to|(?:is|are) due)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "may",
        re.compile(
            r"수(?:도)?\s*있|(?:아|어|해|여)도\s*(?:된|됩|되|괜찮)|허용|가능하|\b(?:may|can|could|(?:is|are) (?:allowed|permitted|free to|covered|paid))\b", re.IGNORECASE
        ),
    ),
)
"""Denials first: a need not and a must not hold the words of a must and a may."""
_ASKS_MUST = re.compile(
    r"[가-힣](?:야|해야)\s*(?:되|돼|하나|하니|하는|할까|해|합니까|됩니까|된다)|의무|필요(?:해|한가|합니까|하나|있)|\b(?:must|do i (?:have|need)|have to|need to|required|obliged|necessary)\b",
    re.IGNORECASE,
)
_ASKS_MAY = re.compile(
    r"수\s*(?:도\s*)?있|(?:도|면)\s*(?:되|돼|괜찮)|가능|괜찮|\b(?:can|could|may|am i allowed|allowed|permitted|possible|ok(?:ay)?)\b",
    re.IGNORECASE,
)
_ANSWERS: dict[tuple[str, Modal], bool] = {
    ("may", "may"): True,
    ("may", "must_not"): False,
    ("must", "must"): True,
    ("must", "need_not"): False,
}
WORDS = {True: {"ko": "네.", "en": "Yes."}, False: {"ko": "아니요.", "en": "No."}}


def yes_or_no(question: str, sentence: str, least: float) -> bool | None:
    """Whether the sentence says yes or no to the question; None where it says neither, or speaks of something else.
    `least`: share of the question's grams that the deciding clause must hold."""
    asks = "must" if _ASKS_MUST.search(question) else "may" if _ASKS_MAY.search(question) else None
    if asks is None:
        return None
    wanted = grams_of(_ASKS_MAY.sub(" ", _ASKS_MUST.sub(" ", question)))
    best: tuple[float, bool | None] = (0.0, None)
    for clause in _CLAUSE.split(sentence):
        said = next((modal for modal, pattern in _SAYS if pattern.search(clause)), None)
        held = len(wanted & grams_of(clause)) / len(wanted) if wanted else 0.0
        if said is not None and held > best[0]:
            best = (held, _ANSWERS.get((asks, said)))
    return best[1] if best[0] >= least else None
