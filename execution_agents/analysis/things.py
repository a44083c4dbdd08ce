"""What to compute over products and other rows without a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from execution_agents.analysis.columns import by_function, called, figures_of
from execution_agents.analysis.material import SHORTEST_NAME, Material, called_by_a_word, named_things
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import Planned, column_for, ranked
from foundation.contracts.operations import Compare, Refused
from foundation.language.cues import topic_words
from foundation.language.wanted.counted import several_meant

PAIR = 2


def over_things(material: Material) -> Planned | Refused | None:
    """Products and other rows without a time: the one with the best figure, or figures of one beside another."""
    asked, facts = material.asked, material.single
    if not facts:
        return None
    two = the_two(material)
    if len(two) == 2:
        column = column_for(material, two)
        if not isinstance(column, str):
            return column
        if all(column in fact.numbers for fact in two):
            return Planned("compare", (Compare(column=column),), two, column, "")
    if not (asked.superlative or asked.comparative or asked.ordered) or asked.direction is None:
        return figure_of_one(material)
    facts = beside_each_other(material, facts) or fitting_words(material, facts)
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    held = tuple(fact for fact in facts if column in fact.numbers)
    if not held:
        return None
    plan = ranked(material, held, column, "")
    return replace(plan, facts=held)


def the_two(material: Material) -> tuple[Fact, ...]:
    """The two things that a question sets beside each other: both called in it, or one of them before it (청년 전세대출
    금리는? → 신혼부부 전세대출이랑 한도 차이는?)."""
    asked = material.asked
    if not (asked.difference or asked.ratio or asked.part or asked.sets_beside or asked.comparative):
        return ()
    own = called_by_a_word(material, material.question)
    differ = asked.difference or asked.ratio or asked.part
    if own or (differ and several_meant(material.question) == PAIR):
        for text in (material.standalone, *material.spoken):
            if len(own) >= PAIR:
                break
            named = {fact.item for fact in own}
            own += tuple(one for one in called_by_a_word(material, text) if one.item not in named)
    return own


def beside_each_other(material: Material, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The things that a question sets beside each other by their names; none where it does not name two."""
    plain = "".join(material.question.lower().split())
    names = {fact.item: {"".join(value.lower().split()) for value in fact.labels.values()} for fact in facts}
    shared = Counter(name for mine in names.values() for name in mine)
    named = [
        fact
        for fact in facts
        if any(len(name) >= SHORTEST_NAME and name in plain and shared[name] == 1 for name in names[fact.item])
    ]
    return tuple(named) if len(named) > 1 else ()


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
