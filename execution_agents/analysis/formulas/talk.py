"""What the person has said so far in this conversation, as inputs of a formula: each value in its newest form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from execution_agents.analysis.formulas.assigning import Assigned, assigned, pattern_of
from execution_agents.analysis.formulas.quantities import quantities_of
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.language.figures.amounts import is_limit
from foundation.language.script import language_of
from foundation.language.stop_words import ENGLISH_STOP

LONGEST = 400
"""Characters of a message that inputs are read from."""


@dataclass(frozen=True)
class Spoken:
    """One message of the person."""

    text: str
    computation: FormulaAsked | None = None
    """The formula it asked for."""


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
        """The messages with every value as it was said last. A message that did nothing but replace values counts in
        the messages that it corrects."""
        kept: list[Spoken] = []
        for one in self.spoken:
            swaps = _swaps(one, kept)
            kept = [_swapped(each, swaps) for each in kept]
            said = [each for each in (one.computation.inputs if one.computation else ()) if each.origin == "question"]
            kept.append(replace(one, text="") if swaps and len(swaps) == len(said) else one)
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
    return Spoken(text, done)


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
                return given
        return None

    def _said(self, one: FormulaInput) -> GivenInput | None:
        last = len(self._read) - 1
        for at, (text, given) in reversed(list(enumerate(self._read))):
            if any(self._choices.get(each.name, each.value) != each.value for each in given.inputs if not each.unit):
                continue  # 전세 보증금 3억 is no price of the sale that was computed.
            figures = any(each.unit and each.name in given.by_word for each in given.inputs)
            # 사려는데 beside a price is of that price; alone it is of whatever its own message asked for.
            if one.name in given.by_word and text and (not one.is_choice or figures or at == last):
                return next(each for each in given.inputs if each.name == one.name)
        return None

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
        """From this formula's own newest inputs, else from an input of the same name that shares a word with it."""
        earlier = [(formula, given) for formula, given in self._earlier() if given.name == one.name]
        return self._own(one.name) or next(
            (
                given
                for formula, given in earlier
                if given.unit == one.unit
                and (declared := formula.input(given.name)) is not None
                and (set(declared.words) & set(one.words) or (one.slot is not None and one.slot == declared.slot))
            ),
            None,
        )

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


def without_limits(text: str) -> str:
    """The text with its limits blanked: 5억 이하 아파트 is the price of none."""
    for one in quantities_of(text):
        if is_limit(text, one.start, one.end):
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text
