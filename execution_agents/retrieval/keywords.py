"""Whether a text contains a keyword: Latin letters and digits as whole words (IP is no part of equipment, port none of
supported), Hangul anywhere, since endings follow it and compounds precede it (포트는, 접속포트, URL은)."""

from __future__ import annotations

import re
from functools import lru_cache

_LATIN = "A-Za-z0-9"


def says(text: str, keyword: str) -> bool:
    """Both in small letters. An English keyword's plural is the keyword (ports)."""
    if keyword not in text:
        return False
    whole = _whole(keyword)
    return whole is None or whole.search(text) is not None


@lru_cache(maxsize=4_096)
def _whole(keyword: str) -> re.Pattern[str] | None:
    """What must not be adjacent to it; None if anything may be."""
    before = f"(?<![{_LATIN}])" if _is_latin(keyword[:1]) else ""
    after = f"(?![{_LATIN}])" if _is_latin(keyword[-1:]) else ""
    plural = "s?" if after and keyword[-1].isalpha() else ""
    return re.compile(f"{before}{re.escape(keyword)}{plural}{after}") if before or after else None


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
