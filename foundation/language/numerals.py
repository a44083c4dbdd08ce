"""Numbers written in letters: 삼백이십, 스물셋, two hundred. None for Korean letters that are no number."""

from __future__ import annotations

import re
from decimal import Decimal

_DIGITS = {name: value for value, name in enumerate("영일이삼사오육칠팔구")} | {"공": 0, "륙": 6}
_PLACES = {"십": 10, "백": 100, "천": 1000}
_MYRIADS = {"만": 10**4, "억": 10**8, "조": 10**12}
_NATIVE_TENS = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
}  # fmt: skip
_NATIVE_ONES = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4,
    "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
_UNITS_EN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS_EN = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH = {name: value for value, name in enumerate(_UNITS_EN)} | {
    name: value * 10 for value, name in enumerate(_TENS_EN, start=2)
}
_ENGLISH_FEW = {"hundred": 100, "dozen": 12}
_ENGLISH_SCALES = {"thousand": 1000, "million": 10**6, "billion": 10**9}

SINO = r"[일이삼사오육륙칠팔구십백천만억조]+"
NATIVE = rf"(?:(?:{'|'.join(_NATIVE_TENS)})(?:{'|'.join(_NATIVE_ONES)})?|(?:{'|'.join(_NATIVE_ONES)}))"
_FOLLOWING = "|".join((*_ENGLISH, *_ENGLISH_FEW, *_ENGLISH_SCALES))
ENGLISH_TO_TWENTY = "|".join(_UNITS_EN)
ENGLISH = rf"(?:{'|'.join((*_ENGLISH, *_ENGLISH_FEW))})(?:[\s-]+(?:and\s+)?(?:{_FOLLOWING}))*"
SINO_EOK = r"[일이삼사오육륙칠팔구십백천]+억(?:\s?[일이삼사오육륙칠팔구]천(?:\s?[일이삼사오육륙칠팔구]?백)?)?"
"""삼억 오천: so much money whatever follows; what follows the 억 counts in 만."""


def sino_value(text: str) -> Decimal | None:
    """ "삼백이십" -> 320, "이천만" -> 20000000; None for digits in a row that no place orders (일이삼 is no number)."""
    whole = part = 0
    digit: int | None = None
    for character in text:
        if character in _DIGITS:
            if digit is not None:
                return None
            digit = _DIGITS[character]
        elif character in _PLACES:
            part += (1 if digit is None else digit) * _PLACES[character]
            digit = None
        else:
            whole += (part + (digit or 0) or 1) * _MYRIADS[character]
            part, digit = 0, None
    return Decimal(whole + part + (digit or 0))


def native_value(text: str) -> Decimal | None:
    """ "스물셋" -> 23."""
    for name, value in sorted(_NATIVE_TENS.items(), key=lambda pair: -len(pair[0])):
        if text.startswith(name):
            rest = text.removeprefix(name)
            return Decimal(value + _NATIVE_ONES[rest]) if rest in _NATIVE_ONES else Decimal(value) if not rest else None
    return Decimal(_NATIVE_ONES[text]) if text in _NATIVE_ONES else None


def english_value(text: str) -> Decimal:
    """ "two hundred and five" -> 205."""
    whole = part = 0
    for word in re.split(r"[\s-]+", text.lower()):
        if word == "and":
            continue
        if word in _ENGLISH:
            part += _ENGLISH[word]
        elif word in _ENGLISH_FEW:
            part = (part or 1) * _ENGLISH_FEW[word]
        else:
            whole += (part or 1) * _ENGLISH_SCALES[word]
            part = 0
    return Decimal(whole + part)
