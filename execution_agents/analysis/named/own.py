"""An amount of the person's own that is counted by a length of time, over such a length: 월세 120이면 석 달 치가 얼마,
24 an hour for 8 hours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from execution_agents.analysis.said.amounts import Amount, Said, amounts_in
from execution_agents.analysis.said.asking import BEGINS, LONGEST, OTHER
from execution_agents.analysis.said.leftover import rest_of
from foundation.contracts.formulas import NamedAsked, SaidArithmetic, SaidOperand
from foundation.language.cues import composed
from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import CURRENCIES, LENGTHS
from foundation.language.rules.modality import asks_whether
from foundation.language.script import HANGUL
from foundation.language.wanted.arithmetic import asks_result, starts_elsewhere
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.rates import Base, bases_in

TEN_THOUSAND = 10_000


def states_own_product(question: str) -> bool:
    """True if a question states an amount for a length of time, and another such length."""
    return _read(question) is not None


def own_product(asked: NamedAsked) -> SaidArithmetic | None:
    """The amount as often as the length says; None where another word of the question was not said before."""
    read = _read(asked.question)
    if read is None:
        return None
    amount, base, length = read
    known = " ".join((*asked.before, *_PAID))
    if rest_of(_plain(asked.question), [amount.figure, *([length.figure] if length.figure else [])], known):
        return None
    figure = _in_won(amount)
    operand = SaidOperand(value=figure.value, kind=figure.kind, text=figure.text, origin="question")
    return SaidArithmetic(
        operation="times", operands=(operand,), factor=length.value / base.factor, factor_text=length.text,
        kind=figure.kind,
    )  # fmt: skip


_PAID = ("월세", "시급", "일당", "주급", "월급", "연봉", "환산월세", "rent", "pay", "paid", "earn", "make", "치가")
"""What an amount for a length of time is called; and a length of it (석 달 치)."""


@dataclass(frozen=True)
class _Length:
    value: Decimal
    text: str
    start: int
    figure: Figure | None = None


def _read(question: str) -> tuple[Amount, Base, _Length] | None:
    text = _plain(question)
    compared = comparing(text)
    if len(text) > LONGEST or OTHER.search(text) or asks_whether(text) or not asks_result(text):
        return None
    if compared.difference or compared.ratio or compared.superlative or compared.changed:
        return None
    amounts = amounts_in(Said("", text))
    rates = [one for one in amounts if one.base is not None and one.base.kind in LENGTHS and _is_money(one, text)]
    if len(rates) != 1 or rates[0].base is None:
        return None
    [rate], base = rates, rates[0].base
    others = [one.figure for one in amounts if one is not rate]
    lengths = [_Length(one.value, one.text, one.start, one) for one in others if one.kind == base.kind]
    if not others:  # 1년이면, a year: a length without a number.
        spoken = [one for one in bases_in(text) if one.kind == base.kind and one.factor > base.factor]
        lengths = [_Length(one.factor, text[one.start : one.end], one.start) for one in spoken]
    if len(lengths) != 1 or len(others) > 1:
        return None
    [length] = lengths
    elsewhere = starts_elsewhere(text, length.start, length.start + len(length.text))
    return None if elsewhere else (rate, base, length)


def _plain(question: str) -> str:
    return BEGINS.sub("", composed(question).strip())


def _is_money(amount: Amount, text: str) -> bool:
    """True for an amount of a currency, and in Korean for a bare number behind pay or a rent (월세 120)."""
    bare = amount.figure.kind == "plain" and not amount.figure.counted and bool(HANGUL.search(text))
    return amount.figure.kind in CURRENCIES or (bare and amount.base is not None and amount.base.adjacent)


def _in_won(amount: Amount) -> Figure:
    """월세 120 counts in 만원."""
    figure = amount.figure
    if figure.kind != "plain":
        return figure
    if figure.value >= TEN_THOUSAND:
        return replace(figure, kind="won", text=f"{figure.text}원")
    return replace(figure, kind="won", value=figure.value * TEN_THOUSAND, text=f"{figure.text}만원")
