"""Every figure of a text, normalised so that 3억 2,000만원, 320,000,000원 and ₩320 million are equal.

A figure is a value and a kind (`units.py`, dates and articles besides). The check asks of every figure of an answer
whether it is in the evidence or the question. Dates, articles and counts must be there exactly; an amount said to be
approximate may be rounded, and one in another unit than the evidence's is compared to the digits it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal, DecimalException
from functools import lru_cache

from foundation.language.claims import on_lines, without_numbering
from foundation.language.dates.clock_times import CLOCK, clock_parts, minutes_of
from foundation.language.dates.days import EN_MONTH, NAMES
from foundation.language.figures.agreement import Figure
from foundation.language.figures.compound import composed
from foundation.language.figures.spelled import SPELLED, days_spelled, fraction_spelled, ordinal_spelled, surely_meant
from foundation.language.figures.units import SYMBOLS, UNITLESS, currency_of, unit_of, unit_pattern
from foundation.language.numerals import (
    ENGLISH,
    NATIVE,
    SINO,
    SINO_EOK,
    english_value,
    native_value,
    sino_value,
)

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_THOUSANDS = rf"(?:{NUMBER})\s?천(?:\s?(?:{NUMBER})\s?백|\d{{1,3}}(?!\d))?"
"""2천5백 and, as statutes write it, 2천500."""
_SMALL = rf"(?:{_THOUSANDS}\s?|(?:{NUMBER})\s?백(?!분)|(?:{NUMBER}))"
_TRILLION = rf"(?:조(?=\s?원|\s?{_SMALL}\s?[억만원])|(?<=\.\d)조|(?<=\.\d\d)조(?!치))"
"""조 alone is an article of a law; 0.5조 is none."""
_COUNTERS = r"원|파운드|달러|유로|명|건|호|세대|가구|개|km|㎡"
_QUANTITIES = r"톤|㎥|m³|세제곱|루베|리터|L|kg|킬로|kWh|t(?![A-Za-z])"
"""Behind a number that is glued to the 만 before it: 8만6천톤."""
_BIG_NUMBER = (
    rf"{_SMALL}\s?(?:{_TRILLION}|[억만])(?:\s?{_SMALL}\s?[억만](?!이))*"
    rf"(?:\s?{_SMALL}(?=\s?(?:{_COUNTERS}))|(?<=[억만]){_SMALL}(?=\s?(?:{_QUANTITIES})))?"
)
_REST = rf"(?:{_THOUSANDS}|(?:{NUMBER})\s?백|\d,\d{{3}}|\d{{3,4}})"
"""Behind 억 it counts in 만 where no unit says otherwise: 3억 2천, 1억5000."""
_MEASURED = unit_pattern()
_LETTERS = r"년|개월|달러|유로|달|주일|주|일|시간|분|초|배|원|명|회|층|퍼센트|프로|평|미터"
_ENDINGS = r"입니|이에|이라|이어|이[고나면]|인[가데지]|까지|부터|이[상하내]|미만|초과|동안|마다|정도|에서|으로"
"""What may follow a number in letters with its unit; three other syllables make it a part of a word."""
_LETTERS_EN = (
    r"years?|months?|weeks?|days?|hours?|minutes?|seconds?|percent|per\s+cent|times|miles|feet|(?:kilo)?met(?:re|er)s?"
    r"|(?:kilo)?grams?|tonn?e?s?|lit(?:re|er)s?|dollars?|euros?|won|people|members"
)
_FIGURE = re.compile(
    rf"(?P<ko_date>(?P<ky>\d{{4}})\s*년(?!\s?[간대])(?:\s*(?P<km>\d{{1,2}})\s*월(?:\s*(?P<kd>\d{{1,2}})\s*일)?)?"
    rf"|(?P<km2>\d{{1,2}})\s?월\s*(?P<kd2>\d{{1,2}})\s*일|(?P<km3>\d{{1,2}})월(?![가-힣]?세))"
    rf"|(?P<iso>\b(?P<iy>(?:1[0-9]|20)\d{{2}})(?:-(?P<im>0?[1-9]|1[0-2])(?:-(?P<id>0?[1-9]|[12]\d|3[01]))?(?![\d-])"
    rf"|\.\s?(?P<im2>0?[1-9]|1[0-2])\.\s?(?P<id2>0?[1-9]|[12]\d|3[01])(?![\d])"
    rf"|/(?P<im3>0?[1-9]|1[0-2])/(?P<id3>0?[1-9]|[12]\d|3[01])(?!\d)))"
    rf"|(?P<compact>\b(?P<cy>(?:19|20)\d\d)(?P<cm>0[1-9]|1[0-2])(?P<cd>0[1-9]|[12]\d|3[01])(?![\d,]|\.\d|\s?(?:{_MEASURED})))"
    rf"|(?P<day_first>(?<![\d/.])(?P<d1>[0-3]?\d)[/.](?P<d2>[0-3]?\d)[/.](?P<dy>(?:19|20)\d\d)(?!\d))"
    rf"|(?P<two_digits>(?<![\d.])(?P<ty>[0-3]\d)\.\s?(?P<tm>0?[1-9]|1[0-2])\.\s?(?P<td>0?[1-9]|[12]\d|3[01])(?:\.(?!\d)|(?=[까부에자(])))"
    rf"|(?P<phone>(?<![\d-])\(?0\d{{1,2}}[-.) ]\s?\d{{3,4}}[-. ]\d{{4}}(?![\d-]))"
    rf"|(?P<ratio>(?<![A-Za-z\d_/.-])(?P<over>\d{{1,2}})/(?P<under>\d{{1,4}})(?![A-Za-z\d_/]|\.\d|\s?(?:{_MEASURED})))"
    rf"|(?P<short>['’‘](?P<sy>\d\d)(?=년|\.)(?:(?:년|\.)\s?(?P<sm>0?[1-9]|1[0-2])(?=월|\.|~|∼)(?:(?:월|\.)\s?(?P<sd>\d{{1,2}})(?!\d))?)?)"
    rf"|(?P<en_date>\b(?:(?P<ed>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<em>{EN_MONTH})(?![a-z])"
    rf"(?:\s+(?P<ed2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d|[,.]\d|\s*(?:{_LETTERS_EN}|[bm]illion|thousand|won|%)))?(?:\s?,?\s+(?P<ey>\d{{4}})\b)?)"
    rf"|(?P<article>(?:제\s?(?P<a>\d+)\s?조|(?P<a_bare>\d+)조(?!\s?[\d,.]*\s?[원억만천]))(?:\s?의\s?(?P<a_of>\d+))?"
    rf"|(?:\b(?:Articles?|Art\.|Sections?|Sec\.)\s+|§\s?)(?P<a_en>\d+))"
    rf"|(?P<part>제\s?(?P<p>\d+)\s?(?P<p_of>[장항호])|\b(?:Chapter|Title)\s+(?P<p_en>\d+))|(?P<circled>[①-⑳])"
    rf"|(?P<whole>{NUMBER})\s*분의\s*(?P<share>{NUMBER})"
    rf"|{CLOCK}"
    rf"|(?P<currency>{SYMBOLS})?"
    rf"(?:(?P<korean>{_BIG_NUMBER}(?P<rest>(?<=억)\s?{_REST}(?!\s?(?![대인])(?:{_MEASURED})|\s?[년월일조위번차기]|[-,.:/]?\d))?)|(?P<hundreds>(?:{_THOUSANDS}|(?:{NUMBER})\s?백(?!분))(?=\s?(?:[원명]|{_MEASURED})))|(?P<n>{NUMBER})(?:(?:st|nd|rd|th)\b)?)"
    rf"(?P<scale>\s*(?:trillion|billion|million|thousand|dozen|bn|mn)(?![A-Za-z\d])|(?(currency)[mkb]|(?:[mk](?=\s?(?:won|KRW))|(?<=\d)k))(?![A-Za-z\d]))?(?:[\s-]?(?(rest)(?!대)|(?!(?<=억)대))(?P<unit>{_MEASURED}))?"
    rf"|{SPELLED}"
    rf"|(?P<sino_eok>(?<![가-힣]){SINO_EOK})(?!\s?[만원명]|\s?[일이삼사오육칠팔구십백천]+만|[가-힣]{{3}})"
    rf"|(?P<sino>(?<![가-힣]){SINO}(?:(?<=[억만조])\s{SINO})*)\s?(?P<sino_unit>{_LETTERS})(?!(?!{_ENDINGS})[가-힣]{{3}})"
    rf"|(?P<native>(?<![가-힣])(?!한\s?번\s?더){NATIVE})\s?(?P<native_unit>{_LETTERS}|가지|번|개|건|차례|곳|살|끼|박(?=[이에을은만]|[^가-힣]|$))"
    rf"|\b(?P<letters>{ENGLISH})(?P<and_half>\s+(?:and|n|&)\s+a\s+half)?(?:[\s-]+(?P<letters_unit>{_LETTERS_EN}))?\b",
    re.IGNORECASE,
)
_SMALL_PART = re.compile(rf"(?P<n>{NUMBER})\s?(?P<unit>[천백])?")
_BIG_PART = re.compile(rf"(?P<small>{_SMALL})\s?(?P<unit>[조억만])?")
_PARTS_OF_LAW = {"장": "chapter", "항": "paragraph", "호": "subitem"}
_UNNAMED = re.compile(rf"(?<=억)\s?({_SMALL}(?<=[천백]))$")
_BIG = {"조": 10**12, "억": 10**8, "만": 10**4, None: 1}
_SMALL_UNITS = {"천": 1000, "백": 100, None: 1}
_SCALES = {
    "trillion": 10**12, "billion": 10**9, "bn": 10**9, "b": 10**9, "million": 10**6, "mn": 10**6, "m": 10**6,
    "thousand": 1000, "k": 1000, "dozen": 12,
}  # fmt: skip
_ABOUT_BEFORE = re.compile(
    r"(?:약|대략|거의|about|around|roughly|approximately|nearly|some|over|almost)\s*$", re.IGNORECASE
)
_ABOUT_AFTER = re.compile(r"^\s*(?:정도|쯤|가량|안팎|내외|여|or\s+so)")
_OF_A_LENGTH = re.compile(
    r"(?:^|\b(?:for|in|of|within|after|before|than|over|under|about|around|least|most|to|by|is|was|takes?|last|gives?)\s+)$",
    re.IGNORECASE,
)
"""What precedes "a year" if it is a length of time."""
_BEHIND = 8
"""Characters behind a unit that may make it something else."""
_MARKER = re.compile(r"\[\d+\]")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９，．", "0123456789,.")
_COUNTED = re.compile(r"^\s*(?:개|가지|건|곳|종|items?\b|results?\b|products?\b|sources?\b)")
DOZEN, LONGEST_MONTH = 12, 31


def asked_figures(answer: str) -> list[Figure]:
    """The figures of an answer that must be in the evidence: no markers, no list numbers, no bare number words."""
    plain = without_numbering(on_lines(_MARKER.sub(" ", answer)))
    return [figure for figure in figures_of(plain) if not figure.letters]


def figures_of(text: str) -> list[Figure]:
    """All figures, in order."""
    return list(_figures_of(text))


@lru_cache(maxsize=1024)
def _figures_of(text: str) -> tuple[Figure, ...]:
    """Cached: the same passages are at hand turn after turn, and every draft is checked against them."""
    plain = text.translate(_FULL_WIDTH)
    return tuple(composed(plain, list(_figures(plain))))


def _figures(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        before, after = text[max(0, match.start() - 16) : match.start()], text[match.end() : match.end() + 10]
        found = next((read(match) for name, read in _READERS.items() if match[name] is not None), None)
        if found is None:
            continue
        unit_start = match.end() - len(match["unit"] or "") if match["unit"] else match.end()
        if found.counted and text[unit_start : unit_start + 5].lower() == "times":
            found = replace(found, readings=(Figure(found.value, "times", ""),))  # paid at 2 times on Sundays
        about = bool(_ABOUT_BEFORE.search(before) or _ABOUT_AFTER.match(after))
        counts = bool(_COUNTED.match(text[unit_start : unit_start + 10]))
        yield replace(found, text=match[0].strip(), about=about, counts=counts, start=match.start())


def _ko_date(match: re.Match[str]) -> Figure | None:
    month, day = match["km"] or match["km2"] or match["km3"], match["kd"] or match["kd2"]
    return date_figure(match["ky"], month, day)


def _iso(match: re.Match[str]) -> Figure | None:
    month, day = match["im"] or match["im2"] or match["im3"], match["id"] or match["id2"] or match["id3"]
    return date_figure(match["iy"], month, day)


def _compact(match: re.Match[str]) -> Figure | None:
    """20260305: a date, or a number that looks like one."""
    found = date_figure(match["cy"], match["cm"], match["cd"])
    return replace(found, readings=(Figure(decimal_of(match["compact"]), "plain", ""),))


def _day_first(match: re.Match[str]) -> Figure | None:
    """05/03/2026: the text does not show whether day or month comes first."""
    one, other, year = match["d1"], match["d2"], match["dy"]
    dates = [date_figure(year, month, day) for day, month in ((one, other), (other, one)) if 1 <= int(month) <= DOZEN]
    return replace(dates[0], readings=tuple(dates[1:])) if dates else None


def _two_digits(match: re.Match[str]) -> Figure | None:
    """26. 3. 5.: a date, or a number of sections."""
    section = (decimal_of(f"{match['ty']}.{match['tm']}"), decimal_of(match["td"]))
    found = date_figure(f"20{match['ty']}", match["tm"], match["td"])
    return replace(found, members=tuple(Figure(each, "plain", "") for each in section))


def _phone(match: re.Match[str]) -> Figure | None:
    digits = re.sub(r"\D", "", match["phone"])
    return Figure(Decimal(0), "phone", "", parts=tuple(int(one) for one in digits))


def _ratio(match: re.Match[str]) -> Figure | None:
    """1/3: a share, or the third of January."""
    over, under = int(match["over"]), int(match["under"])
    if not under:
        return Figure(Decimal(over), "plain", "")
    day = (date_figure(None, match["over"], match["under"]),) if 0 < over <= DOZEN and under <= LONGEST_MONTH else ()
    return Figure(Decimal(over) / under * 100, "percent", "", parts=(over, under), readings=day)


def _short(match: re.Match[str]) -> Figure | None:
    """'24.2월: a year of this century, as public documents abbreviate it."""
    return date_figure(f"20{match['sy']}", match["sm"], match["sd"])


def _en_date(match: re.Match[str]) -> Figure | None:
    day, year = match["ed"] or match["ed2"], match["ey"]
    if day is None and year is None:
        return None  # "may" and "march" are words
    return date_figure(year, str(NAMES.index(match["em"][:3].lower()) + 1), day)


def date_figure(year: str | None, month: str | None, day: str | None) -> Figure:
    """A date from its known parts."""
    parts = tuple(int(part) if part else None for part in (year, month, day))
    return Figure(Decimal(0), "date", "", parts=parts)


def _article(match: re.Match[str]) -> Figure | None:
    """제7조의2 -> (7, 2); 제7조 -> (7, 0): another article than 제7조의2."""
    number = match["a"] or match["a_bare"] or match["a_en"]
    return Figure(Decimal(0), "article", "", parts=(int(number), int(match["a_of"] or 0)))


def _part(match: re.Match[str]) -> Figure | None:
    return Figure(Decimal(match["p"] or match["p_en"]), _PARTS_OF_LAW[match["p_of"] or "장"], "")


def _circled(match: re.Match[str]) -> Figure | None:
    return Figure(Decimal(ord(match["circled"]) - ord("①") + 1), "paragraph", "", letters=True)


def _whole(match: re.Match[str]) -> Figure | None:
    whole, share = decimal_of(match["whole"]), decimal_of(match["share"])
    return Figure(share / whole * 100 if whole else share, "percent", "")


def _clock(match: re.Match[str]) -> Figure | None:
    parts = clock_parts(match)
    return Figure(minutes_of(parts), "clock", "", parts=parts)


def _korean(match: re.Match[str]) -> Figure | None:
    """1억 5천원 is said of 5천만 too; 1억 5,000원 is written out."""
    number = korean_value(match["korean"])
    if match["rest"]:
        return measured(number + small_value(match["rest"]) * 9_999, match["unit"] or "원", match)
    found, rest = measured(number, match["unit"] or "원", match), _UNNAMED.search(match["korean"])
    if rest is None:
        return found
    return replace(found, readings=(replace(found, value=found.value + small_value(rest[1]) * 9_999),))


def _hundreds(match: re.Match[str]) -> Figure | None:
    return measured(small_value(match["hundreds"]), match["unit"], match)


def _n(match: re.Match[str]) -> Figure | None:
    return measured(decimal_of(match["n"]), match["unit"], match)


def measured(number: Decimal, unit: str | None, match: re.Match[str]) -> Figure:
    """A number with what surrounds it."""
    scale = _SCALES[match["scale"].strip().lower()] if match["scale"] else 1
    found = unit_of(unit, match.string[match.end() : match.end() + _BEHIND]) if unit else UNITLESS
    if match["currency"]:
        return Figure(number * scale, currency_of(match["currency"]), "")
    return Figure(number * scale * found.factor, found.kind, "", factor=found.factor, counted=found.counted)


def _length(match: re.Match[str]) -> Figure | None:
    """Half an hour, a year and a half, for a week; 80 million a year is a rate, and its year no length."""
    if match["one_of"] and not match["more"] and not _OF_A_LENGTH.search(match.string, 0, match.start()):
        return None
    unit = unit_of((match["half_of"] or match["one_of"]).lower())
    number = Decimal("0.5") if match["half_of"] else Decimal("1.5") if match["more"] else Decimal(1)
    return Figure(number * unit.factor, unit.kind, "", factor=unit.factor, letters=number == 1)


def _fraction(match: re.Match[str]) -> Figure | None:
    """In words. One quarter may be of a year, too; half is often none at all."""
    value, half = fraction_spelled(match), match["half"] is not None
    quarter = (match["en_whole"] or "").lower() == "quarter"
    readings = (Figure(Decimal(3), "months", ""),) if quarter else ()
    return None if value is None else Figure(value, "percent", "", readings=readings, letters=half)


def _ordinal(match: re.Match[str]) -> Figure | None:
    return Figure(ordinal_spelled(match), "plain", "", letters=True)


def _days(match: re.Match[str]) -> Figure | None:
    value = days_spelled(match)
    return Figure(value * 86_400, "time", "", factor=Decimal(86_400), letters=value == 1)


def _sino_eok(match: re.Match[str]) -> Figure | None:
    eok, rest = re.sub(r"\s", "", match["sino_eok"]).split("억")
    whole, tail = sino_value(f"{eok}억"), sino_value(rest)
    return None if whole is None or tail is None else Figure(whole + tail * 10_000, "won", "")


def _sino(match: re.Match[str]) -> Figure | None:
    letters = match["sino"].replace(" ", "")
    return in_letters(sino_value(letters), letters, match["sino_unit"], match)


def _native(match: re.Match[str]) -> Figure | None:
    return in_letters(native_value(match["native"]), match["native"], match["native_unit"], match)


def _letters(match: re.Match[str]) -> Figure | None:
    half = Decimal("0.5") if match["and_half"] else 0
    return in_letters(english_value(match["letters"]) + half, match["letters"], match["letters_unit"], match)


def in_letters(number: Decimal | None, letters: str, unit: str | None, match: re.Match[str]) -> Figure | None:
    """A number in letters: 한 and one are articles as often as numbers, so without a unit that makes them certain
    numbers they only support other figures."""
    if number is None:
        return None
    found = unit_of(unit, match.string[match.end() : match.end() + _BEHIND]) if unit else UNITLESS
    meant = unit is not None and surely_meant(letters, number, unit, match.string[match.end() : match.end() + 4])
    return Figure(number * found.factor, found.kind, "", factor=found.factor, letters=not meant, counted=found.counted)


_READERS: Mapping[str, Callable[[re.Match[str]], Figure | None]] = {
    read.__name__.strip("_"): read
    for read in (
        _ko_date,
        _iso,
        _compact,
        _day_first,
        _two_digits,
        _phone,
        _ratio,
        _short,
        _en_date,
        _article,
        _part,
        _circled,
        _whole,
        _clock,
        _korean,
        _hundreds,
        _n,
        _length,
        _fraction,
        _ordinal,
        _days,
        _sino_eok,
        _sino,
        _native,
        _letters,
    )
}
"""Each under the group of the pattern it reads, after which it is named."""


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
