"""What to compute over products and other rows without a time."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from execution_agents.analysis.columns import by_function, called, figures_of, labels_of
from execution_agents.analysis.filters.rows import filtered, of_the_kind_named
from execution_agents.analysis.material import SHORTEST_NAME, Material, called_by_a_word, named_things
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import Planned, column_for, ranked
from foundation.contracts.operations import Aggregate, Compare, Refused
from foundation.language.cues import topic_words
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.labels import without_labels, written
from foundation.language.wanted.rates import bases_in

PAIR = 2
_AT_MOST = re.compile(
    r"최대\s*(?:로|한)?\s*(?:얼마|몇)"
    r"|\b(?:at (?:the )?most|at best|up to|max(?:imum)?|the most (?:i|we|you|they|one|anyone))\b",
    re.IGNORECASE,
)
"""A bound of the one thing that is meant, not the largest of all."""
_HOW_OFTEN = re.compile(r"once|every \d+ \w+|한\s?번|\d+[년달]마다", re.IGNORECASE)


def over_things(material: Material) -> Planned | Refused | None:
    """Products and other rows without a time: the one with the best figure, or figures of one beside another."""
    asked, facts = material.asked, material.single
    if not facts:
        return None
    meant = spoken_of(material)
    sought = filtered(material) or (of_all(material) if len(meant) != 1 else None)
    if sought is not None:
        return sought
    lone = meant if len(meant) == 1 else named_things(material, facts)
    if len(lone) == 1 and (_AT_MOST.search(material.question) or names_its_figure(material)):
        return figure_of(material, lone)
    if len(meant) > 1 and several_meant(material.question) == len(meant):
        facts = meant
    two = the_two(material)
    if two:
        return of_two_shown(material, two) if two == meant and not own_column(material) else beside(material, two)
    if not (asked.superlative or asked.comparative or asked.ordered) or asked.direction is None:
        return figure_of(material, named_things(material, material.single))
    if facts is not meant:
        facts = beside_each_other(material, facts) or fitting_words(material, facts)
    column = column_for(material, facts)
    if not isinstance(column, str):
        return column
    held = tuple(fact for fact in facts if column in fact.numbers)
    if not held:
        return None
    plan = ranked(material, held, column, "")
    return replace(plan, facts=held)


def of_all(material: Material) -> Planned | None:
    """The mean, the median or the sum of the one figure that the question calls by its whole name, over all things of
    the kind it names (전세대출 최저금리 평균); None where it names one thing, or compares."""
    asked = material.asked
    column, label = named_whole(material)
    if not column or not (asked.mean or asked.median or asked.total):
        return None
    rest = written(label).sub(" ", material.question)
    besides = comparing(rest)
    if besides.superlative or besides.comparative or besides.ordered or besides.difference or besides.ratio:
        return None
    facts = of_the_kind_named(material, material.single, rest)
    held = tuple(fact for fact in facts if column in fact.numbers)
    units = {fact.units.get(column) for fact in held}
    if len(held) < PAIR or len(units) > 1 or len(called_by_a_word(material, rest)) == 1:
        return None
    function = "sum" if asked.total else "median" if asked.median else "mean"
    step = Aggregate(function=function, column=column)
    return Planned("value", (step,), held, column, "", material.complete)


def named_whole(material: Material) -> tuple[str, str]:
    """The one figure whose whole label the question says, spaced as it will, and that label; "" for none."""
    said = {
        (name, label)
        for name in figures_of(material.single)
        for label in labels_of(name, material.source)
        if written(label).search(material.question)
    }
    longest = max((len(label) for _, label in said), default=0)
    best = [(name, label) for name, label in said if len(label) == longest]
    return best[0] if len(best) == 1 else ("", "")


def names_its_figure(material: Material) -> bool:
    """True if what sounds like a superlative is the name of a figure alone: 최고 금리는 몇 프로까지 가?"""
    if not material.asked.superlative:
        return False
    labels = tuple(text for one in material.source.columns for text in one.label.values())
    rest, called_so = without_labels(material.question, labels)
    return called_so and not comparing(rest).superlative


def the_two(material: Material) -> tuple[Fact, ...]:
    """The two things that a question sets beside each other: both called in it, or one of them before it (청년 전세대출
    금리는? → 신혼부부 전세대출이랑 한도 차이는?)."""
    asked = material.asked
    if not (asked.difference or asked.ratio or asked.part or asked.sets_beside or asked.comparative):
        return ()
    own = called_by_a_word(material, material.question)
    differ = asked.difference or asked.ratio or asked.part
    if differ and not own and len(shown := spoken_of(material)) == PAIR:
        return shown
    if own or (differ and several_meant(material.question) == PAIR):
        for text in (material.standalone, *material.spoken):
            if len(own) >= PAIR:
                break
            named = {fact.item for fact in own}
            own += tuple(one for one in called_by_a_word(material, text) if one.item not in named)
    return own if len(own) == PAIR else ()


def beside(material: Material, two: tuple[Fact, ...]) -> Planned | Refused | None:
    """Two things called by their names, by the column meant."""
    column = column_for(material, two)
    if not isinstance(column, str):
        return column
    return (
        Planned("compare", (Compare(column=column),), two, column, "")
        if all(column in one.numbers for one in two)
        else None
    )


def own_column(material: Material) -> bool:
    """True if the question calls a column itself: 둘 중 금리가 더 낮은 건."""
    return bool(called(material.question, [one.name for one in material.source.columns], material.source))


def of_two_shown(material: Material, two: tuple[Fact, ...]) -> Planned | None:
    """Two things shown one after the other, in the column that they were asked for by: their main one if no column was
    called. None where that holds no figure of both, or one that is paid at other times (monthly, every 2 years)."""
    told = [column.name for column in material.source.columns]
    asked_for = {name for text in material.spoken[:PAIR] for name in called(text, told, material.source)[:1]}
    column = asked_for.pop() if len(asked_for) == 1 else column_for(material, two) if not asked_for else None
    if not isinstance(column, str) or not all(fact.numbers.get(column) for fact in two):
        return None
    lengths = {value for fact in two for value in fact.labels.values() if is_length(value)}
    if len(lengths) > 1 and "months" not in {fact.units.get(column) for fact in two}:
        return None
    return Planned("compare", (Compare(column=column),), two, column, "")


def is_length(value: str) -> bool:
    """A cell that says nothing but how often: monthly, every 2 years, once."""
    plain = value.strip()
    return bool(_HOW_OFTEN.fullmatch(plain)) or any(one.end - one.start == len(plain) for one in bases_in(plain))


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


def spoken_of(material: Material) -> tuple[Fact, ...]:
    """The things that a follow-up is about without naming them: the conversation put their titles before it."""
    if material.standalone == material.question:
        return ()
    titles = {fact.item: material.items[fact.item].title for fact in material.single}
    return tuple(fact for fact in material.single if titles[fact.item] in material.standalone)


def figure_of(material: Material, things: tuple[Fact, ...]) -> Planned | None:
    """The figure asked for by its name, of the one thing that is meant."""
    if len(things) != 1:
        return None
    names = called(material.question, figures_of(things), material.source)
    columns = by_function(names, material.asked, material.source)
    return Planned("value", (), things, columns[0], "") if columns else None


def fitting_words(material: Material, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The things whose own words the question says most of, where it says some that not all of them have: for first
    home buyers, insurance. What all of them are is no such word, whatever some are called by (a mortgage is a loan)."""
    said = (word.lower() for word in topic_words(material.question, 40))
    asked = {word.rstrip("s") for word in said if len(word) > 1 and word not in ENGLISH_STOP} - what_all_are(material)
    texts = {fact.item: material.text_of(fact).lower() for fact in facts}
    telling = [word for word in asked if 0 < sum(says(text, word) for text in texts.values()) < len(facts)]
    held = {fact.item: sum(says(texts[fact.item], word) for word in telling) for fact in facts}
    most = max(held.values(), default=0)
    return tuple(fact for fact in facts if held[fact.item] == most) if most else facts


def what_all_are(material: Material) -> frozenset[str]:
    """Nouns for the rows as such (loan, mortgage), but those that a cell tells some of them by (kind: insurance)."""
    kinds = (one.named_things for one in material.pack.data_types if material.source.name in one.sources)
    nouns = frozenset(noun.lower().rstrip("s") for one in kinds if one is not None for noun in one.nouns)
    return nouns - {value.lower() for fact in material.single for value in fact.labels.values()}


def says(text: str, word: str) -> bool:
    """True if a text has the word: a Latin one whole or in the plural ("all" is no allowance), a Korean one at all."""
    if not word.isascii():
        return word in text
    return re.search(rf"(?<![a-z]){re.escape(word)}(?:e?s)?(?![a-z])", text) is not None
