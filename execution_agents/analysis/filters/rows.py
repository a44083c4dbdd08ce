"""The rows that meet a question's conditions, out of those that its words name; where none does, the nearest one.

Conditions are on single rows alone (products, a day's readings). A figure over several things (a month's mean) says
nothing of each of them."""

from __future__ import annotations

import re

from execution_agents.analysis.cells import cells_of, title_of
from execution_agents.analysis.filters.columns import bounded
from execution_agents.analysis.material import Material, called_by_a_word, free_labels
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import Planned, of_one_unit
from foundation.contracts.operations import TIME, Rank, Refused, Where
from foundation.domains.schema.pack import Column
from foundation.language.cues import phrase
from foundation.language.wanted.conditions import conditions_in, is_met, without_conditions

_WORD = re.compile(r"[A-Za-z]+|[가-힣]+")


def filtered(material: Material) -> Planned | Refused | None:
    """The rows that meet the conditions; None where the question puts none on rows like these."""
    conditions = bounded(material.question, material.source)
    facts = material.single
    if not conditions or not facts or not of_one_unit(material, facts):
        return None
    if material.is_things:
        rest = rest_of(material)
        if len(called_by_a_word(material, rest)) == 1:
            return None  # The one thing it names is asked about, not looked for.
        facts = of_the_kind_named(material, facts, rest)
    sought = tuple(Where(column=one.column, bound=one.bound, operand=one.operand) for one in conditions)
    if not material.complete:
        return Refused(operations=sought, reason="incomplete")
    found = [fact for fact in facts if all(meets(fact, one) for one in sought)]
    key = TIME if material.is_events else ""
    if found:
        # The figure of the first condition is the one that is said of each row.
        return Planned("filter", sought[::-1], facts, sought[0].column, key, sought=sought)
    if any(one.lacks for one in conditions):
        return None  # An empty cell is no zero: nothing is known of it.
    near = nearest(facts, sought[0])
    step = Rank(column=sought[0].column, descending=True)
    return Planned("nearest", (step,), near, sought[0].column, key, sought=sought) if near else None


def meets(fact: Fact, one: Where) -> bool:
    """True if a row has the figure and it is within the bound."""
    return one.column in fact.numbers and is_met(one.bound, fact.numbers[one.column], one.operand)


def nearest(facts: tuple[Fact, ...], one: Where) -> tuple[Fact, ...]:
    """The rows whose figure is nearest to the bound."""
    apart = {fact.item: abs(fact.numbers[one.column] - one.operand) for fact in facts if one.column in fact.numbers}
    least = min(apart.values(), default=None)
    return tuple(fact for fact in facts if fact.item in apart and apart[fact.item] == least)


def rest_of(material: Material) -> str:
    """The question without its conditions and the names of the figures: what is left may name a kind of thing."""
    found = conditions_in(material.question)
    rest = without_conditions(material.question, found)
    for words in (*(one.lacks for one in found if one.lacks), *_names_of_figures(material)):
        rest = phrase(words).sub(" ", rest)
    # A word of a label is said of the figure: 보증금 in 보증금 상한 names no product that has it in its title.
    heads = {word.lower() for one in _figures(material) for text in one.label.values() for word in _WORD.findall(text)}
    return " ".join(word for word in rest.split() if not any(word.lower().startswith(one) for one in heads))


def _names_of_figures(material: Material) -> list[str]:
    return [name for one in _figures(material) for name in (*one.label.values(), *one.words) if name]


def _figures(material: Material) -> list[Column]:
    return [one for one in material.source.columns if one.type in ("integer", "number")]


def of_the_kind_named(material: Material, facts: tuple[Fact, ...], rest: str) -> tuple[Fact, ...]:
    """The rows of the kind that a question names: a value that several rows share (allowances), or a name that the pack
    takes from their titles (한빛 대출). All of them where it names none."""
    words = frozenset(word.rstrip("s") if word.isascii() else word for word in _WORD.findall(rest.lower()))
    columns = (*free_labels(material), *(one.pattern for one in material.source.entities if one.pattern))
    for column in columns:
        held = {fact.item: _values(material, fact, column) for fact in facts}
        shared = len(set(held.values())) < len(facts)
        kept = tuple(fact for fact in facts if any(_is_said(value, words) for value in held[fact.item]))
        facts = kept if shared and kept else facts
    return facts


def _values(material: Material, fact: Fact, column: str) -> frozenset[str]:
    """A row's value in one column, in every language; of a pattern, what it takes from the row's title."""
    item = material.items[fact.item]
    if column in fact.labels:
        shown = (one.shown for one in cells_of(item, material.pack, material.language) if one.name == column)
        return frozenset((fact.labels[column].lower(), *(one.lower() for one in shown)))
    titles = (item.title, title_of(item, material.pack, material.language))
    return frozenset(found[0].lower() for one in titles if (found := re.search(column, one)) is not None)


def _is_said(value: str, words: frozenset[str]) -> bool:
    """True if all of a value's words are said, with any ending of Korean (주택구입용)."""
    own = [word.rstrip("s") if word.isascii() else word for word in _WORD.findall(value)]
    return bool(own) and all(
        word in words or (not word.isascii() and any(one.startswith(word) for one in words)) for word in own
    )
