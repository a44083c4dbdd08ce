"""Whether a question asks for what comes on top: 더 붙나, 몇 프로, what is the extra."""

from __future__ import annotations

import re

_EXTRA = re.compile(
    r"(?<![가-힣])더(?![가-힣])|할증|가산|추가|얹|(?<![가-힣])덧?붙[나는어여이]|(?<![가-힣])(?:늘어|오르|올라|올려)|%|퍼센트|(?:몇|\d)\s?프로"
    r"|\b(?:extra|surcharges?|premium|percent(?:age)?|more|on\s+top|added?|uplift|increases?|rises?)\b",
    re.IGNORECASE,
)
_RATE = re.compile(r"%|퍼센트|(?:몇|\d)\s?프로|할증|\b(?:surcharges?|percent(?:age)?|premium|uplift)\b", re.IGNORECASE)


def asks_extra(text: str) -> bool:
    """True if it asks for what is added."""
    return bool(_EXTRA.search(text))


def asks_rate(text: str) -> bool:
    """True if it asks for a share that is added."""
    return bool(_RATE.search(text))
