"""How many times something is asked for: 3배면, doubled, half of that. No comparison: 몇 배야, twice as much as."""

from __future__ import annotations

import re
from decimal import Decimal

from foundation.language.cues import composed
from foundation.language.numerals import ENGLISH, NATIVE, english_value, native_value

_TIMES = re.compile(
    rf"(?<![가-힣\d.])(?P<korean>\d+(?:\.\d+)?|{NATIVE})\s*배(?=(?:면|[는은가를로])|\s*[?？.]?\s*$)"
    rf"|\b(?P<english>\d+(?:\.\d+)?|{ENGLISH})\s+times\s+(?:that|this|it|the)\b",
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
        said = found["korean"] or found["english"]
        if said[0].isdigit():
            return Decimal(said)
        return english_value(said) if said.isascii() else native_value(said)
    return next((factor for factor, pattern in _NAMED if pattern.search(plain)), None)
