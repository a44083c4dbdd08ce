"""Every figure of a text, normalised so that 3억 2,000만원, 320,000,000원 and KRW 320 million are one.

A figure is a value and a kind (won, percent, area, plain). The check asks of every figure of an answer
whether it stands in the evidence or the question; only a won amount said to be approximate may be rounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from typing import Literal

Kind = Literal["won", "percent", "area", "plain"]

_N = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SMALL = rf"(?:(?:{_N})\s?천\s?(?:(?:{_N})\s?백)?|(?:{_N})\s?백|(?:{_N}))"
_TRILLION = rf"조(?=\s?원|\s?{_SMALL}\s?[억만원])"
"""조 alone is an article of a law."""
_FIGURE = re.compile(
    rf"(?P<whole>{_N})\s*분의\s*(?P<share>{_N})"
    rf"|(?P<korean>{_SMALL}\s?(?:{_TRILLION}|[억만])(?:\s?{_SMALL}\s?[억만])*(?:\s?{_SMALL}(?=\s?원))?)(?P<korean_unit>\s*(?:원|명|건|호|세대|가구|개|평|㎡|m²|회|km))?"
    rf"|(?P<cash>{_SMALL})\s?원"
    rf"|(?P<currency>(?:₩|\bKRW|\bwon)\s*)?(?P<english>{_N})\s*(?P<scale>trillion|billion|million|thousand|bn|mn)(?:\s*(?:won|KRW)\b)?"
    rf"|(?:₩|\bKRW)\s*(?P<written>{_N})"
    rf"|(?P<percent>{_N})\s*(?:%|％|퍼센트|프로|percent\b|per\s+cent\b)"
    rf"|(?P<area>{_N})\s*(?:㎡|m²|m2\b|m\^2|제곱\s*미터|sqm\b|square\s+met)"
    rf"|(?P<date>\d{{4}}-\d{{2}}(?:-\d{{2}})?)"
    rf"|(?P<won>{_N})\s*(?:won|KRW)\b"
    rf"|(?P<plain>{_N})",
    re.IGNORECASE,
)
_SMALL_PART = re.compile(rf"(?P<n>{_N})\s?(?P<unit>[천백])?")
_BIG_PART = re.compile(rf"(?P<small>{_SMALL})\s?(?P<unit>[조억만])?")
_BIG = {"조": 10**12, "억": 10**8, "만": 10**4, None: 1}
_SMALL_UNITS = {"천": 1000, "백": 100, None: 1}
_SCALES = {
    "trillion": 10**12,
    "billion": 10**9,
    "bn": 10**9,
    "million": 10**6,
    "mn": 10**6,
    "thousand": 1000,
}
_ABOUT_BEFORE = re.compile(r"(?:약|대략|거의|about|around|roughly|approximately|nearly|some)\s*$", re.IGNORECASE)
_ABOUT_AFTER = re.compile(r"^\s*(?:정도|쯤|가량|안팎|내외|or\s+so)")
_MARKER = re.compile(r"\[\d+\]")
_NUMBERING = re.compile(r"^\s*\d{1,2}[.)]\s", re.MULTILINE)
_FULL_WIDTH = str.maketrans("０１２３４５６７８９，．", "0123456789,.")
_COUNTED = re.compile(r"^\s*(?:개|가지|건|곳|종|items?\b|results?\b|products?\b|sources?\b)")
UNMISTAKABLE = 10_000
"""From this value on, a bare number of the evidence may be read as won."""
ROUNDING = Decimal("0.05")
"""Largest relative error of an amount said to be approximate (system 3: 5 %)."""


@dataclass(frozen=True)
class Figure:
    """One number of a text."""

    value: Decimal
    kind: Kind
    text: str
    about: bool = False
    """Said to be approximate."""
    counts: bool = False
    """Counts things (3개, 3 items): may be the number of the evidence's own items."""


@dataclass(frozen=True)
class NumberCheck:
    """What became of an answer's figures."""

    total: int
    unsupported: tuple[str, ...]
    """As the answer wrote them."""

    @property
    def preserved(self) -> float:
        """Share of the figures that stand in the evidence or the question."""
        return 1.0 if not self.total else round((self.total - len(self.unsupported)) / self.total, 3)


def check_numbers(answer: str, supported: Iterable[Figure], item_counts: frozenset[int] = frozenset()) -> NumberCheck:
    """Every figure of the answer against what it may have been taken from."""
    known = tuple(supported)
    figures = figures_of(_NUMBERING.sub("", _MARKER.sub(" ", answer)))
    unknown = [
        figure.text
        for figure in figures
        if not any(supports(source, figure) for source in known) and not (figure.counts and figure.value in item_counts)
    ]
    return NumberCheck(len(figures), tuple(unknown))


def supports(source: Figure, figure: Figure) -> bool:
    """Whether the source's figure bears out the answer's."""
    if not comparable(source, figure):
        return False
    if source.value == figure.value:
        return True
    return figure.kind == "won" and figure.about and rounded_to(source.value, figure.value)


def comparable(source: Figure, figure: Figure) -> bool:
    """Whether the two speak of the same kind of thing."""
    if source.kind == figure.kind or figure.kind == "plain":
        return True
    return source.kind == "plain" and (figure.kind == "area" or (figure.kind == "won" and source.value >= UNMISTAKABLE))


def rounded_to(exact: Decimal, rounded: Decimal) -> bool:
    """True when `rounded` is `exact` to fewer digits."""
    if not exact or abs(exact - rounded) > abs(exact) * ROUNDING:
        return False
    digits = rounded.normalize()
    unit = Decimal(10) ** int(digits.as_tuple().exponent)
    return abs(exact - rounded) <= unit / 2


def figures_of(text: str) -> list[Figure]:
    """All figures, in order."""
    return list(_figures(text.translate(_FULL_WIDTH)))


def _figures(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        before, after = text[max(0, match.start() - 16) : match.start()], text[match.end() : match.end() + 10]
        about = bool(_ABOUT_BEFORE.search(before) or _ABOUT_AFTER.match(after))
        counts = bool(_COUNTED.match(after))
        for value, kind in _values(match):
            yield Figure(value, kind, match[0].strip(), about, counts)


def _values(match: re.Match[str]) -> Iterator[tuple[Decimal, Kind]]:
    found = match.groupdict()
    if found["whole"] is not None:
        whole, share = decimal_of(found["whole"]), decimal_of(found["share"])
        yield (share / whole * 100 if whole else share), "percent"
    elif found["korean"] is not None:
        unit = (found["korean_unit"] or "").strip()
        yield korean_value(found["korean"]), ("won" if unit in ("", "원") else "plain")
    elif found["english"] is not None:
        yield decimal_of(found["english"]) * _SCALES[found["scale"].lower()], "won"
    elif found["date"] is not None:
        for part in found["date"].split("-"):
            yield Decimal(int(part)), "plain"
    else:
        yield from _simple_value(found)


def _simple_value(found: dict[str, str | None]) -> Iterator[tuple[Decimal, Kind]]:
    if found["cash"] is not None:
        yield korean_value(found["cash"]), "won"
    kinds: tuple[tuple[str, Kind], ...] = (
        ("written", "won"),
        ("won", "won"),
        ("percent", "percent"),
        ("area", "area"),
        ("plain", "plain"),
    )
    for name, kind in kinds:
        value = found[name]
        if value is not None:
            yield decimal_of(value), kind


def korean_value(text: str) -> Decimal:
    """ "3억 2천만" -> 320000000."""
    return sum((small_value(part["small"]) * _BIG[part["unit"]] for part in _BIG_PART.finditer(text)), start=Decimal(0))


def small_value(text: str) -> Decimal:
    """ "6천 5백" -> 6500."""
    return sum(
        (decimal_of(part["n"]) * _SMALL_UNITS[part["unit"]] for part in _SMALL_PART.finditer(text)), start=Decimal(0)
    )


def decimal_of(text: str) -> Decimal:
    """A written number without its separators; 0 for one that decimals cannot hold."""
    try:
        return Decimal(text.replace(",", ""))
    except DecimalException:
        return Decimal(0)
