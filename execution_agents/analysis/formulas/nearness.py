"""Which formula a message asks for by how people ask for its result, whatever it is called: 기름 꽉 차면 몇 시간?

A pack lists questions formula by formula (`formula_questions.jsonl`), and near ones that ask for something else. A
message is compared with all of them by its words and by the kinds of its figures; the figures themselves say nothing of
which formula is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from execution_agents.analysis.formulas.assigning import Assigned
from execution_agents.analysis.formulas.quantities import UNITS, quantities_of, value_in
from execution_agents.analysis.formulas.results import value_of
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.formulas.working import Unworkable, work_out
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.formulas import Formula
from foundation.language.bags import Bags
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import LENGTHS, unit_of
from foundation.language.grams import grams_of
from foundation.language.wanted.asking import Wanted
from foundation.language.wanted.rates import bases_in

_OF_FIGURES = frozenset({"figure", "time", "whether"})
"""What a question may ask for that a formula answers."""
_HOW_MANY = re.compile(r"\bhow\s+many\s+(?!of\b|more\b)([a-z]{3,})", re.IGNORECASE)
_POINTS_BEFORE = re.compile(r"\b(?:those|these)\s+$|(?<![가-힣])그\s+$", re.IGNORECASE)
_POINTS_BEHIND = re.compile(r"\s*(?:of\s+(?:those|these|them)\b|짜리)", re.IGNORECASE)
NEAREST, AHEAD = 0.18, 0.02
"""Least nearness to people's questions for a formula, 0..1, and how far it must be ahead of questions for anything
else. Picked on turns of strangers that had been read (docs/decisions, 67)."""


class FormulaIndex:
    """The formulas of a pack by how people ask for them. Immutable."""

    def __init__(self, formulas: Sequence[Formula]) -> None:
        asked = [one for one in formulas if one.questions]
        self._formulas = [*asked, *(None for _ in asked)]
        texts = [*(one.questions for one in asked), *(one.other_questions for one in asked)]
        self._bags = Bags([_counts_of(questions) for questions in texts])

    def nearest(self, message: str, before: str, least: float = 0.0) -> Formula | None:
        """The nearest to a message alone, and to it with the question `before` it ("": none); None where these are two,
        where none is nearer than `least`, or where questions for something else are nearer."""
        alone, nearness = self._best([message])
        if not before:
            return alone if nearness > max(least, NEAREST) else None
        formula, nearness = self._best([message, f"{before} {message}"])
        return formula if formula is alone and nearness > max(least, NEAREST) else None

    def _best(self, texts: Sequence[str]) -> tuple[Formula | None, float]:
        """The nearest formula, ahead of all else, and how near it is: 0..1."""
        ranked = sorted(self._bags.nearness([said_by(text) for text in texts]).items(), key=lambda one: -one[1])
        (at, nearness), (_, next_best) = [*ranked, (-1, 0.0), (-1, 0.0)][:2]
        return (self._formulas[at], nearness) if nearness - next_best >= AHEAD else (None, 0.0)


def formula_index(formulas: tuple[Formula, ...]) -> FormulaIndex:
    """The index over a pack's formulas. Cached: a pack never changes once it is read."""
    return _index(ByIdentity(formulas))


@lru_cache(maxsize=16)
def _index(formulas: ByIdentity[tuple[Formula, ...]]) -> FormulaIndex:
    return FormulaIndex(formulas.part)


@lru_cache(maxsize=4_096)
def said_by(text: str) -> frozenset[str]:
    """The grams of a text, with the kind of each figure in the figure's place."""
    letters, kinds = list(text), set[str]()
    for one in quantities_of(text):
        letters[one.start : one.end] = " " * (one.end - one.start)
        kinds.add(f"#{one.figure.kind}")
    return grams_of("".join(letters)) | kinds


def _counts_of(questions: Sequence[str]) -> Counter[str]:
    counts = Counter[str]()
    for question in questions:
        counts.update(said_by(question))
    return counts


def may_result(formula: Formula, asked: Wanted) -> bool:
    """True if a question asks for nothing but a figure, in the unit of the formula's result or in none."""
    unit = formula.steps[-1].unit
    counted = _HOW_MANY.search(asked.question)
    if counted is not None and unit_of(counted[1]).kind == "plain" and unit not in ("count", "nights", "none"):
        return False  # How many filters do I need: no speed.
    kinds = {*UNITS.get(unit, {}), unit_of(unit).kind}
    return asked.asked <= _OF_FIGURES and (not asked.kinds or bool(asked.kinds & kinds))


def bare_input(
    text: str, formula: Formula, given: Assigned, missing: Sequence[str], language: str
) -> GivenInput | None:
    """The one number without a unit that fits no input and that points at something (5 of those, 15짜리로), as the one
    input that is missing; None for any other number."""
    bare = [each for each in given.left if each.is_bare]
    declared = formula.input(missing[0]) if len(missing) == len(bare) == 1 else None
    points = bool(bare) and (_POINTS_BEFORE.search(text[: bare[0].start]) or _POINTS_BEHIND.match(text[bare[0].end :]))
    value = value_in(bare[0], declared.unit, True, language) if declared is not None and points else None
    if declared is None or value is None:
        return None
    return GivenInput(name=declared.name, value=f"{value:f}", unit=declared.unit, text=bare[0].text)


def with_input(given: Assigned, taken: GivenInput) -> Assigned:
    """With an input of a figure that fitted none."""
    left = tuple(each for each in given.left if each.text != taken.text)
    return replace(given, inputs=(*given.inputs, taken), left=left)


def is_workable(formula: Formula, inputs: Sequence[GivenInput], on: date | None) -> bool:
    """True if the inputs come to a result, or the day is outside the rule's time, which is said. A message that names
    no formula is not told what its figures cannot be."""
    outcome = work_out(formula, {one.name: value_of(one) for one in inputs}, on)
    return not isinstance(outcome, Unworkable) or outcome.reason == "out_of_period"


def goes_on(inputs: Sequence[GivenInput], formula: Formula, last: FormulaAsked | None) -> bool:
    """True if what the conversation said may be meant: after a calculation, its amounts; its lengths of time are of
    that calculation alone (two days of illness are no weeks of leave), and another choice has amounts of its own."""
    if last is None:
        return False
    if last.formula == formula.name:
        before = {one.name: one.value for one in last.inputs if not one.unit}
        return all(before.get(one.name, one.value) == one.value for one in inputs if not one.unit)
    return not any(each.origin == "conversation" and UNITS.get(each.unit, {}).keys() & LENGTHS for each in inputs)


def leaves_figures(text: str, formula: Formula, given: Assigned) -> bool:
    """True if a figure is no input, nor the time that something is counted by (한 시간에 몇 kg), nor what an input is
    called by (children under 5); or if a share is an input that no word names (부하 50 %)."""
    unnamed = {one.name for one in given.inputs} - given.by_word
    if any(one.unit == "percent" and one.name in unnamed and one.text[:1].isdigit() for one in given.inputs):
        return True
    bases, labels = bases_in(text), " ".join(label for each in formula.inputs for label in each.label.values())
    called = {figure.value for figure in figures_of(labels)}
    return any(
        each.figure.value not in called and not any(base.start <= each.start < base.end for base in bases)
        for each in given.left
    )
