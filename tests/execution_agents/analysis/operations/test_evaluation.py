"""Operations over facts: the figure, its working, its cells, and what is refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.analysis.operations.evaluation import evaluate
from execution_agents.analysis.operations.facts import Fact
from foundation.contracts.operations import (
    TIME,
    Aggregate,
    Arithmetic,
    Change,
    Compare,
    Extreme,
    Group,
    Operation,
    Outcome,
    Rank,
    Refused,
    Select,
    Share,
    Where,
)


def fact(item: int, place: str, when: str, price: int | str, size: int | None = None, unit: str = "won") -> Fact:
    """One row with one figure; with a size it speaks over several things."""
    return Fact(
        item, {"place": place}, when, {"price": Decimal(price)}, {"price": unit}, {},
        Decimal(size) if size else None, summary=size is not None,
    )  # fmt: skip


ROWS = (
    fact(1, "A", "2026-01", 400_000_000),
    fact(2, "A", "2026-02", 500_000_000),
    fact(3, "B", "2026-01", 300_000_000),
    fact(4, "B", "2026-02", 320_000_000),
)


def test_the_change_of_each_group_is_ranked() -> None:
    short = fact(5, "C", "2026-02", 1)  # at one time only: it changed by nothing known
    steps = (Group(by=("place",)), Change(column="price"), Rank(column="price", descending=True))
    found = done(*steps, rows=(*ROWS, short))
    assert [(row.labels["place"], row.figure.value, row.items) for row in found.rows] == [
        ("A", 100_000_000, (1, 2)),
        ("B", 20_000_000, (3, 4)),
    ]
    share = done(Group(by=("place",)), Change(column="price", measure="percent"), rows=ROWS)
    assert [str(row.figure.value) for row in share.rows] == ["25.0", "6.7"]


def done(*operations: Operation, rows: tuple[Fact, ...] = ROWS) -> Outcome:
    """What they come to."""
    found = evaluate(operations, rows)
    assert isinstance(found, Outcome)
    return found


@pytest.mark.parametrize(
    ("function", "value"),
    [
        ("count", 4),
        ("sum", 1_520_000_000),
        ("mean", 380_000_000),
        ("min", 300_000_000),
        ("max", 500_000_000),
        ("median", 360_000_000),
    ],
)
def test_one_figure_over_all_rows_names_every_cell(function: str, value: int) -> None:
    (row,) = done(Aggregate.model_validate({"function": function, "column": "price"})).rows
    assert row.figure.value == value
    assert [basis.item for basis in row.figure.basis] == [1, 2, 3, 4]
    assert row.figure.unit == ("count" if function == "count" else "won")


def test_groups_have_a_figure_each_and_are_ranked() -> None:
    steps = (Group(by=("place",)), Aggregate(function="mean", column="price"), Rank(column="price", descending=False))
    found = done(*steps)
    assert [(row.labels["place"], row.figure.value) for row in found.rows] == [("B", 310_000_000), ("A", 450_000_000)]
    assert found.rows[0].items == (3, 4)
    assert found.rows[0].figure.working == "620,000,000 ÷ 2 = 310,000,000"


def test_the_extreme_row_keeps_its_key_and_equals_are_all_named() -> None:
    assert [row.time for row in done(Extreme(column="price", largest=True)).rows] == ["2026-02"]
    twins = (*ROWS, fact(5, "C", "2026-02", 500_000_000))
    assert [row.labels["place"] for row in done(Extreme(column="price", largest=True), rows=twins).rows] == ["A", "C"]


def test_a_comparison_has_difference_share_and_ratio() -> None:
    found = done(Select(column=TIME, values=("2026-02",)), Compare(column="price"))
    assert {figure.name: (figure.value, figure.working) for figure in found.figures} == {
        "difference": (180_000_000, "500,000,000 - 320,000,000 = 180,000,000"),
        "percent": (Decimal("56.3"), "180,000,000 ÷ 320,000,000 × 100 = 56.3"),
        "part": (Decimal(64), "320,000,000 ÷ 500,000,000 × 100 = 64"),
        "ratio": (Decimal("1.56"), "500,000,000 ÷ 320,000,000 = 1.56"),
        "less": (Decimal(36), "180,000,000 ÷ 500,000,000 × 100 = 36"),
    }
    assert [basis.item for basis in found.figures[0].basis] == [2, 4]


def test_a_change_goes_from_the_earliest_to_the_latest() -> None:
    found = done(Select(column="place", values=("A",)), Change(column="price"), rows=tuple(reversed(ROWS)))
    assert [row.time for row in found.rows] == ["2026-01", "2026-02"]
    assert found.figures[0].value == 100_000_000


@pytest.mark.parametrize(
    ("operator", "operand", "value"),
    [("plus", 1, 400_000_001), ("minus", 1, 399_999_999), ("times", 3, 1_200_000_000), ("divided_by", 8, 50_000_000)],
)
def test_a_figure_with_a_number(operator: str, operand: int, value: int) -> None:
    step = Arithmetic.model_validate({"column": "price", "operator": operator, "operand": operand})
    assert done(step, rows=ROWS[:1]).rows[0].figure.value == value


def test_shares_of_a_whole() -> None:
    shares = [row.figure.value for row in done(Share(column="price"), rows=(ROWS[0], ROWS[2])).rows]
    assert shares == [Decimal("57.1"), Decimal("42.9")]


@pytest.mark.parametrize(
    ("operations", "rows", "reason"),
    [
        ((Compare(column="price"),), ROWS[:1], "nothing_to_compare"),
        ((Change(column="price"),), (ROWS[0], ROWS[2]), "nothing_to_compare"),
        ((Select(column="place", values=("Z",)),), ROWS, "nothing_to_compare"),
        ((Rank(column="rent", descending=True),), ROWS, "no_such_column"),
        ((Compare(column="price"),), (ROWS[0], fact(9, "B", "2026-01", 3, unit="percent")), "mixed_units"),
        ((Arithmetic(column="price", operator="divided_by", operand=Decimal(0)),), ROWS, "nothing_to_compare"),
    ],
)
def test_what_cannot_be_computed_is_refused(
    operations: tuple[Operation, ...], rows: tuple[Fact, ...], reason: str
) -> None:
    found = evaluate(operations, rows)
    assert isinstance(found, Refused)
    assert found.reason == reason


@pytest.mark.parametrize(
    "operation",
    [
        Aggregate(function="sum", column="price"),
        Rank(column="price", descending=True),
        Extreme(column="price", largest=True),
        Share(column="price"),
    ],
)
def test_nothing_is_said_over_all_rows_where_some_were_cut_off(operation: Operation) -> None:
    found = evaluate((operation,), ROWS, complete=False)
    assert isinstance(found, Refused)
    assert found.reason == "incomplete"


def test_means_are_averaged_by_their_counts_or_not_at_all() -> None:
    mean = Aggregate(function="mean", column="price")
    counted = (fact(1, "A", "2026-01", 400_000_000, 10), fact(2, "A", "2026-02", 600_000_000, 30))
    assert done(mean, rows=counted).rows[0].figure.value == 550_000_000
    uncounted = (counted[0], Fact(2, {}, "2026-02", {"price": Decimal(1)}, {"price": "won"}, {}, None, summary=True))
    found = evaluate((mean,), uncounted)
    assert isinstance(found, Refused)
    assert found.reason == "no_counts"


def test_rows_within_a_bound_are_kept() -> None:
    kept = done(Where(column="price", bound="above", operand=Decimal(320_000_000)))
    assert [row.items for row in kept.rows] == [(1,), (2,)]


def test_a_row_without_the_figure_meets_no_bound() -> None:
    bare = Fact(5, {"place": "C"}, "2026-02", {}, {}, {})
    kept = done(Where(column="price", bound="below", operand=Decimal(350_000_000)), rows=(*ROWS, bare))
    assert [row.items for row in kept.rows] == [(3,), (4,)]
