"""Names a pack takes: small letters, digits and _, at most 40, each once."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from foundation.domains.loading.loader import MAIN

LONGEST = 40
NAMED = f"A pack's name is small letters, digits and _, at most {LONGEST}, a letter first"
# The Revised Romanization of Korean, by letters; what sounds change into is left aside.
_LETTERS = (
    "g kk n d tt r m b pp s ss . j jj ch k t p h",
    "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i",
    ". k k ks n nj nh t l lk lm lp ls lt lp lh m p ps t t ng t t k t p h",
)
_INITIALS, _VOWELS, _FINALS = (line.replace(".", "").split(" ") for line in _LETTERS)
_FIRST, _LAST = ord("가"), ord("힣")


class Names:
    """Gives each thing of one kind a name of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, words: str) -> str:
        """The name for these words; a second thing of the same words gets a number."""
        name, number = self.of(words), 2
        chosen = name
        while chosen in self._taken:
            tail = f"_{number}"
            chosen, number = f"{name[: LONGEST - len(tail)]}{tail}", number + 1
        self._taken.add(chosen)
        return chosen

    @staticmethod
    def of(words: str) -> str:
        """Words as a name: Hangul is spelled in Latin letters, so that a name can be typed anywhere."""
        spelled = "".join(_spelled(letter) for letter in unicodedata.normalize("NFC", words))
        plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
        if not name or not name[0].isalpha():
            name = f"t_{name}".rstrip("_")
        return name[:LONGEST].rstrip("_")


def _spelled(letter: str) -> str:
    if not _FIRST <= ord(letter) <= _LAST:
        return letter
    at = ord(letter) - _FIRST
    initial, vowel, final = at // 588, at % 588 // 28, at % 28
    return f"{_INITIALS[initial]}{_VOWELS[vowel]}{_FINALS[final]}"


def proposed_name(folder: Path) -> str:
    """What a pack of this folder, or of this one file, is called."""
    return Names.of(folder.stem if folder.is_file() else folder.name)


def is_taken(into: Path, name: str) -> bool:
    """True if a pack of this name lies there."""
    return (into / name / MAIN).exists()


def free_name(into: Path, name: str) -> str:
    """The name, or where a pack has it the same with a number."""
    names = Names()
    while is_taken(into, chosen := names.take(name)):
        pass
    return chosen
