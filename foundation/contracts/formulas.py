"""The request to evaluate a formula, and the result of an analysis: plain values that packages exchange."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Literal

from foundation.contracts.frozen import Frozen

Origin = Literal["question", "conversation", "rows", "pack"]
"""The source of an input: this message, an earlier one, a row at hand, or the formula's own default."""


class GivenInput(Frozen):
    """One value that goes into a formula."""

    name: str
    value: str
    """A decimal in the input's unit, or a choice."""
    unit: str = ""
    text: str = ""
    """The words it was read from."""
    origin: Origin = "question"
    item_id: str | None = None
    """The evidence item that holds it."""
    column: str | None = None

    @property
    def number(self) -> Decimal:
        """As a decimal."""
        return Decimal(self.value)


class FormulaAsked(Frozen):
    """A formula with what is known to go into it."""

    formula: str
    inputs: tuple[GivenInput, ...] = ()
    missing: tuple[str, ...] = ()
    """Inputs that nobody said and no row can hold."""
    from_rows: tuple[str, ...] = ()
    """Inputs to be taken from rows at hand, or from rows to be searched."""
    on: date | None = None
    """The day the question refers to; None: today."""
    is_repeat: bool = False
    """The formula of an earlier turn with other figures."""
    said_before: tuple[str, ...] = ()
    """First sentences of the last answers, the newest first: they show which row is meant."""
    besides: tuple[tuple[GivenInput, ...], ...] = ()
    """Further sets of inputs, whose results are added: 2 nights in Leeds beside 3 in London."""
    added: tuple[FormulaAsked, ...] = ()
    """Other formulas whose results are added: the tax and the fee of one purchase."""
    step: str = ""
    """The step whose value is meant, where it is not the result."""
    compared: FormulaAsked | None = None
    """The calculation whose result is set beside it, where the question asks by how much they differ."""


class SaidOperand(Frozen):
    """One figure of an arithmetic with what was said."""

    value: Decimal
    """In the kind's own unit."""
    kind: str
    """As figures are typed: won, time, volume …"""
    text: str
    """As it was written."""
    origin: Literal["question", "conversation", "evidence"]
    sentence: str = ""
    """The sentence of an earlier answer, or the cell or sentence of the evidence, that says it."""
    times: Decimal = Decimal(1)
    """How often it is taken: 3 nights of £165."""
    item_id: str | None = None
    """The evidence item that holds it, where the question itself names it."""
    computed: FormulaAsked | None = None
    """The formula whose result it is: it is worked out again."""


class SaidArithmetic(Frozen):
    """Arithmetic with figures that earlier answers said first, with those of the question, and with figures of the
    evidence that the question names."""

    operation: Literal["times", "difference", "remainder", "sum", "quotient", "change", "part", "ratio"]
    operands: tuple[SaidOperand, ...]
    """In the order of the calculation; those to be added or subtracted come first."""
    factor: Decimal = Decimal(1)
    """What the operands' sum, difference or product is multiplied by: how many weeks four weeks are."""
    factors: tuple[Decimal, ...] = ()
    """Its parts, where there are several: 2 children, 12 months."""
    factor_text: str = ""
    """The words the factor was read from."""
    count: Decimal | None = None
    """How much of `count_kind` is asked for, where only the row of an operand says what the operand is counted by."""
    count_kind: str = ""
    unit: str = ""
    """Unit of the result as it is written behind the number; "" where the first operand's own is meant."""
    kind: str
    """Kind of the result."""
    unit_factor: Decimal = Decimal(1)
    """Of the unit the result is written in."""
    per: Literal["", "minute", "hour", "day", "week", "month", "year"] = ""
    """The length of time the result is for: £76.50 a month."""
    at_most: bool = False
    """The question asks for the most it may be."""


class NamedAsked(Frozen):
    """A question that may compute with figures of the evidence that it names: a row, a column, a sentence's subject."""

    question: str
    before: tuple[str, ...] = ()
    """What was asked in the last exchanges, the newest first: "that", "both", and what a follow-up leaves out."""
    said: tuple[str, ...] = ()
    """The first sentence of each of these answers."""
    evidence: tuple[str, ...] = ()
    """Ids of the evidence that the last answers rest on."""
    alone: bool = False
    """Nothing else asks for a calculation: where nothing is named for certain, nothing is computed."""


class TableOut(Frozen):
    """What was computed, as rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Series(Frozen):
    """One line, or one set of bars."""

    label: str
    values: tuple[float, ...]


class Chart(Frozen):
    """What the page may draw."""

    kind: Literal["line", "bars"]
    title: str
    unit: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]


class Analysis(Frozen):
    """What the analysis team gives back."""

    operations: tuple[dict[str, Any], ...] = ()
    lead: str = ""
    """The first sentence."""
    working: tuple[str, ...] = ()
    """The calculation, line by line."""
    watch: tuple[str, ...] = ()
    """Points to watch."""
    notes: tuple[str, ...] = ()
    """Defaults that were taken, where the rule stands."""
    table: TableOut | None = None
    chart: Chart | None = None
    value: str | None = None
    """The result, a decimal in its unit."""
    unit: str | None = None
    missing: tuple[str, ...] = ()
    """Labels of what is lacking, in the person's language."""
    refused: str | None = None
    """Why nothing was computed, as a stable word."""
    cites: tuple[str, ...] = ()
    """Ids of the evidence items it rests on, the most important first."""
    arithmetic: SaidArithmetic | None = None
    """What was computed with figures of the evidence that the question names: a later question goes on with it."""
    by_formula: bool = False
    by_model: bool = False
    """A model chose the operations; the figures are ours."""
