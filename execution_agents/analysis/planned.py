"""A plan of operations, and what the plans for all kinds of tables share: choosing the column, sums, rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from execution_agents.analysis.columns import called, chosen_column, figures_of
from execution_agents.analysis.material import Material
from execution_agents.analysis.operations.facts import Fact
from foundation.contracts.operations import Aggregate, Compare, Operation, Rank, Refused, Where
from foundation.language.wanted.comparisons import Comparing

Wanted = Literal["value", "thing", "compare", "change", "moved", "extreme", "rank", "count", "filter", "nearest"]


@dataclass(frozen=True)
class Planned:
    """Operations over facts."""

    wanted: Wanted
    operations: tuple[Operation, ...]
    facts: tuple[Fact, ...]
    column: str
    key: str
    """What distinguishes the rows of the result: a column, `time`, or "" if a row's title does."""
    complete: bool = True
    multiplied: Mapping[int, Decimal] = field(default_factory=dict[int, Decimal])
    """Item -> the factor its figure is multiplied by: half of Mapo's mean."""
    sought: tuple[Where, ...] = ()
    """The conditions of a filter, in the question's order."""


def compares(material: Material) -> bool:
    """The question sets rows beside each other."""
    asked = material.asked
    beside = asked.superlative or asked.comparative or asked.sets_beside or asked.changed or asked.ordered
    beside = beside or (asked.beyond is not None and names_two(material))
    return beside or asked.difference or asked.ratio or asked.part or shares_asked(material)


def names_two(material: Material) -> bool:
    """The question names two values of one of the table's columns or more."""
    return any(set_beside(material, one.column) for one in material.source.slots)


def shares_asked(material: Material) -> bool:
    """Percentages of figures that are not percentages themselves: 퍼센트로는? after two prices."""
    units = {unit for fact in material.facts for unit in fact.units.values()}
    return material.asked.per_cent and "percent" not in units


def between(material: Material) -> bool:
    """By how much, or how many times, two figures differ."""
    return material.asked.difference or material.asked.ratio or material.asked.sets_beside or shares_asked(material)


def set_beside(material: Material, column: str) -> bool:
    """The question names two values of this column or more."""
    slots = (one.slot for one in material.source.slots if one.column == column)
    return any(len(material.slots.get(slot, ())) > 1 for slot in slots)


def which_of_two(material: Material) -> bool:
    """Which of two times had more: one stands before the other, and nothing changed from one to the other."""
    asked = material.asked
    return asked.comparative and asked.direction is not None and not (asked.changed or asked.ratio or asked.part)


def column_for(material: Material, facts: Sequence[Fact]) -> str | Refused | None:
    """The one figure meant; a refusal where several fit."""
    names = chosen_column(naming_question(material, facts), material.asked, facts, material.source)
    if len(names) > 1 and (compares(material) or material.asked.total):
        return Refused(operations=(), reason="several_columns", detail=tuple(names))
    return names[0] if names else None


def naming_question(material: Material, facts: Sequence[Fact]) -> str:
    """The person's own words if they name a figure; else the words with what they take over (판매량 → 몇 퍼센트
    변했어?), else those of the question whose answers are set beside each other (the difference?)."""
    before = material.spoken if sets_answers_beside(material.asked) else ()
    names = figures_of(facts)
    texts = (material.question, material.standalone, *before)
    return next((text for text in texts if called(text, names, material.source)), material.question)


def sets_answers_beside(asked: Comparing) -> bool:
    """True for words that compare and name nothing of their own: how much is that in per cent, 몇 배야?"""
    beside = asked.difference or asked.ratio or asked.part or asked.per_cent or asked.changed or asked.sets_beside
    return beside and not asked.superlative and not asked.ordered and asked.measured is None


def summed(material: Material, facts: tuple[Fact, ...], column: str) -> Planned | None:
    """One figure of all these rows added up."""
    held = tuple(fact for fact in facts if column in fact.numbers)
    steps = (Aggregate(function="sum", column=column),) if len(held) > 1 else ()
    return Planned("value", steps, held, column, "", material.complete) if held else None


def of_one_unit(material: Material, facts: Sequence[Fact]) -> bool:
    """Figures that depend on the value of another choice column (turbidity, pH; a price, a deposit) cannot be ordered
    together."""
    return len(kinds_of(material, facts)) < 2


def kinds_of(material: Material, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The choices among these rows that call the figures otherwise."""
    choices = {value for column in material.source.columns for value in column.label_when}
    return tuple(dict.fromkeys(value for fact in facts for value in fact.labels.values() if value in choices))


def ranked(material: Material, facts: tuple[Fact, ...], column: str, key: str) -> Planned:
    """A ranking, an extreme or a comparison of several rows."""
    asked, high = material.asked, material.asked.direction != "low"
    if asked.ordered or (asked.first or 0) > 1 and asked.superlative:
        operation: Operation = Rank(column=column, descending=high, first=asked.first)
        return Planned("rank", (operation,), facts, column, key, material.complete)
    beside = asked.comparative or asked.sets_beside or asked.difference or asked.ratio
    if (len(facts) == 2 and (beside or not asked.superlative)) or not (asked.superlative or asked.direction):
        return Planned("compare", (Compare(column=column),), facts, column, key)
    operation = Rank(column=column, descending=high)
    return Planned("extreme", (operation,), facts, column, key, material.complete)
