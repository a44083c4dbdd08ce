"""Rules that read the operations a question asks for: from its comparatives and superlatives, the columns it names, and
how the rows at hand differ. No rule knows a table by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.columns import function_of
from execution_agents.analysis.events import over_events
from execution_agents.analysis.filters.rows import meets, nearest
from execution_agents.analysis.material import Material, newest, slices, subject, varying
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import (
    Planned,
    column_for,
    compares,
    ranked,
    set_beside,
    shares_asked,
    summed,
    which_of_two,
)
from execution_agents.analysis.sides import with_a_part
from execution_agents.analysis.things import over_things
from foundation.contracts.operations import (
    TIME,
    Aggregate,
    Arithmetic,
    Change,
    Compare,
    Extreme,
    Group,
    Operation,
    Rank,
    Refused,
    Where,
)
from foundation.language.figures.agreement import Figure
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.conditions import Bound, conditions_in
from foundation.language.wanted.multiples import multiple_in


def planned(material: Material) -> Planned | Refused | None:
    """What to compute; a refusal if two columns fit equally well; None if the rows answer without a calculation."""
    if material.source.is_aggregate:
        return multiplied(over_summaries(material), material)
    return multiplied(over_events(material) if material.is_events else over_things(material), material)


def multiplied(plan: Planned | Refused | None, material: Material) -> Planned | Refused | None:
    """The one figure meant, multiplied as the question says (3배면?)."""
    if isinstance(plan, Planned) and plan.wanted == "compare":
        return with_a_part(plan, material)
    factor = multiple_in(material.question)
    lone = isinstance(plan, Planned) and plan.wanted in ("value", "thing") and (plan.operations or len(plan.facts) == 1)
    if factor is None or not isinstance(plan, Planned) or not lone or not plan.column:
        return plan
    step = Arithmetic(column=plan.column, operator="times", operand=factor)
    return replace(plan, operations=(*plan.operations, step))


def over_summaries(material: Material) -> Planned | Refused | None:
    """Monthly figures of places and deals."""
    facts = of_one_kind(material, slices(material))
    if not facts:
        return None
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    if material.asked.moved_most:
        return moved_most(material, facts, column) if column else None
    if material.asked.total and column:
        spans = any(first != last for first, last in material.periods) or len(material.periods) > 1
        return summed(material, facts if spans else newest(material, facts), column)
    places = places_within(material, facts, column)
    if places is not None:
        return places
    whole = over_period(material, facts, column)
    if whole is not None:
        return whole
    series = by_time(material, facts)
    if series is not None and column:
        return over_time(material, series, column)
    return side_by_side(material, newest(material, [fact for fact in facts if column in fact.numbers]), column)


def of_one_kind(material: Material, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """If rows are compared and the question leaves the kind of deal open: the kind of most rows."""
    differ = varying(material, facts)
    others = [name for name in differ if name != material.place and not set_beside(material, name)]
    if not material.place and len(differ) == 1:
        return tuple(facts)
    if not others or not (compares(material) or seeks_places(material)):
        return tuple(facts)
    sizes: dict[tuple[str, ...], int] = {}
    for fact in facts:
        key = tuple(fact.labels.get(name, "") for name in others)
        sizes[key] = sizes.get(key, 0) + int(fact.size or 1)
    largest = max(sizes, key=lambda key: sizes[key])
    return tuple(fact for fact in facts if tuple(fact.labels.get(name, "") for name in others) == largest)


def seeks_places(material: Material) -> bool:
    """The question puts a condition on places."""
    return material.asked.among == "place" and bool(conditions_in(material.question))


def places_within(material: Material, facts: tuple[Fact, ...], column: str | None) -> Planned | Refused | None:
    """The places whose figure is within the bounds that the question sets (전세 5억 이하인 구): a month's figure is of
    its place. None where no places are sought, or a bound is of something else."""
    conditions = conditions_in(material.question) if seeks_places(material) else ()
    bounds: list[tuple[Bound, Figure]] = [(one.bound, one.figure) for one in conditions if one.figure is not None]
    held = newest(material, [fact for fact in facts if column in fact.numbers])
    if not column or not bounds or len(bounds) < len(conditions) or varying(material, held) != (material.place,):
        return None
    units = {fact.units.get(column) for fact in held}
    if any({figure.kind} != units for _, figure in bounds):
        return None
    sought = tuple(Where(column=column, bound=bound, operand=figure.value) for bound, figure in bounds)
    if not material.complete:
        return Refused(operations=sought, reason="incomplete")
    found = [fact for fact in held if all(meets(fact, one) for one in sought)]
    if found:
        return Planned("filter", sought[::-1], held, column, material.place, sought=sought)
    step = Rank(column=column, descending=True)
    return Planned("nearest", (step,), nearest(held, sought[0]), column, material.place, sought=sought)


def over_period(material: Material, facts: tuple[Fact, ...], column: str | None) -> Planned | None:
    """One figure over all months of the period asked for: a mean weighted by counts, or how many there were."""
    asked = material.asked
    spans = any(first != last for first, last in material.periods) or len(material.periods) > 1
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
    # Two months named without a comparing word (1월이랑 2월은?): the answer gives both, and so their difference.
    compared = several and not asked.mean and not asked.total if not compares(material) else several or asked.changed
    compared = compared and not asked.superlative
    if len({subject(material, fact) for fact in facts}) > 1:
        return None
    return tuple(facts) if sought or compared else None


def over_time(material: Material, facts: tuple[Fact, ...], column: str) -> Planned:
    """For one subject: its best month, or its change."""
    asked = material.asked
    if asked.superlative and asked.direction:
        operation: Operation = Extreme(column=column, largest=asked.direction == "high")
        return Planned("extreme", (operation,), facts, column, TIME, material.complete)
    if which_of_two(material) and len(facts) == 2:
        return Planned("compare", (Compare(column=column),), facts, column, TIME)
    if asked.since_last_month:
        facts = tuple(sorted(facts, key=lambda fact: fact.time)[-2:])
    return Planned("change", (Change(column=column),), facts, column, TIME)


def side_by_side(material: Material, facts: tuple[Fact, ...], column: str | None) -> Planned | Refused | None:
    """Rows of one time beside each other: ranked, compared, or the value of the only row."""
    asked, differ = material.asked, varying(material, facts)
    if column is None or not facts:
        return None
    if len(facts) == 1 and asked.counts:
        return Planned("count", (), facts, column, "")
    own = own_extreme(material, facts[0], column) if len(facts) == 1 else None
    if own is not None:
        return Planned("value", (), facts, own, "")
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


def own_extreme(material: Material, fact: Fact, column: str) -> str | None:
    """The column that holds the lowest or the highest of what one row covers (and what was the lowest there?), where
    nothing is asked for among places or times. None: the row has no such column, or several."""
    asked = material.asked
    if not asked.superlative or asked.direction is None or asked.among is not None:
        return None
    if asks_whether(material.question) is not None:
        return None  # the most it could become is none of what was
    wanted = "max" if asked.direction == "high" else "min"
    held = [name for name in fact.numbers if function_of(name, material.source) == wanted]
    alike = [name for name in held if fact.units.get(name) == fact.units.get(column)]
    return alike[0] if len(alike) == 1 else None


def moved_most(material: Material, facts: tuple[Fact, ...], column: str) -> Planned | Refused | None:
    """Things in the order of how much their figure changed, all over the same time."""
    held = [fact for fact in facts if column in fact.numbers and fact.time]
    differ = varying(material, held)
    if len(differ) != 1:
        return None  # What is meant by "the most" is not told by one column: the rows answer.
    [key], times = differ, dict[str, set[str]]()
    for fact in held:
        times.setdefault(fact.labels.get(key, ""), set()).add(fact.time)
    shared = sorted(set[str].intersection(*times.values()))
    ends = (shared[-2] if material.asked.since_last_month else shared[0], shared[-1]) if len(shared) > 1 else ()
    step = Change(column=column, measure="percent" if material.asked.per_cent else "difference")
    if not ends:
        return Refused(operations=(step,), reason="nothing_to_compare", detail=(max(fact.time for fact in held),))
    high, first = material.asked.moved_most == "high", material.asked.first
    steps = (Group(by=(key,)), step, Rank(column=column, descending=high, first=first))
    compared = tuple(fact for fact in held if fact.time in ends)
    return Planned("moved", steps, compared, column, key, material.complete)


def wants_another(material: Material) -> bool:
    """True if the question compares with something that is not in the rows."""
    asked = material.asked
    return (
        asked.sets_beside
        or asked.comparative
        or asked.difference
        or asked.ratio
        or asked.superlative
        or asked.ordered
        or shares_asked(material)
    )


def named(material: Material, fact: Fact) -> str:
    """What a lone fact is of: its month where several were asked for, else its place."""
    by_time = len(material.periods) > 1 or material.asked.changed
    if by_time and len(material.asked_for("region")) < 2:
        return fact.time
    return fact.labels.get(material.place, "") or next(iter(fact.labels.values()), "")
