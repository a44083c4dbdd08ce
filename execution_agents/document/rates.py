"""Percentages that follow from a contract's amounts: a deposit converted into rent, a raise over a stated amount."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of

MONTHS = 12
NEAR = 14
"""Most characters before an amount within which its name must be."""
_TOTAL = re.compile(r"\s?원?\s?(?:으로|까지|로)\b|\s?원?\s?(?:으로|까지|로)(?=\s)")


@dataclass(frozen=True)
class Stated:
    """The amounts a contract states, in won."""

    amounts: Mapping[str, Decimal]
    """Name in the vocabulary -> the first amount stated for it."""
    words: Mapping[str, Sequence[str]]


def stated_in(text: str, words: Mapping[str, Sequence[str]]) -> Stated:
    """The first amount right after each name."""
    amounts: dict[str, Decimal] = {}
    won = [figure for figure in figures_of(text) if figure.kind == "won"]
    for name in words:
        for figure in won:
            if name_before(text, figure.start, words) == name:
                amounts.setdefault(name, figure.value)
    return Stated(amounts, words)


def name_before(text: str, at: int, words: Mapping[str, Sequence[str]]) -> str:
    """The name before an amount, the nearest one; "" if none is near."""
    before = text[max(0, at - NEAR) : at]
    places = [(match.end(), name) for name, each in words.items() for match in _named(tuple(each)).finditer(before)]
    return max(places)[1] if places else ""


@lru_cache(maxsize=128)
def _named(words: tuple[str, ...]) -> re.Pattern[str]:
    spelled = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![가-힣])(?:{spelled})" if spelled else r"(?!)", re.IGNORECASE)


def worked_out(how: Literal["", "conversion", "raise"], text: str, stated: Stated) -> Iterator[Decimal]:
    """The percentages that a sentence's amounts amount to."""
    won = [figure for figure in figures_of(text) if figure.kind == "won" and figure.value > 0]
    if how == "conversion":
        yield from _conversions(text, won, stated)
    elif how == "raise":
        yield from _raises(text, won, stated)


def _conversions(text: str, won: Sequence[Figure], stated: Stated) -> Iterator[Decimal]:
    """A year's rent over the deposit it replaces."""
    sides = {figure: name_before(text, figure.start, stated.words) for figure in won}
    rents = [figure.value for figure, name in sides.items() if name == "rent"]
    deposits = [figure.value for figure, name in sides.items() if name == "deposit"]
    if len(rents) == len(deposits) == 1 and rents[0] < deposits[0]:
        yield rents[0] * MONTHS / deposits[0] * 100


def _raises(text: str, won: Sequence[Figure], stated: Stated) -> Iterator[Decimal]:
    """The raise, or the raised amount, relative to what the contract states for the same thing."""
    for figure in won:
        name = name_before(text, figure.start, stated.words) or _only_name(text, stated)
        held = stated.amounts.get(name)
        if held is None or held == 0:
            continue
        total = figure.value >= held or _TOTAL.match(text[figure.start + len(figure.text) :]) is not None
        yield (figure.value - held if total else figure.value) / held * 100


def _only_name(text: str, stated: Stated) -> str:
    """The one thing of the contract that a sentence names."""
    named = [name for name in ("deposit", "rent") if _named(tuple(stated.words.get(name, ()))).search(text)]
    return named[0] if len(named) == 1 else ""
