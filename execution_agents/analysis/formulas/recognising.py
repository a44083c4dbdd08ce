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
from datetime import date, datetime
from decimal import Decimal

from execution_agents.analysis.formulas.assigning import Assigned, assigned, each_of, pattern_of
from execution_agents.analysis.formulas.input_sets import leg_meant, legs_of, with_legs
from execution_agents.analysis.formulas.quantities import quantities_of, value_in
from execution_agents.analysis.formulas.talk import LONGEST, Known, Talk
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.formulas.working import missing_inputs
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.language.corrections import meant_after_correction
from foundation.language.cues import PARTICLE_TAIL, asks_to_analyse, topic_words
from foundation.language.figures.reader import figures_of
from foundation.language.rules.modality import asks_whether
from foundation.language.verb_stems import verbs_in
from foundation.language.wanted.asking import wanted

_ASKS = re.compile(
    r"얼마|몇|며칠|계산|구해|산출|환산|총액|최대|"
    r"\bhow (?:much|many|long)\b|\bwhat(?:'?s)?\b|\bcalculat|\bcomput|\bwork (?:it )?out\b|\btotal\b|\bmax(?:imum)?\b"
    r"|\bcost\b|\bget\b|\bleft\b",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"(?:면|[은는])\s*[?？]?\s*$")
"""… 올리면?, 전세가율은?"""
_NOUNS = re.compile(
    r"^\s*(?!(?:is|are|am|can|could|may|must|do|does|did|should|will|would|who|whose|when|where|why)\b)[A-Za-z][^?]*\?\s*$",
    re.IGNORECASE,
)
"""CT value with 0.8 mg/L and 50 minutes? It is neither a yes-or-no question nor a name."""
_FILLER = frozenset(
    re.findall(
        r"\S+",
        "그럼 그러면 그리고 그런데 근데 이면 면 경우 얼마 얼마야 얼마예요 얼마에요 얼마지 되나 되나요 돼 돼요 인데 "
        "일때 때 때는 이라면 라면 하면 계산 계산해줘 and then what how about if it is were was instead now much many "
        "so okay ok would be for with the of at per its it's i'd too also well as again please most least "
        "maximum minimum pay cost costs owe come comes actually wait 짜리",
    )
)
"""Words that repeat a request and name nothing."""
_COPULA = r"(?:(?!이[하상내])(?:이|였|예|에요|입|인|래|라|임)[가-힣]{0,4}(?![가-힣]))?"
"""The end of a clause behind a figure: 5억8천이었어요, 2.5%였네; no limit (5억 이하)."""
REST = 0
"""Content words that may be left over in a message that continues the last formula."""


@dataclass(frozen=True)
class _Found:
    formula: Formula
    given: Assigned
    inputs: tuple[GivenInput, ...]
    missing: tuple[str, ...]
    from_rows: tuple[str, ...]
    named: int

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
    reader = _Reader(text, talk, pack, now, language)
    return reader.corrects() or reader.named_here() or reader.goes_on() or reader.named_before()


@dataclass(frozen=True)
class _Reader:
    text: str
    talk: Talk
    pack: Pack
    now: datetime
    language: str
    is_correction: bool = False

    def corrects(self) -> FormulaAsked | None:
        """The last formula with a value corrected: sorry, it's London, not Edinburgh."""
        meant = meant_after_correction(self.text)
        return None if meant is None else replace(self, text=meant, is_correction=True).goes_on()

    def named_here(self) -> FormulaAsked | None:
        """A formula that the message names."""
        asks = self._asks()
        found = [
            self._with(formula, score)
            for formula in self.pack.formulas
            if (score := naming(formula, self.text)) and (asks or self._asks_for(formula))
        ]
        fitting = [one for one in found if self._may_be_asked(one)]
        best = max(fitting, key=lambda one: one.rank, default=None)
        if best is None:
            return None
        return with_legs(self._asked(best), legs_of(self.text, best.formula, self.pack, self.now), best.formula)

    def goes_on(self) -> FormulaAsked | None:
        """The last formula with another figure, or with its missing input."""
        last = self.talk.last
        if last is None or not self.talk.is_right_before:
            return None
        formula = next((one for one in self.pack.formulas if one.name == last.formula), None)
        if formula is None:
            return None
        if last.besides:
            last = leg_meant(last, assigned(self.text, formula, self.pack, self.now, self.language).inputs)
        given = self._continued(formula, last)
        figures = [one for one in given.inputs if one.name not in _same(given.inputs, last.inputs)]
        if not figures or given.left or self._rest(formula, given, self.text) > REST:
            return None
        kept = [
            one.model_copy(update={"origin": "conversation"})
            for one in last.inputs
            if one.name not in given.names and one.origin != "rows"
        ]
        inputs = _as_many_each(formula, given.inputs, kept)
        missing, rows = self._lacking(formula, inputs)
        again = not last.missing
        return FormulaAsked(
            formula=formula.name,
            inputs=inputs,
            missing=missing,
            from_rows=rows,
            on=last.on,
            is_repeat=again,
            besides=last.besides,
        )

    def named_before(self) -> FormulaAsked | None:
        """A formula that the last question named, if this message gives everything it needs."""
        before = self.talk.question
        if not before or not _ASKS.search(self.text):
            return None
        found = [self._with(formula, score) for formula in self.pack.formulas if (score := naming(formula, before))]
        complete = [
            one
            for one in found
            if not one.missing and not one.from_rows and (self._has_figures(one) or self._names_an_input(one.formula))
        ]
        best = max(complete, key=lambda one: one.rank, default=None)
        if best is None or best.given.left:
            return None
        return self._asked(best)

    def _asks(self) -> bool:
        if _ASKS.search(self.text) or _OPEN_END.search(self.text) or asks_to_analyse(self.text):
            return True
        end = self.text.rstrip(" ?？.!")
        words = [word for formula in self.pack.formulas for word in formula.words]
        if _NOUNS.search(self.text) and any(pattern_of(word).search(self.text) for word in words):
            return True
        return any(end.casefold().endswith(word.casefold()) for word in words)

    def _asks_for(self, formula: Formula) -> bool:
        """True if the message names the formula by a word of its own (취득세율 is another) and says nothing else, or
        only how much it is: 복비도 다시, 취득세는 얼마나 내야 해? A question about its rule is none: 복비는 누가 내?"""
        parts = [part for part in re.split(r"[?？!.]+(?:\s|$)", self.text) if part.strip()]
        naming_it = [part for part in parts if _says_its_name(formula, part)]
        if not naming_it or any(wanted(part).asked - {"figure", "whether"} for part in parts):
            return False
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        rest = [self._rest(formula, given, part, wanted(part).outright) for part in naming_it]
        return not any(rest) and all(wanted(part).outright or not asks_whether(part) for part in parts)

    def _names_an_input(self, formula: Formula) -> bool:
        """True if the message says nothing but the name of an input that the result is a new value of (what would my
        rent be?), and the question before computed nothing."""
        unit = formula.steps[-1].unit
        words = [word.removeprefix("~") for one in formula.inputs if one.unit == unit for word in one.words]
        named = any(pattern_of(word).search(self.text) for word in words)
        open_still = self.talk.spoken[-1].computation is None and not asks_whether(self.text)
        return named and open_still and not self._rest(formula, Assigned((), ()), self.text)

    def _continued(self, formula: Formula, last: FormulaAsked) -> Assigned:
        """The inputs the message gives: a bare figure goes first to a missing input, else to the input of its unit that
        was given before."""
        lacking = {*last.missing, *last.from_rows}
        said = [one.name for one in last.inputs]
        order = sorted(formula.inputs, key=lambda one: (one.name not in lacking, one.name not in said))
        known = [one for one in order if one.name in lacking or one.name in said]
        narrowed = formula.model_copy(update={"inputs": tuple(known or order)})
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        if (
            given.inputs
            and not given.left
            and not given.ambiguous
            and given.names <= given.claimed | {one.name for one in known}
        ):
            return given
        if self.is_correction and (nearest := self._nearest(formula, last)) is not None:
            narrowed = formula.model_copy(update={"inputs": (nearest, *(one for one in known if one.is_choice))})
        return assigned(self.text, _first_of_each_unit(narrowed), self.pack, self.now, self.language, lone=True)

    def _nearest(self, formula: Formula, last: FormulaAsked) -> FormulaInput | None:
        """The input that a bare figure corrects: the one whose value it is nearest to (sorry, 14: of 30 days and 12
        taken it is the 12)."""
        quantities = quantities_of(self.text)
        found: list[tuple[Decimal, FormulaInput]] = []
        for given in last.inputs if len(quantities) == 1 else ():
            one = formula.input(given.name)
            value = value_in(quantities[0], one.unit, True, self.language) if one and given.unit else None
            if one is not None and value and value > 0 and given.number > 0:
                found.append((max(value / given.number, given.number / value), one))
        return min(found, key=lambda each: each[0])[1] if found else None

    def _rest(self, formula: Formula, given: Assigned, text: str, but_verbs: bool = False) -> int:
        """Content words that are neither figures nor words of the formula. `but_verbs`: nor verbs (얼마나 내야 해)."""
        rest = text
        for one in sorted(given.inputs, key=lambda each: -len(each.text)):
            rest = re.sub(rf"{re.escape(one.text)}{_COPULA if one.unit else ''}", " ", rest)
        words = [word.removeprefix("~") for one in formula.inputs for word in one.words] + list(formula.words)
        words += [part for label in formula.label.values() for part in label.split()]
        for word in sorted(words, key=len, reverse=True):
            rest = pattern_of(word).sub(" ", rest)
        verbs = verbs_in(rest) if but_verbs else ()
        return sum(
            word.lower() not in _FILLER and len(word) > 1 and word not in verbs for word in topic_words(rest, 12)
        )

    def _with(self, formula: Formula, score: int) -> _Found:
        given = assigned(self.text, formula, self.pack, self.now, self.language)
        # A message that says all that is needed is of itself: the dinners of another trip are not taken over.
        known = [] if not any(self._lacking(formula, given.inputs)) else self._from_talk(formula, given)
        wholes = {one.name: one.value for one in known}
        per = [
            found
            for one in formula.inputs
            if one.per and one.name not in given.names and (found := each_of(self.text, one, wholes))
        ]
        given = replace(given, inputs=(*given.inputs, *per))
        inputs = (*given.inputs, *(one for one in known if one.name not in given.names))
        missing, rows = self._lacking(formula, inputs)
        return _Found(formula, given, inputs, missing, rows, score)

    def _from_talk(self, formula: Formula, given: Assigned) -> list[GivenInput]:
        """Inputs that the conversation holds."""
        known = Known(formula, self.talk, self.pack, self.now, given)
        open_inputs = [one for one in formula.inputs if one.name not in given.names and one.name not in given.ambiguous]
        return [found for one in open_inputs if (found := known.of(one, self.text))]

    def _lacking(self, formula: Formula, inputs: Sequence[GivenInput]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        missing = missing_inputs(formula, {one.name: one.value for one in inputs})
        by_rows = {one.name for one in formula.inputs if one.rows}
        return tuple(one for one in missing if one not in by_rows), tuple(one for one in missing if one in by_rows)

    def _may_be_asked(self, one: _Found) -> bool:
        """True if everything needed is known, or so little is missing that asking for it is worthwhile."""
        figures, analysed = self._has_figures(one), asks_to_analyse(self.text)
        by_word = any(pattern_of(word).search(self.text) for word in one.formula.words)
        if not one.missing and not one.from_rows:
            return figures or analysed or self._asks_for(one.formula)
        if not one.missing:
            return (by_word and (not figures or len(one.from_rows) < len(one.formula.inputs))) or (
                figures and len(one.from_rows) == 1
            )
        given = figures or (
            any(each.unit for each in one.inputs) and (self._asks_for(one.formula) or self._asks_outright())
        )
        return (given and (self._asks() or not figures) and (by_word or len(one.missing) == 1)) or (
            analysed and by_word
        )

    def _asks_outright(self) -> bool:
        """얼마까지 받을 수 있어요? It asks for a figure, and for no time or person."""
        asked = wanted(self.text)
        return asked.outright and not asked.asked - {"figure", "whether"}

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


def naming(formula: Formula, text: str) -> int:
    """How clearly a text names a formula: the length of its longest matching word; 0 if none matches."""
    words = [len(word) for word in formula.words if pattern_of(word).search(text)]
    patterns = [len(match[0]) for pattern in formula.patterns if (match := re.search(pattern, text, re.IGNORECASE))]
    return max([*words, *(min(length, 12) for length in patterns)], default=0) + (2 if patterns and words else 0)


def day_spoken_of(text: str) -> date | None:
    """The last day of the year or month that a text names; None without one."""
    dates = [figure for figure in figures_of(text) if figure.kind == "date" and figure.parts and figure.parts[0]]
    if not dates:
        return None
    year, month, day = (*dates[0].parts, None, None)[:3]
    try:
        return date(int(year or 0), int(month or 12), int(day or 28))
    except ValueError:
        return None


def _same(now: Sequence[GivenInput], before: Sequence[GivenInput]) -> frozenset[str]:
    held = {one.name: one.value for one in before}
    return frozenset(one.name for one in now if held.get(one.name) == one.value and not one.unit)


def _says_its_name(formula: Formula, text: str) -> bool:
    """True if a word of the formula stands as a whole word, with no more than particles behind it."""
    matches = [match for word in formula.words if (match := pattern_of(word).search(text))]
    return any(PARTICLE_TAIL.fullmatch(re.match(r"[가-힣]*", text[one.end() :])[0]) for one in matches)  # type: ignore[index]


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
