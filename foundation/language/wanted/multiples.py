"""How many times something is asked for: 3배면, doubled, half of that. No comparison: 몇 배야, twice as much as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from foundation.language.cues import composed
from foundation.language.numerals import ENGLISH, NATIVE, english_value, native_value

_TIMES = re.compile(
    rf"(?<![가-힣\d.])(?P<korean>\d+(?:\.\d+)?|{NATIVE})\s*배(?=(?:면|[는은가를로])|\s*[?？.]?\s*$)"
    rf"|\b(?P<english>\d+(?:\.\d+)?|{ENGLISH})\s+times\s+(?:that|this|it|the)\b"
    rf"|(?:\b(?:times|multiplied\s+by)|[×x*])\s*(?P<behind>\d+(?:\.\d+)?|{ENGLISH})(?=\s*(?:[?.,!]|$))"
    r"|\b(?P<percent>\d+(?:\.\d+)?)\s*(?:%|per\s*cent|percent)\s+of\s+(?:that|this|it)\b"
    r"|(?<![가-힣])그(?:[거것]|\s?금액|\s?값)?(?:의)?\s*(?P<share>\d+(?:\.\d+)?)\s*(?:%|퍼센트|프로)(?=(?:면|[는은])|\s*[?？.]?\s*$)",
    re.IGNORECASE,
)
_NAMED = (
    (Decimal(2), re.compile(r"\b(?:doubl(?:e|ed|ing)|twice\s+(?:that|this|it))\b|갑절", re.IGNORECASE)),
    (Decimal(3), re.compile(r"\btripl(?:e|ed|ing)\b", re.IGNORECASE)),
    (
        Decimal("0.5"),
        re.compile(r"절반(?=이?면|[은는을]|으로)|\b(?:halv(?:e|ed|ing)|half\s+(?:of\s+)?(?:that|this|it))\b", re.I),
    ),
)


def multiple_in(text: str) -> Decimal | None:
    """The factor that a question asks for; None for none."""
    plain = composed(text)
    if found := _TIMES.search(plain):
        if share := found["percent"] or found["share"]:
            return Decimal(share) / 100
        said = found["korean"] or found["english"] or found["behind"]
        if said[0].isdigit():
            return Decimal(said)
        return english_value(said) if said.isascii() else native_value(said)
    return next((factor for factor, pattern in _NAMED if pattern.search(plain)), None)


def without_multiple(text: str) -> str:
    """The text without the words that `multiple_in` reads; every other word stays in its place."""
    for pattern in (_TIMES, *(pattern for _, pattern in _NAMED)):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


_PART = re.compile(
    rf"의\s*(?P<half>절반|반(?=[은는이가을를과와에보])|갑절)"
    rf"|의\s*(?P<korean>\d+(?:\.\d+)?|{NATIVE})\s*배(?=[은는이가을를과와보])"
    r"|의\s*(?P<share>\d+(?:\.\d+)?)\s*(?:%|퍼센트|프로)(?=[은는이가을를과와보])"
    r"|\b(?P<english>half|twice|double|triple)\s+(?!as\b)(?:of\s+)?(?:the\s+)?(?=[a-z])"
    rf"|\b(?P<times>\d+(?:\.\d+)?|{ENGLISH})\s+times\s+(?!as\b)(?:the\s+)?(?=[a-z])"
    r"|\b(?P<percent>\d+(?:\.\d+)?)\s*(?:%|per\s*cent|percent)\s+of\s+(?:the\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_FACTORS = {
    "절반": "0.5", "반": "0.5", "갑절": "2", "half": "0.5", "twice": "2", "double": "2", "triple": "3",
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """A multiple of one thing that a question names: half of Mapo's mean."""

    start: int
    end: int
    factor: Decimal
    behind: bool
    """It follows the thing it applies to (마포구 평균의 절반); else it precedes it."""


def part_in(text: str) -> Part | None:
    """The multiple of one of the things named; None for none."""
    found = _PART.search(composed(text))
    if found is None:
        return None
    said = {name: value for name, value in found.groupdict().items() if value}
    name, value = next(iter(said.items()))
    behind = name in ("half", "korean", "share")
    if name in ("half", "english"):
        return Part(found.start(), found.end(), Decimal(_FACTORS[value.lower()]), behind)
    if name in ("share", "percent"):
        return Part(found.start(), found.end(), Decimal(value) / 100, behind)
    number = Decimal(value) if value[0].isdigit() else native_value(value) if behind else english_value(value)
    return None if number is None else Part(found.start(), found.end(), Decimal(number), behind)
