"""The last formula of a conversation with other values: a correction, a missing input, or a value set otherwise
(그럼 5억이면?, 30년으로 늘리면?, and if I buy something for 1.1 billion instead)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from execution_agents.analysis.formulas.assigning import Assigned, assigned, each_of
from execution_agents.analysis.formulas.input_sets import leg_meant
from execution_agents.analysis.formulas.leftover import left_over, left_over_supposing
from execution_agents.analysis.formulas.quantities import quantities_of, value_in
from execution_agents.analysis.formulas.roles import pattern_of
from execution_agents.analysis.formulas.row_inputs import is_of_a_thing
from execution_agents.analysis.formulas.values import value_words
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.formulas.working import missing_inputs
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import negated
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.changes import changes_by
from foundation.language.wanted.rates import bases_in
from foundation.language.wanted.supposing import asks_something_else


def lacking(formula: Formula, inputs: Sequence[GivenInput]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs that nobody said, and those of them that rows may hold."""
    missing = missing_inputs(formula, {one.name: one.value for one in inputs})
    by_rows = {one.name for one in formula.inputs if one.rows}
    return tuple(one for one in missing if one not in by_rows), tuple(one for one in missing if one in by_rows)


_CHANGE_WORDS = "올리 인상 증액 raise increase"
FAR = 50
"""A number without a unit that is so many times as large as a value, or as small, is no other value of it."""


@dataclass(frozen=True)
class _Nearest:
    input: FormulaInput
    is_far: bool


@dataclass(frozen=True)
class Continuing:
    """A message right after a formula."""

    text: str
    """Without what a correction takes back."""
    whole: str
    """As it was written."""
    formula: Formula
    pack: Pack
    now: datetime
    language: str
    is_correction: bool = False

    def asked(self, last: FormulaAsked) -> FormulaAsked | None:
        """The last formula with the values that the message gives; None where it gives none, or says anything else."""
        formula = self.formula
        if last.besides:
            last = leg_meant(last, assigned(self.text, formula, self.pack, self.now, self.language).inputs)
        given = self._with_each(self._continued(formula, last), last)
        figures = [one for one in given.inputs if one.name not in _same(given.inputs, last.inputs)]
        held = {one.name: one.value for one in last.inputs}
        changed = any(held.get(one.name) != one.value for one in given.inputs)
        if not figures or not changed or self._left(given) or not self._says_nothing_else(given):
            return None
        gone = self._taken_back(last) - given.names
        kept = [
            one.model_copy(update={"origin": "conversation"})
            for one in last.inputs
            if one.name not in given.names | gone and one.origin != "rows"
        ]
        inputs = _as_many_each(formula, [self._changed_by(one, last) for one in given.inputs], kept)
        missing, rows = lacking(formula, inputs)
        return FormulaAsked(
            formula=formula.name,
            inputs=inputs,
            missing=missing,
            from_rows=rows,
            on=last.on,
            is_repeat=not last.missing,
            besides=last.besides,
        )

    def _with_each(self, given: Assigned, last: FormulaAsked) -> Assigned:
        """With what is had each time of the last formula: and with dinner every night?"""
        wholes = {one.name: one.value for one in (*last.inputs, *given.inputs)}
        open_inputs = [one for one in self.formula.inputs if one.per and one.name not in given.names]
        per = [found for one in open_inputs if (found := each_of(self.text, one, wholes))]
        return replace(given, inputs=(*given.inputs, *per))

    def _changed_by(self, one: GivenInput, last: FormulaAsked) -> GivenInput:
        """The value that a change comes to: 0.5프로 오르면 is half a point more than before. An input that is itself a
        change (5% 올리면) stays as it is said."""
        old = next((each for each in last.inputs if each.name == one.name and each.unit), None)
        declared, at = self.formula.input(one.name), self.text.find(one.text)
        if old is None or declared is None or at < 0 or not one.unit:
            return one
        sign = changes_by(self.text, at, at + len(one.text))
        if sign is None or any(pattern_of(word).search(_CHANGE_WORDS) for word in declared.words):
            return one
        value = old.number + sign * one.number
        return one.model_copy(update={"value": f"{value:f}", "text": value_words(value, one.unit, self.language)})

    def _left(self, given: Assigned) -> bool:
        """True if a figure is no input, and no unit that the result is counted by (한 달에 얼마)."""
        bases = bases_in(self.text)
        return any(not any(one.start <= each.start < one.end for one in bases) for each in given.left)

    def _says_nothing_else(self, given: Assigned) -> bool:
        """True if nothing is left besides the values; words that set them otherwise count only where no yes or no, no
        person, time or way is asked for."""
        if not left_over(self.formula, given, self.text):
            return True
        if asks_whether(self.text) or asks_something_else(self.text):
            return False
        return not left_over_supposing(self.formula, given, self.text)

    def _taken_back(self, last: FormulaAsked) -> frozenset[str]:
        """Choices of the last formula that the message says are not meant, whatever is meant instead (전세 말고)."""
        found: set[str] = set()
        for one in last.inputs:
            declared = self.formula.input(one.name)
            if declared is not None and declared.is_choice and self._negates(declared, one.value):
                found.add(one.name)
        return frozenset(found)

    def _negates(self, declared: FormulaInput, value: str) -> bool:
        if declared.slot is not None:
            alone = self.pack.model_copy(update={"slots": (self.pack.slot(declared.slot),)})
            if any(one.negated and one.value == value for one in find_mentions(self.whole, alone, self.now)):
                return True
        words = [pattern_of(word) for each in declared.choices if each.value == value for word in each.words]
        return any(negated(self.whole, found.span()) for word in words for found in word.finditer(self.whole))

    def _continued(self, formula: Formula, last: FormulaAsked) -> Assigned:
        """The inputs the message gives: a bare figure goes first to a missing input, else to the input of its unit that
        was given before."""
        # The cells of a product are what they are: another figure is another price, and no other limit.
        open_inputs = {*last.missing, *(() if is_of_a_thing(last, self.pack) else last.from_rows)}
        said = [one.name for one in last.inputs]
        order = sorted(formula.inputs, key=lambda one: (one.name not in open_inputs, one.name not in said))
        known = [one for one in order if one.name in open_inputs or one.name in said]
        narrowed = formula.model_copy(update={"inputs": tuple(known or order)})
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        if (
            given.inputs
            and not given.left
            and not given.ambiguous
            and given.names <= given.claimed | {one.name for one in known}
        ):
            return given
        nearest = None if open_inputs and not self.is_correction else self._nearest(formula, last)
        if nearest is not None and nearest.is_far:
            return Assigned((), quantities_of(self.text))
        if nearest is not None:
            narrowed = formula.model_copy(update={"inputs": (nearest.input, *(one for one in known if one.is_choice))})
        return assigned(self.text, _first_of_each_unit(narrowed), self.pack, self.now, self.language, lone=True)

    def _nearest(self, formula: Formula, last: FormulaAsked) -> _Nearest | None:
        """The input that a figure without a name is of: the one whose value it is nearest to (sorry, 14: of 30 days and
        12 taken it is the 12)."""
        quantities = quantities_of(self.text)
        found: list[tuple[Decimal, FormulaInput]] = []
        for given in last.inputs if len(quantities) == 1 else ():
            one = formula.input(given.name)
            value = value_in(quantities[0], one.unit, True, self.language) if one and given.unit else None
            if one is not None and value and value > 0 and given.number > 0:
                found.append((max(value / given.number, given.number / value), one))
        if not found:
            return None
        factor, one = min(found, key=lambda each: each[0])
        return _Nearest(one, quantities[0].is_bare and factor > FAR)


def _same(now: Sequence[GivenInput], before: Sequence[GivenInput]) -> frozenset[str]:
    held = {one.name: one.value for one in before}
    return frozenset(one.name for one in now if held.get(one.name) == one.value and not one.unit)


def _as_many_each(formula: Formula, given: Sequence[GivenInput], kept: Sequence[GivenInput]) -> tuple[GivenInput, ...]:
    """The inputs kept beside those given now; a dinner each night follows the nights."""
    now = {one.name: one.value for one in given}
    follows = {one.name: (now[one.per], one.words) for one in formula.inputs if one.per in now}
    found: list[GivenInput] = []
    for one in kept:
        value, words = follows.get(one.name, (one.value, ()))
        each = any(pattern_of(word).fullmatch(one.text) for word in words)  # It was given without a figure.
        found.append(one.model_copy(update={"value": value}) if each else one)
    return (*given, *found)


def _first_of_each_unit(formula: Formula) -> Formula:
    """Only the first input of each unit: a bare figure in a message that continues a formula means that one."""
    kept: dict[str, bool] = {}
    inputs = [
        one for one in formula.inputs if one.is_choice or not kept.get(one.unit) and not kept.update({one.unit: True})
    ]
    return formula.model_copy(update={"inputs": tuple(inputs)})
