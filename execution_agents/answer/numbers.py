"""Every figure of a text, normalised so that 3억 2,000만원, 320,000,000원 and ₩320 million are one.

A figure is a value and a kind (`measures.py`, dates and articles besides). The check asks of every figure of an answer
whether it stands in the evidence or the question. Dates, articles and counts must stand there exactly; an amount said
to be approximate may be rounded, and one in another unit than the evidence's is compared to the digits it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, DecimalException
from functools import lru_cache

from execution_agents.answer.clocks import CLOCK, clock_parts, clocks_agree, minutes_of
from execution_agents.answer.measures import ROUNDED_KINDS, UNITLESS, Kind, unit_of, unit_pattern
from execution_agents.answer.numerals import ENGLISH, NATIVE, SINO, english_value, native_value, sino_value

_N = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SMALL = rf"(?:(?:{_N})\s?천\s?(?:(?:{_N})\s?백)?|(?:{_N})\s?백(?!분)|(?:{_N}))"
_TRILLION = rf"(?:조(?=\s?원|\s?{_SMALL}\s?[억만원])|(?<=\.\d)조|(?<=\.\d\d)조)"
"""조 alone is an article of a law; 0.5조 is none."""
_COUNTERS = r"원|명|건|호|세대|가구|개|km|㎡"
_BIG_NUMBER = rf"{_SMALL}\s?(?:{_TRILLION}|[억만])(?:\s?{_SMALL}\s?[억만](?!이))*(?:\s?{_SMALL}(?=\s?(?:{_COUNTERS})))?"
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
_MEASURED = unit_pattern()
_LETTERS = r"년|개월|달|주|일|시간|분|배|원|명|퍼센트|프로|평|미터"
_LETTERS_EN = r"years?|months?|weeks?|days?|hours?|minutes?|percent|per\s+cent|times|miles|feet|people|members"
_FIGURE = re.compile(
    rf"(?P<ko_date>(?P<ky>\d{{4}})\s*년(?!\s?[간대])(?:\s*(?P<km>\d{{1,2}})\s*월(?:\s*(?P<kd>\d{{1,2}})\s*일)?)?"
    rf"|(?P<km2>\d{{1,2}})\s?월\s*(?P<kd2>\d{{1,2}})\s*일|(?P<km3>\d{{1,2}})월(?![가-힣]?세))"
    rf"|(?P<iso>\b(?P<iy>(?:1[0-9]|20)\d{{2}})(?:-(?P<im>0?[1-9]|1[0-2])(?:-(?P<id>0?[1-9]|[12]\d|3[01]))?(?![\d-])"
    rf"|\.\s?(?P<im2>0?[1-9]|1[0-2])\.\s?(?P<id2>0?[1-9]|[12]\d|3[01])(?![\d])))"
    rf"|(?P<short>['’‘](?P<sy>\d\d)(?=년|\.)(?:(?:년|\.)\s?(?P<sm>0?[1-9]|1[0-2])(?=월|\.|~|∼)(?:(?:월|\.)\s?(?P<sd>\d{{1,2}})(?!\d))?)?)"
    rf"|(?P<en_date>\b(?:(?P<ed>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<em>{_MONTHS})\b\.?"
    rf"(?:\s+(?P<ed2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?(?:,?\s+(?P<ey>\d{{4}})\b)?)"
    rf"|(?P<article>제\s?(?P<a>\d+)\s?조(?:\s?의\s?(?P<a_of>\d+))?|\b(?:Articles?|Sections?|Chapter|Title)\s+(?P<a_en>\d+))"
    rf"|(?P<paragraph>제\s?(?P<p>\d+)\s?항)|(?P<subitem>제\s?(?P<s>\d+)\s?호)|(?P<circled>[①-⑳])"
    rf"|(?P<bare_article>(?P<b>\d+)조(?!\s?[\d,.]*\s?[원억만천])(?:의(?P<b_of>\d+))?)"
    rf"|(?P<whole>{_N})\s*분의\s*(?P<share>{_N})"
    rf"|{CLOCK}"
    rf"|(?P<currency>₩\s*|\bKRW\s*|\$|\bUSD\s*)?"
    rf"(?:(?P<korean>{_BIG_NUMBER})|(?P<hundreds>(?:{_N})\s?[천백](?!분)(?:\s?(?:{_N})\s?백)?(?=\s?[원명]))|(?P<n>{_N}))"
    rf"(?P<scale>\s*(?:trillion|billion|million|thousand|bn|mn)(?![A-Za-z]))?(?:[\s-]?(?P<unit>{_MEASURED}))?"
    rf"|(?P<sino>(?<![가-힣]){SINO})\s?(?P<sino_unit>{_LETTERS})(?![가-힣]{{3}})"
    rf"|(?P<native>(?<![가-힣]){NATIVE})\s?(?P<native_unit>{_LETTERS}|가지|번|개|건|차례|곳)"
    rf"|\b(?P<letters>{ENGLISH})(?:[\s-]+(?P<letters_unit>{_LETTERS_EN}))?\b",
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
_ABOUT_BEFORE = re.compile(
    r"(?:약|대략|거의|about|around|roughly|approximately|nearly|some|over|almost)\s*$", re.IGNORECASE
)
_BELOW_ZERO = re.compile(r"(?:영하\s?|(?:^|[^\w)%℃~∼–-])[-−–])$")
_ABOUT_AFTER = re.compile(r"^\s*(?:정도|쯤|가량|안팎|내외|여|or\s+so)")
_MARKER = re.compile(r"\[\d+\]")
_NUMBERING = re.compile(r"^[^\S\n]*\d{1,2}[.)]\s", re.MULTILINE)
_FULL_WIDTH = str.maketrans("０１２３４５６７８９，．", "0123456789,.")
_COUNTED = re.compile(r"^\s*(?:개|가지|건|곳|종|items?\b|results?\b|products?\b|sources?\b)")
UNMISTAKABLE = 10_000
"""From this value on, a bare number of the evidence may be read as won."""
ROUNDING = 50
"""Largest relative error, per mille, of an amount said to be approximate, or converted (system 3: 5 %)."""
EXACT = frozenset({"date", "article", "paragraph", "subitem", "clock"})
COUNTED_OUT = EXACT | {"plain", "time", "months"}
"""Kinds whose conversions come out even: three weeks are 21 days, not about 20."""
MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True)
class Figure:
    """One number of a text."""

    value: Decimal
    """In the kind's own unit."""
    kind: Kind
    text: str
    about: bool = False
    """Said to be approximate."""
    counts: bool = False
    """Counts things (3개, 3 items): may be the number of the evidence's own items."""
    factor: Decimal = Decimal(1)
    """Of the unit it is written in."""
    parts: tuple[int | None, ...] = ()
    """Dates: year, month, day; articles: number, and the one behind 의."""
    start: int = 0
    letters: bool = False
    """Written in letters: bears out others, and is not asked for itself unless a unit follows."""


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


class Known:
    """Figures an answer may hold, ready to be asked many times."""

    def __init__(self, figures: Iterable[Figure], rounding: int = ROUNDING) -> None:
        self._rounding = rounding
        self._all = tuple({(each.kind, each.value, each.factor, each.parts): each for each in figures}.values())
        self._values = {(each.kind, each.value) for each in self._all if each.kind not in EXACT}

    def bears_out(self, figure: Figure) -> bool:
        """Whether some known figure does."""
        if (figure.kind, figure.value) in self._values:
            return True
        return any(supports(source, figure, self._rounding) for source in self._all)


def check_numbers(
    answer: str, supported: Iterable[Figure], item_counts: frozenset[int] = frozenset(), rounding: int = ROUNDING
) -> NumberCheck:
    """Every figure of the answer against what it may have been taken from. `rounding`: per mille."""
    known, asked = Known(supported, rounding), asked_figures(answer)
    unknown = [
        figure.text
        for figure in asked
        if not known.bears_out(figure) and not (figure.counts and figure.value in item_counts)
    ]
    return NumberCheck(len(asked), tuple(unknown))


def asked_figures(answer: str) -> list[Figure]:
    """The figures of an answer that must stand in the evidence: no markers, no list numbers, no bare number words."""
    plain = _NUMBERING.sub("", _MARKER.sub(" ", answer))
    return [figure for figure in figures_of(plain) if not figure.letters]


def supports(source: Figure, figure: Figure, rounding: int = ROUNDING) -> bool:
    """Whether the source's figure bears out the answer's."""
    if figure.kind == "date" or source.kind == "date":
        return dates_agree(source, figure)
    if figure.kind == "article" or source.kind == "article":
        return source.kind == figure.kind and source.parts[: len(figure.parts)] == figure.parts
    if figure.kind == "clock" or source.kind == "clock":
        return source.kind == figure.kind and clocks_agree(source.parts, figure.parts)
    if not comparable(source, figure):
        return False
    # A bare number takes the answer's unit: the table it stands in names it elsewhere.
    value = (
        source.value * figure.factor if source.kind == "plain" and figure.kind not in ("plain", "won") else source.value
    )
    if value == figure.value or (figure.kind == "plain" and source.value / source.factor == figure.value):
        return True
    if figure.kind not in COUNTED_OUT and source.kind == figure.kind and source.factor != figure.factor:
        return rounded_to(value / figure.factor, figure.value / figure.factor, rounding)
    return (
        figure.about
        and figure.kind in ROUNDED_KINDS
        and rounded_to(value / figure.factor, figure.value / figure.factor, rounding)
    )


def comparable(source: Figure, figure: Figure) -> bool:
    """Whether the two speak of the same kind of thing."""
    if source.kind == figure.kind:
        return True
    if figure.kind == "plain":
        return source.kind not in EXACT
    if source.kind != "plain":
        return False
    if figure.kind in ("area", "subitem"):
        return True
    return source.value >= UNMISTAKABLE if figure.kind == "won" else telling(source.value)


def telling(value: Decimal) -> bool:
    """Three digits or a fraction: such a number is hardly there by accident."""
    return value != value.to_integral_value() or value >= 100


def dates_agree(source: Figure, figure: Figure) -> bool:
    """A date by its known parts; a year may stand alone, days of a date as days."""
    if source.kind == "date" and figure.kind == "date":
        pairs = list(zip(figure.parts, source.parts, strict=True))
        return all(mine is None or mine == theirs for mine, theirs in pairs)
    if figure.kind == "date":
        year, month, day = figure.parts
        return source.kind == "plain" and month is None and day is None and source.value == year
    year, _, day = source.parts
    if figure.kind == "plain":
        return year is not None and figure.value == year
    return figure.kind == "time" and day is not None and figure.value == day * 86_400


def rounded_to(exact: Decimal, rounded: Decimal, rounding: int) -> bool:
    """True when `rounded` is `exact` to fewer digits, at most so many thousandths away."""
    if not exact or abs(exact - rounded) * 1000 > abs(exact) * rounding:
        return False
    digits = rounded.normalize()
    unit = Decimal(10) ** int(digits.as_tuple().exponent)
    return abs(exact - rounded) <= unit / 2


def figures_of(text: str) -> list[Figure]:
    """All figures, in order."""
    return list(_figures_of(text))


@lru_cache(maxsize=1024)
def _figures_of(text: str) -> tuple[Figure, ...]:
    """Kept: the same passages are in hand turn after turn, and every draft is checked against them."""
    return tuple(_figures(text.translate(_FULL_WIDTH)))


def _figures(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        before, after = text[max(0, match.start() - 16) : match.start()], text[match.end() : match.end() + 10]
        found = next((read(match) for read in _READERS if match[read.__name__.strip("_")] is not None), None)
        if found is None:
            continue
        if found.kind == "celsius" and _BELOW_ZERO.search(before):
            found = replace(found, value=-found.value)
        unit_start = match.end() - len(match["unit"] or "") if match["unit"] else match.end()
        about = bool(_ABOUT_BEFORE.search(before) or _ABOUT_AFTER.match(after))
        counts = bool(_COUNTED.match(text[unit_start : unit_start + 10]))
        yield replace(found, text=match[0].strip(), about=about, counts=counts, start=match.start())


def _ko_date(match: re.Match[str]) -> Figure | None:
    month, day = match["km"] or match["km2"] or match["km3"], match["kd"] or match["kd2"]
    return date_figure(match["ky"], month, day)


def _iso(match: re.Match[str]) -> Figure | None:
    return date_figure(match["iy"], match["im"] or match["im2"], match["id"] or match["id2"])


def _short(match: re.Match[str]) -> Figure | None:
    """'24.2월: a year of this century, as public documents abbreviate it."""
    return date_figure(f"20{match['sy']}", match["sm"], match["sd"])


def _en_date(match: re.Match[str]) -> Figure | None:
    day, year = match["ed"] or match["ed2"], match["ey"]
    if day is None and year is None:
        return None  # "may" and "march" are words
    return date_figure(year, str(MONTH_NAMES.index(match["em"][:3].lower()) + 1), day)


def date_figure(year: str | None, month: str | None, day: str | None) -> Figure:
    """A date of what is known of it."""
    parts = tuple(int(part) if part else None for part in (year, month, day))
    return Figure(Decimal(0), "date", "", parts=parts)


def _article(match: re.Match[str]) -> Figure | None:
    return article_figure(match["a"] or match["a_en"], match["a_of"])


def _bare_article(match: re.Match[str]) -> Figure | None:
    return article_figure(match["b"], match["b_of"])


def article_figure(number: str, of: str | None) -> Figure:
    """제7조의2 -> (7, 2); 제7조 -> (7, 0): another article than 제7조의2."""
    return Figure(Decimal(0), "article", "", parts=(int(number), int(of or 0)))


def _paragraph(match: re.Match[str]) -> Figure | None:
    return Figure(Decimal(match["p"]), "paragraph", "")


def _subitem(match: re.Match[str]) -> Figure | None:
    return Figure(Decimal(match["s"]), "subitem", "")


def _circled(match: re.Match[str]) -> Figure | None:
    return Figure(Decimal(ord(match["circled"]) - ord("①") + 1), "paragraph", "", letters=True)


def _whole(match: re.Match[str]) -> Figure | None:
    whole, share = decimal_of(match["whole"]), decimal_of(match["share"])
    return Figure(share / whole * 100 if whole else share, "percent", "")


def _clock(match: re.Match[str]) -> Figure | None:
    parts = clock_parts(match)
    return Figure(minutes_of(parts), "clock", "", parts=parts)


def _korean(match: re.Match[str]) -> Figure | None:
    number = korean_value(match["korean"])
    return measured(number, match["unit"] or "원", match)


def _hundreds(match: re.Match[str]) -> Figure | None:
    return measured(small_value(match["hundreds"]), match["unit"], match)


def _n(match: re.Match[str]) -> Figure | None:
    return measured(decimal_of(match["n"]), match["unit"], match)


def measured(number: Decimal, unit: str | None, match: re.Match[str]) -> Figure:
    """A number with what stands around it."""
    scale = _SCALES[match["scale"].strip().lower()] if match["scale"] else 1
    found = unit_of(unit) if unit else UNITLESS
    if match["currency"]:
        kind = "dollar" if match["currency"].strip() in ("$", "USD") else "won"
        return Figure(number * scale, kind, "")
    return Figure(number * scale * found.factor, found.kind, "", factor=found.factor)


def _sino(match: re.Match[str]) -> Figure | None:
    return in_letters(sino_value(match["sino"]), match["sino_unit"])


def _native(match: re.Match[str]) -> Figure | None:
    return in_letters(native_value(match["native"]), match["native_unit"])


def _letters(match: re.Match[str]) -> Figure | None:
    return in_letters(english_value(match["letters"]), match["letters_unit"])


def in_letters(number: Decimal | None, unit: str | None) -> Figure | None:
    """A number in letters: 한 and one are articles as often as numbers, so it only bears out what others say."""
    if number is None:
        return None
    found = unit_of(unit) if unit else UNITLESS
    return Figure(number * found.factor, found.kind, "", factor=found.factor, letters=True)


_READERS: Sequence[Callable[[re.Match[str]], Figure | None]] = (
    _ko_date,
    _iso,
    _short,
    _en_date,
    _article,
    _bare_article,
    _paragraph,
    _subitem,
    _circled,
    _whole,
    _clock,
    _korean,
    _hundreds,
    _n,
    _sino,
    _native,
    _letters,
)
"""Each named as the group of the pattern it reads."""


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
