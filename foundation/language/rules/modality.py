"""What a sentence allows, forbids, requires or says is not needed, and whether a question asks for exactly that.

A yes or no is given only if the modal or its negation is in the very clause about what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from foundation.language.content import content_words
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of
from foundation.language.sentences import HANGUL

Modal = Literal["may", "must", "must_not", "need_not"]
Whether = Literal["may", "must"]
"""What a question asks: is it allowed or possible, does it have to be."""


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_JOINED = "".join(
    chr(start + vowel * 28) for start in range(ord("가"), ord("힣"), 21 * 28) for vowel in (0, 1, 4, 6, 9, 10, 14)
)
"""Syllables in which a verb's stem meets 아 or 어: 해, 키워, 나와, 버려, 내, 가."""
_CLAUSE = re.compile(
    r"(?<=[가-힣][고며나만]),?\s+|(?<=지만),?\s+|(?<=는데),?\s+|[,;]?\s+(?:but|and)\s+|;\s+|(?<=[.!?])\s+"
)
_SAYS: tuple[tuple[Modal, re.Pattern[str]], ...] = (
    (
        "need_not",
        _words(
            r"(?:지\s?않아도|안\s?해도|아니하여도|없어도|않고도)\s?(?:되|된|돼|됩|괜찮|할\s?수)",
            r"(?:필요|의무)(?:는|가|도|은|까지)?\s?(?:없|아니|하지\s*(?:는\s?)?않)|생략",
            r"(?:요건|조건|필수)(?:이|가|은|는)?\s?아니|규정(?:은|이)?\s*(?:이 법에\s*)?없",
            r"\bno\s+(?:[\w'’]+\s+){1,3}(?:is|are)\s+(?:needed|required|necessary)\b|\bnobody\s+has\s+to\b",
            r"\b(?:do|does|did)(?:n['’]t|\s+not)\s+(?:need|have)\s+to\b|\bneed\s?n['’]?o?t\b|\bno\s+need\b",
            r"\b(?:not|isn['’]t|aren['’]t)\s+(?:required|necessary|obliged|mandatory|obligatory|needed)\b",
            r"\boptional\b|\b(?:is|are|be|was|were)\s+(?:[\w'’]+\s+){0,2}voluntary\b",
        ),
    ),
    (
        "must_not",
        _words(
            r"(?:지|서는|서|면)\s?(?:는\s?)?(?:못\s?[한합하해할됩된]|아니\s?(?:[된되됩합할]|한다)|안\s?[된되돼됩])",
            r"수(?:는|가|도)?\s?없|금지|불가(?!피)|허용(?:되|하)지\s?않|지\s*(?:않는다|않습니다)|효력이?\s*없|무효",
            r"\b(?:must|may|can|could|shall|should)(?:n['’]t|\s*not)\b|\bcan['’]t\b|\bno\s+\w+\s+may\b|\bnever\b",
            r"\b(?:not|never|isn['’]t|aren['’]t)\s+(?:be\s+)?(?:allowed|permitted|possible|accepted|welcome)\b",
            r"\b(?:forbidden|prohibited|banned|void)\b|\bno longer\b",
        ),
    ),
    (
        "must",
        _words(
            r"야(?:만)?\s?(?:하|한|합|해|할|됩|된|되|돼)|필요(?:합|하다|하며|하고|한데|해)|있어야|필수|반드시",
            r"(?:할\s?)?의무(?:가|를|도)?\s?(?:있|진|지[며고])",
            r"\bmust\b|\bha(?:s|ve|d)\s+to\b|\b(?:needs?|requires?)\s+(?:to|an?|the|your)\b|\bshall\b",
            r"\b(?:is|are|be)\s+(?:required|obliged|needed|necessary|due)\b|\bmandatory\b|\bcompulsory\b",
        ),
    ),
    (
        "may",
        _words(
            rf"수(?:도)?\s?있|[{_JOINED}]도\s?(?:된|되|돼|됩|좋|괜찮)|허용|가능(?!성)|자유롭게|마음대로",
            r"\bmay\b|\bcan\b|\bcould\b|\b(?:allowed|permitted|entitled|welcome|possible)\b|\bfree\s+to\b",
            r"\bas\s+(?:you|they)\s+like\b",
        ),
    ),
)
"""Negations first: "need not" and "must not" contain the words of "must" and "may". Text that one pattern matched is
hidden from the next."""
_ONLY_WITH = _words(
    r"(?:없이|않고)(?:는|서는)?\s[^.]{0,40}?(?:수\s?없|지\s?(?:못|않(?!아도)|아니(?!하여도))|안\s?[된되돼됩]|금지)",
    r"(?:없으면|않으면|아니면)\s[^.]{0,40}?(?:수\s?없|지\s?(?:못|않는)|안\s?[된되돼됩])",
    r"\b(?:may|can|must|shall)(?:n['’]t|\s*not)\b[^.;]{0,60}?\b(?:without|unless|except|until)\b",
)
"""A denial under a condition that may be met: it allows with it, demands it, and forbids the rest."""
_WITH_IT: frozenset[Modal] = frozenset({"may", "must", "must_not"})
OPPOSED = frozenset(
    frozenset(pair)
    for pair in (
        ("may", "must_not"),
        ("must", "must_not"),
        ("must", "need_not"),
        ("may", "must"),
        ("need_not", "must_not"),
    )
)
"""Pairs in which one excludes the other."""
_ASKS_MUST = _words(
    r"[가-힣]야\s*(?:되|돼|하나|하니|하는|할까|해|합니까|됩니까|된다)|의무|필요(?:해|한가|합니까|하나|있)",
    r"\b(?:must|have to|need to|required|obliged|necessary)\b",
)
_ASKS_MAY = _words(
    r"수\s*(?:도\s*)?있|[도면]\s*(?:되|돼|괜찮)|가능|괜찮",
    r"\b(?:can|could|may|allowed|permitted|possible|ok(?:ay)?)\b",
)
_OPEN = re.compile(
    r"(?:어느|어떤|무슨|무엇|뭐(?!라)|뭘|누[가구](?!나|든)|어디(?!든|서나)|얼[마만]|(?<![가-힣])몇|언제(?!든|나))[^.,?!]*"
    rf"(?:{_ASKS_MUST.pattern}|{_ASKS_MAY.pattern})"
    r"|\b(?:what(?!\s+if|\s+about)|which|who|whom|whose|how|where|when(?=\s+(?:can|could|may|must|do))|why)\b[^.,;?!]*"
    r"\b(?:can|could|may|must|have\s+to|need\s+to|allowed|permitted|required)\b",
    re.IGNORECASE,
)
_MAY_DO = re.compile(
    rf"(?P<verb>[가-힣]+)\s?수(?:도)?\s?있|(?P<doing>[가-힣]*[{_JOINED}])도\s?(?:된|되|돼|됩|좋|괜찮)"
    r"|\b(?:may|can|could|(?:allowed|permitted|entitled|welcome|possible|free)\s+to)\s+(?:(?:also|only|still|be)\s+)*(?P<does>[a-z]+)",
    re.IGNORECASE,
)
"""What is allowed or possible: the verb that the modal governs."""
_ANY_VERB = frozenset({"할", "될", "있을", "해", "하여", "있어", "do", "have", "done", "so"})
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


def is_open(question: str) -> bool:
    """True if a question word stands before its modal in the same clause (up to what value may they be accepted):
    neither yes nor no answers it."""
    return _OPEN.search(question) is not None


def says(text: str) -> Modal | None:
    """What one clause allows, forbids, requires or does not need.

    A Korean clause says it with its last word: 금지 특약이 없으면 키울 수 있다 allows.
    """
    left, found = text, list[tuple[int, Modal]]()
    for modal, pattern in _SAYS:
        ends = [one.end() for one in pattern.finditer(left)]
        if ends:
            found.append((ends[-1], modal))
            left = pattern.sub(lambda one: " " * len(one[0]), left)
    if HANGUL.search(text):
        return max(found, key=lambda one: one[0], default=(0, None))[1]
    return found[0][1] if found else None


@lru_cache(maxsize=2_048)
def modals_of(text: str) -> frozenset[Modal]:
    """All that a text allows, forbids, demands and needs not."""
    left = _ONLY_WITH.sub(" ", text)
    found: set[Modal] = set(_WITH_IT if left != text else ())
    text = left
    for modal, words in _SAYS:
        left = words.sub(" ", text)
        if left != text:
            found.add(modal)
        text = left
    return frozenset(found)


def denies_but_for(text: str) -> bool:
    """Whether a text denies only what comes without something: 허가 없이는 풀 수 없다."""
    return bool(_ONLY_WITH.search(text))


def are_opposed(one: Modal, other: Modal) -> bool:
    """Whether one excludes the other."""
    return frozenset({one, other}) in OPPOSED


def decides(question: str, text: str) -> bool:
    """True if a text says anything of the kind the question asks for."""
    asks = asks_whether(question)
    found = (says(clause) for clause in _CLAUSE.split(text)) if asks else ()
    return asks is not None and any((asks, said) in _ANSWERS for said in found if said)


def yes_or_no(question: str, sentence: str, least: float) -> bool | None:
    """True for yes, False for no; None if the sentence says neither, or is about something else. `least`: share of the
    question's words that the deciding clause must hold."""
    asks = asks_whether(question)
    if asks is None or is_open(question):
        return None
    plain = _ASKS_MAY.sub(" ", _ASKS_MUST.sub(" ", question))
    clause = max(
        (one for one in _CLAUSE.split(sentence) if says(one)), key=lambda one: share_said(plain, one), default=""
    )
    said = says(clause)
    if not said or share_said(plain, clause) < least:
        return None
    # Allowed in the cafe, but not in the kitchen: who asks of the kitchen is not answered by the first clause.
    if _names(plain, sentence) - _names(plain, clause) or (said == "may" and _is_of_another_verb(plain, clause)):
        return None
    return _ANSWERS.get((asks, said))


def _is_of_another_verb(question: str, clause: str) -> bool:
    """True if all that a clause allows or holds possible is something the question does not ask for: who asks whether
    to leave gets no yes from what they may lose."""
    verbs = [found[found.lastgroup or 0].lower() for found in _MAY_DO.finditer(clause)]
    asked = {word[0] for word in question.split()}
    return bool(verbs) and not any(
        verb in _ANY_VERB or (share_said(verb, question) > 0 if verb.isascii() else verb[0] in asked) for verb in verbs
    )


def _names(question: str, text: str) -> frozenset[str]:
    """The words of a question that a text holds."""
    return frozenset(word for word in content_words(question) if share_said(word, text) > 0)


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
