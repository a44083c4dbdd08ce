"""What a pack's `formulas.yaml` may say: how a figure is worked out from others, by which rule, and since when."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from foundation.domains.schema.declared import Declared, Name, Text
from foundation.domains.schema.entity_types import Choice
from foundation.domains.schema.line_questions import Question

Expression = Annotated[str, Field(max_length=300)]
"""Sums over declared names: + - * / **, brackets, min, max, round(x, digits), floor, ceil, `a if x > y else b`."""
MOST_FORMULA_QUESTIONS = 60
Conditions = dict[Name, tuple[str, ...]]
"""Input that is a choice -> values it may have here."""


class RowCell(Declared):
    """Where rows that a conversation has in hand hold an input."""

    source: Name
    column: Name
    where: Conditions = {}
    """Column -> values: the price of a sale, the rent of a monthly lease."""


class FormulaInput(Declared):
    """One value that goes in."""

    name: Name
    label: Text
    unit: str = ""
    """won, pound, percent, months, years, days, m2, m3/day, mg/L, count …; "" for a choice."""
    words: tuple[str, ...] = ()
    """Words beside a figure that make it this one: 보증금, deposit. One with ~ before it stands behind alone: ~중."""
    slot: Name | None = None
    """The slot of choices it takes its value from (sale, jeonse, monthly)."""
    choices: tuple[Choice, ...] = ()
    """Its own choices, where no slot of the pack has them."""
    default: Decimal | str | None = None
    """Taken where nothing is said; the answer says so."""
    default_note: Text = {}
    """What the answer says of the default."""
    spoken: dict[Decimal, tuple[str, ...]] = {}
    """Values that people say in words: {3: [full tank, 꽉 차]}."""
    optional: bool = False
    """0 where nothing is said, without a word."""
    stays: bool = False
    """True of the person in every question (how long they have been here): taken from what they said before, even if
    the message itself says all that is needed."""
    unless: Name | None = None
    """Another input that takes its place where that one is said."""
    per: Name | None = None
    """Said without a figure beside each, every, 매일: as many as this other input (dinner each of 3 nights)."""
    rows: tuple[RowCell, ...] = ()
    minimum: Decimal | None = None
    """Smallest value it may have, in its unit; left out: 0. A smaller one is said, and nothing is worked out."""
    maximum: Decimal | None = None
    """Largest value; left out: its unit's (100 for a per cent, a hundred years for a time)."""

    @property
    def is_choice(self) -> bool:
        """It is chosen and no figure."""
        return self.slot is not None or bool(self.choices)


class Bracket(Declared):
    """One line of a table."""

    when: Conditions = {}
    at_least: Decimal | None = None
    above: Decimal | None = None
    below: Decimal | None = None
    up_to: Decimal | None = None
    values: dict[Name, Decimal | Expression]
    """What the line gives; a figure, or an expression (a rate that slides)."""


class BracketTable(Declared):
    """Figures that depend on how large another one is, or on a choice."""

    name: Name
    by: Name | None = None
    """Input or step that the lines' bounds speak of."""
    units: dict[Name, str] = {}
    """Value -> its unit."""
    labels: dict[Name, Text] = {}
    lines: Annotated[tuple[Bracket, ...], Field(min_length=1)]


class Rounding(Declared):
    """How a step's value is rounded."""

    to: Decimal = Decimal(1)
    mode: Literal["half_up", "down", "up"] = "half_up"


class Step(Declared):
    """One line of the working. The last step that applies is the result."""

    name: Name
    label: Text
    unit: str
    expression: Expression
    when: Conditions = {}
    only_with: tuple[Name, ...] = ()
    """Inputs without which this step is left out."""
    rounding: Rounding | None = None
    """None: a result as its unit is written (won and pounds to the smallest coin, per cent to one decimal)."""


class Watch(Declared):
    """A point to watch, said where its condition holds."""

    when: Expression
    """A comparison: `ratio > 0.7`; a per cent counts as its hundredths. One over an input that nobody said and no row
    holds does not hold."""
    text: Text
    """Figure and limit; `{name of an input or step}` stands for its value."""
    article: Text
    """Where the limit stands: it is said behind the point."""


class Pending(Declared):
    """A change of the rule that is decided and not in force yet: said as a point to watch until its day."""

    since: date
    """The day from which the rule is another. On it, write the new rule and end this one (`valid_to`)."""
    text: Text
    """What changes."""
    article: Text


class FormulaExample(Declared):
    """Worked by hand; `suffice packs check` works it again."""

    inputs: dict[Name, Decimal | str]
    result: Decimal


class Formula(Declared):
    """One calculation people of the field make."""

    name: Name
    label: Text
    words: tuple[str, ...] = ()
    """What it is called: 복비, brokerage fee. Korean ones match within words, Latin ones as whole words."""
    patterns: tuple[str, ...] = ()
    """Regular expressions that ask for it without its name: (올리|인상)."""
    questions: tuple[str, ...] = Field(default=(), exclude=True)
    """How people ask for its result (set by the loader, from `formula_questions.jsonl`)."""
    other_questions: tuple[str, ...] = Field(default=(), exclude=True)
    """Near questions that ask for something else (set likewise)."""
    unlike: tuple[str, ...] = ()
    """Words of what it does not work out, though its own words stand beside them: capital gains tax, a second home."""
    inputs: Annotated[tuple[FormulaInput, ...], Field(min_length=1)]
    tables: tuple[BracketTable, ...] = ()
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    says: Text
    """The first sentence; `{result}` and `{name of an input or step}` stand for their values."""
    watch: tuple[Watch, ...] = ()
    pending: tuple[Pending, ...] = ()
    intent: Name
    data_types: tuple[Name, ...] = ()
    """Evidence that the rule stands in: searched for and cited. None: nothing is looked up."""
    looked_up_as: str = ""
    """What is searched for, the same whatever the figures are."""
    articles: tuple[str, ...] = ()
    """How the titles of the passages that state the rule begin; a passage of another title is not cited."""
    source: Text
    """Where the figures come from, in words."""
    valid_from: date | None = None
    valid_to: date | None = None
    examples: Annotated[tuple[FormulaExample, ...], Field(min_length=1)]

    def input(self, name: str) -> FormulaInput | None:
        """The declared input of this name."""
        return next((one for one in self.inputs if one.name == name), None)


class FormulaQuestions(Declared):
    """How people ask for what a formula works out: one line of `formula_questions.jsonl`."""

    formula: Name
    questions: Annotated[tuple[Question, ...], Field(min_length=1, max_length=MOST_FORMULA_QUESTIONS)]
    other_questions: Annotated[tuple[Question, ...], Field(max_length=MOST_FORMULA_QUESTIONS)] = ()
    """In near words, and for something else: the rule, who pays it, another figure."""
