"""Two values of one input in one message whose results are set beside each other: 30년이랑 20년 월 상환액 차이."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from execution_agents.analysis.formulas.assigning import assigned
from execution_agents.analysis.formulas.continuing import lacking
from execution_agents.analysis.formulas.quantities import quantities_of, value_in
from execution_agents.analysis.formulas.roles import pattern_of
from foundation.contracts.formulas import FormulaAsked
from foundation.domains.schema.formulas import Formula
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.script import language_of
from foundation.language.wanted.arithmetic import asks_difference

Span = tuple[int, int]
PAIR = 2
_SPREAD = re.compile(
    r"(?<![\d.])(?P<one>\d+(?:\.\d+)?)(?P<between>\s*(?:and|or|to|vs\.?|versus|,|이?랑|하고|[와과대])\s*)(?P<other>\d+(?:\.\d+)?)"
    r"(?P<unit>\s?(?:years?|months?|weeks?|nights?|days?|miles?|percent|million(?:\s+won)?|billion|억|만원|년|개월|박|일|주|마일|%|프로|㎡|평|m2))",
    re.IGNORECASE,
)
"""20 and 30 years: the unit is of both."""
_THAN_BEFORE = re.compile(r"\bthan\b[\w\s]{0,12}$", re.IGNORECASE)
_THAN_BEHIND = re.compile(r"^\s?\S{0,4}?보다")


def with_two_sides(asked: FormulaAsked, text: str, formula: Formula, pack: Pack, now: datetime) -> FormulaAsked:
    """The formula with one of two values, compared with the other; unchanged where the message does not say two."""
    if not asks_difference(text):
        return asked
    text = _SPREAD.sub(
        lambda found: f"{found['one']}{found['unit']}{found['between']}{found['other']}{found['unit']}", text
    )
    for one, other in (*_figures(text, formula), *_choices(text, formula, pack, now)):
        found = [_with_one(asked, _blanked(text, span), formula, pack, now) for span in (one, other)]
        if any(lacking(formula, each.inputs)[0] for each in found) or found[0].inputs == found[1].inputs:
            continue
        of_other, of_one = found  # What is left when one is blanked.
        first_is_measure = _THAN_BEFORE.search(text[: one[0]]) or _THAN_BEHIND.match(text[one[1] :])
        second_is_measure = _THAN_BEFORE.search(text[: other[0]]) or _THAN_BEHIND.match(text[other[1] :])
        now_, before = (of_one, of_other) if second_is_measure and not first_is_measure else (of_other, of_one)
        return now_.model_copy(update={"compared": before})
    return asked


def _figures(text: str, formula: Formula) -> Iterator[tuple[Span, Span]]:
    """Neighbouring figures that one input accepts."""
    for one, other in pairwise(quantities_of(text)):
        same = one.figure.kind == other.figure.kind and not one.is_bare
        units = {each.unit for each in formula.inputs if not each.is_choice}
        if same and any(value_in(one, unit, False, "ko") is not None for unit in units):
            yield (one.start, one.end), (other.start, other.end)


def _choices(text: str, formula: Formula, pack: Pack, now: datetime) -> Iterator[tuple[Span, Span]]:
    """Words of two choices of one input."""
    for one in formula.inputs:
        named: dict[str, Span] = {}
        if one.slot is not None:
            alone = pack.model_copy(update={"slots": (pack.slot(one.slot),)})
            for mention in find_mentions(text, alone, now):
                named.setdefault(mention.value, (mention.start, mention.end))
        for choice in one.choices:
            spans = [found.span() for word in choice.words for found in pattern_of(word).finditer(text)]
            if spans:
                named.setdefault(choice.value, min(spans))
        if len(named) == PAIR:
            first, second = sorted(named.values())
            yield first, second


def _blanked(text: str, span: Span) -> str:
    return f"{text[: span[0]]}{' ' * (span[1] - span[0])}{text[span[1] :]}"


def _with_one(asked: FormulaAsked, text: str, formula: Formula, pack: Pack, now: datetime) -> FormulaAsked:
    given = assigned(text, formula, pack, now, language_of(text))
    kept = [one for one in asked.inputs if one.name not in given.names and one.origin != "question"]
    inputs = (*given.inputs, *kept)
    missing, rows = lacking(formula, inputs)
    return asked.model_copy(update={"inputs": inputs, "missing": missing, "from_rows": rows, "compared": None})
