"""Figures in words of their own: fractions (삼분의 일, two thirds, 절반), ordinals (둘째, twice), days (이틀, 보름).

And which numbers in letters are numbers for certain.
"""

from __future__ import annotations

import re
from decimal import Decimal

from foundation.language.numerals import SINO, sino_value

_DAYS = dict(
    zip(["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘"], range(1, 11), strict=True)
) | {"보름": 15}
_KOREAN = ["첫째", "둘째", "셋째", "넷째", "다섯째", "여섯째", "일곱째", "여덟째", "아홉째", "열째"]
_ENGLISH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_OFTEN = ["once", "twice", "thrice"]
_ORDINALS = {name: at for each in (_KOREAN, _ENGLISH, _OFTEN) for at, name in enumerate(each, start=1)} | {"첫": 1}
_SHARES = {"half": 2, "halve": 2, "quarter": 4} | dict(zip(_ENGLISH[2:], range(3, 11), strict=True))
_PARTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}

SPELLED = (
    r"(?P<length>(?:\bhalf\s+an?\s+|(?<![가-힣])반(?=년))(?P<half_of>(?:hour|day|year)\b|년)"
    r"|\ban?\s+(?:(?:whole|full|entire)\s+)?(?P<one_of>hour|day|week|month|year)\b(?P<more>\s+(?:and|n|&)\s+a\s+half\b)?)"
    rf"|(?P<fraction>(?<![가-힣])(?P<ko_whole>{SINO})\s?분의\s?(?P<ko_part>{SINO})"
    rf"|\b(?P<en_part>{'|'.join(_PARTS)})[\s-](?P<en_whole>{'|'.join(_SHARES)})s?\b"
    r"|(?P<half>(?<![가-힣])절반|\bhalf\b))"
    rf"|(?P<ordinal>(?<![가-힣])(?:{'|'.join(_KOREAN)}|첫)(?=[는로을에가]|[^가-힣]|$)"
    rf"|\b(?:{'|'.join(_ENGLISH + _OFTEN)})\b(?!\s+more))"
    rf"|(?P<days>(?<![가-힣])(?:{'|'.join(_DAYS)})(?![가-힣]{{3}}))"
)
"""In a pattern without regard to case."""
_ALONE = frozenset("삼육칠팔십")
"""Digits that are no word or syllable of a common one before a unit: 이 주, 사 일, 만일, 천명, 백배 are."""
_ONE_OF = re.compile(r"\s?(?:에|마다|당|간격|더)(?![가-힣])|\s?(?:더|다시)")
_OFTEN_SAID = frozenset({"가지", "개", "건", "곳"})
"""Used by a writer to count: the answer's own list has three of them."""


def fraction_spelled(match: re.Match[str]) -> Decimal | None:
    """The hundredths of a whole; None if it is no number."""
    if match["half"]:
        return Decimal(50)
    if match["en_part"]:
        part, whole = Decimal(_PARTS[match["en_part"].lower()]), Decimal(_SHARES[match["en_whole"].lower()])
        return part / whole * 100
    numerator, denominator = sino_value(match["ko_part"]), sino_value(match["ko_whole"])
    return numerator / denominator * 100 if numerator is not None and denominator else None


def ordinal_spelled(match: re.Match[str]) -> Decimal:
    """둘째, second, twice -> 2."""
    return Decimal(_ORDINALS[match["ordinal"].lower()])


def days_spelled(match: re.Match[str]) -> Decimal:
    """사흘 -> 3."""
    return Decimal(_DAYS[match["days"]])


def surely_meant(letters: str, value: Decimal, unit: str, after: str) -> bool:
    """Whether a number in letters before a unit says how many: 두 달, thirty days. 한 번 (once), 한 달에, 이 분 (this
    person), 만일 (if) and 세 가지 (counted by the writer) may say something else."""
    if unit in _OFTEN_SAID or (letters == "십" and unit == "분"):
        return False
    if re.fullmatch(SINO, letters):
        return len(letters) > 1 or letters in _ALONE
    if value == 1:
        return letters == "한" and unit in ("달", "시간", "주") and not _ONE_OF.match(after)
    return True
