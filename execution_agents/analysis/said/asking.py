"""Arithmetic with figures that the last answers said first: 4 weeks then, 둘이 몇도 차이나, per day that's?

What is computed follows from the dimensions: an amount counted by a unit is multiplied by a number of those units,
amounts of the same kind are added or subtracted, a stock is divided by its daily use. Every word of the question must
be a figure, a word of arithmetic, or have been said before; otherwise the question may mean something else, and nothing
is computed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from execution_agents.analysis.said.amounts import (
    Amount,
    Said,
    amounts_in,
    of_its_label,
    rows_matched,
    single_figures,
)
from execution_agents.analysis.said.counts import Count, counts_in
from execution_agents.analysis.said.leftover import rest_of
from foundation.contracts.formulas import SaidArithmetic, SaidOperand
from foundation.language.cues import composed
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.units import DAY, LENGTHS, Unit, unit_of
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.arithmetic import (
    AT_MOST,
    asks_difference,
    asks_how_long_it_lasts,
    asks_remainder,
    asks_result,
    asks_sum,
    besides_remainder,
    length_wanted,
    starts_elsewhere,
)
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.multiples import multiple_in, without_multiple
from foundation.language.wanted.questions import clauses_in, questions_in
from foundation.language.wanted.rates import bases_in
from foundation.language.wanted.supposing import without_condition

LONGEST = 100
"""Characters of a question that is read as arithmetic over what was said."""
LARGEST = Decimal(10) ** 15
"""A figure beyond it is no count of anything people ask about, and decimals of 28 digits end soon after."""
OTHER = re.compile(
    r"\b(?:who|whom|whose|when|where|why)\b|언제|누가|누구|왜|어디|어떻게|방법|뜻|규정|조건", re.IGNORECASE
)
_ONE_OF = re.compile(r"하나")
"""토큰 하나로: it counts nothing."""
_IS_LEFT = re.compile(r"^\s*(?:\w+\s+){0,2}(?:is|are|was|were|remains?)\b(?:\s+left)?", re.IGNORECASE)
"""Behind a figure that is itself what is left: if £300 is left at the end."""
_HOW_MANY = re.compile(r"몇|얼마|\bhow\s+(?:many|much)\b", re.IGNORECASE)
BEGINS = re.compile(r"^\W*(?:(?:ok(?:ay)?|so|and|n|well|right)\b[\s,]*)+", re.IGNORECASE)


def arithmetic_with(question: str, said: Sequence[Said]) -> SaidArithmetic | None:
    """What is computed from what was said. `said`: the last exchanges, newest first; None where it is not certain."""
    plain = BEGINS.sub("", composed(question).strip())
    most, plain = bool(AT_MOST.search(plain)), AT_MOST.sub(lambda one: " " * len(one[0]), plain)
    if not said or len(plain) > LONGEST or OTHER.search(plain) or compares_otherwise(without_multiple(plain)):
        return None
    lasts = asks_how_long_it_lasts(plain) and length_wanted(plain) is not None  # 며칠 쓸 수 있어
    if asks_whether(plain) and not lasts and not (most and _HOW_MANY.search(plain)):
        return None
    # The number of a multiple counts nothing.
    figures = [one for one in single_figures(without_multiple(plain)) if one.kind not in EXACT]
    if any(one.kind in EXACT for one in single_figures(plain)) or not (most or asks_result(plain)):
        return None
    if any(abs(one.value) > LARGEST for one in figures):
        return None
    known = " ".join(part for one in said for part in (one.question, one.sentence))
    figures = [one for one in figures if not _ONE_OF.fullmatch(one.text)]
    if (left := _remainder(plain, figures, said[0])) is not None:
        return left
    if rest_of(plain, figures, known):
        return None
    asked = _Asked(plain, tuple(figures), rows_matched(said[:2]))
    if not asked.said[0].sentence:
        return None
    found = asked.converted() or asked.lasts() or asked.between() or asked.multiplied()
    as_it_was = found is not None and len(found.operands) == 1 and found.factor == 1 and found.count is None
    return None if as_it_was or found is None else found.model_copy(update={"at_most": most})


def may_go_on(question: str, before: str) -> bool:
    """True if a question may be arithmetic with what the questions before it are answered with: it asks for a figure,
    and says nothing else of its own (what does that make in a year)."""
    plain = BEGINS.sub("", composed(question).strip())
    if len(plain) > LONGEST or OTHER.search(plain) or not asks_result(plain):
        return False
    figures = [one for one in single_figures(without_multiple(plain)) if one.kind not in EXACT]
    return not rest_of(plain, figures, before)


def _remainder(plain: str, figures: Sequence[Figure], said: Said) -> SaidArithmetic | None:
    """What is left of the last answer's amount where the question takes one from it (what's left if I take a £640
    course?). What that is spent on may be anything, and stands in the clause of the figure."""
    if not asks_remainder(plain) or len(figures) != 1 or not said.sentence:
        return None
    amount, taken = _Asked(plain, tuple(figures), (said,)).lone(said), figures[0]
    if amount is None or amount.figure.kind != taken.kind or amount.figure.counted != taken.counted:
        return None
    if not 0 < taken.value <= amount.figure.value or _IS_LEFT.match(plain[taken.end :]):
        return None
    rest = besides_remainder(without_condition(plain, taken.start))
    if rest_of(rest, (), f"{said.question} {said.sentence}"):
        return None
    own = SaidOperand(value=taken.value, kind=taken.kind, text=taken.text, origin="question")
    return SaidArithmetic(
        operation="remainder", operands=(_operand(amount), own), kind=amount.figure.kind, unit=amount.unit,
        unit_factor=amount.figure.factor,
    )  # fmt: skip


def is_multiple_alone(text: str) -> bool:
    """True if a question asks for a multiple of what was said, and says nothing else: and how much is that times 3?"""
    plain = BEGINS.sub("", composed(text).strip())
    return multiple_in(plain) is not None and not rest_of(plain, single_figures(without_multiple(plain)), "")


def multiple_clause(question: str) -> str:
    """The clause that asks for a multiple of what the clauses before it ask (…, and what is half of that?); "" for
    none."""
    return question[len(without_multiple_clause(question)) :].lstrip(" ,")


def without_multiple_clause(question: str) -> str:
    """What the clauses before it ask; the question itself where there is none."""
    clauses = [question[start:end] for start, end in clauses_in(question)] or questions_in(question)
    alone = len(clauses) > 1 and is_multiple_alone(clauses[-1])
    return question[: question.rindex(clauses[-1])].rstrip(" ,") if alone else question


def compares_otherwise(text: str) -> bool:
    """True if it ranks, or asks for a share or a change: operations over rows answer that."""
    asked = comparing(text)
    ranked = asked.superlative or asked.comparative or asked.ordered or asked.changed
    return ranked or asked.ratio or asked.per_cent or asked.part or asked.mean


@dataclass(frozen=True)
class _Asked:
    text: str
    figures: tuple[Figure, ...]
    said: tuple[Said, ...]

    def multiplied(self) -> SaidArithmetic | None:
        """The last answer's amount, times what is counted or a plain multiple."""
        if self._says_more_than(self.said[0]):
            return None
        if (factor := multiple_in(self.text)) is not None and not self.counts():
            amount = self.lone(self.said[0])
            return None if amount is None else _times(amount, factor, f"× {factor.normalize():f}")
        if asks_sum(self.text) or asks_difference(self.text) or several_meant(self.text) is not None:
            return None  # Two things are meant.
        counts = self.counts()
        found = [one for one in amounts_in(self.said[0]) if _is_rate(one) and self._fits(one, counts)]
        if len({(one.figure.value, one.figure.kind) for one in found}) != 1:
            return self._by_its_row(counts)
        amount = found[0]
        number, text = self._number(amount, counts)
        return _times(amount, number, text)

    def _says_more_than(self, said: Said) -> bool:
        """True if the question says something that this exchange did not."""
        return bool(rest_of(self.text, self.figures, f"{said.question} {said.sentence}"))

    def _by_its_row(self, counts: Sequence[Count]) -> SaidArithmetic | None:
        """The lone amount of a row, times a length: what the amount is counted by is a cell that was not shown."""
        amount = self.lone(self.said[0])
        if amount is None or not _may_be_rate(amount) or not self.said[0].is_row or not _is_length(counts):
            return None
        return _times(amount, Decimal(1), counts[0].text).model_copy(
            update={"count": counts[0].value, "count_kind": counts[0].base.kind}
        )

    def converted(self) -> SaidArithmetic | None:
        """A length that was said, by a rate of the question: 30 days, 7.5 hours a day."""
        rates = self._day_is() or [
            one
            for one in amounts_in(Said("", self.text))
            if one.base and one.base.kind in LENGTHS and one.figure.kind != "plain" and len(self._own()) == 1
        ]
        if len(rates) != 1 or rates[0].base is None:
            return None
        rate, base = rates[0], rates[0].base
        fitting = [
            one for one in amounts_in(self.said[0]) if one.figure.kind == base.kind and one.figure.factor == base.factor
        ]
        if len(fitting) != 1:
            return None
        [shown] = fitting
        operands = (_operand(shown), SaidOperand(
            value=rate.figure.value, kind=rate.figure.kind, text=rate.figure.text, origin="question"
        ))  # fmt: skip
        return SaidArithmetic(
            operation="times", operands=operands, factor=1 / base.factor, kind=rate.figure.kind,
            unit=rate.unit, unit_factor=rate.figure.factor,
        )  # fmt: skip

    def _own(self) -> list[Figure]:
        """The figures of the question that are no units of a rate."""
        bases = bases_in(self.text)
        return [one for one in self.figures if not any(each.start <= one.start < each.end for each in bases)]

    def _day_is(self) -> list[Amount]:
        """in hours if a day is 7.5: the rate's own unit is the one wanted."""
        wanted, bases = length_wanted(self.text), bases_in(self.text)
        bare = [one for one in self.figures if one.kind == "plain" and not one.counted]
        if wanted is None or len(bases) != 1 or len(bare) != 1 or bases[0].kind not in LENGTHS:
            return []
        unit = unit_of(wanted)
        value = bare[0].value * unit.factor
        figure = replace(bare[0], value=value, kind=unit.kind, factor=unit.factor)
        spaced = f" {wanted}" if wanted.isascii() else wanted
        return [Amount(figure, spaced, bases[0], self.text)]

    def between(self) -> SaidArithmetic | None:
        """The difference or sum of the two amounts that were said: both first in one answer, or one in each."""
        differs, adds = asks_difference(self.text), asks_sum(self.text)
        if differs == adds:
            return None
        counts = self.counts()
        if self.figures and not counts:
            return None
        pair = self.pair(counts)
        if pair is None or (pair[0].sentence == pair[1].sentence and self._says_more_than(self.said[0])):
            return None
        one, other = sorted(pair, key=lambda each: -each.figure.value) if differs else pair
        number, text, count, kind = Decimal(1), "", None, ""
        if counts:
            known = bool(one.base and other.base and one.base.counts(other.base) and self._fits(one, counts))
            by_rows = self.said[0].is_row and self.said[1].is_row and _is_length(counts) and _may_be_rate(one)
            if (
                differs
                or not (known or by_rows)
                or (known and one.base and other.base and one.base.factor != other.base.factor)
            ):
                return None
            number, text = self._number(one, counts) if known else (number, counts[0].text)
            count, kind = (None, "") if known else (counts[0].value, counts[0].base.kind)
        return SaidArithmetic(
            count=count, count_kind=kind,
            operation="difference" if differs else "sum", operands=(_operand(one), _operand(other)),
            factor=number, factor_text=text, kind=one.figure.kind, unit=one.unit, unit_factor=one.figure.factor,
        )  # fmt: skip

    def pair(self, counts: Sequence[Count]) -> tuple[Amount, Amount] | None:
        """The two amounts; None unless exactly two fit."""
        wanted = length_wanted(self.text)
        unit = unit_of(wanted) if wanted and not counts else None
        words = " ".join([self.text, *(one.question for one in self.said)])
        mine = [of_its_label(self._of(one, unit), one.sentence, words) for one in self.said[:2]]
        if any(_is_a_limit(one) for each in mine for one in each):
            return None
        if len(mine[0]) == 2 and _alike(*mine[0]) and not self.said[0].is_row:
            before = [one for one in (mine[1] if len(mine) > 1 else []) if one.measures == mine[0][0].measures]
            clear = not before or (len(before) == 1 and asks_sum(self.text))
            return (mine[0][0], mine[0][1]) if clear else None
        if len(mine) < 2 or len(mine[0]) != 1 or len(mine[1]) != 1 or mine[0][0].measures != mine[1][0].measures:
            return None
        by_rows = bool(counts) and self.said[0].is_row and self.said[1].is_row
        if self.said[0].sentence == self.said[1].sentence or not (by_rows or _alike(mine[0][0], mine[1][0])):
            return None
        return mine[1][0], mine[0][0]

    def _of(self, said: Said, unit: Unit | None) -> list[Amount]:
        """Its amounts of the kind asked for; without one, all that are no lengths of time, else the lengths."""
        amounts = [one for one in amounts_in(said) if one.figure.kind != "percent"]
        if unit is not None:
            alike = [one for one in amounts if one.figure.kind == unit.kind]
            return [one for one in alike if unit.kind != "time" or (one.figure.factor < DAY) == (unit.factor < DAY)]
        return [one for one in amounts if one.figure.kind not in LENGTHS] or amounts

    def lasts(self) -> SaidArithmetic | None:
        """How long a stock lasts: it divided by its use in a unit of time."""
        wanted = length_wanted(self.text) if asks_how_long_it_lasts(self.text) else None
        unit = unit_of(wanted) if wanted else None
        amounts = [one for said in self.said[:2] for one in amounts_in(said)]
        rates = [one for one in amounts if unit and one.base and one.base.kind == unit.kind]
        if unit is None or wanted is None or len({one.figure.value for one in rates}) != 1:
            return None
        rate = rates[0]
        own = [one for one in self.figures if one.kind == rate.figure.kind]
        stocks = [one for one in amounts_in(self.said[0]) if one.base is None and one.figure.kind == rate.figure.kind]
        if len(self.figures) != len(own) or len(own) + len(stocks) != 1 or not rate.figure.value or rate.base is None:
            return None
        stock = _operand(stocks[0]) if stocks else SaidOperand(
            value=own[0].value, kind=own[0].kind, text=own[0].text, origin="question"
        )  # fmt: skip
        return SaidArithmetic(
            operation="quotient", operands=(stock, _operand(rate)), factor=rate.base.factor, kind=unit.kind,
            unit=f" {wanted}" if wanted.isascii() else wanted, unit_factor=unit.factor,
        )  # fmt: skip

    def counts(self) -> list[Count]:
        """What the question counts: lengths of time and things; one without a number is one (per day, 일년)."""
        return counts_in(self.text, self.figures)

    def _fits(self, amount: Amount, counts: Sequence[Count]) -> bool:
        """True if every count is of what the amount is counted by."""
        return amount.base is not None and len(counts) == 1 and amount.base.counts(counts[0].base)

    def _number(self, amount: Amount, counts: Sequence[Count]) -> tuple[Decimal, str]:
        factor = amount.base.factor if amount.base else Decimal(1)
        return counts[0].value / factor, counts[0].text

    def lone(self, said: Said) -> Amount | None:
        """The one amount of an answer that is no length of time; a length where there is nothing else."""
        found = self._of(said, None)
        return found[0] if len(found) == 1 else None


def _alike(one: Amount, other: Amount) -> bool:
    return one.measures == other.measures and one.per == other.per


def _is_a_limit(amount: Amount) -> bool:
    """True if a length is a deadline: 6개월 전부터 1개월 전 사이."""
    figure, text = amount.figure, amount.sentence
    return figure.kind in LENGTHS and starts_elsewhere(text, figure.start, figure.start + len(figure.text))


def _is_rate(amount: Amount) -> bool:
    return amount.base is not None and _may_be_rate(amount)


def _may_be_rate(amount: Amount) -> bool:
    return bool(amount.figure.value) and amount.figure.kind not in LENGTHS | {"percent", "points"}


def _is_length(counts: Sequence[Count]) -> bool:
    return len(counts) == 1 and counts[0].base.kind in LENGTHS


def _operand(amount: Amount) -> SaidOperand:
    figure = amount.figure
    text = f"{figure.text}{amount.unit.strip().removeprefix(figure.text)}" if "/" in amount.unit else figure.text
    if "/" in amount.unit:
        text = f"{figure.text}/{amount.unit.split('/', 1)[1]}"
    return SaidOperand(value=figure.value, kind=figure.kind, text=text, origin="conversation", sentence=amount.sentence)


def _times(amount: Amount, number: Decimal, text: str) -> SaidArithmetic:
    return SaidArithmetic(
        operation="times", operands=(_operand(amount),), factor=number, factor_text=text, kind=amount.figure.kind,
        unit=amount.unit, unit_factor=amount.figure.factor,
    )  # fmt: skip
