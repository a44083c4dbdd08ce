"""Whatever operations a model plans: a figure that comes of them is made of cells of the evidence and of numbers the
question says, and can be done again from these alone."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.computing.model_plan import carried_out, columns_of, is_said
from execution_agents.computing.over_rows import Computed, analysis_of
from foundation.contracts.operations import (
    Aggregate,
    Arithmetic,
    Change,
    Compare,
    Extreme,
    Figure,
    Group,
    Operation,
    Rank,
    Select,
    Share,
)
from tests.execution_agents.analysis.tables import HOMES, material, month

QUESTION = "마포구와 은평구 보증금에 3을 곱하고 1,000을 더하면 얼마야?"
ROWS = (
    month("서울 마포구", "2026-01", 600_000_000),
    month("서울 마포구", "2026-02", 680_000_000),
    month("서울 은평구", "2026-02", 390_000_000),
)
HELD = material(QUESTION, HOMES, "district_prices", ROWS)
SOURCE = HELD.source.name
CELLS = {(fact.item, name): value for fact in HELD.facts for name, value in fact.numbers.items()}
DO: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "divided_by": lambda one, other: one / other,
}

columns = st.sampled_from(["mean_won", "trades", "region", "month", "time", "profit", "deal"])
numbers = st.sampled_from(["3", "1000", "5", "0", "-7", "999999"]).map(Decimal)
operations: st.SearchStrategy[Operation] = st.one_of(
    st.builds(Select, column=columns, values=st.just(("서울 마포구",)) | st.just(("없는 곳",))),
    st.builds(Group, by=st.tuples(columns)),
    st.builds(Aggregate, function=st.sampled_from(["count", "sum", "mean", "min", "max", "median"]), column=columns),
    st.builds(Rank, column=columns, descending=st.booleans(), first=st.none() | st.integers(1, 3)),
    st.builds(Extreme, column=columns, largest=st.booleans()),
    st.builds(Compare, column=columns),
    st.builds(Change, column=columns),
    st.builds(
        Arithmetic,
        column=columns,
        operator=st.sampled_from(["plus", "minus", "times", "divided_by"]),
        operand=numbers,
    ),
    st.builds(Share, column=columns),
)
plans = st.lists(operations, min_size=1, max_size=4)


def figures(done: Computed) -> list[Figure]:
    return [*done.outcome.figures, *(row.figure for row in done.outcome.rows)]


@given(plan=plans, source=st.sampled_from([SOURCE, "", "no_such_table"]))
def test_every_figure_stands_on_cells_of_the_evidence(plan: Sequence[Operation], source: str) -> None:
    done = carried_out(QUESTION, [HELD], source, plan)
    if not isinstance(done, Computed):
        return
    assert all(is_said(one.operand, QUESTION) for one in plan if isinstance(one, Arithmetic))
    for figure in figures(done):
        assert figure.basis
        # A count stands on rows: one of each, whatever the column holds.
        assert all(CELLS.get((one.item, one.column), Decimal(1)) == one.value for one in figure.basis)


@given(plan=plans)
def test_a_plan_with_a_number_nobody_said_reaches_nobody(plan: Sequence[Operation]) -> None:
    invented = [one for one in plan if isinstance(one, Arithmetic) and not is_said(one.operand, QUESTION)]
    unknown = [name for one in plan for name in columns_of(one) if name == "profit"]
    done = carried_out(QUESTION, [HELD], SOURCE, plan)
    if invented or unknown:
        assert not isinstance(done, Computed)
        shown = analysis_of((done,), "ko", by_model=True) if done is not None else None
        assert shown is None or (shown.value, shown.lead, shown.working) == (None, "", ())


@pytest.mark.parametrize("how", list(DO))
def test_arithmetic_is_ours_to_the_last_digit(how: str) -> None:
    plan = [
        Select(column="region", values=("서울 은평구",)),
        Arithmetic.model_validate({"column": "mean_won", "operator": how, "operand": 3}),
    ]
    done = carried_out(QUESTION, [HELD], SOURCE, plan)
    assert isinstance(done, Computed)
    assert [figure.value for figure in figures(done)] == [DO[how](Decimal(390_000_000), Decimal(3))]
