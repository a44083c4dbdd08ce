"""What the person has said so far in this conversation, as inputs of a formula: each value in its newest form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from execution_agents.analysis.formulas.assigning import Assigned, assigned
from execution_agents.analysis.formulas.nearness import formula_index
from execution_agents.analysis.formulas.quantities import quantities_of, value_in
from execution_agents.analysis.formulas.roles import pattern_of
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.language.cues import references
from foundation.language.figures.amounts import is_limit
from foundation.language.script import language_of
from foundation.language.stop_words import ENGLISH_STOP

LONGEST = 400
"""Characters of a message that inputs are read from."""
ALIKE = 3
"""Names that two inputs share if they are of one role."""


@dataclass(frozen=True)
class Spoken:
    """One message of the person."""

    text: str
    computation: FormulaAsked | None = None
    """The formula it asked for."""
    answer: str = ""
    """The first sentence of its answer."""
    about: str = ""
    """The heading of the passage that its answer cites first."""


@dataclass(frozen=True)
class Talk:
    """The messages of one subject, oldest first."""

    spoken: Sequence[Spoken] = ()
    is_right_before: bool = False
    """The last answer was computed by a formula."""

    @property
    def last(self) -> FormulaAsked | None:
        """The newest formula."""
        return next((one.computation for one in reversed(self.spoken) if one.computation is not None), None)

    @property
    def question(self) -> str:
        """The last message; "" at the beginning."""
        return self.spoken[-1].text if self.spoken else ""

    @cached_property
    def corrected(self) -> tuple[Spoken, ...]:
        """The messages with every value as it was said last."""
        kept: list[Spoken] = []
        for one in self.spoken:
            swaps = _swaps(one, kept)
            kept = [_swapped(each, swaps) for each in kept]
            kept.append(one)
        return tuple(kept)


def _swaps(one: Spoken, before: Sequence[Spoken]) -> list[tuple[GivenInput, GivenInput]]:
    """(old, new) for each input that this message replaced."""
    now = one.computation
    if now is None or not now.is_repeat:
        return []
    then = next(
        (each.computation for each in reversed(before) if each.computation and each.computation.formula == now.formula),
        None,
    )
    old = {each.name: each for each in then.inputs if each.text and each.origin != "rows"} if then else {}
    said = [each for each in now.inputs if each.origin == "question"]
    return [(old[each.name], each) for each in said if each.name in old and old[each.name].value != each.value]


def _swapped(one: Spoken, swaps: Sequence[tuple[GivenInput, GivenInput]]) -> Spoken:
    text, done = one.text, one.computation
    for old, new in swaps:
        text = re.sub(rf"(?<![\d.,]){re.escape(old.text)}(?!\d)", lambda _, by=new.text: by, text, count=1)
        if done is not None:
            inputs = [
                new.model_copy(update={"name": each.name}) if (each.unit, each.value) == (old.unit, old.value) else each
                for each in done.inputs
            ]
            done = done.model_copy(update={"inputs": tuple(inputs)})
    return Spoken(text, done, one.answer, one.about)


@dataclass(frozen=True)
class Known:
    """The inputs of one formula that earlier messages hold."""

    formula: Formula
    talk: Talk
    pack: Pack
    now: datetime
    given: Assigned
    """What the present message gives."""

    def of(self, one: FormulaInput, asking: str) -> GivenInput | None:
        """The newest value of an input: of the role that the question names (my rent), as a message says it by a word
        of the input, or as an earlier formula took it."""
        chosen = self._own(one.name) if one.is_choice else None
        found = chosen or self._of_role(one, asking) or self._said(one) or self._taken(one)
        return None if found is None else found.model_copy(update={"origin": "conversation", "name": one.name})

    def _of_role(self, one: FormulaInput, asking: str) -> GivenInput | None:
        named = {
            word
            for word in one.words
            if len(word) > 1 and word not in ENGLISH_STOP and not one.is_choice and pattern_of(word).search(asking)
        }
        for formula, given in self._earlier():
            declared = formula.input(given.name)
            if declared is not None and given.unit == one.unit and named & set(declared.words):
                return None if self._said_otherwise(declared, given, named) else given
        return None

    def _said_otherwise(self, declared: FormulaInput, given: GivenInput, named: Set[str]) -> bool:
        """True if the message that gives the value calls it what the named role is not: a deposit, and no rent."""
        text = next((one.text for one in reversed(self.talk.corrected) if given.text and given.text in one.text), "")
        called = [word for word in declared.words if len(word) > 1 and pattern_of(word).search(text)]
        if not called or any(pattern_of(word).search(text) for word in named):
            return False
        return all(any(self._are_opposed(word, name) for name in named) for word in called)

    def _are_opposed(self, one: str, other: str) -> bool:
        """True if some formula takes them as two inputs."""
        for formula in self.pack.formulas:
            sides = [{each.name for each in formula.inputs if word in each.words} for word in (one, other)]
            if all(sides) and not sides[0] & sides[1]:
                return True
        return False

    def _said(self, one: FormulaInput) -> GivenInput | None:
        last = len(self._read) - 1
        for at, (text, given) in reversed(list(enumerate(self._read))):
            if any(self._choices.get(each.name, each.value) != each.value for each in given.inputs if not each.unit):
                continue  # 전세 보증금 3억 is no price of the sale that was computed.
            figures = any(each.unit and each.name in given.by_word for each in given.inputs)
            # 사려는데 beside a price is of that price; alone it is of whatever its own message asked for.
            if (
                one.name in given.by_word
                and text
                and (not one.is_choice or figures or at == last or self._asks_so(text))
            ):
                return next(each for each in given.inputs if each.name == one.name)
        return None

    def _asks_so(self, text: str) -> bool:
        """True if people ask for this formula's result in such words: off to London for work, max for a hotel?"""
        return formula_index(self.pack.formulas).nearest(text, "") is self.formula

    @cached_property
    def _choices(self) -> Mapping[str, str]:
        """Choices that are settled: by the present message, or by this formula's own newest inputs."""
        own = [self._own(one.name) for one in self.formula.inputs if one.is_choice]
        now = [one for one in self.given.inputs if not one.unit]
        return {one.name: one.value for one in (*own, *now) if one is not None}

    def _own(self, name: str) -> GivenInput | None:
        """This formula's own newest value of an input."""
        earlier = self._earlier()
        return next(
            (given for formula, given in earlier if (formula.name, given.name) == (self.formula.name, name)), None
        )

    @cached_property
    def _read(self) -> list[tuple[str, Assigned]]:
        texts = [without_limits(one.text[:LONGEST]) for one in self.talk.corrected]
        return [(one, assigned(one, self.formula, self.pack, self.now, language_of(one))) for one in texts]

    def _taken(self, one: FormulaInput) -> GivenInput | None:
        """From this formula's own newest inputs, else from an input of the same name that shares a word with it, else
        from one of another name that is called the same."""
        earlier = [(formula, given) for formula, given in self._earlier() if given.unit == one.unit]
        alike = (
            given
            for formula, given in earlier
            if given.name == one.name
            and (declared := formula.input(given.name)) is not None
            and (self._shares_a_word(one, declared, given) or (one.slot is not None and one.slot == declared.slot))
        )
        called = (given for formula, given in earlier if one.unit and self._is_called_so(one, formula, given))
        return self._own(one.name) or next(alike, None) or next(called, None)

    def _shares_a_word(self, one: FormulaInput, declared: FormulaInput, given: GivenInput) -> bool:
        shared = set(one.words) & set(declared.words)
        return bool(shared) and not self._said_otherwise(declared, given, shared)

    def _is_called_so(self, one: FormulaInput, formula: Formula, given: GivenInput) -> bool:
        """True if an earlier formula's input goes by the names of this one (the price that a fee was worked out for is
        the price that is taxed), and neither its message nor its choices call it what this one is not (전세 3억)."""
        declared = formula.input(given.name)
        named = set(one.words) & set(declared.words) - ENGLISH_STOP if declared is not None else set[str]()
        if declared is None or len(named) < ALIKE or self._said_otherwise(declared, given, named):
            return False
        chosen = [each.text for form, each in self._earlier() if form is formula and not each.unit and each.text]
        return not any(self._are_opposed(text, name) for text in chosen for name in named)

    def _earlier(self) -> list[tuple[Formula, GivenInput]]:
        """The inputs of earlier formulas, the newest formula first; values of rows are searched anew."""
        formulas: Mapping[str, Formula] = {one.name: one for one in self.pack.formulas}
        done = [one.computation for one in reversed(self.talk.corrected) if one.computation is not None]
        return [
            (formulas[asked.formula], given)
            for asked in done
            if asked.formula in formulas
            for given in asked.inputs
            if given.origin != "rows"
        ]


def pointed_at(text: str, formula: Formula, held: Set[str], talk: Talk) -> list[GivenInput]:
    """The figure that the last answer said, for an input that would take its default: 19 of those, after 30 days."""
    last = talk.spoken[-1] if talk.spoken else None
    if last is None or last.computation is not None or not references(text):
        return []
    said = [one for one in quantities_of(last.answer) if not one.is_bare]
    found: list[GivenInput] = []
    for one in formula.inputs:
        fitting = [each for each in said if value_in(each, one.unit, False, "en") is not None] if one.unit else []
        if one.name not in held and one.default is not None and len(fitting) == 1:
            value = value_in(fitting[0], one.unit, False, "en")
            given = GivenInput(name=one.name, value=f"{value:f}", unit=one.unit, text=fitting[0].text)
            found.append(given.model_copy(update={"origin": "conversation"}))
    return found


def without_limits(text: str) -> str:
    """The text with its limits blanked: 5억 이하 아파트 is the price of none."""
    for one in quantities_of(text):
        if is_limit(text, one.start, one.end):
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text
