"""Which operations a question asks for, by rules: its comparatives and superlatives, the columns it names, and what
the rows at hand differ by. No rule knows a table by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from execution_agents.analysis.cells import ROWS
from execution_agents.analysis.columns import (
    by_function,
    called,
    chosen_column,
    end_of,
    figures_of,
    function_of,
)
from execution_agents.analysis.material import (
    Material,
    free_labels,
    named_things,
    newest,
    placed,
    slices,
    subject,
    varying,
)
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.ordering import is_ranked
from foundation.contracts.operations import (
    TIME,
    Aggregate,
    Change,
    Compare,
    Extreme,
    Group,
    Operation,
    Rank,
    Refused,
)
from foundation.language.cues import topic_words

Wanted = Literal["value", "thing", "compare", "change", "extreme", "rank", "count"]
MONTH = len("2026-01")


@dataclass(frozen=True)
class Planned:
    """Operations over facts."""

    wanted: Wanted
    operations: tuple[Operation, ...]
    facts: tuple[Fact, ...]
    column: str
    key: str
    """What tells the rows of the result apart: a column, `time`, or "" where a row's title does."""
    complete: bool = True


def planned(material: Material) -> Planned | Refused | None:
    """What to compute; a refusal where two columns fit equally; None where the rows speak for themselves."""
    if material.source.is_aggregate:
        return over_summaries(material)
    return over_events(material) if material.is_events else over_things(material)


def over_summaries(material: Material) -> Planned | Refused | None:
    """Monthly figures of places and deals."""
    facts = of_one_kind(material, slices(material))
    if not facts:
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    whole = over_period(material, facts, column)
    if whole is not None:
        return whole
    series = by_time(material, facts)
    if series is not None and column:
        return over_time(material, series, column)
    return side_by_side(material, newest(material, [fact for fact in facts if column in fact.numbers]), column)


def of_one_kind(material: Material, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Where rows are compared and the question leaves the kind of deal open: the kind that most rows speak of."""
    differ = varying(material, facts)
    others = [name for name in differ if name != material.place and not set_beside(material, name)]
    if not material.place and len(differ) == 1:
        return tuple(facts)
    if not others or not compares(material):
        return tuple(facts)
    sizes: dict[tuple[str, ...], int] = {}
    for fact in facts:
        key = tuple(fact.labels.get(name, "") for name in others)
        sizes[key] = sizes.get(key, 0) + int(fact.size or 1)
    largest = max(sizes, key=lambda key: sizes[key])
    return tuple(fact for fact in facts if tuple(fact.labels.get(name, "") for name in others) == largest)


def set_beside(material: Material, column: str) -> bool:
    """The question names two values of this column or more."""
    slots = (one.slot for one in material.source.slots if one.column == column)
    return any(len(material.slots.get(slot, ())) > 1 for slot in slots)


def compares(material: Material) -> bool:
    """The question sets rows beside each other."""
    return material.asked.asks or material.asked.difference or material.asked.ratio


def column_for(material: Material, facts: Sequence[Fact]) -> str | Refused | None:
    """The one figure meant; a refusal where several fit."""
    names = chosen_column(material.question, material.asked, facts, material.source)
    if len(names) > 1 and compares(material):
        return Refused(operations=(), reason="several_columns", detail=tuple(names))
    return names[0] if names else None


def over_period(material: Material, facts: tuple[Fact, ...], column: str | None) -> Planned | None:
    """One figure over all months of the period asked for: a mean weighted by counts, or how many there were."""
    asked, spans = material.asked, any(first != last for first, last in material.periods)
    function = function_of(column, material.source) if column else ""
    if not column or compares(material) or not spans or not (asked.mean or asked.counts):
        return None
    subjects, times = {subject(material, fact) for fact in facts}, {fact.time for fact in facts}
    if len(subjects) > 1 or len(times) < 2 or function not in ("mean", "count"):
        return None
    step = Aggregate(function="sum" if function == "count" else "mean", column=column)
    return Planned("value", (step,), facts, column, "", material.complete)


def by_time(material: Material, facts: Sequence[Fact]) -> tuple[Fact, ...] | None:
    """The rows of one subject at several times, where the question is about how they differ."""
    asked = material.asked
    if len({fact.time for fact in facts}) < 2:
        return None
    sought = asked.superlative and (asked.among in ("month", "day"))
    several = len(material.periods) > 1
    compared = compares(material) and not asked.superlative and (several or asked.changed)
    if len({subject(material, fact) for fact in facts}) > 1:
        return None
    return tuple(facts) if sought or compared else None


def over_time(material: Material, facts: tuple[Fact, ...], column: str) -> Planned:
    """Of one subject: its best month, or how it moved."""
    asked = material.asked
    if asked.superlative and asked.direction:
        operation: Operation = Extreme(column=column, largest=asked.direction == "high")
        return Planned("extreme", (operation,), facts, column, TIME, material.complete)
    if asked.since_last_month:
        facts = tuple(sorted(facts, key=lambda fact: fact.time)[-2:])
    return Planned("change", (Change(column=column),), facts, column, TIME)


def side_by_side(material: Material, facts: tuple[Fact, ...], column: str | None) -> Planned | Refused | None:
    """Rows of one time beside each other: ranked, compared, or the value of the only one."""
    asked, differ = material.asked, varying(material, facts)
    if column is None or not facts:
        return None
    if len(facts) == 1 and asked.counts:
        return Planned("count", (), facts, column, "")
    lone = len(facts) == 1 or (asked.changed and not asked.superlative and not differ)
    if lone and (wants_another(material) or asked.changed):
        return Refused(
            operations=(Compare(column=column),), reason="nothing_to_compare", detail=(named(material, facts[0]),)
        )
    if len(facts) == 1 or not compares(material):
        return Planned("value", (), facts, column, differ[0] if len(differ) == 1 else "")
    if len(differ) != 1:
        return None
    return ranked(material, facts, column, differ[0])


def wants_another(material: Material) -> bool:
    """The question compares with something that is not there."""
    asked = material.asked
    return (
        asked.sets_beside or asked.comparative or asked.difference or asked.ratio or asked.superlative or asked.ordered
    )


def named(material: Material, fact: Fact) -> str:
    """What a lone fact is of: its month where several were asked for, else its place."""
    by_time = len(material.periods) > 1 or material.asked.changed
    if by_time and len(material.asked_for("region")) < 2:
        return fact.time
    return fact.labels.get(material.place, "") or next(iter(fact.labels.values()), "")


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


def over_events(material: Material) -> Planned | Refused | None:
    """Single sales or readings, with the database's figures over them."""
    asked = material.asked
    if asked.superlative or asked.ordered:
        return best_events(material)
    sides = computed_sides(material) or grouped_sides(material)
    if compares(material) and sides is not None:
        return sides
    facts = material.computed
    if compares(material) and facts:
        return Refused(operations=(), reason="nothing_to_compare", detail=(facts[0].time,))
    things = named_things(material, material.single)
    if things:
        return of_named(material, things)
    if not facts or not of_one_unit(material, facts):
        return None
    if asked.counts:
        return Planned("count", (), facts, ROWS, "") if len(facts) == 1 else None
    column = column_for(material, facts)
    return Planned("value", (), facts, column, "") if isinstance(column, str) else column


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
    if asked.among in ("place", "month") and (material.place or asked.among == "month"):
        return best_groups(material, facts, column)
    column = end_of(asked, column, facts, material.source)
    key = TIME if asked.among == "day" else ""
    ranks = asked.ordered or (asked.first or 0) > 1
    operation = Rank(column=column, descending=high, first=asked.first)
    complete = material.complete or is_ranked(facts, column, descending=high)
    return Planned("rank" if ranks else "extreme", (operation,), facts, column, key, complete)


def of_one_unit(material: Material, facts: Sequence[Fact]) -> bool:
    """Figures that other choices call otherwise (turbidity, pH; a price, a deposit) are in no order together."""
    called = [column for column in material.source.columns if column.label_when]
    choices = {value for column in called for value in column.label_when}
    kinds = {value for fact in facts for value in fact.labels.values() if value in choices}
    return len(kinds) < 2


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
    if len(facts) < 2:
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return None
    facts = tuple(fact for fact in facts if column in fact.numbers)
    differ = varying(material, facts)
    times = {fact.time for fact in facts}
    if len(differ) == 1 and len(facts) > 1:
        return ranked(material, facts, column, differ[0])
    if not differ and len(times) == len(facts) > 1:
        return Planned("change", (Change(column=column),), facts, column, TIME)
    return None


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
    if len(material.periods) > 1 or (material.asked.changed and alone):
        months = tuple(replace(fact, time=fact.time[:MONTH]) for fact in facts)
        if len({fact.time for fact in months}) > 1:
            operations = (Group(by=(TIME,)), mean, Change(column=column))
            return Planned("change", operations, months, column, TIME, material.complete)
    return None


def over_things(material: Material) -> Planned | Refused | None:
    """Products and other rows without a time: the one with the best figure, or figures of one beside another."""
    asked, facts = material.asked, material.single
    if not facts:
        return None
    if not (asked.superlative or asked.comparative or asked.ordered) or asked.direction is None:
        return figure_of_one(material)
    facts = fitting_words(material, facts)
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    held = tuple(fact for fact in facts if column in fact.numbers)
    if not held:
        return None
    plan = ranked(material, held, column, "")
    return replace(plan, facts=held)


def figure_of_one(material: Material) -> Planned | None:
    """The figure asked for by its name, of the one thing the question names."""
    things = named_things(material, material.single)
    if len(things) != 1:
        return None
    names = called(material.question, figures_of(things), material.source)
    columns = by_function(names, material.asked, material.source)
    return Planned("value", (), things, columns[0], "") if columns else None


def fitting_words(material: Material, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The things whose own words the question says most of, where it says some that not all of them have: for first
    home buyers, insurance."""
    asked = {word.lower().rstrip("s") for word in topic_words(material.question, 40) if len(word) > 1}
    texts = {fact.item: material.text_of(fact).lower() for fact in facts}
    telling = [word for word in asked if 0 < sum(word in text for text in texts.values()) < len(facts)]
    held = {fact.item: sum(word in texts[fact.item] for word in telling) for fact in facts}
    most = max(held.values(), default=0)
    return tuple(fact for fact in facts if held[fact.item] == most) if most else facts
