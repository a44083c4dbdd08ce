"""Conditions that a question puts on the figures of what it looks for: more than £1000, 5억 넘게, no waiting time.

A condition is a typed figure with a bound (above, at least, below, at most, exactly), or nothing at all (no, without,
없는). Words that only start something (넘으면, if it is above 30) are no condition, and neither is what somebody may do
(can I spend more than £165)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foundation.language.cues import composed
from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import LENGTHS
from foundation.language.rules.limits import amounts_of

Bound = Literal["above", "least", "below", "most", "is"]


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_LATER = r"^\s*"
_BEHIND: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    (
        "above",
        _words(
            _LATER
            + r"(?:초과|[을를이가]?\s?넘(?:는|은|게|긴|기는|어|었|겼|고)|보다\s?(?:더\s)?(?:큰|많|높|긴|비싼|오래))"
        ),
    ),
    ("least", _words(_LATER + r"이상", _LATER + r"(?:or\s+(?:more|over|above|longer)|and\s+(?:over|above|up))\b")),
    (
        "below",
        _words(_LATER + r"(?:미만|밑|아래|[이가]?\s?안\s?(?:되|돼)[는고]|보다\s?(?:더\s)?(?:작|적|낮|짧|싼|싸))"),
    ),
    ("most", _words(_LATER + r"(?:이하|이내)", _LATER + r"or\s+(?:less|under|below|fewer|shorter)\b")),
    ("is", _words(_LATER + r"(?:짜리|인)(?=\s)")),
)
_BEFORE: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    ("least", _words(r"\b(?:at\s+least|(?:no|not)\s+(?:less|fewer|lower|shorter)\s+than|minimum\s+of)\s*$")),
    (
        "most",
        _words(
            r"\b(?:at\s+most|up\s+to|(?:no|not)\s+(?:more|higher|longer)\s+than|maximum\s+of|not\s+(?:over|above))\s*$"
        ),
    ),
    ("below", _words(r"\b(?:(?:less|fewer|lower|shorter|cheaper)\s+than|under|below|beneath)\s*$")),
    (
        "above",
        _words(
            r"\b(?:(?:more|higher|longer|greater)\s+than|over|above|beyond|exceed(?:ing|s|ed)?|upwards\s+of)\s*(?:the\s+)?$"
        ),
    ),
    ("is", _words(r"\b(?:exactly|precisely)\s*$")),
)
_STARTS = _words(
    r"^\s*[을를이가]?\s?(?:(?:이상|이하|미만|초과|밑|아래|이내)\s?(?:로\s?\S{1,6}면|이?면|일\s?때|인\s?경우|에서)|넘(?:으면|어서면|어가면|을\s?때|는\s?경우))"
)
"""Words behind and before a figure that bound it. Over a year is how long something lasts, and bounds nothing."""
_STARTS_BEFORE = re.compile(r"\b(?:if|when|whenever|once|after|unless|suppose)\b[^,.;?]*$", re.IGNORECASE)
_OWN_CASE = re.compile(r"^[^?!.,]{0,20}?(?:는|은|인|한|된)데(?:요)?(?=[\s,])")
"""What is so said of the person comes before what they look for: 연소득 6천 이하인데 뭐 있어?"""
_NONE_OF = re.compile(
    r"\b(?:with\s+)?(?:no|without(?:\s+(?:any|an?))?|zero)\s+(?P<en>[a-z]+(?:[\s-][a-z]+){0,2})", re.IGNORECASE
)
_NONE_OF_KOREAN = re.compile(
    r"(?P<ko>[가-힣A-Za-z]+(?:\s[가-힣A-Za-z]+)?)\s?(?:없는|없이|안\s?(?:보는|따지는|받는))(?![가-힣])"
)
_SEEKS = _words(
    r"어떤|어느|무슨|어디|뭐|뭔|무엇|(?<!수\s)있(?:어|나|니|을까|는지|습니까|음|는가|냐)|(?<!수\s)없(?:어|나|니|을까|냐)"
    r"|보여|찾아|추천|골라|목록|리스트|며칠|언제|몇\s*(?:개|건|곳|가지|군데|일|종|번|회|명)|알려|(?:[은는]|(?<=\s)건)\s*[?？]?\s*$",
    r"\b(?:which|what|any|list|show|find|how\s+many|number\s+of|count|when|ever|(?:is|are)\s+there)\b|\bno\.\s+of\b",
)
_OTHERWISE = _words(
    r"수\s?(?:는|도|가)?\s?있|되나|돼|될까|해도|어떻게|왜|얼마|[으]?면(?=\s)",
    r"\b(?:happens?|how\s+(?:much|long|often|do|should|must)|why|should|must|if)\b",
)
_OF_OWN = re.compile(r"\b(?:can|could|may|might|do|am|will|would|did|have)\s+(?:i|we)\b", re.IGNORECASE)
_WHICH = re.compile(r"^\W*(?:(?:and|so|then|ok|now)\W+)?(?:which|what|list|show)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    """One condition as it is written."""

    bound: Bound
    start: int
    end: int
    """Where it stands, the words of its bound included."""
    figure: Figure | None = None
    lacks: str = ""
    """The words for what there must be none of; "" where a figure is bound."""


def seeks_things(question: str) -> bool:
    """True if a question looks for things: which there are, whether there is one, when it was. What somebody may do,
    and what happens then, is no search."""
    plain = composed(question)
    if not _SEEKS.search(plain) or _OTHERWISE.search(plain):
        return False
    return _WHICH.match(plain) is not None or not _OF_OWN.search(plain)


@lru_cache(maxsize=512)
def conditions_in(question: str) -> tuple[Condition, ...]:
    """The conditions of a question that looks for things, in their order; none of any other question."""
    plain = composed(question)
    if not seeks_things(plain):
        return ()
    bound = [one for figure in amounts_of(plain) if (one := _of_figure(plain, figure)) is not None]
    lacking = [
        Condition("is", found.start(), found.end(), lacks=next(part for part in found.groups() if part).strip())
        for pattern in (_NONE_OF, _NONE_OF_KOREAN)
        for found in pattern.finditer(plain)
        if not any(one.start < found.end() and found.start() < one.end for one in bound)
    ]
    return tuple(sorted([*bound, *lacking], key=lambda one: one.start))


def without_conditions(question: str, conditions: Sequence[Condition]) -> str:
    """A question without its figures and the words that bound them: what is left names the columns and the things."""
    text = composed(question)
    for one in sorted(conditions, key=lambda each: -each.start):
        text = text[: one.start] + (f" {one.lacks} " if one.lacks else " ") + text[one.end :]
    return text


def is_met(bound: Bound, value: Decimal, operand: Decimal) -> bool:
    """True if a value is within the bound."""
    match bound:
        case "above":
            return value > operand
        case "least":
            return value >= operand
        case "below":
            return value < operand
        case "most":
            return value <= operand
        case "is":
            return value == operand


def _of_figure(text: str, figure: Figure) -> Condition | None:
    behind, before = text[figure.end :], text[: figure.start]
    if _STARTS.match(behind) or _OWN_CASE.match(behind) or _STARTS_BEFORE.search(before):
        return None
    for bound, pattern in _BEHIND:
        found = pattern.match(behind)
        if found is not None:
            return Condition(bound, figure.start, figure.end + found.end(), figure)
    for bound, pattern in _BEFORE:
        found = pattern.search(before)
        if found is not None and not (figure.kind in LENGTHS and found[0].lower().startswith("over")):
            return Condition(bound, found.start(), figure.end, figure)
    return None
