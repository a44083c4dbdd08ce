"""Amounts said without their scale: "and at 600 flat" after 650 million, "back to the 650 one"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from execution_agents.analysis.formulas.quantities import Quantity, quantities_of
from execution_agents.analysis.formulas.talk import Talk
from foundation.contracts.formulas import GivenInput

FACTOR = Decimal(5)
"""An amount stands for an earlier one if it is at most so many times as large, or as small."""
_SCALED = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)\s?(?P<scale>billion|bn|million|mn|m|억)(?:\s?(?:won|KRW|원))?", re.IGNORECASE
)
_SCALES = {"billion": 10**9, "million": 10**6, "억": 10**8}
_WRITTEN = {"bn": "billion", "mn": "million", "m": "million"}
_SAME = {"million": ("million", "billion"), "billion": ("billion", "million"), "억": ("억",)}
_ALONE = re.compile(
    r"(?:\s*(?:$|[,.?!])|\s+(?:flat|ones?|instead|then|and|or|if|how|what|would|will|is|was|to|for|at|with|rather)\b"
    r"|\s?(?:이?면|이?라면|은|는|으?로|이?요|이?에요|예요|이야|짜리|이었|였)(?![가-힣]{4}))",
    re.IGNORECASE,
)
"""What may stand behind it: nothing that it counts."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEFORE = re.compile(
    r"(?:[₩$£€¥]|\b(?:no|number|article|chapter|step|level|day|year|page|floor|class))\s?$", re.IGNORECASE
)


def with_scales(text: str, talk: Talk) -> str:
    """The text with the scale of an earlier amount behind each bare figure that stands for one."""
    said = list(_amounts(talk))
    if not said:
        return text
    for one in reversed(quantities_of(text)):
        bare = one.is_bare and not one.figure.counted and not one.figure.letters
        if _YEAR.fullmatch(one.text):
            continue
        alone = _ALONE.match(text[one.end :]) and not _BEFORE.search(text[: one.start])
        if bare and alone and one.text.replace(".", "").isdigit():
            text = f"{text[: one.end]}{_scale_of(one, said)}{text[one.end :]}"
    return text


def _amounts(talk: Talk) -> Iterator[tuple[Decimal, str, Decimal]]:
    """(number, scale, value) of the amounts that were said, the newest first."""
    for spoken in reversed(talk.spoken):
        given: tuple[GivenInput, ...] = spoken.computation.inputs if spoken.computation is not None else ()
        for one in given:
            found = _SCALED.fullmatch(one.text.strip()) if one.unit == "won" else None
            if found is not None:
                yield Decimal(found["number"]), _WRITTEN.get(found["scale"].lower(), found["scale"].lower()), one.number


def _scale_of(one: Quantity, said: list[tuple[Decimal, str, Decimal]]) -> str:
    """ " million" for 650 where 650 million was said, or for 600 beside it; "" for none."""
    number = one.figure.value
    if number <= 0:
        return ""
    for earlier, scale, _ in said:
        if earlier == number:
            return _written(scale)
    _, scale, value = said[0]
    for each in _SAME[scale]:
        amount = number * _SCALES[each]
        if max(amount / value, value / amount) <= FACTOR:
            return _written(each)
    return ""


def _written(scale: str) -> str:
    return scale if scale == "억" else f" {scale}"
