"""Reads the figures of a question as quantities in the unit of a formula's input, with their positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from execution_agents.analysis.formulas.powers import powers_in
from foundation.language.cues import PARTICLE
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import CURRENCIES
from foundation.language.grams import is_said
from foundation.language.numerals import native_value
from foundation.language.script import HANGUL

_SECONDS, _MILE, _LITRES = {"days": 86_400, "weeks": 604_800, "hours": 3_600, "minutes": 60}, Decimal("1609.344"), 1000
UNITS: Mapping[str, Mapping[str, Decimal]] = {
    "won": {"won": Decimal(1)},
    "pound": {"pound": Decimal(1)},
    "percent": {"percent": Decimal(1), "points": Decimal(1)},
    "months": {"months": Decimal(1)},
    "years": {"months": Decimal(12)},
    **{unit: {"time": Decimal(seconds)} for unit, seconds in _SECONDS.items()},
    "m2": {"area": Decimal(1)},
    "miles": {"length": _MILE},
    "m3": {"volume": Decimal(_LITRES)},
    "m3/day": {"flow": Decimal(1), "volume": Decimal(_LITRES), "mass": Decimal(1000)},
    "m3/h": {"flow": Decimal(24)},
    "kg": {"mass": Decimal(1)},
    "mg/L": {"concentration": Decimal(1)},
    "NTU": {"turbidity": Decimal(1)},
    "count": {},
    "nights": {},
    "none": {},
}
"""Unit of an input -> kind of figure it may be read from -> how many of the kind's own unit it is."""
_NO_QUANTITY = frozenset({"date", "article", "chapter", "paragraph", "subitem", "clock", "phone"})
_UNSIGNED = frozenset({"plain", "time", "months"})
_MINUS = re.compile(r"(?:^|(?<!\d)\s|[:=(])[-\u2212]$")
"""Right before a figure, and right behind a word or a blank that no figure stands before."""
_SCALE = re.compile(r"million|billion|thousand|[억만]|\b[mk]\b", re.IGNORECASE)
_AGO = re.compile(r"^\s*(?:전(?!세|용|월|환|체)|ago\b|뒤|후에|later\b)")
_THOUSANDS = re.compile(r"(?<![\d.,억만])(\d{1,2}(?:\.\d+)?)천\s?(?:(\d)백)?(?!\s?(?:원|명|건|개|㎡|m)|만)")
"""연봉 5천, 3천5백: a multiple of ten million, as people say amounts of money."""
_GLUED = re.compile(
    rf"(?!짜리|이|인|였|예|면|씩|정도|쯤|만|천|백|억|평)(?P<noun>(?!{PARTICLE}+(?![가-힣]))[가-힣]{{1,3}}?){PARTICLE}{{0,2}}(?![가-힣])"
)
_ALONE = re.compile(
    r"(?<=[가-힣]\s)(?P<number>둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)(?=이?면|이?라|이?고(?![가-힣])|이?[에예]|인|입|\s?(?:있|키우|데리|두고))"
)
"""애가 둘인데, 직원 셋이면: a number that counts the noun before it. 둘이, 둘 다 and 둘 중 mean what was said."""
_IDENTIFIER = re.compile(r"\b[A-Za-z]{1,8}[-_]\d[\w-]*")
"""gen-901, P-701: a name."""
_AGE_BEHIND = re.compile(r"\s?살")
_AGED = re.compile(
    r"\b(?:aged?|(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|boys?|girls?|twins?|s?he|they|i)\s+(?:is|are|am|turn(?:s|ed)))\s+$",
    re.IGNORECASE,
)
_NOTHING_COUNTED = re.compile(r"\s*(?:$|[,.?!;]|(?:and|how|what|do|does|can|will|years?\s+old)\b)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:in|since|back\s+in|during|from|until|of)\s+$", re.IGNORECASE)
_YEARS = range(1900, 2100)
_HOURLY_BEFORE = re.compile(r"(?:시간당|시간에|매시간)\s*$")
_HOURLY_BEHIND = re.compile(r"\s*(?:per|an|a|each|every)\s+hour\b|\s*/\s?(?:시간|hour)", re.IGNORECASE)
_POUNDS = re.compile(r"파운드|pounds?\b", re.IGNORECASE)
_MILLIONS = re.compile(r"\d[\d,]*(?:\.\d+)?\s?[mM]")
_FROM_A_PLACE = re.compile(r"\s*(?:from|to|away)\b", re.IGNORECASE)
MILLION = 1_000_000
"""What m stands for behind an amount."""
LARGE = 1_000_000
"""From this size on, a bare number may be an amount in won."""
TEN_THOUSAND = 10_000


@dataclass(frozen=True)
class Quantity:
    """One figure and its position."""

    figure: Figure
    start: int
    end: int
    text: str
    thing: str = ""
    """The noun it is written together with: 1주택, 3룸; it counts that, and is no amount."""
    may_be_millions: bool = False
    """21.7m: metres, or millions where a word beside it says that it is an amount."""

    @property
    def is_bare(self) -> bool:
        """A number without a unit."""
        return self.figure.kind == "plain"


def quantities_of(text: str) -> tuple[Quantity, ...]:
    """The figures that may be inputs, in order; no dates, articles or times ago."""
    thousands = {match.start(): match for match in _THOUSANDS.finditer(text)}
    powers = list(powers_in(text))
    found: list[Quantity] = []
    figures = sorted([*figures_of(text), *_alone(text)], key=lambda one: one.start)
    amounts = any(one.kind in CURRENCIES or (one.kind == "plain" and one.value >= LARGE) for one in figures)
    english = not HANGUL.search(text)
    named = [one.span() for one in _IDENTIFIER.finditer(text)]
    for figure in figures:
        if any(start <= figure.start < end for start, end in named) or _is_year(text, figure):
            continue
        figure = _signed(text, figure)
        end = figure.start + len(figure.text)
        millions = english and bool(_MILLIONS.fullmatch(figure.text)) and not _FROM_A_PLACE.match(text[end:])
        if millions and not amounts:
            # A 600m home: an amount, where no other one is written.
            figure = replace(figure, kind="plain", value=figure.value / figure.factor * MILLION)
        power = next((one for one in powers if one.start <= figure.start < one.end), None)
        if power is not None:
            if end >= power.end and power.last:
                raised = replace(figure, value=figure.value / power.last * power.value)
                found.append(Quantity(raised, power.start, end, text[power.start : end]))
            continue
        match = thousands.get(figure.start)
        if match is not None and figure.kind == "plain":
            won = (Decimal(match[1]) * 1000 + Decimal(match[2] or 0) * 100) * TEN_THOUSAND
            figure, end = replace(figure, value=won, kind="won", text=match[0]), match.end()
        if figure.kind in _NO_QUANTITY or (figure.kind in ("time", "months") and _AGO.match(text[end:])):
            continue
        if found and figure.start < found[-1].end:
            continue
        figure = _hourly(text, figure, end)
        if figure.kind == "plain" and (_AGE_BEHIND.match(text[end:]) or _is_age(text, figure.start, end)):
            figure = replace(figure, counted="세")
        glued = _GLUED.match(text, end) if figure.kind == "plain" else None
        thing = "" if glued is None or (len(glued["noun"]) == 1 and is_said(glued[0])) else glued["noun"]
        length = millions and figure.kind == "length"
        found.append(Quantity(figure, figure.start, end, text[figure.start : end], thing, length))
    return tuple(found)


def _is_age(text: str, start: int, end: int) -> bool:
    """My kid is 6, twins aged 2."""
    return bool(_AGED.search(text[:start])) and bool(_NOTHING_COUNTED.match(text[end:]))


def _is_year(text: str, figure: Figure) -> bool:
    """True for a bare number that says when: back in 2019."""
    bare = figure.kind == "plain" and figure.text.isdigit() and not figure.counted and int(figure.text) in _YEARS
    return bare and _YEAR.search(text[: figure.start]) is not None


def _alone(text: str) -> Iterator[Figure]:
    for found in _ALONE.finditer(text):
        value = native_value(found["number"])
        if value is not None:
            yield Figure(value, "plain", found["number"], counted="명", start=found.start())


def _hourly(text: str, figure: Figure, end: int) -> Figure:
    """Cubic metres or tonnes of water with the hour beside them are a flow (시간당 4000톤)."""
    kinds = UNITS["m3/day"]
    if figure.kind not in ("volume", "mass") or figure.factor != kinds[figure.kind]:
        return figure
    if not (_HOURLY_BEFORE.search(text[: figure.start]) or _HOURLY_BEHIND.match(text[end:])):
        return figure
    return replace(figure, value=figure.value / kinds[figure.kind] * 24, kind="flow", factor=Decimal(24))


def _signed(text: str, figure: Figure) -> Figure:
    """With the sign that is written: fewer than no nights (-3 nights) are read as that, and a dash with a blank behind
    it is a list's mark."""
    if figure.value < 0:
        return next((one for one in figure.readings if one.value == -figure.value), figure)
    minus = figure.kind in _UNSIGNED and _MINUS.search(text[max(0, figure.start - 3) : figure.start])
    return replace(figure, value=-figure.value) if minus else figure


def value_in(quantity: Quantity, unit: str, claimed: bool, language: str) -> Decimal | None:
    """The quantity in this unit; None if it cannot be expressed in it. `claimed`: a word beside it says which input it
    is, so a bare number is accepted: 보증금 5000 means 만원."""
    figure, kinds = quantity.figure, UNITS.get(unit, {})
    if _is_of_another_kind(figure, unit):
        return None
    if figure.kind in kinds:
        if figure.letters and not claimed:
            return None
        return figure.value / kinds[figure.kind]
    if unit == "pound" and figure.kind == "mass" and _POUNDS.search(quantity.text):
        return figure.value / figure.factor  # 40,000파운드 is a weight only where nothing asks for money.
    if quantity.may_be_millions and claimed and unit in CURRENCIES:
        return (figure.value / figure.factor * MILLION).normalize()
    if figure.kind != "plain":
        return None
    if unit in CURRENCIES and (quantity.thing or figure.counted):
        return None
    amount = abs(figure.value) >= LARGE or _SCALE.search(quantity.text) is not None
    # 90 million up to 96 million: a deposit, and no raise of so many per cent.
    if amount and unit in {"won", "percent"}:
        return figure.value if unit == "won" else None
    if not kinds and unit in UNITS:
        return figure.value if claimed or not figure.letters else None
    if not claimed or figure.letters:
        return None
    return figure.value * TEN_THOUSAND if unit == "won" and language == "ko" else figure.value


def _is_of_another_kind(figure: Figure, unit: str) -> bool:
    """True for an age as a number of people (다섯 살), for hours as a part of working days (20 hours a week), for one
    month as a loan's term (what an instalment is counted by), and for a flow a day as one an hour."""
    if unit == "count":
        return figure.counted == "세"
    if unit == "years":
        return figure.kind in UNITS["years"] and figure.value == 1
    if unit == "m3/h":
        return figure.kind in UNITS["m3/h"] and figure.factor != Decimal(24)
    return unit in ("days", "weeks") and figure.kind == "time" and figure.factor < _SECONDS["days"]


def without_dates(text: str) -> str:
    """The text with its dates blanked: 2020년 5월에 4억 states no monthly rent."""
    for figure in figures_of(text):
        if figure.kind == "date":
            end = figure.start + len(figure.text)
            text = f"{text[: figure.start]}{' ' * len(figure.text)}{text[end:]}"
    return text
