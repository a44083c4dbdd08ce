"""Whether a person's own case falls under a duty that begins beyond an amount.

보증금이 6천만 원을 넘거나 월세가 30만 원을 넘으면 신고한다.

One amount beyond its bound is enough where the bounds are joined by or; for a no every one of them must be known. The
sentence must say what the question ends with: what has to be done.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from execution_agents.analysis.limits.asking import Asking, words_of
from execution_agents.analysis.limits.own_case import amount_in, typed_values
from execution_agents.analysis.limits.values import Value
from foundation.contracts.work import EvidenceItem
from foundation.language.rules.limits import Limit, amounts_of
from foundation.language.rules.modality import modals_of
from foundation.language.rules.quantities import MONEY, Quantity, quantity_of
from foundation.language.rules.thresholds import bounds_in
from foundation.language.sentences import is_row, sentences_of

_ASKS_DUTY = re.compile(
    r"[해내써받아어]야\s?(?:되|돼|하|해|할|합)|(?:하|되)는\s?(?:거|건|게|것)(?:야|예요|에요|임|죠|지|인가요?|입니까)?\s*[?~]?\s*$|대상(?:이|인|임)"
    r"|\b(?:have\s+to|need\s+to|must|required|obliged)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"거나|또는|\bor\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\bor\s*$", re.IGNORECASE)
_HANGUL = re.compile(r"[가-힣]")
_WORD = re.compile(r"\s*(?:(?:i|we|you|they|he|she)\s+)?([a-z]{4,})", re.IGNORECASE)
_DENIED = frozenset({"need_not", "must_not"})


@dataclass(frozen=True)
class Bound:
    """One amount beyond which the duty begins."""

    quantity: Quantity
    limit: Limit


@dataclass(frozen=True)
class Part:
    """A person's amount and its bound."""

    quantity: Quantity
    value: Value
    limit: Limit


@dataclass(frozen=True)
class Duty:
    """The decision."""

    begun: bool
    parts: tuple[Part, ...]
    """What decided: the first amount beyond its bound, or all of those that are not."""
    item: EvidenceItem
    sentence: str


def duty(asking: Asking) -> Duty | None:
    """The decision; None where no sentence decides, or two decide differently."""
    if not _ASKS_DUTY.search(asking.question):
        return None
    values = dict(one for one in typed_values(asking.question) if one[0] in MONEY)
    deed = _deed(asking.question)
    if not values:
        return None
    found = [
        decided
        for item in asking.items
        if not item.fields
        for sentence in sentences_of(item.text)
        if not is_row(sentence) and _is_said(deed, sentence)
        if (decided := _decided(values, sentence, item)) is not None
    ]
    return found[0] if len({one.begun for one in found}) == 1 else None


def _deed(question: str) -> str:
    """What has to be done: the last word before the words that ask (신고 해야 돼), in English the first behind them."""
    asked = _ASKS_DUTY.search(question)
    if asked is None:
        return ""
    if _HANGUL.search(question):
        words = words_of(question[: asked.start()])
        return words[-1] if words else ""
    behind = _WORD.match(question[asked.end() :])
    return behind[1] if behind else ""


def _is_said(deed: str, sentence: str) -> bool:
    """True if a sentence says it as it is written, and forbids or excuses nothing."""
    return len(deed) > 1 and deed.lower() in sentence.lower() and not modals_of(sentence) & _DENIED


def _decided(values: dict[Quantity, Value], sentence: str, item: EvidenceItem) -> Duty | None:
    bounds = money_bounds_in(sentence)
    over: list[Part] = []
    under: list[Part] = []
    for one in bounds:
        value = values.get(one.quantity)
        amount = amount_in(value, one.limit) if value else None
        if value is not None and amount is not None:
            part = Part(one.quantity, replace(value, amount=amount, kind=one.limit.kind), one.limit)
            (over if one.limit.is_met(amount) else under).append(part)
    if len(bounds) > 1 and not _JOINED.search(sentence):
        return None
    if over:
        return Duty(True, (over[0],), item, sentence)
    return Duty(False, tuple(under), item, sentence) if bounds and len(under) == len(bounds) else None


def money_bounds_in(sentence: str) -> list[Bound]:
    """The amounts of a sentence beyond which something begins; in English one joined by or goes on with the one
    before."""
    figures = list(amounts_of(sentence))
    begun = {one.limit.start: one.limit for one in bounds_in(sentence) if one.begins and one.limit.low is not None}
    found: list[Bound] = []
    for one in figures:
        limit = begun.get(one.start)
        if limit is None and found and _GOES_ON.search(sentence[found[-1].limit.end : one.start]):
            limit = replace(found[-1].limit, kind=one.kind, text=one.text, low=one.value, start=one.start, end=one.end)
        quantity = quantity_of(sentence, one, figures) if limit is not None else None
        if limit is not None and quantity in MONEY:
            found.append(Bound(quantity, limit))
    return found
