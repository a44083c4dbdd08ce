"""Which of our two languages a text is in: Korean as soon as it holds any Hangul, else English."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Language = Literal["ko", "en"]
HANGUL = re.compile(r"[가-힣ㄱ-ㆎ]")


def composed(text: str) -> str:
    """Hangul syllables composed (NFC), nothing else changed: the form questions are kept and spans are counted in."""
    return unicodedata.normalize("NFC", text)


def language_of(text: str) -> Language:
    """ "ko" when there is any Hangul, else "en"."""
    return "ko" if HANGUL.search(composed(text)) else "en"
