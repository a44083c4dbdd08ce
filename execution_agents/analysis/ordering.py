"""The row order that a question asks for: pushed down to a table before its rows are cut, and recognised in a batch
that was cut in that order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from execution_agents.analysis.columns import called, chosen_column, end_of
from execution_agents.analysis.operations.facts import Fact
from foundation.contracts.ports import RowOrder
from foundation.domains.schema.pack import TableSource
from foundation.language.wanted.comparisons import comparing

NO_ACCIDENT = 20
"""This many rows are in one order by chance about once in 20! times."""


def asked_order(question: str, source: TableSource) -> RowOrder | None:
    """The column by which the best rows are asked for; None if single rows are not ranked, or two columns fit."""
    asked = comparing(question)
    if source.is_aggregate or asked.direction is None or not (asked.superlative or asked.ordered):
        return None
    if asked.among in ("place", "month"):
        return None
    blank = blank_fact(source)
    if not called(question, list(blank.numbers), source):
        # A rent that only some rows have cannot order the other rows.
        always = {one.name for one in source.columns if one.always_shown}
        usual = {name: number for name, number in blank.numbers.items() if name not in always}
        blank = replace(blank, numbers=usual or blank.numbers)
    names = chosen_column(question, asked, (blank,), source)
    if len(names) != 1:
        return None
    return RowOrder(end_of(asked, names[0], (blank,), source), asked.direction == "high")


def blank_fact(source: TableSource) -> Fact:
    """A row with every figure the table has."""
    figures = [one for one in source.columns if one.type in ("integer", "number") and one.unit != "year"]
    numbers = {one.name: Decimal(0) for one in figures}
    return Fact(0, {}, "", numbers, {one.name: one.unit for one in figures}, {})


def is_ranked(facts: Sequence[Fact], column: str, *, descending: bool) -> bool:
    """True if rows that were cut off came in the order of this figure, best first: then all of the best rows are
    there."""
    numbers = [fact.numbers[column] for fact in facts if column in fact.numbers]
    if len(numbers) < NO_ACCIDENT:
        return False
    return all(one >= other if descending else one <= other for one, other in pairwise(numbers))
