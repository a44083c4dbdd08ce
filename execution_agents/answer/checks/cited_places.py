"""How well single items of the evidence support a sentence: the items it cites, and the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from execution_agents.answer.checks.support import content_words
from foundation.language.sentences import in_language, sentences_of, speaks
from foundation.language.stop_words import ENGLISH_STOP

Synonyms = Callable[[str], Iterable[str]]
_HANGUL = re.compile(r"[가-힣]")
_INFLECTED = re.compile(r"(?:ings?|ed|es|s|ly|e|['’]s)$")
_SAID = re.compile(
    r"^(?:합니다|됩니다|입니다|있습니다|없습니다|한다|된다|이다|있다|없다|않습니다|않는다|않아도|않고|아닙니다|아니다|하며|되며|하고|되고|해야|하여야|경우|경우에|경우에는|때|때는|때에는"
    r"|다만|또한|그리고|그러나|하지만|따라서|따라|대해|대한|위해|위한|통해|관한|관해|의해|것은|것이|것을|것입니다|등을|등이|등의|또는|그|이|수)$"
)
"""Korean words without a meaning of their own."""
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(
    r"(?:으로부터|로부터|에게서|이라는|라는|입니다|습니다|합니다|됩니다|이라면|라면|겠다는|겠다고|려고|려는|에서는|에서도|에서|에게|으로|부터|까지|처럼|보다|에는|에도|하는|되는|하고|하면|해야|하여|되어|한다|된다|이며|이고|이나"
    r"|[은는이가을를과와의에로도만며고나서면게지])$"
)


@dataclass(frozen=True)
class Place:
    """One sentence, row of a table or step of an item."""

    text: str
    title: str
    single: bool = True
    """One sentence; False: two neighbouring ones."""

    @cached_property
    def flat(self) -> str:
        """Its words."""
        return flat_of(self.text)

    @cached_property
    def above(self) -> str:
        """Those of its title."""
        return flat_of(self.title)


@dataclass(frozen=True)
class Item:
    """One item as a claim may cite it."""

    marker: int
    title: str
    text: str
    """What was shown of it."""
    is_row: bool
    whole: str = ""
    """The full text, if the prompt cut it off."""
    language: str = ""
    """The draft's language: a guide that repeats its text in another language is compared in the draft's language."""

    @cached_property
    def can_be_compared(self) -> bool:
        """It has sentences in the draft's language."""
        return speaks(self.whole or self.text, self.language)

    @property
    def said(self) -> str:
        """Title and text."""
        return f"{self.title} {self.whole or self.text}"

    @cached_property
    def flat(self) -> str:
        """Title and text, as words are looked for in it."""
        return flat_of(self.said)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Its sentences, each also with the one behind it."""
        sentences = sentences_of(self.whole or self.text)
        sentences = in_language(sentences, self.language) if self.language else sentences
        pairs = [f"{one} {other}" for one, other in zip(sentences, sentences[1:], strict=False)]
        alone = [Place(text, self.title) for text in sentences]
        return (*alone, *(Place(text, self.title, single=False) for text in pairs))


@dataclass(frozen=True)
class Evidence:
    """All items of one answer."""

    items: Sequence[Item]
    synonyms: Synonyms = field(default=lambda _word: ())

    def cited(self, markers: Sequence[int]) -> tuple[Item, ...]:
        """The items a claim may be taken from: those it cites, or all if it cites none."""
        found = tuple(one for one in self.items if one.marker in markers)
        return found or tuple(self.items)

    def share(self, words: Sequence[str], flat: str) -> float:
        """Share of these words that a text holds, in any form or in the field's words for them."""
        return sum(self.says(flat, word) for word in words) / len(words) if words else 1.0

    def says(self, flat: str, word: str) -> bool:
        """Whether a text, as `flat_of` gives it, says a word."""
        return any(stem in flat for stem in (stem_of(word), *(stem_of(other) for other in self.synonyms(word))))

    def nearest(self, words: Sequence[str], items: Sequence[Item], slack: float = 0.0) -> tuple[list[Place], float]:
        """The places that hold most of these words, those within `slack` of the best, and their share. A title counts
        by half for everything below it."""
        found = [(self.held(words, place), place) for item in items for place in item.places]
        most = max((share for share, _ in found), default=0.0)
        return [place for share, place in found if share >= most - slack and share > 0], most

    def held(self, words: Sequence[str], place: Place) -> float:
        """Share of these words that a place says."""
        held = [1.0 if self.says(place.flat, word) else 0.5 if self.says(place.above, word) else 0.0 for word in words]
        return sum(held) / len(held) if held else 0.0


def words_of(text: str) -> list[str]:
    """Words that carry meaning, each once, without figures."""
    return list(dict.fromkeys(word for word in content_words(text) if not _SAID.match(word)))


def flat_of(text: str) -> str:
    """The words of a text in small letters, a blank before each."""
    return " " + " ".join(_WORD.findall(text.lower()))


def _english(word: str) -> str:
    """carried, carry: carr; approves, approval: approv; asked: ask."""
    if len(word) < 4:
        return word
    stem = _INFLECTED.sub("", word) if len(word) > 4 else word.removesuffix("s")
    return (stem if len(stem) <= 6 else stem[:-2]).rstrip("yi")


@lru_cache(maxsize=4096)
def stem_of(word: str) -> str:
    """What of a word its other forms share, as it stands in a flat text: from a word's beginning on, but for Korean
    nouns, which may be the end of a longer one."""
    low = word.lower()
    if not _HANGUL.search(low):
        return f" {_english(low)}"
    stem = _ENDING.sub("", low)
    return stem if len(stem) > 1 else f" {stem or low}"


def names_of(text: str) -> list[str]:
    """English words with a capital inside a sentence."""
    return [word for word in re.findall(r"(?<=[a-z,;] )[A-Z][a-z]{2,}\b", text) if word.lower() not in ENGLISH_STOP]
