"""Several sets of inputs in one message, whose results are added: 3 nights in London plus 2 in Leeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from execution_agents.analysis.formulas.assigning import assigned, each_of
from execution_agents.analysis.formulas.quantities import quantities_of
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.schema.formulas import Formula
from foundation.domains.schema.pack import Pack
from foundation.language.script import language_of
from foundation.language.wanted.arithmetic import asks_difference
from foundation.language.wanted.comparisons import comparing

ADDED = frozenset({"won", "pound", "kg"})
"""Units of results that add up; two rates do not."""
_JOINED = re.compile(
    r"\s(?:plus|and|then)\s|\s?\+\s?|,\s*|(?<=[가-힣])(?:이랑|하고|이고)\s+|(?<=[가-힣])(?:랑|과|와)\s+(?=\S*\s?\d|\d)|\s그리고\s",
    re.IGNORECASE,
)

Leg = tuple[GivenInput, ...]


def legs_of(text: str, formula: Formula, pack: Pack, now: datetime) -> tuple[Leg, ...]:
    """The sets of inputs: each part of the message that says a figure says a choice of its own. () unless there are
    two or more."""
    choices = {one.name for one in formula.inputs if one.is_choice}
    if not choices or formula.steps[-1].unit not in ADDED:
        return ()
    if asks_difference(text) or comparing(text).ratio:
        return ()
    found: list[Leg] = []
    alone = formula.model_copy(update={"inputs": tuple(one for one in formula.inputs if not one.per)})
    for part in _JOINED.split(text):
        given = assigned(part, alone, pack, now, language_of(text), lone=True)
        figures = [one for one in given.inputs if one.unit and one.name in given.claimed]
        chosen = {one.name for one in given.inputs} & choices
        if not quantities_of(part) and not chosen:
            continue
        if given.left or len(figures) != 1 or chosen != choices:
            return ()
        found.append(given.inputs)
    kinds = {tuple(sorted(one.name for one in leg)) for leg in found}
    different = {tuple(sorted(one.value for one in leg if one.name in choices)) for leg in found}
    if len(found) < 2 or len(kinds) != 1 or len(different) != len(found):
        return ()
    return tuple(_with_each(leg, text, formula) for leg in found)


def _with_each(leg: Leg, text: str, formula: Formula) -> Leg:
    """Beside what is given for each night of this part."""
    wholes = {one.name: one.value for one in leg}
    per = [found for one in formula.inputs if one.per and (found := each_of(text, one, wholes))]
    return (*leg, *(one for one in per if one.name not in wholes))


def with_legs(asked: FormulaAsked, legs: Sequence[Leg], formula: Formula) -> FormulaAsked:
    """The formula asked for each set of inputs, beside what is common to all."""
    if not legs:
        return asked
    own = {one.name for one in legs[0]} | {one.name for one in formula.inputs if one.per}
    common = tuple(one for one in asked.inputs if one.name not in own)
    first, *others = ((*leg, *common) for leg in legs)
    return asked.model_copy(update={"inputs": first, "besides": tuple(others), "missing": (), "from_rows": ()})


def leg_meant(last: FormulaAsked, given: Sequence[GivenInput]) -> FormulaAsked:
    """The last formula with the set of inputs first whose choice a correction names: sorry, 4 nights in London."""
    legs = [last.inputs, *last.besides]
    named = {(one.name, one.value) for one in given if not one.unit}
    at = next((at for at, leg in enumerate(legs) if named & {(one.name, one.value) for one in leg}), 0)
    return last.model_copy(update={"inputs": legs[at], "besides": (*legs[:at], *legs[at + 1 :])})
