"""What to compute over single sales or readings, with the database's figures over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.cells import ROWS
from execution_agents.analysis.columns import end_of, figures_of, mentioned
from execution_agents.analysis.filters.rows import filtered
from execution_agents.analysis.material import Material, free_labels, named_things, placed, varying
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.ordering import is_ranked
from execution_agents.analysis.planned import (
    Planned,
    Wanted,
    between,
    column_for,
    compares,
    kinds_of,
    of_one_unit,
    ranked,
    set_beside,
    summed,
    which_of_two,
)
from foundation.contracts.operations import TIME, Aggregate, Change, Compare, Group, Rank, Refused

MONTH = len("2026-01")
SIDES = 2


def over_events(material: Material) -> Planned | Refused | None:
    """Single sales or readings, with the database's figures over them."""
    asked = material.asked
    sought = filtered(material)
    if sought is not None:
        return sought
    if asked.superlative or asked.ordered:
        return best_events(material)
    if (asked.total or (asked.counts and own_count(material))) and not compares(material):
        return totalled(material)
    if asked.total and compares(material):
        return summed_sides(material) or Refused(operations=(), reason="nothing_to_compare")
    sides = computed_sides(material) or grouped_sides(material) or single_sides(material)
    if compares(material) and sides is not None:
        return sides
    facts = material.computed
    if compares(material) and facts:
        return Refused(operations=(), reason="nothing_to_compare", detail=(facts[0].time,))
    if len(material.single) == 1 and len(facts) == 1 and material.complete:
        facts = material.single  # The mean of one row is that row's own figure.
    things = named_things(material, material.single)
    if things:
        return of_named(material, things)
    if not facts or not of_one_unit(material, facts):
        return None
    if asked.counts:
        return Planned("count", (), facts, ROWS, "") if len(facts) == 1 else None
    column = column_for(material, facts)
    return Planned("value", (), facts, column, "") if isinstance(column, str) else column


def own_count(material: Material) -> str:
    """The column in which the rows themselves hold a number of things (pieces sold); "" if the table has none."""
    counted = (name for fact in material.single for name, unit in fact.units.items() if unit == "count")
    return next(counted, "")


def totalled(material: Material) -> Planned | Refused | None:
    """The sum of one column over the rows themselves; None if figures differ in unit or kind."""
    facts, asked = material.single, material.asked
    if not facts:
        return None
    names = mentioned(material.question, figures_of(facts), material.source)
    units = {fact.units.get(name) for fact in facts for name in names if name in fact.units}
    if len(units) > 1 or not of_one_unit(material, facts):
        return Refused(operations=(), reason="mixed_units", detail=tuple(names or kinds_of(material, facts)))
    column = own_count(material) if asked.counts and not names else column_for(material, facts)
    if not isinstance(column, str):
        return column
    return summed(material, tuple(fact for fact in facts if column in fact.numbers), column) if column else None


def of_named(material: Material, things: tuple[Fact, ...]) -> Planned | None:
    """The newest row of the thing the question names, or the one with the largest or smallest figure of it."""
    latest = max(things, key=lambda fact: fact.time)
    column = column_for(material, (latest,))
    return Planned("thing", (), (latest,), column, "") if isinstance(column, str) else None


def best_events(material: Material) -> Planned | Refused | None:
    """The day, the sale or the place with the largest or smallest figure."""
    asked, facts = material.asked, material.single
    if asked.direction is None or not facts:
        return None
    if not of_one_unit(material, facts):
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    high = asked.direction == "high"
    if between(material) and len(material.periods) > 1:
        return ends_apart(material, facts, end_of(asked, column, facts, material.source))
    if asked.among in ("place", "month") and (material.place or asked.among == "month"):
        return best_groups(material, facts, column)
    column = end_of(asked, column, facts, material.source)
    key = TIME if asked.among == "day" else ""
    ranks = asked.ordered or (asked.first or 0) > 1
    operation = Rank(column=column, descending=high, first=asked.first)
    complete = material.complete or is_ranked(facts, column, descending=high)
    return Planned("rank" if ranks else "extreme", (operation,), facts, column, key, complete)


def ends_apart(material: Material, facts: Sequence[Fact], column: str) -> Planned | None:
    """How the highest or lowest figures of two months differ: 8월 최고값이랑은 얼마나 차이났지."""
    months = tuple(replace(fact, time=fact.time[:MONTH]) for fact in facts)
    if len({fact.time for fact in months}) != 2 or varying(material, months):
        return None
    ends = Aggregate(function="max" if material.asked.direction == "high" else "min", column=column)
    return Planned("change", (Group(by=(TIME,)), ends, Change(column=column)), months, column, TIME, material.complete)


def best_groups(material: Material, facts: Sequence[Fact], column: str) -> Planned:
    """The place or month whose rows have the highest or lowest mean."""
    asked = material.asked
    key = material.place if asked.among == "place" else TIME
    facts = tuple(replace(fact, time=fact.time[:MONTH]) for fact in facts) if key == TIME else tuple(facts)
    steps = (Group(by=(key,)), Aggregate(function="mean", column=column))
    rank = Rank(column=column, descending=asked.direction == "high", first=asked.first)
    wanted: Wanted = "rank" if asked.ordered or (asked.first or 0) > 1 else "extreme"
    return Planned(wanted, (*steps, rank), facts, column, key, material.complete)


def computed_sides(material: Material) -> Planned | None:
    """Figures the database computed for each side: two districts, two months."""
    facts = material.computed
    if len(facts) < 2 or not of_one_unit(material, facts):
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return None
    facts = tuple(fact for fact in facts if column in fact.numbers)
    differ = varying(material, facts)
    times = {fact.time for fact in facts}
    if len(differ) == 1 and len(facts) > 1:
        return ranked(material, facts, column, differ[0])
    if not differ and len(times) == len(facts) == SIDES and which_of_two(material):
        return Planned("compare", (Compare(column=column),), facts, column, TIME)
    if not differ and len(times) == len(facts) > 1:
        return Planned("change", (Change(column=column),), facts, column, TIME)
    return None


def single_sides(material: Material) -> Planned | None:
    """The rows of one time themselves, where each is a side of its own: the branches of a month."""
    facts, asked = material.single, material.asked
    differ = varying(material, facts)
    if not (asked.difference or asked.ratio) or len(differ) != 1 or not of_one_unit(material, facts):
        return None
    named = {fact.labels.get(differ[0], "") for fact in facts}
    column = column_for(material, facts)
    if len(named) != len(facts) or len({fact.time for fact in facts}) != 1 or not isinstance(column, str):
        return None
    if not material.complete or any(column not in fact.numbers for fact in facts):
        return None
    return ranked(material, facts, column, differ[0])


def summed_sides(material: Material) -> Planned | None:
    """Each side's sum over its own rows: of two places, or of two months."""
    facts = placed(material)
    column = column_for(material, facts) if facts and of_one_unit(material, facts) else None
    if not isinstance(column, str):
        return None
    facts = tuple(fact for fact in facts if column in fact.numbers)
    differ = [name for name in varying(material, facts) if set_beside(material, name)] or varying(material, facts)
    key = differ[0] if len(differ) == 1 else TIME
    facts = facts if differ else tuple(replace(fact, time=fact.time[:MONTH]) for fact in facts)
    sides = {fact.labels.get(key, "") if differ else fact.time for fact in facts}
    if len(differ) > 1 or len(sides) < SIDES:
        return None
    plan = (
        ranked(material, facts, column, key)
        if differ
        else Planned("change", (Change(column=column),), facts, column, TIME)
    )
    steps = (Group(by=(key,)), Aggregate(function="sum", column=column))
    return replace(plan, operations=(*steps, *plan.operations), complete=material.complete)


def grouped_sides(material: Material) -> Planned | None:
    """Each side's mean over its own rows, where the figures were computed over both together."""
    facts = placed(material)
    if not facts or not of_one_unit(material, facts):
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return None
    mean = Aggregate(function="median" if material.asked.median else "mean", column=column)
    if len({fact.labels.get(material.place) for fact in facts}) > 1 and len(material.asked_for("region")) > 1:
        plan = ranked(material, facts, column, material.place)
        return replace(
            plan, operations=(Group(by=(material.place,)), mean, *plan.operations), complete=material.complete
        )
    alone = not any(fact.labels.get(name) for fact in facts for name in free_labels(material))
    months = tuple(replace(fact, time=fact.time[:MONTH]) for fact in facts)
    two = len({fact.time for fact in months}) == 2 and not varying(material, facts)
    wanted = len(material.periods) > 1 or (material.asked.changed and alone) or (two and between(material))
    if wanted and len({fact.time for fact in months}) > 1:
        if which_of_two(material) and len({fact.time for fact in months}) == SIDES:
            steps = (Group(by=(TIME,)), mean, Compare(column=column))
            return Planned("compare", steps, months, column, TIME, material.complete)
        operations = (Group(by=(TIME,)), mean, Change(column=column))
        return Planned("change", operations, months, column, TIME, material.complete)
    return None
