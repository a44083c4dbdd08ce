"""What a correction means instead, and words that turn to another thing of the same kind."""

from __future__ import annotations

import re

from foundation.language.cues import CORRECTION_CUES, TOPIC_CHANGES, composed

_TAKEN_BACK = re.compile(
    r"\S+?(?:이|가|은|는)?\s*(?:아니라|아니고|말고(?!도))(?=[\s,])"
    r"|,?\s*\b(?:not|instead of|rather than)\s+(?:in\s+|for\s+|the\s+)?[\w£.,-]+$",
    re.IGNORECASE,
)
"""What is said not to be meant: 에든버러가 아니라, not Edinburgh."""
_ELSEWHERE = re.compile(
    r"(?<![가-힣])(?:다른|딴)\s*(?:집|아파트|매물|물건|상품|은행|동네|곳|데|사람|약품|여행|출장)"
    r"|\b(?:another|a different|the other|a second)\s+(?:\w+\s+)?"
    r"(?:home|house|flat|apartment|place|product|loan|bank|trip|person|colleague)\b",
    re.IGNORECASE,
)
"""다른 집은 4억인데, another flat: a thing of the same kind, of which nothing was said yet."""


def meant_after_correction(text: str) -> str | None:
    """What a correction says instead: without its cue, and without what it takes back (London, not Edinburgh). None if
    it corrects nothing."""
    plain = composed(text).strip()
    bare = CORRECTION_CUES.sub("", plain)
    while (more := CORRECTION_CUES.sub("", bare)) != bare:  # sorry, I meant …
        bare = more
    kept = _TAKEN_BACK.sub(" ", bare)
    return None if kept == plain else kept.strip()


def turns_elsewhere(text: str) -> bool:
    """True if it turns to another topic or to another thing of the same kind (다른 집은): what was said of the one
    before does not hold."""
    plain = composed(text)
    return TOPIC_CHANGES.search(plain) is not None or _ELSEWHERE.search(plain) is not None
