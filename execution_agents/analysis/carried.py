"""What a follow-up over rows leaves out of its calculation: it asks for the same of other rows (매매 대비 전세가
몇 프로야 → 은평구로 하면?), adds to what was counted (2월에 몇 건 → 1월이랑 합치면), or sets two answers beside each
other that were sums (둘이 몇 배야?)."""

from __future__ import annotations

from dataclasses import replace

from execution_agents.analysis.columns import called, figures_of
from execution_agents.analysis.material import Material, newest, slices, varying
from execution_agents.analysis.planned import sets_answers_beside
from foundation.language.wanted.comparisons import Comparing, comparing


def carried(material: Material) -> Material:
    """The material with what the last question asked to compute, where this one leaves it out."""
    before = comparing(material.spoken[0]) if material.spoken else Comparing()
    asked = material.asked
    joins = asked.joined and not asked.counts and not _names_a_figure(material)
    if joins and before.counts:
        return replace(material, asked=replace(asked, counts=True))
    if joins and len(material.periods) > 1:
        return replace(material, asked=replace(asked, total=False, mean=True))  # Means of months add up to nothing.
    if (before.part or before.ratio) and _computes_nothing(asked) and _is_of_the_same_sides(material):
        return replace(material, asked=replace(asked, part=before.part, ratio=before.ratio))
    if sets_answers_beside(asked) and not material.source.is_aggregate and not _says_how(asked):
        named = next((one for one in material.spoken if _names_a_figure(replace(material, question=one))), "")
        then = comparing(named)
        return replace(material, asked=replace(asked, total=then.total, median=then.median))
    return material


def _says_how(asked: Comparing) -> bool:
    return asked.total or asked.mean or asked.median


def _computes_nothing(asked: Comparing) -> bool:
    return asked in (Comparing(), Comparing(among=asked.among))


def _names_a_figure(material: Material) -> bool:
    return bool(called(material.question, figures_of(material.facts), material.source))


def _is_of_the_same_sides(material: Material) -> bool:
    """True if two rows are at hand that differ in what the last question set beside each other, and in nothing else."""
    if not material.source.is_aggregate:
        return False
    facts = newest(material, slices(material))
    differ = varying(material, facts)
    if len(facts) != 2 or len(differ) != 1 or differ[0] == material.place:
        return False
    slots = [one.slot for one in material.source.slots if one.column == differ[0]]
    low = material.spoken[0].lower()
    values = {fact.labels.get(differ[0], "") for fact in facts}
    choices = [each for slot in material.pack.slots if slot.name in slots for each in slot.choices]
    return any(word.lower() in low for each in choices if each.value in values for word in each.words)
