"""A pack's synonyms in a question: the statutes' words for the person's own words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import add

from foundation.domains.schema.by_identity import ByIdentity


def normalised(text: str) -> str:
    """NFKC and lower case, like the words of an index."""
    return unicodedata.normalize("NFKC", text).lower()


class Synonyms:
    """A dictionary's synonyms, made ready once for any number of questions."""

    def __init__(self, synonyms: Mapping[str, Iterable[str]]) -> None:
        self._entries = tuple((_first(word), _said(word), tuple(others)) for word, others in synonyms.items())
        # By the two characters they begin with: a text holds some dozens of those, a dictionary hundreds of entries.
        self._by_beginning: dict[str, list[int]] = {}
        for at, (first, _, _) in enumerate(self._entries):
            self._by_beginning.setdefault(first[:2], []).append(at)

    def added(self, text: str) -> list[str]:
        """The words that entries found in the text lead to, in the dictionary's order, each once.

        A Korean entry is found within words (못 받: 못 받았는데, 못받은), an English one from a word's beginning on
        (lease: leases, but not please).
        """
        if not self._entries:
            return []
        plain = normalised(text)
        found: list[int] = []
        for beginning in self._by_beginning.keys() & {"", *plain, *map(add, plain, plain[1:])}:
            for at in self._by_beginning[beginning]:
                first, said, _ = self._entries[at]
                # Its first word is searched before its pattern is.
                if first in plain and said.search(plain):
                    found.append(at)
        return list(dict.fromkeys(other for at in sorted(found) for other in self._entries[at][2]))


def synonyms_of(known: Mapping[str, Iterable[str]]) -> Synonyms:
    """A dictionary's synonyms, made ready once: a turn asks for them in a dozen places."""
    return _ready(ByIdentity(known))


@lru_cache(maxsize=16)
def _ready(known: ByIdentity[Mapping[str, Iterable[str]]]) -> Synonyms:
    return Synonyms(known.part)


def added_words(text: str, synonyms: Mapping[str, Iterable[str]]) -> list[str]:
    """`Synonyms.added` for a single text."""
    return synonyms_of(synonyms).added(text)


def _first(word: str) -> str:
    """What must be in a text for the entry to match."""
    plain = normalised(word).strip()
    return plain if plain.isascii() else plain.split()[0]


@lru_cache(maxsize=4096)
def _said(word: str) -> re.Pattern[str]:
    """The entry as a pattern; the blanks of a Korean one may be missing, as people write it."""
    plain = normalised(word).strip()
    if plain.isascii():
        return re.compile(rf"\b{re.escape(plain)}")
    return re.compile(r"\s*".join(re.escape(part) for part in plain.split()))
