"""What figures say by what stands around them: a sign, the unit of a range's other end, hours with minutes behind.

영하 5 ℃, △2.5 %, 2.5 % 감소     below zero, or a fall
10~20 mg/L, between 10 and 20 °C  both ends in the one unit
8시간 30분, 8시간 반, 1년 6개월    one length of time
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from foundation.language.figures.agreement import EXACT, Figure

UNSIGNED = EXACT | {"plain", "time", "months"}
"""Kinds before which a dash is a mark of something else."""
_BELOW_ZERO = re.compile(
    r"(?:영하\s?|마이너스\s?|\bminus\s|[△▽]\s?|(?:^|(?<!\d)\s|[^\w\s)%℃∼~/+±–-])[-−–]\s?[₩$£€]?)$", re.IGNORECASE
)
_SAID = re.compile(r"(?:영하|마이너스|\bminus\b)\s?$", re.IGNORECASE)
_ABOVE_ZERO = re.compile(r"영상\s?$|\bplus\s$", re.IGNORECASE)
_LISTED = re.compile(r"[-−–]\s[₩$£€]?$")
"""A dash with a blank behind it: as often a list's mark (- 5,000원) or one between a name and its figure."""
_BELOW_ZERO_AFTER = re.compile(r"^\s*(?:degrees?\s+)?below\s+zero", re.IGNORECASE)
_FALLEN_BEFORE = re.compile(
    r"\b(?:fell|falls?|fallen|down|drop(?:s|ped)?|declined?|decreased?|reduced|shrank|loss\s+of|lost)(?:\s+by)?\s+"
    r"(?:about\s+|some\s+|₩|\$|£|€)?$",
    re.IGNORECASE,
)
_FALLEN_AFTER = re.compile(
    r"^\s*(?:나|만큼|가량|정도|p)?\s*(?:의\s)?(?:감소|하락|줄[었어인이고]|떨어|낮[아은]|적자|손실|인하|축소|내[려린렸]|급락"
    r"|(?:lower|less|decrease|decline|drop|fall|loss)\b)"
)
_RANGE = re.compile(r"\s*(?:~|∼|〜|～|-|–|—|to|에서|내지)\s*[-−–+]?")
_PAIR = re.compile(r"\s*and\s*[-−–+]?")
_BETWEEN = re.compile(r"\bbetween\s+[-−–+]?$", re.IGNORECASE)
_BARE = re.compile(r"[\d,.]+")
_BEHIND = re.compile(r"\s?(?:and\s|하고\s)?")
_HALF = re.compile(r"\s?반(?=\s|[을를은만에]?(?:[^가-힣]|$)|동안|이내|정도)")
_LENGTHS = frozenset({"time", "months"})
_HALVED = frozenset(Decimal(one) for one in (12, 3600, 60))
"""Units a half is said of: years, hours, minutes."""


def composed(text: str, figures: Sequence[Figure]) -> Iterator[Figure]:
    """The figures of a text, each changed by what surrounds it; in order."""
    signed = [_signed(text, one) for one in figures]
    pending: Figure | None = None
    for at, one in enumerate(signed):
        one = _halved(text, _ranged(text, one, signed[at + 1] if at + 1 < len(signed) else None))
        if pending is not None and _one_length(text, pending, one):
            pending = _joined(text, pending, one)
            continue
        if pending is not None:
            yield pending
        pending = one
    if pending is not None:
        yield pending


def _signed(text: str, one: Figure) -> Figure:
    if one.kind in UNSIGNED:
        return one
    before, after = text[max(0, one.start - 28) : one.start], text[one.end : one.end + 16]
    sign = _BELOW_ZERO.search(before)
    if sign is not None and _LISTED.search(sign[0]):
        return replace(one, value=-one.value, readings=(*one.readings, one))
    if sign is not None or _BELOW_ZERO_AFTER.match(after):
        return _from(_SAID.search(before), replace(one, value=-one.value))
    if one.kind == "celsius":
        return _from(_ABOVE_ZERO.search(before), one)
    if _FALLEN_BEFORE.search(before) or _FALLEN_AFTER.match(after):
        return replace(one, fallen=True)
    return one


def _from(sign: re.Match[str] | None, one: Figure) -> Figure:
    """With the word before it that says which side of zero it is on."""
    return replace(one, text=f"{sign[0]}{one.text}", start=one.start - len(sign[0])) if sign else one


def _ranged(text: str, one: Figure, other: Figure | None) -> Figure:
    """The first number of a range in the unit of the second; unchanged, it may still be a number of its own."""
    if other is None or one.kind != "plain" or other.kind in EXACT | {"plain"} or not _BARE.fullmatch(one.text):
        return one
    between = text[one.end : other.start]
    joined = _RANGE.fullmatch(between) or (
        _PAIR.fullmatch(between) and _BETWEEN.search(text[max(0, one.start - 12) : one.start])
    )
    # 1~2억원 says 1억 as often as 1원: its scale is not the unit's.
    if not joined or (other.kind == "won" and other.factor == 1 and abs(other.value) >= 10_000 > one.value):
        return one
    ranged = replace(one, value=one.value * other.factor, kind=other.kind, factor=other.factor)
    signed = _signed(text, ranged)
    return signed if signed.value < 0 else replace(signed, readings=(one,))


def _halved(text: str, one: Figure) -> Figure:
    """두 시간 반: the half belongs to it."""
    half = _HALF.match(text, one.end)
    if one.kind not in _LENGTHS or one.factor not in _HALVED or half is None:
        return one
    return replace(one, value=one.value + one.factor / 2, text=text[one.start : half.end()], factor=Decimal(1))


def _one_length(text: str, one: Figure, behind: Figure) -> bool:
    same = one.kind == behind.kind and one.kind in _LENGTHS and one.factor > behind.factor
    return same and _BEHIND.fullmatch(text[one.end : behind.start]) is not None


def _joined(text: str, one: Figure, behind: Figure) -> Figure:
    return replace(
        behind,
        value=one.value + behind.value,
        text=text[one.start : behind.end],
        start=one.start,
        about=one.about or behind.about,
        letters=one.letters and behind.letters,
        members=(*(one.members or (one,)), behind),
    )
