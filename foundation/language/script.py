"""Which of our two languages a text is in: Korean as soon as it holds any Hangul, else English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal

Language = Literal["ko", "en"]
HANGUL = re.compile(r"[가-힣ㄱ-ㆎ]")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]")


def composed(text: str) -> str:
    """Hangul syllables composed (NFC), nothing else changed: the form questions are kept and spans are counted in."""
    return unicodedata.normalize("NFC", text)


def letters_by_language(text: str) -> Mapping[Language, int]:
    """How many letters are Hangul, and how many Latin."""
    plain = composed(text)
    return {"ko": len(HANGUL.findall(plain)), "en": len(_LATIN.findall(plain))}


def mostly(text: str) -> Language:
    """The language of most of its letters; English where they are as many, or none."""
    letters = letters_by_language(text)
    return "ko" if letters["ko"] > letters["en"] else "en"


def language_of(text: str) -> Language:
    """ "ko" when there is any Hangul, else "en"."""
    return "ko" if HANGUL.search(composed(text)) else "en"
