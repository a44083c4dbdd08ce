"""The value that a question asks about: a figure the person says now, said before, or was just given in the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from execution_agents.analysis.said.amounts import first_sentence
from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import CURRENCIES, LENGTHS
from foundation.language.rules.limits import Limit, amounts_of

_THAT_MUCH = re.compile(
    r"그\s?(?:정도|만큼|금액|값|돈|액수|기간)|이\s?(?:정도|만큼|금액)|\b(?:that|this)(?:\s+(?:much|many|amount|figure|number|sum))?\b",
    re.IGNORECASE,
)
OF_MINE = re.compile(
    r"(?<![가-힣])(?:내|제|우리|저희)(?:가|꺼|\s)|\b(?:my|mine|our|i|we)\b|그\s?(?:집|가게|방|돈)", re.IGNORECASE
)
_IN_THOUSANDS = re.compile(r"^\s?천(?!\s?[\d백만원]|[가-힣]*\s?(?:명|개|건))")
_MONEY_BEFORE = re.compile(r"(?:연봉|소득|연소득|보증금|전세금?|집값|매매가|가격|대출|수입|월급)[은는이가도]?\s?$")
_TEN_MILLION = Decimal(10_000_000)
_SAME_AS_WRITTEN = frozenset({"won", *CURRENCIES, *LENGTHS, "plain", "percent", "times"})
"""Kinds that a bare number never means: their unit is said."""
_IN_A_NAME = re.compile(r"[A-Za-z]-?$")
AHEAD = re.compile(r"^\s?(?:이?전(?:에|까지|부터)?(?![가-힣])|(?:before|ahead|in advance)\b)", re.IGNORECASE)
_PER = re.compile(r"^에(?![가-힣])|^마다")
"""Behind a length that something is counted by: 일주일에 3일."""
_WAS_BEFORE = re.compile(r"\bfrom\s+$", re.IGNORECASE)
_BECOMES = re.compile(r"^\s*(?:[a-z]+\s+){0,3}?to\s+[£$€₩]?\d", re.IGNORECASE)
_WAS_BEHIND = re.compile(r"^\s?(?:원)?에서\s?[\d,.억만천백\s]+\S{0,2}(?:으?로|까지)")
_PAST = re.compile(r"[았었였켰렸났했됐]")
_MORE_BEHIND = re.compile(r"^\s?(?:[을를이가]\s?)?(?:넘|초과|보다\s?(?:더\s?)?(?:많|높|크|큰))")
_MORE_BEFORE = re.compile(r"\b(?:over|above|beyond|more\s+than|exceed(?:s|ed|ing)?)\s+$", re.IGNORECASE)
_A_LITTLE_MORE = Decimal("1.000001")
"""Times a figure: above it, and below any other that is stated."""
_ASKED_ASIDE = re.compile(r"^\s?(?:에서|부터|전|째|분기|호선|층|동(?![안가]))")


@dataclass(frozen=True)
class Value:
    """A figure that may be held against a limit."""

    amount: Decimal
    kind: str
    text: str
    counted: str = ""
    factor: Decimal = Decimal(1)
    origin: Literal["question", "conversation"] = "question"
    about: str = ""
    """The sentence that says it."""
    beyond: bool = False
    """It is more than this (5프로 넘게 올렸는데): it may break a limit, and never surely keeps one."""

    def fits(self, limit: Limit) -> bool:
        """True if both measure the same; a bare number may be in the limit's own unit of measurement."""
        if self.kind == "plain" and not self.counted and limit.kind not in _SAME_AS_WRITTEN:
            return True
        if self.kind != limit.kind or self.counted != limit.counted:
            return False
        # Days are held against days: a day of leave has no 24 hours of it, and weeks are said of something else.
        return self.kind != "time" or self.factor == limit.factor

    def in_unit_of(self, limit: Limit) -> Decimal:
        """The value as it is compared."""
        return self.amount * limit.factor if self.kind == "plain" and limit.kind != "plain" else self.amount


def besides_value(question: str, value: Value) -> str:
    """What a question asks of a value, without the words that say it is more than a figure: they ask nothing."""
    if not value.beyond:
        return question
    figure = re.escape(value.text.removesuffix(" 초과").removeprefix("over "))
    more = rf"{figure}\s?(?:[을를이가]\s?)?(?:넘|초과|보다)[가-힣]*(?:\s?(?:많|높|크|큰)[가-힣]*)?"
    return re.sub(rf"{more}|{_MORE_BEFORE.pattern.removesuffix('$')}{figure}", " ", question, flags=re.IGNORECASE)


def values_in(
    text: str, origin: Literal["question", "conversation"] = "question", *, of_money: bool = False
) -> tuple[Value, ...]:
    """The figures of a text; 연봉 8천 counts in 만원, as people write it, and so does 8천 where money is spoken of."""
    found: list[Value] = []
    for one in amounts_of(text):
        behind = text[one.start + len(one.text) :]
        money = of_money or _MONEY_BEFORE.search(text[: one.start]) is not None
        if one.kind == "plain" and money and _IN_THOUSANDS.match(behind):
            found.append(Value(one.value * _TEN_MILLION, "won", f"{one.text}천만원", origin=origin, about=text))
        elif not (one.kind == "plain" and _ASKED_ASIDE.match(behind)) and not _is_no_amount(text, one):
            found.append(_value(one, origin, text))
    return tuple(found)


def _is_no_amount(text: str, one: Figure) -> bool:
    """True for a part of a name (coag-3.2), for a time ahead of something (6개월 전에 알리면), for one that something
    is counted by (일주일에), and for what it was before it is raised (from 400 to 430 million)."""
    before, behind = text[: one.start], text[one.start + len(one.text) :]
    ahead = one.kind in LENGTHS and AHEAD.match(behind) is not None and not _PAST.search(behind)
    per = one.kind in LENGTHS and _PER.match(behind) is not None
    was = _WAS_BEFORE.search(before) is not None and _BECOMES.match(behind) is not None
    return _IN_A_NAME.search(before) is not None or ahead or per or was or _WAS_BEHIND.match(behind) is not None


def _value(one: Figure, origin: Literal["question", "conversation"], text: str) -> Value:
    stated = Value(one.value, one.kind, one.text, one.counted, one.factor, origin, text)
    if _MORE_BEHIND.match(text[one.start + len(one.text) :]):
        return replace(stated, amount=one.value * _A_LITTLE_MORE, text=f"{one.text} 초과", beyond=True)
    if _MORE_BEFORE.search(text[: one.start]):
        return replace(stated, amount=one.value * _A_LITTLE_MORE, text=f"over {one.text}", beyond=True)
    return stated


def values_meant(question: str, said: Sequence[tuple[str, str]]) -> tuple[Value, ...]:
    """The question's own figure, of several none; without any, what it points at: the figure the last answer says first
    (그정도, that much), or the last figure of each kind that the person said of their own. `said`: exchanges, newest
    first."""
    own = values_in(question)
    if own or not said:
        return own if len(own) == 1 else ()
    if _THAT_MUCH.search(question):
        answered = values_in(first_sentence(said[0][1]), "conversation")
        return answered[:1]
    if not OF_MINE.search(question):
        return ()
    found: dict[tuple[str, str], Value] = {}
    for asked, _ in said:
        here = values_in(asked, "conversation")
        for one in here:
            if sum(other.kind == one.kind for other in here) == 1:
                found.setdefault((one.kind, one.counted), one)
    return tuple(one for one in found.values() if one.kind != "plain" or one.counted)
