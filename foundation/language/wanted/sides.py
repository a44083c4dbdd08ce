"""The two things that a question sets beside each other in words: compare A and B, A vs B, A랑 B 차이점."""

from __future__ import annotations

import re

from foundation.language.cues import composed

_SIDE = r"\w[^?.!,]{1,39}?"
_ENGLISH = re.compile(
    rf"^\W*+(?:(?:can|could|would)\s++you\s++|please\s++|pls\s++)*(?:compare|what(?:['’]?s|\s++is|\s++are)\s++the\s++differences?\s++between|differences?\s++between)\s++"
    rf"(?:the\s++)?(?P<one>{_SIDE})\s++(?:and|with|to|vs\.?|versus)\s++(?:the\s++)?(?P<other>{_SIDE})\W*+$"
    rf"|^\W*+(?P<a>{_SIDE})\s++(?:vs\.?|versus)\s++(?P<b>{_SIDE})\W*+$",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    rf"^\W*+(?P<one>{_SIDE})(?:이랑|랑|와|과|하고)\s++(?P<other>{_SIDE})(?:을|를|은|는|의|이|가)?\s*+"
    r"(?:비교(?:해\S*|좀)?(?:\s*+(?:줘|주세요|설명\S*|알려\S*))?|(?:차이점?|다른\s?점)(?:이|가|은|는|을|를)?(?:\s*+(?:뭐\S*|뭔\S*|무엇\S*|알려\S*|설명\S*|있\S*))?)\W*+$"
)
_AMOUNT = re.compile(r"얼마|몇|\b(?:how\s++(?:much|many)|per\s*+cent)\b", re.IGNORECASE)


def sides_in(text: str) -> tuple[str, str] | None:
    """Both things; None for a question that compares nothing so, or asks for an amount: that is worked out."""
    plain = " ".join(composed(text).split())
    match = None if _AMOUNT.search(plain) else _ENGLISH.match(plain) or _KOREAN.match(plain)
    if match is None:
        return None
    one, other = (part.strip() for part in match.groups() if part is not None)
    return one, other
