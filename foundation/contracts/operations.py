"""What may be computed over the rows of a turn's evidence: one closed union, planned by rules or by a model as
structured output, and carried out by our own code in decimals (`execution_agents/analysis/operations`)."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from foundation.contracts.work import Frozen

TIME = "time"
"""Name of a row's day or month where an operation speaks of it as of a column."""


class Select(Frozen):
    """Only rows whose column holds one of these values."""

    kind: Literal["select"] = "select"
    column: str
    values: tuple[str, ...]


class Where(Frozen):
    """Only rows whose figure is within a bound: more than, at least, less than, at most, exactly."""

    kind: Literal["where"] = "where"
    column: str
    bound: Literal["above", "least", "below", "most", "is"]
    operand: Decimal
    """In the column's own unit."""


class Group(Frozen):
    """Rows with the same values in these columns belong together."""

    kind: Literal["group"] = "group"
    by: tuple[str, ...]


class Aggregate(Frozen):
    """One figure over the rows of each group (of all rows without a group before it)."""

    kind: Literal["aggregate"] = "aggregate"
    function: Literal["count", "sum", "mean", "min", "max", "median"]
    column: str


class Rank(Frozen):
    """Rows in the order of a figure."""

    kind: Literal["rank"] = "rank"
    column: str
    descending: bool
    first: Annotated[int, Field(ge=1, le=50)] | None = None
    """None: all of them."""


class Extreme(Frozen):
    """The row that holds the largest or smallest figure, with its key: day, district, complex."""

    kind: Literal["extreme"] = "extreme"
    column: str
    largest: bool


class Compare(Frozen):
    """One figure of two rows or more beside each other: by how much, by what share or how many times they differ."""

    kind: Literal["compare"] = "compare"
    column: str


class Change(Frozen):
    """How a figure moved from the earliest row to the latest; after a group, how that of each group did."""

    kind: Literal["change"] = "change"
    column: str
    measure: Literal["difference", "percent"] = "difference"
    """Of each group: in the figure's own unit, or in per cent of the earliest."""


class Arithmetic(Frozen):
    """A figure of each row with a number: three nights, half of it."""

    kind: Literal["arithmetic"] = "arithmetic"
    column: str
    operator: Literal["plus", "minus", "times", "divided_by"]
    operand: Decimal


class Share(Frozen):
    """How much of all rows' sum each row is."""

    kind: Literal["share"] = "share"
    column: str


Operation = Annotated[
    Select | Where | Group | Aggregate | Rank | Extreme | Compare | Change | Arithmetic | Share,
    Field(discriminator="kind"),
]


class Basis(Frozen):
    """One cell a figure was computed from."""

    item: int
    """Number of the evidence item in the answer."""
    column: str
    value: Decimal


class Figure(Frozen):
    """One computed figure."""

    name: Literal["value", "difference", "percent", "ratio", "part", "less", "share"]
    value: Decimal
    unit: str | None
    """As the pack's columns name units: won, percent …; None: a bare number."""
    basis: tuple[Basis, ...]
    working: str
    """The calculation: "679656250 - 390769231 = 288887019"."""


class ResultRow(Frozen):
    """One row of a result: a row of the evidence, or a group of them."""

    items: tuple[int, ...]
    labels: dict[str, str]
    """Column -> value of what the row is of."""
    time: str = ""
    figure: Figure


class Outcome(Frozen):
    """What operations came to."""

    operations: tuple[Operation, ...]
    column: str
    rows: tuple[ResultRow, ...]
    """In the order the operation gives them; of a comparison or a change: the two that were compared first."""
    figures: tuple[Figure, ...] = ()
    """What was computed across rows: difference, percent, ratio; less: the difference in per cent of the higher one."""


class Refused(Frozen):
    """Why nothing was computed."""

    operations: tuple[Operation, ...]
    reason: Literal[
        "nothing_to_compare", "no_such_column", "several_columns", "mixed_units", "incomplete", "no_counts", "not_said"
    ]
    detail: tuple[str, ...] = ()
