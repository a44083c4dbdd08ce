"""A person's own case against the limits of the one row in focus.

연봉 5200인데 그거 돼? over a row that says 연소득 5천만 원 이하.

The value and the limit must measure the same, by the words beside each
(`foundation/language/rules/quantities.py`): an income is never held against a deposit. Nothing is decided where the
row says nothing of it, or several limits of it differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from execution_agents.analysis.cells import Cell, cells_of, title_of
from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.focus import in_focus
from execution_agents.analysis.limits.places import of_its_place
from execution_agents.analysis.limits.stated import Stated, stated_of_row
from execution_agents.analysis.limits.values import OF_MINE, Value
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.agreement import Figure
from foundation.language.rules.limits import Limit, amounts_of, governing
from foundation.language.rules.quantities import MONEY, Quantity, quantities_in, quantity_of
from foundation.language.wanted.kept import Asked

_ASKS_WHICH = re.compile(
    r"(?:것|거|게|건|데|곳|상품|대출)(?:이|은|는|도)?\s?있|뭐가|어느|\b(?:is|are)\s+there\b|\bany\b|\bwhich\b",
    re.IGNORECASE,
)
"""It asks for things that fit, and not whether one does."""
_OF_ME = re.compile(r"(?:^|[,;.?!]\s*|\b(?:so|and|but)\s+)(?:am|are|do|will)\s+(?:i|we)\b", re.IGNORECASE)
"""It asks about the person (am i on the dental plan yet): a yes would say that the condition is met."""
_THOUSANDS = re.compile(r"(\d{1,2})\s?천\s?(?:(\d)\s?백)?\s?만?(?!\s?[명개건])")
_OR = re.compile(r"또는|혹은|거나|\bor\b", re.IGNORECASE)
_HANGUL = re.compile(r"[가-힣]")
_TEN_THOUSAND = 10_000
_NEAREST, _FURTHEST = Decimal("0.02"), Decimal(50)
"""Times of the limit between which a bare number is an amount in 만원."""
_BARE = 100_000


@dataclass(frozen=True)
class OwnCase:
    """A value, the limit of the row in focus, and whether it keeps it."""

    asked: Asked
    quantity: Quantity
    value: Value
    stated: Stated
    title: str
    met: bool

    @property
    def is_yes(self) -> bool:
        """The answer."""
        return self.met == (self.asked == "kept")


def own_case(asking: Asking) -> OwnCase | None:
    """The decision over the row in focus; None where there is none. Of several values the first that breaks a limit."""
    if _asked(asking) is None or _ASKS_WHICH.search(asking.question):
        return None
    row = in_focus(asking)
    if row is None or _speaks_of_another(asking, row):
        return None
    title = title_of(row, asking.pack, asking.language)
    # The title's own words (구입, 보증금) say nothing of the person's figures.
    said = values_of_case(asking.question.replace(title, " " * len(title)), asking)
    found: list[OwnCase] = []
    for quantity, value in said:
        limits = [one for one in limits_of(row, asking) if quantity_of_limit(one) == quantity]
        limits = list(of_its_place(limits, asking.question, asking.pack, asking.now))
        judged = _judged(quantity, value, limits, asking, title)
        if judged is None:
            return None
        found.append(judged)
    broken = [one for one in found if not one.met]
    return (broken or found)[0] if found else None


def _asked(asking: Asking) -> Asked | None:
    return asking.asked or ("kept" if _OF_ME.search(asking.question) else None)


def values_of_case(question: str, asking: Asking) -> list[tuple[Quantity, Value]]:
    """The figures of the question.

    Of one that names a quantity without a figure (내가 사려는 집도 그거 되나): what the person said of it last.
    """
    if amounts_of(question):
        return typed_values(question)
    named = quantities_in(question)
    if len(named) != 1 or not OF_MINE.search(question):
        return []
    for asked, _ in asking.said:
        mine = [one for one in typed_values(asked) if one[0] in named]
        if mine:
            return [(mine[0][0], replace(mine[0][1], origin="conversation"))]
    return []


def _judged(quantity: Quantity, value: Value, limits: Sequence[Stated], asking: Asking, title: str) -> OwnCase | None:
    """Against all of them alike; None where they differ or where none is stated."""
    met: set[bool] = set()
    for one in limits:
        amount = amount_in(value, one.limit)
        if amount is None:
            return None
        met.add(one.limit.is_met(amount))
    if len(met) != 1 and not _is_either(limits):
        return None
    is_met = any(met)
    best = next((one for one in limits if one.limit.is_met(amount_in(value, one.limit) or value.amount)), limits[0])
    amount = amount_in(value, best.limit) or value.amount
    kind = best.limit.kind
    return OwnCase(_asked(asking) or "kept", quantity, replace(value, amount=amount, kind=kind), best, title, is_met)


def _is_either(limits: Sequence[Stated]) -> bool:
    """True for limits that one sentence joins by or: 혼인 7년 이내 또는 3개월 안에 결혼할."""
    texts = {one.sentence for one in limits}
    starts = sorted((one.limit.start, one.limit.end) for one in limits)
    sentence = next(iter(texts), "")
    between = [sentence[first[1] : second[0]] for first, second in pairwise(starts)]
    return len(texts) == 1 and len(limits) > 1 and all(_OR.search(one) for one in between)


def amount_in(value: Value, limit: Limit) -> Decimal | None:
    """The value in the limit's unit; None if it has another. A bare number may count in 만원."""
    if value.kind == limit.kind and not (value.kind == "plain" and value.counted != limit.counted):
        return value.amount
    if value.kind == "age" and limit.counted == "세":
        return value.amount
    bound = limit.high if limit.high is not None else limit.low
    if value.kind == "plain" and limit.kind == "won" and bound:
        amount = value.amount * _TEN_THOUSAND
        return amount if _NEAREST <= amount / bound <= _FURTHEST else None
    return None


def typed_values(text: str) -> list[tuple[Quantity, Value]]:
    """The figures of a text whose quantity is said; none of a quantity that is said twice."""
    figures = _without_hundreds(text)
    found: list[tuple[Quantity, Value]] = []
    for one in figures:
        quantity = quantity_of(text, one, figures)
        value = _value(text, one, quantity) if quantity else None
        if quantity and value:
            found.append((quantity, value))
    kinds = [quantity for quantity, _ in found]
    return [(quantity, value) for quantity, value in found if kinds.count(quantity) == 1]


def _without_hundreds(text: str) -> list[Figure]:
    """The figures of a text; 7천2백 is one."""
    figures = list(amounts_of(text))
    thousands = [found for one in figures if (found := _THOUSANDS.match(text, one.start)) and one.kind == "plain"]
    return [one for one in figures if not any(found.start() < one.start < found.end() for found in thousands)]


def _value(text: str, figure: Figure, quantity: Quantity) -> Value | None:
    amount, kind, counted = figure.value, figure.kind, figure.counted
    if quantity == "age":
        years = amount / 12 if kind == "months" else amount
        return Value(years, "age", figure.text, "", about=text)
    if quantity in MONEY and kind == "plain":
        if not _HANGUL.search(text) or counted:
            return None
        thousands = _THOUSANDS.match(text, figure.start)
        if thousands is not None:
            whole = int(thousands[1]) * 1_000 + int(thousands[2] or 0) * 100
            return Value(Decimal(whole * _TEN_THOUSAND), "won", thousands[0], about=text)
        return Value(amount, kind, figure.text, about=text) if 0 < amount < _BARE else None
    return Value(amount, kind, figure.text, counted, figure.factor, about=text)


def limits_of(row: EvidenceItem, asking: Asking) -> list[Stated]:
    """The limits that a row states: in its text cells, and under heads that say so (보증금 상한)."""
    return [*stated_of_row(row, 0, asking.pack, asking.language), *_under_heads(row, asking)]


def _under_heads(row: EvidenceItem, asking: Asking) -> Iterator[Stated]:
    for cell in cells_of(row, asking.pack, asking.language):
        if cell.least_of:
            for one in amounts_of(cell.shown)[:1]:
                yield _of_cell(row, cell, Limit(one.kind, cell.shown, one.value, None))
            continue
        bound = governing(cell.label)
        if cell.role != "figure" or bound is None or cell.kind == "plain":
            continue
        amount = Decimal(str(cell.value))
        limit = Limit(cell.kind, cell.shown, amount if bound == "least" else None, amount if bound == "most" else None)
        yield _of_cell(row, cell, limit)


def _of_cell(row: EvidenceItem, cell: Cell, limit: Limit) -> Stated:
    shown = f"{cell.label} {cell.shown}"
    return Stated(limit, row, shown, shown, shown, row.title, (row.item_id, 0), 0, cell.least_of)


def quantity_of_limit(one: Stated) -> Quantity | None:
    """What a limit of a row bounds: as its column declares, by the words beside it, else by those of the amounts listed
    before it."""
    if one.quantity is not None:
        return one.quantity
    figures = list(amounts_of(one.sentence))
    at = next((place for place, each in enumerate(figures) if each.start <= one.limit.end <= each.end), None)
    if one.limit.end and at is not None:
        for figure in reversed(figures[: at + 1]):
            found = quantity_of(one.sentence, figure, figures) if figure.kind == figures[at].kind else None
            if found:
                return found
        return None
    last = figures[-1:] if figures else []
    return quantity_of(one.sentence, last[0], last) if last else None


def _speaks_of_another(asking: Asking, row: EvidenceItem) -> bool:
    """True if the question says a word that titles a passage of the evidence and that the row does not say: another
    subject (보증보험) than the row's."""
    titles = [one.title for one in asking.items if not one.fields]
    held = f"{row.title} {row.text}"
    return any(
        len(word) > 2 and not asking.says(word, held) and any(word in title for title in titles)
        for word in asking.own_words
    )
