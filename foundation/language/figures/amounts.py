"""Amounts of money and floor areas named in a text, as closed whole-number ranges "low..high".

Amounts are in won. "3억" is exactly that; "3억대" runs up to the next 억; "정도", "about" allow a tenth either way;
an open side is 0 or `NO_LIMIT_WON`.

Areas are exclusive (전용) floor area in square metres. 1평 = 400/121 m² (3.3058). A 평 figure is by custom the *supply*
area (공급면적: with shared stairs and halls), of which about three quarters are exclusive: a flat of 84.9 m² is sold
as 32-34평, one of 59.9 m² as 24-25평. So "30평대" (30 up to 40평 of supply) is 0.76 of its lower and 0.77 of its upper
bound: 75..102 m², which holds 84.9 and leaves 59.9 to 20평대; a single figure ("25평") allows a share of 0.72 to 0.80.
"국평" is the flat of 84 m² (below the 85 m² of 국민주택규모). A figure in m² is exclusive unless 공급 stands before it,
and "84㎡" means 84 up to 85, as flats are named. A bare figure counts in what the word
right before it is counted in among those who rent: after 전용 in m² (전용 59), after 보증금, 전세, 월세, 매매 in ten
thousand won (보증금 2000 is 2,000만원, 월세 50 is 50만원, 월세 1000에 50 or 1000/50 both); a year after a kind of deal
(전세 2024) stays one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor

from foundation.language.figures.reader import NUMBER, decimal_of, figures_of
from foundation.language.figures.units import unit_of
from foundation.language.spans import Found, longest

NO_LIMIT_WON = 9_999_999_999_999
NO_LIMIT_M2 = 9_999
PYEONG_M2 = Decimal(400) / Decimal(121)
_PYEONG = unit_of("평").factor
_BAND_SHARES = (Decimal("0.76"), Decimal("0.77"))
_SINGLE_SHARES = (Decimal("0.72"), Decimal("0.80"))

_SCALED = re.compile(r"(?:trillion|billion|million|bn|mn)$", re.IGNORECASE)
"""So large a number is money although no unit says so."""
_COUNTS_IN = tuple(
    (re.compile(pattern, re.IGNORECASE), unit)
    for pattern, unit in (
        ("억", 10**8),
        (r"천\s*만", 10**7),
        ("만", 10**4),
        ("trillion", 10**12),
        ("billion|bn", 10**9),
        (r"million|mn|\dm", 10**6),
        (r"thousand|\dk", 1000),
    )
)
"""What a bare number before a figure counts in, by what is written in it."""
_CANONICAL = re.compile(r"(?<![\d.\-])(?P<low>\d{1,13})\.\.(?P<high>\d{1,13})(?![\d.\-])")

_FLOOR_AREA = re.compile(r"(?P<kind>전용(?:면적)?|공급(?:면적)?)\s*$")
_FORM = re.compile(r"형?(?P<band>\s*대(?![출표지]))?")
_OTHER_UNIT = (
    r"(?![,.]?\d|\s*(?:㎡|m|[%~～\-–/:]|제곱|평|[억만천백원년일층호개명건번위차회기배주분조대]"
    r"|월(?!세)|시(?!세)|퍼|프로|세대|가구|단지))"
)
_BARE_METRES = re.compile(rf"전용(?:면적)?\s*(?P<n>\d{{2,3}}(?:\.\d+)?){_OTHER_UNIT}")
_COUNTED_IN_MAN = r"(?:보증금|(?:전세[금가]?|월세|차임|매매가?)(?!\s*20[1-9]\d(?!\d)))(?:은|는|이|가|을|를)?"
_BARE_WON = re.compile(rf"{_COUNTED_IN_MAN}\s*(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{2,6}}){_OTHER_UNIT}")
_BARE_PAIR = re.compile(
    rf"{_COUNTED_IN_MAN}\s*(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{2,6}})\s*(?:에|/)\s*(?P<n2>\d{{2,4}}){_OTHER_UNIT}"
)
_NATIONAL = re.compile(r"국평|국민\s*평형|국민주택\s*규모")

_UPPER = re.compile(
    r"^\s*(?:이하|미만|이내|까지|밑|아래|안쪽|or\s+(?:less|below|under)|at\s+most|and\s+below)", re.IGNORECASE
)
_LOWER = re.compile(
    r"^\s*(?:을|를|이|가)?\s*(?:이상|초과|넘(?:는|은)?|부터|or\s+(?:more|above|over)|at\s+least|and\s+(?:above|up))",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"^\s*(?:정도|쯤|내외|안팎|전후|가량|선)")
_BAND = re.compile(r"^\s*대(?![출표지신])")
_UPPER_BEFORE = re.compile(
    r"(?:최대|많아야|up\s+to|under|below|at\s+most|less\s+than|no\s+more\s+than|within|max(?:imum)?(?:\s+of)?)\s*$",
    re.IGNORECASE,
)
_LOWER_BEFORE = re.compile(
    r"(?:최소|적어도|over|above|at\s+least|(?<!no\s)more\s+than|min(?:imum)?(?:\s+of)?|from)\s*$", re.IGNORECASE
)
_ABOUT_BEFORE = re.compile(r"(?:약|대략|about|around|roughly|approximately)\s*$", re.IGNORECASE)
_BETWEEN = re.compile(r"^\s*(?:~|～|〜|∼|-|–|—|에서|부터|to|and)\s*$", re.IGNORECASE)
_OPEN_LEFT = re.compile(rf"(?<![\d.,월])(?P<n>{NUMBER})\s*(?:~|～|〜|∼|-|–|—|에서|to|and)\s*$", re.IGNORECASE)
_NEARBY = 40
"""Characters looked at on either side of a figure."""
_UNTIL = re.compile(r"^\s*(?:까지|사이)")


@dataclass(frozen=True)
class _Quantity:
    """One figure with what it means alone (low..high), as a least (이상) and as a greatest value (이하)."""

    low: int
    high: int
    least: int
    greatest: int
    start: int
    end: int
    unit: Decimal
    """What a bare number before it counts in ("2~3억": 억); 0 when it has no such unit."""


@dataclass(frozen=True)
class _Kind:
    """What differs between money and floor area."""

    no_limit: int
    exact: bool
    """True: a single figure is one number, so 정도 needs widening; areas are ranges already."""


_WON = _Kind(NO_LIMIT_WON, exact=True)
_M2 = _Kind(NO_LIMIT_M2, exact=False)


def find_amounts(text: str) -> tuple[Found, ...]:
    """Amounts named in `text`, in won. A number without a unit of money is none, but right behind 보증금 or a deal."""
    canonical = [found for found in _canonical_ranges(text) if _bounds(found.value)[1] > NO_LIMIT_M2]
    figures = sorted([*_money(text), *_bare_won(text)], key=lambda q: q.start)
    return longest([*canonical, *_ranges(text, figures, _WON)])


def find_areas(text: str) -> tuple[Found, ...]:
    """Floor areas named in `text`, exclusive, in square metres."""
    canonical = [found for found in _canonical_ranges(text) if _bounds(found.value)[1] <= NO_LIMIT_M2]
    figures = sorted([*_areas(text), *_bare_metres(text)], key=lambda q: q.start)
    return longest([*canonical, *_ranges(text, figures, _M2)])


def is_limit(text: str, start: int, end: int) -> bool:
    """True if the figure at this place is a least or a greatest value (5억 이하, under 300 million), and no value."""
    before, behind = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    beside = (_UPPER.match(behind), _LOWER.match(behind), _UPPER_BEFORE.search(before), _LOWER_BEFORE.search(before))
    return any(beside)


def bounds(value: str) -> tuple[int, int]:
    """Both ends of a canonical range. Raises ValueError."""
    if not _CANONICAL.fullmatch(value):
        raise ValueError(f"not a range: {value!r}")
    return _bounds(value)


def is_range(value: str) -> bool:
    """True for a canonical range whose ends are in order."""
    return _CANONICAL.fullmatch(value) is not None and _bounds(value)[0] <= _bounds(value)[1]


def _bounds(value: str) -> tuple[int, int]:
    low, _, high = value.partition("..")
    return int(low), int(high)


def _canonical_ranges(text: str) -> Iterator[Found]:
    for match in _CANONICAL.finditer(text):
        low, high = int(match["low"]), int(match["high"])
        if low <= high and high >= 10:
            yield Found(f"{low}..{high}", *match.span())


def _ranges(text: str, figures: list[_Quantity], kind: _Kind) -> Iterator[Found]:
    """Figures with the words around them that open, close or widen them; two figures joined by 에서 or ~ are one."""
    used = -1
    for index, figure in enumerate(figures):
        if index <= used:
            continue
        following = figures[index + 1] if index + 1 < len(figures) else None
        if following and figure.least <= following.high and _BETWEEN.match(text[figure.end : following.start]):
            used = index + 1
            yield _found(figure.least, following.high, figure.start, _with(_UNTIL, text, following.end))
        else:
            yield _single(text, figure, kind)


def _single(text: str, figure: _Quantity, kind: _Kind) -> Found:
    before, after = _around(text, figure)
    left = _OPEN_LEFT.search(before)
    if left and figure.unit:
        low = int(decimal_of(left["n"]) * figure.unit)
        if low <= figure.high:
            start = figure.start - len(before) + left.start()
            return _found(low, figure.high, start, _with(_UNTIL, text, figure.end))
    for pattern, low, high in ((_UPPER, 0, figure.greatest), (_LOWER, figure.least, kind.no_limit)):
        if match := pattern.match(after):
            return _found(low, high, figure.start, figure.end + match.end())
    for pattern, low, high in ((_UPPER_BEFORE, 0, figure.greatest), (_LOWER_BEFORE, figure.least, kind.no_limit)):
        if match := pattern.search(before):
            return _found(low, high, figure.start - len(before) + match.start(), figure.end)
    return _widened(text, figure, kind)


def _around(text: str, figure: _Quantity) -> tuple[str, str]:
    """The few characters before and after a figure that can open, close or widen it."""
    return text[max(0, figure.start - _NEARBY) : figure.start], text[figure.end : figure.end + _NEARBY]


def _widened(text: str, figure: _Quantity, kind: _Kind) -> Found:
    before, after = _around(text, figure)
    if kind.exact and (band := _BAND.match(after)):
        return _found(figure.low, figure.low + _step(figure.low) - 1, figure.start, figure.end + band.end())
    if kind.exact and ((about := _ABOUT.match(after)) or _ABOUT_BEFORE.search(before)):
        end = figure.end + (about.end() if about else 0)
        return _found(figure.low * 9 // 10, figure.high * 11 // 10, figure.start, end)
    return _found(figure.low, figure.high, figure.start, figure.end)


def _step(won: int) -> int:
    """How far 대 reaches: one of the last unit that is not zero, at least 만 (3억대: 억; 3억 5천만원대: 천만)."""
    step = 1
    while won and won % (step * 10) == 0 and step < 10**8:
        step *= 10
    return max(step, 10**4)


def _with(pattern: re.Pattern[str], text: str, end: int) -> int:
    match = pattern.match(text[end : end + _NEARBY])
    return end + match.end() if match else end


def _found(low: int, high: int, start: int, end: int) -> Found:
    return Found(f"{max(0, low)}..{max(0, high)}", start, end)


def _money(text: str) -> Iterator[_Quantity]:
    for figure in figures_of(text):
        meant = next((one for one in figure.readings if one.kind == "won"), figure)
        if figure.letters or not (meant.kind == "won" or meant.kind == "plain" and _SCALED.search(figure.text)):
            continue
        won = int(abs(meant.value))
        if 0 < won <= NO_LIMIT_WON:
            unit = next((unit for pattern, unit in _COUNTS_IN if pattern.search(figure.text)), 0)
            yield _Quantity(won, won, won, won, figure.start, figure.end, Decimal(unit))


def _bare_won(text: str) -> Iterator[_Quantity]:
    pairs = [(match, name) for match in _BARE_PAIR.finditer(text) for name in ("n", "n2")]
    alone = [(match, "n") for match in _BARE_WON.finditer(text)]
    taken = {match.span(name) for match, name in pairs}
    for match, name in [*pairs, *(one for one in alone if one[0].span("n") not in taken)]:
        won = int(decimal_of(match[name])) * 10**4
        if won:
            yield _Quantity(won, won, won, won, *match.span(name), Decimal(10**4))


def _areas(text: str) -> Iterator[_Quantity]:
    for figure in figures_of(text):
        size = figure.value / figure.factor
        if figure.letters or figure.kind != "area" or figure.factor not in (1, _PYEONG) or not 1 <= size <= 3000:
            continue
        before, form = _FLOOR_AREA.search(text, 0, figure.start), _FORM.match(text, figure.end)
        start, end = before.start() if before else figure.start, form.end() if form else figure.end
        own = _of_pyeong if figure.factor == _PYEONG else _of_metres
        kind, band = before["kind"][:2] if before else "", bool(form and form["band"])
        yield own(size, kind, band, (start, end))


def _of_pyeong(size: Decimal, kind: str, band: bool, span: tuple[int, int]) -> _Quantity:
    top, shares, ends = size + 10 if band else size, _BAND_SHARES if band else _SINGLE_SHARES, _BAND_SHARES
    if kind == "전용":
        shares, ends = (Decimal(1), Decimal(1)), (Decimal(1), Decimal(1))
        top = top if band else size + 1
    return _Quantity(
        low=floor(size * PYEONG_M2 * shares[0]),
        high=ceil(top * PYEONG_M2 * shares[1]),
        least=floor(size * PYEONG_M2 * ends[0]),
        greatest=ceil(top * PYEONG_M2 * ends[1]),
        start=span[0],
        end=span[1],
        unit=PYEONG_M2 * ends[0],
    )


def _of_metres(size: Decimal, kind: str, band: bool, span: tuple[int, int]) -> _Quantity:
    if kind == "공급":
        low, high = (size * share for share in _SINGLE_SHARES)
        return _Quantity(floor(low), ceil(high), floor(low), ceil(high), *span, Decimal(1))
    top = size + 10 if band else floor(size) + 1
    return _Quantity(floor(size), ceil(top), floor(size), ceil(size), *span, Decimal(1))


def _bare_metres(text: str) -> Iterator[_Quantity]:
    for match in _NATIONAL.finditer(text):
        yield _Quantity(84, 85, 84, 85, *match.span(), Decimal(0))
    for match in _BARE_METRES.finditer(text):
        yield _of_metres(decimal_of(match["n"]), "", False, match.span())
