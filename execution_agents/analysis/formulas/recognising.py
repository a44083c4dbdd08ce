"""Which formula a message asks for, and its known inputs: from the message, the conversation and rows.

A message asks for a formula if it names one and gives figures; if it names one, says nothing else, and the
conversation holds every input (취득세는?, 복비도 다시); if it corrects the last one (아 5억8천이에요) or continues it
(그럼 5억이면?); if it supplies a missing input; or if the question before named the formula (… 올려달라는데 → 지금
2억4천인데 최대 얼마?).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from execution_agents.analysis.formulas.assigning import Assigned, assigned, each_of
from execution_agents.analysis.formulas.comparison import with_comparison
from execution_agents.analysis.formulas.continuing import Continuing, lacking
from execution_agents.analysis.formulas.input_sets import legs_of, with_legs
from execution_agents.analysis.formulas.leftover import left_over, left_over_named, left_over_supposing
from execution_agents.analysis.formulas.naming import (
    ASKS,
    OPEN_END,
    asks_to_work_out,
    day_spoken_of,
    is_unlike,
    naming,
    says_its_name,
    states_rule_of,
)
from execution_agents.analysis.formulas.nearness import (
    bare_input,
    formula_index,
    goes_on,
    is_workable,
    leaves_figures,
    may_result,
    with_input,
)
from execution_agents.analysis.formulas.roles import pattern_of
from execution_agents.analysis.formulas.scales import with_scales
from execution_agents.analysis.formulas.steps import besides_steps, step_beside
from execution_agents.analysis.formulas.talk import LONGEST, Known, Talk, pointed_at
from execution_agents.analysis.formulas.two_sides import with_two_sides
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.schema.formulas import Formula
from foundation.domains.schema.pack import Pack
from foundation.language.corrections import meant_after_correction
from foundation.language.cues import asks_to_analyse, references
from foundation.language.rules.modality import asks_whether
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.wanted.arithmetic import asks_result, asks_sum
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.supposing import asks_something_else

_ALL = re.compile(r"(?<![가-힣])다\s?(?:더|합)|\b(?:together|altogether|all\s+in)\b|합계|총", re.IGNORECASE)
_WHAT = re.compile(r"\bwhat(?:'?s)?\b", re.IGNORECASE)
PAIR = 2
BETWEEN = 2
"""Most messages between a formula and its next value."""


@dataclass(frozen=True)
class _Found:
    formula: Formula
    given: Assigned
    inputs: tuple[GivenInput, ...]
    missing: tuple[str, ...]
    from_rows: tuple[str, ...]
    named: int = 0

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key: a larger one is better."""
        lacking = len(self.missing)
        own = sum(each.name in self.given.claimed for each in self.given.inputs)
        return (-min(lacking, 1), own, len(self.given.inputs), self.named, -len(self.from_rows), -lacking)


def formula_asked(text: str, talk: Talk, pack: Pack, now: datetime, language: str) -> FormulaAsked | None:
    """The formula to work out; None if the message asks for none."""
    if not pack.formulas or len(text) > LONGEST:
        return None
    text = with_scales(text, talk)
    reader = _Reader(text, talk, pack, now, language)
    found = reader.corrects() or reader.named_here() or reader.goes_on() or reader.alone() or reader.named_before()
    found = found or step_beside(text, talk, pack.formulas)
    return None if found is None else with_comparison(found, text, talk)


def formula_near(
    text: str, talk: Talk, pack: Pack, now: datetime, language: str, *, least: float
) -> FormulaAsked | None:
    """The formula that the message asks for by how people ask for its result, though it names none. `least`: 0..1, how
    near a line of the documents is by how people ask for it; what it answers is not worked out."""
    if not pack.formulas or len(text) > LONGEST:
        return None
    return _Reader(text, talk, pack, now, language).near(least)


@dataclass(frozen=True)
class _Reader:
    text: str
    talk: Talk
    pack: Pack
    now: datetime
    language: str

    def corrects(self) -> FormulaAsked | None:
        """The last formula with a value corrected: sorry, it's London, not Edinburgh."""
        meant = meant_after_correction(self.text)
        return None if meant is None else self.goes_on(meant)

    def goes_on(self, meant: str | None = None) -> FormulaAsked | None:
        """The last formula with another figure, or with its missing input. `meant`: what a correction says instead."""
        last = self.talk.last
        formula = next((one for one in self.pack.formulas if last is not None and one.name == last.formula), None)
        if last is None or formula is None or is_unlike(formula, self.text):
            return None
        if not self.talk.is_right_before and not self._is_still_spoken_of(formula):
            return None
        text = self.text if meant is None else meant
        found = [
            Continuing(
                text, self.text, self.pack.formula(one.formula), self.pack, self.now, self.language, meant is not None
            ).asked(one)
            for one in (last, *last.added)
        ]
        done = [one for one in found if one is not None]
        return None if len(done) < len(found) else done[0].model_copy(update={"added": tuple(done[1:])})

    def _is_still_spoken_of(self, formula: Formula) -> bool:
        """True if what was said since then was about it: who pays it?"""
        since = list(takewhile(lambda one: one.computation is None, reversed(self.talk.spoken)))
        if not 0 < len(since) <= BETWEEN:
            return False
        others = [each for each in self.pack.formulas if each.name != formula.name]
        return all(
            naming(formula, one.text) or (references(one.text) and not any(naming(each, one.text) for each in others))
            for one in since
        )

    def named_here(self) -> FormulaAsked | None:
        """A formula that the message names."""
        asks = asks_to_work_out(self.text, self.pack.formulas)
        found = [
            self._with(formula, score)
            for formula in self.pack.formulas
            if (score := naming(formula, self.text)) and (asks or self._asks_for(formula))
        ]
        ranked = sorted(found, key=lambda one: one.rank, reverse=True)
        sides = [with_two_sides(self._asked(one), self.text, one.formula, self.pack, self.now) for one in ranked]
        if beside := next((one for one in sides if one.compared is not None), None):
            return beside
        best = next((one for one in ranked if self._may_be_asked(one)), None)
        if best is None:
            return None
        asked = with_legs(self._asked(best), legs_of(self.text, best.formula, self.pack, self.now), best.formula)
        return self._with_others(asked, found)

    def alone(self) -> FormulaAsked | None:
        """A formula by a pattern that is all the message says, and whose value the conversation holds: 월세로 바꾸면?
        after a deposit. One value may be missing."""
        if not OPEN_END.search(self.text):
            return None
        found = [
            self._with(formula, score)
            for formula in self.pack.formulas
            if (score := naming(formula, self.text))
            and not any(pattern_of(word).search(self.text) for word in formula.words)
            and not left_over_named(formula, self.text)
        ]
        held = [one for one in found if self._has_a_value(one) and len(one.missing) <= 1 and not one.from_rows]
        best = max(held, key=lambda one: one.rank, default=None)
        return None if best is None else self._asked(best)

    def _with_others(self, asked: FormulaAsked, found: Sequence[_Found]) -> FormulaAsked:
        """With the other formulas that the message names, where it asks for their sum (취득세랑 복비 합쳐서)."""
        if asked.missing or asked.from_rows or asked.besides or not (asks_sum(self.text) or comparing(self.text).total):
            return asked
        unit = self.pack.formula(asked.formula).steps[-1].unit
        others = [
            self._asked(one)
            for one in found
            if one.formula.name != asked.formula and one.formula.steps[-1].unit == unit
            and not one.missing and not one.from_rows and says_its_name(one.formula, self.text)
        ]  # fmt: skip
        if not others:
            others = self._with_the_last(asked, unit)
        named = says_its_name(self.pack.formula(asked.formula), self.text)
        return asked.model_copy(update={"added": tuple(others)}) if named and others else asked

    def _with_the_last(self, asked: FormulaAsked, unit: str) -> list[FormulaAsked]:
        """The formula worked out last, where the message names another one and asks for both together (복비도 다시
        해서 둘이 합친거)."""
        last = self.talk.last
        if last is None or not self.talk.is_right_before or last.formula == asked.formula or last.missing or last.added:
            return []
        alike = self.pack.formula(last.formula).steps[-1].unit == unit and not last.from_rows and not last.besides
        both = several_meant(self.text) == PAIR or _ALL.search(self.text)
        return [last] if alike and both else []

    def named_before(self) -> FormulaAsked | None:
        """A formula that the last question named and did not ask for, if this message gives everything it needs."""
        before = self.talk.question
        if not before or self.talk.spoken[-1].computation is not None:
            return None
        asked = wanted(before).outright and not asks_something_else(before)
        if not ASKS.search(self.text) and (not asked or asks_whether(self.text) or asks_something_else(self.text)):
            return None
        about = self.talk.spoken[-1].about
        found = [
            self._with(formula, score)
            for formula in self.pack.formulas
            if (score := naming(formula, before) or states_rule_of(about, formula))
            and not is_unlike(formula, self.text)
        ]
        complete = [
            one
            for one in found
            if not one.missing and not one.from_rows and (self._has_figures(one) or self._names_an_input(one.formula))
        ]
        best = max(complete, key=lambda one: one.rank, default=None)
        if best is None or self._says_more(best):
            return None
        return self._asked(best)

    def near(self, least: float) -> FormulaAsked | None:
        """The formula whose result people ask for in such words, nearer than `least`, where the message asks for a
        figure, all that is needed was said, and every figure of the message is an input."""
        formula = formula_index(self.pack.formulas).nearest(self.text, self.talk.question, least)
        asked, compared = wanted(self.text), comparing(self.text)
        most = compared.superlative and ASKS.search(self.text) is not None
        outright = asked.outright or most or asks_sum(self.text) or compared.total
        whether = asks_whether(self.text) and not outright and not _WHAT.search(self.text)
        if formula is None or not may_result(formula, asked) or whether:
            return None
        one = self._with_bare(self._with(formula, 0))
        if (
            one.missing
            or one.from_rows
            or leaves_figures(self.text, one.formula, one.given)
            or is_unlike(formula, self.text)
        ):
            return None
        figures = self._has_figures(one)
        if not figures and self._has_a_value(one) and not goes_on(one.inputs, formula, self.talk.last):
            return None
        if not (outright or (figures and asks_result(self.text))):
            return None
        near = self._asked(one)
        return near if is_workable(formula, near.inputs, near.on) else None

    def _with_bare(self, one: _Found) -> _Found:
        """With the one number without a unit as the one input that is missing: 5 of those, 15짜리로 맞추면."""
        taken = bare_input(self.text, one.formula, one.given, one.missing, self.language)
        if taken is None:
            return one
        return replace(one, given=with_input(one.given, taken), inputs=(*one.inputs, taken), missing=())

    def _says_more(self, one: _Found) -> bool:
        """True if it says more than its values and the steps of the formula (회사는 일년에 얼마 넣어줘)."""
        if leaves_figures(self.text, one.formula, one.given):
            return True
        return bool(left_over_supposing(one.formula, one.given, besides_steps(self.text, one.formula)))

    def _asks_for(self, formula: Formula) -> bool:
        """True if the message names the formula by a word of its own (취득세율 is another) and says nothing else, or
        only how much it is: 복비도 다시, 취득세는 얼마나 내야 해? A question about its rule is none: 복비는 누가 내?"""
        parts = [part for part in re.split(r"[?？!.]+(?:\s|$)", self.text) if part.strip()]
        naming_it = [part for part in parts if says_its_name(formula, part)]
        if not naming_it or any(wanted(part).asked - {"figure", "whether"} for part in parts):
            return False
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        rest = [
            left_over(formula, given, part, but_verbs=wanted(part).outright)
            and (asks_something_else(part) or bool(asks_whether(part)) or left_over_supposing(formula, given, part))
            for part in naming_it
        ]
        return not any(rest) and all(wanted(part).outright or not asks_whether(part) for part in parts)

    def _names_an_input(self, formula: Formula) -> bool:
        """True if the message says nothing but the name of an input that the result is a new value of (what would my
        rent be?), and the question before computed nothing."""
        unit = formula.steps[-1].unit
        words = [word.removeprefix("~") for one in formula.inputs if one.unit == unit for word in one.words]
        named = any(pattern_of(word).search(self.text) for word in words)
        open_still = self.talk.spoken[-1].computation is None and not asks_whether(self.text)
        return named and open_still and not left_over(formula, Assigned((), ()), self.text)

    def _with(self, formula: Formula, score: int) -> _Found:
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        known = self._from_talk(formula, given, everything=any(lacking(formula, given.inputs)))
        wholes = {one.name: one.value for one in known}
        per = [
            found
            for one in formula.inputs
            if one.per and one.name not in given.names and (found := each_of(self.text, one, wholes))
        ]
        given = replace(given, inputs=(*given.inputs, *per))
        said = pointed_at(self.text, formula, given.names | {one.name for one in known}, self.talk)
        inputs = (*given.inputs, *(one for one in (*known, *said) if one.name not in given.names))
        missing, rows = lacking(formula, inputs)
        return _Found(formula, given, inputs, missing, rows, score)

    def _from_talk(self, formula: Formula, given: Assigned, *, everything: bool) -> list[GivenInput]:
        """Inputs that the conversation holds. A message that says all that is needed is of itself, but for what stays
        true of the person: the dinners of another trip are not taken over."""
        known, said = Known(formula, self.talk, self.pack, self.now, given), {*given.names, *given.ambiguous}
        open_inputs = [one for one in formula.inputs if one.name not in said and (everything or one.stays)]
        return [found for one in open_inputs if (found := known.of(one, self.text))]

    def _may_be_asked(self, one: _Found) -> bool:
        """True if everything needed is known, or so little is missing that asking for it is worthwhile."""
        figures, analysed = self._has_figures(one), asks_to_analyse(self.text)
        by_word = any(pattern_of(word).search(self.text) for word in one.formula.words)
        if not one.missing and not one.from_rows:
            return figures or analysed or self._asks_for(one.formula) or self._asks_of_last(one)
        if not one.missing:
            return (by_word and (not figures or len(one.from_rows) < len(one.formula.inputs))) or (
                figures and _of_one_row(one) and (bool(one.formula.words) or not one.given.left)
            )
        if figures and not by_word and not any(self._is_surely(each, one) for each in one.inputs):
            return False  # What asks for it by a pattern alone needs a figure that is surely of it.
        given = figures or (self._has_a_value(one) and (self._asks_for(one.formula) or self._asks_outright()))
        given = given or self._says_all_but_one(one)
        return (
            given
            and (asks_to_work_out(self.text, self.pack.formulas) or not figures)
            and (by_word or len(one.missing) == 1)
        ) or (analysed and by_word)

    def _is_surely(self, given: GivenInput, one: _Found) -> bool:
        """True if a word that says more than "for" names the input beside its figure, or its unit is of no other."""
        declared = one.formula.input(given.name)
        if declared is None or not given.unit:
            return False
        if given.name not in one.given.by_word:
            return given.name in one.given.claimed and not one.given.left and self._asks_outright()
        words = [word for word in declared.words if word.lower() not in ENGLISH_STOP]
        return any(pattern_of(word.removeprefix("~")).search(self.text) for word in words)

    def _says_all_but_one(self, one: _Found) -> bool:
        """True if it names the formula and its choices, and nothing else: PACl 재고로 며칠 버틸 수 있어?"""
        choices = {each.name for each in one.formula.inputs if each.is_choice}
        others = [each for each in one.formula.inputs if each.name not in {*choices, *one.missing}]
        words = [word for each in others for word in each.words if len(word) > 1]
        if not choices or choices - one.given.names or len(one.missing) > 1 or not wanted(self.text).outright:
            return False
        if any(pattern_of(word).search(self.text) for word in words):
            return False  # What another input is called by is asked about: 최소 재고는 며칠?
        return not left_over_named(one.formula, _without(self.text, one.given))

    def _asks_of_last(self, one: _Found) -> bool:
        """True if the message says nothing but what asks for the result, and the last one gave every input: 4억을 30년
        빌리려고요, 3.9프로 → 한달에 얼마씩 내요?"""
        last = self.talk.question
        given = assigned(last, one.formula, self.pack, self.now, self.language)
        said = not any(lacking(one.formula, given.inputs)) and not given.left and bool(last)
        return said and self._asks_outright() and not left_over_named(one.formula, self.text)

    def _asks_outright(self) -> bool:
        """얼마까지 받을 수 있어요? It asks for a figure, and for no time or person."""
        asked = wanted(self.text)
        return asked.outright and not asked.asked - {"figure", "whether"}

    def _has_a_value(self, one: _Found) -> bool:
        """True if the message or the conversation says one, not only a choice."""
        return any(each.unit for each in one.inputs)

    def _has_figures(self, one: _Found) -> bool:
        return any(each.unit for each in one.given.inputs)

    def _asked(self, one: _Found) -> FormulaAsked:
        return FormulaAsked(
            formula=one.formula.name,
            inputs=one.inputs,
            missing=one.missing,
            from_rows=one.from_rows,
            on=day_spoken_of(self.text),
        )


def _without(text: str, given: Assigned) -> str:
    for one in given.inputs:
        text = text.replace(one.text, " ")
    return text


def _of_one_row(one: _Found) -> bool:
    """True if one row may hold all that is to be read from rows: the share and the limit of a loan."""
    read = [declared for name in one.from_rows if (declared := one.formula.input(name)) is not None]
    places = [{(cell.source, str(sorted(cell.where.items()))) for cell in each.rows} for each in read]
    return bool(places) and bool(places[0].intersection(*places[1:]))
