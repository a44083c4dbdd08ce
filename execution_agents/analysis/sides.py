"""A multiple of one of two compared things: half of Mapo's mean against Seocho's. The figure of that side is multiplied
before the comparison, and the side is named accordingly: half of Mapo-gu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.cells import english_words
from execution_agents.analysis.material import Material
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import Planned
from foundation.contracts.operations import Basis, Figure
from foundation.language.figures.money import plain
from foundation.language.wanted.multiples import Part, part_in

_ENDS = ("특별시", "광역시", "시", "군", "구", "동")


def with_a_part(plan: Planned, material: Material) -> Planned:
    """The plan with one side multiplied as the question says; unchanged if the question names no factor, or neither
    side."""
    part = part_in(material.question)
    if part is None or plan.wanted != "compare" or len(plan.facts) != 2 or not plan.key:
        return plan
    side = _side_of(part, plan, material)
    if side is None or plan.column not in side.numbers:
        return plan
    multiplied = replace(side, numbers={**side.numbers, plan.column: side.numbers[plan.column] * part.factor})
    facts = tuple(multiplied if fact is side else fact for fact in plan.facts)
    return replace(plan, facts=facts, multiplied={side.item: part.factor})


def multiplied_figures(plan: Planned) -> tuple[Figure, ...]:
    """The multiplied sides as figures that no cell holds."""
    found: list[Figure] = []
    for fact in plan.facts:
        factor = plan.multiplied.get(fact.item)
        if factor:
            value = fact.numbers[plan.column]
            base = value / factor
            basis = (Basis(item=fact.item, column=plan.column, value=base),)
            working = f"{plain(base)} × {plain(factor)} = {plain(value)}"
            unit = fact.units.get(plan.column)
            found.append(Figure(name="value", value=value, unit=unit, basis=basis, working=working))
    return tuple(found)


def _side_of(part: Part, plan: Planned, material: Material) -> Fact | None:
    """The thing nearest before the factor, or after it if the language puts it there."""
    places = [(at, fact) for fact in plan.facts for at in _mentions(fact, plan.key, material)]
    if part.behind:
        before = [(at, fact) for at, fact in places if at < part.start]
        return max(before, key=lambda one: one[0])[1] if before else None
    after = [(at, fact) for at, fact in places if at >= part.start]
    return min(after, key=lambda one: one[0])[1] if after else None


def _mentions(fact: Fact, key: str, material: Material) -> Sequence[int]:
    """Where the question names the thing, under any of its names."""
    question = material.question.lower()
    value = fact.labels.get(key, "")
    english = english_words(value, material.pack).partition(",")[0]
    names = {value, value.split(" ")[-1], english, english.partition("-")[0]}
    names |= {name.removesuffix(end) for name in names for end in _ENDS if len(name) > len(end) + 1}
    found = [question.find(name.lower()) for name in names if name]
    return [at for at in found if at >= 0]
