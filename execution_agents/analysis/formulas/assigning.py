"""Decides which figure of a question is which input of a formula: by the words beside it, then by its unit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from execution_agents.analysis.formulas.quantities import Quantity, quantities_of, value_in, without_dates
from execution_agents.analysis.formulas.roles import NEAR, Roles, around, distances, pattern_of, stated_of
from foundation.contracts.formulas import GivenInput, Origin
from foundation.domains.formulas.working import always_needed, needed_inputs, values_of_choice
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import negated

_JOINED = re.compile(r"(?:\s*(?:,|&|\band\b|이?랑|하고|[와과])\s*\w+){0,3}")
"""Breakfast and dinner every day: both."""
_EACH = re.compile(r"\b(?:each|every|both|daily|per|a(?=\s+(?:night|day|evening)))\b|매일|매번|씩|마다")
_PLURAL = re.compile(r"[a-z]s$", re.IGNORECASE)
_NONE_OF = re.compile(r"\b(?:no|without|not\s+any|zero)\s+$", re.IGNORECASE)
_SOME_OF = re.compile(r"\s(?:is |are )?(?:only|included|paid|free|on (?:me|them))\b", re.IGNORECASE)
_OF_A_WHOLE = re.compile(r"^\s?(?:중에서?|중|가운데서?)\s")
_PAIR = re.compile(r"^\s?(?:만\s?원?)?\s?(?:에|/)\s?$")


@dataclass(frozen=True)
class Assigned:
    """The inputs a text gives to a formula."""

    inputs: tuple[GivenInput, ...]
    left: tuple[Quantity, ...]
    """Figures that fit none of its inputs."""
    ambiguous: tuple[str, ...] = ()
    """Inputs that several figures fit equally well."""
    claimed: frozenset[str] = frozenset()
    """Inputs whose own word stands beside their figure, or that are the only ones with its unit; also choices."""
    by_word: frozenset[str] = frozenset()
    """Of those, the ones that a word names: in another message a unit alone does not say what a figure is."""

    @property
    def names(self) -> frozenset[str]:
        """The inputs that have a value."""
        return frozenset(one.name for one in self.inputs)


def assigned(text: str, formula: Formula, pack: Pack, now: datetime, language: str, *, lone: bool = False) -> Assigned:
    """The inputs that a text names, with their values. `lone`: a bare number alone goes to the first input that accepts
    it."""
    text, formula = without_dates(text), _sayable(formula)
    quantities = _without_wholes(quantities_of(text), text, formula)
    choices = [found for one in formula.inputs if one.is_choice and (found := chosen(text, one, pack, now))]
    needed = always_needed(formula, {one.name: one.value for one in choices})
    taken: dict[str, Quantity] = {}
    roles = Roles(text, quantities, formula, pack)
    for _, quantity, one in sorted(_claims(roles, language), key=lambda claim: claim[0]):
        if one.name not in taken and quantity not in taken.values():
            taken[one.name] = quantity
    by_word = set(taken)
    if lone and len(quantities) == 1 and not taken:
        taken |= _first_accepting(quantities[0], formula, language)
    claimed = set(taken)
    if _paired(text, quantities, formula, taken):
        by_word.add("rent")
    taken |= _stated(text, quantities, formula, taken, language)
    inputs_needed = [one for one in formula.inputs if one.name in needed]
    ambiguous = _by_unit(quantities, inputs_needed, taken, roles, language)
    natural = _natural(formula, taken, language)
    given = [
        _given(one, taken[one.name], one.name in claimed or one.name not in natural, language)
        for one in formula.inputs
        if one.name in taken
    ]
    wholes = {name: f"{quantity.figure.value:f}" for name, quantity in taken.items()}
    open_inputs = [one for one in formula.inputs if one.name not in taken]
    per = [found for one in open_inputs if (found := each_of(text, one, wholes))]
    alone = [one.name for one in formula.inputs if one.name in taken and not taken[one.name].is_bare
             and sum(other.unit == one.unit for other in formula.inputs) == 1]  # fmt: skip
    left = tuple(one for one in quantities if one not in taken.values())
    named = frozenset((*by_word, *(one.name for one in (*choices, *per))))
    held = [*(one for one in given if one), *_spoken(text, open_inputs)]
    choices += _following(formula, choices, [one for one in held if one.name in by_word])
    inputs = (*choices, *held, *per)
    return Assigned(inputs, left, ambiguous, named | {*claimed, *alone}, named)


def _spoken(text: str, inputs: Sequence[FormulaInput]) -> list[GivenInput]:
    """The values that words say: a full tank, 기름 꽉 차 있으면."""
    found: list[GivenInput] = []
    for one in inputs:
        said = [
            (value, match)
            for value, words in one.spoken.items()
            for word in words
            if (match := pattern_of(word).search(text)) and not negated(text, match.span())
        ]
        if len({value for value, _ in said}) == 1:
            found.append(GivenInput(name=one.name, value=f"{said[0][0]:f}", unit=one.unit, text=said[0][1][0]))
    return found


def _stated(
    text: str, quantities: Sequence[Quantity], formula: Formula, taken: Mapping[str, Quantity], language: str
) -> dict[str, Quantity]:
    """What the text states of inputs that would take their default."""
    free = [one for one in quantities if one not in taken.values()]
    return {
        name: quantity
        for name, quantity in stated_of(formula, text, free).items()
        if name not in taken
        and (declared := formula.input(name)) is not None
        and value_in(quantity, declared.unit, False, language) is not None
    }


def _sayable(formula: Formula) -> Formula:
    """Without the inputs that no word names and rows hold: a product's limit is what its row says, and no figure of the
    person's own."""
    inputs = tuple(one for one in formula.inputs if one.words or not one.rows)
    return formula if len(inputs) == len(formula.inputs) else formula.model_copy(update={"inputs": inputs})


def _without_wholes(quantities: Sequence[Quantity], text: str, formula: Formula) -> Sequence[Quantity]:
    """Without what a part is taken of (보증금 2억 중에 8천만원), unless an input is such a whole (27일 중 15일)."""
    if any(word.startswith("~") for one in formula.inputs for word in one.words):
        return quantities
    wholes = {
        one
        for one, part in pairwise(quantities)
        if one.figure.kind == part.figure.kind and _OF_A_WHOLE.match(text[one.end : part.start])
    }
    return [one for one in quantities if one not in wholes]


def _following(formula: Formula, choices: Sequence[GivenInput], said: Sequence[GivenInput]) -> list[GivenInput]:
    """Choices that nobody names and the figures leave no doubt about: a deposit with a rent is a monthly lease."""
    found: list[GivenInput] = []
    for one in formula.inputs:
        if not one.is_choice or one.default is not None or any(each.name == one.name for each in choices):
            continue
        used = {value: needed_inputs(formula, {one.name: value}) for value in values_of_choice(formula, one.name)}
        deciding = [each for each in said if sum(each.name in names for names in used.values()) == 1]
        values = {value for each in deciding for value, names in used.items() if each.name in names}
        if len(values) == 1:
            found.append(GivenInput(name=one.name, value=values.pop(), text=deciding[0].text))
    return found


def _first_accepting(quantity: Quantity, formula: Formula, language: str) -> dict[str, Quantity]:
    """A bare figure alone, as the first input that accepts it."""
    figures = [one for one in formula.inputs if not one.is_choice]
    fitting = [one for one in figures if value_in(quantity, one.unit, True, language) is not None]
    return {fitting[0].name: quantity} if fitting else {}


def _natural(formula: Formula, taken: dict[str, Quantity], language: str) -> frozenset[str]:
    return frozenset(
        one.name
        for one in formula.inputs
        if one.name in taken and value_in(taken[one.name], one.unit, False, language) is not None
    )


def _given(one: FormulaInput, quantity: Quantity, claimed: bool, language: str) -> GivenInput | None:
    value = value_in(quantity, one.unit, claimed, language)
    return None if value is None else GivenInput(name=one.name, value=f"{value:f}", unit=one.unit, text=quantity.text)


def _claims(roles: Roles, language: str) -> list[tuple[int, Quantity, FormulaInput]]:
    found: list[tuple[int, Quantity, FormulaInput]] = []
    for at, quantity in enumerate(roles.quantities):
        before, behind = around(roles.text, roles.quantities, at)
        for one in roles.formula.inputs:
            if one.is_choice or value_in(quantity, one.unit, True, language) is None:
                continue
            near = [distance for word in one.words for distance in distances(word, before, behind)]
            if near and min(near) <= NEAR and not roles.is_another(quantity, one, min(near)):
                found.append((min(near), quantity, one))
    return found


def _paired(text: str, quantities: Sequence[Quantity], formula: Formula, taken: dict[str, Quantity]) -> bool:
    """1억에 50: the figure after a deposit is the rent."""
    rent = formula.input("rent")
    if rent is None or "rent" in taken:
        return False
    for one, after in zip(quantities, quantities[1:], strict=False):
        beside = one.figure.kind in ("won", "plain") and _PAIR.match(text[one.end : after.start])
        if after.is_bare and beside and after not in taken.values():
            taken["rent"] = after
    return "rent" in taken


def _by_unit(
    quantities: Sequence[Quantity],
    inputs: Sequence[FormulaInput],
    taken: dict[str, Quantity],
    roles: Roles,
    language: str,
) -> tuple[str, ...]:
    """Assigns figures that no word claims: to the one needed and still open input of its unit, or to another input if
    only that has its unit. A figure that two inputs could take stays unassigned, and so does an input that two figures
    fit; one that the pack calls something else (borrowed) is none of it."""
    ambiguous: list[str] = []
    for one in inputs:
        if one.name in taken or one.is_choice:
            continue
        may_lack = one.optional or one.default is not None or bool(one.unless)
        rivals = [
            other.name
            for other in inputs
            if other is not one
            and other.unit == one.unit
            and (may_lack or (other.name not in taken and not other.optional and other.default is None))
        ]
        free = [
            each
            for each in quantities
            if each not in taken.values()
            and value_in(each, one.unit, False, language) is not None
            and not roles.is_another(each, one)
        ]
        if len(free) == 1 and not rivals:
            taken[one.name] = free[0]
        elif free:
            ambiguous.append(one.name)
    return tuple(ambiguous)


def chosen(text: str, one: FormulaInput, pack: Pack, now: datetime, origin: Origin = "question") -> GivenInput | None:
    """The choice a text names; None where it names none."""
    if one.slot is not None:
        alone = pack.model_copy(update={"slots": (pack.slot(one.slot),)})
        for mention in find_mentions(text, alone, now):
            if not mention.negated:
                return GivenInput(name=one.name, value=mention.value, text=mention.text, origin=origin)
    for choice in one.choices:
        for word in choice.words:
            match = pattern_of(word).search(text)
            if match and not negated(text, match.span()):
                return GivenInput(name=one.name, value=choice.value, text=match[0], origin=origin)
    return None


def _is_plural(text: str, match: re.Match[str]) -> bool:
    """Hotel and dinners for both nights: one each; not where there are none, or only some."""
    if not _PLURAL.search(match[0]) or negated(text, match.span()):
        return False
    return not _NONE_OF.search(text[: match.start()]) and not _SOME_OF.match(text[match.end() :])


def each_of(text: str, one: FormulaInput, wholes: Mapping[str, str]) -> GivenInput | None:
    """An input given once per night (dinner each, dinners): as many as there are nights. `wholes`: input -> its
    value."""
    whole = wholes.get(one.per or "")
    if whole is None:
        return None
    for word in one.words:
        match = pattern_of(word.removeprefix("~")).search(text)
        joined = _JOINED.match(text, match.end()) if match else None
        said_of_each = match and joined and _EACH.search(text[max(0, match.start() - 8) : joined.end() + 10])
        if match and (said_of_each or _is_plural(text, match)):
            return GivenInput(name=one.name, value=whole, unit=one.unit, text=match[0])
    return None
