"""How texts are compared without a model: character 2-grams of their words, weighted by rarity."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache

from foundation.language.cues import PARTICLE_TAIL
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.tokens import StemmedWords

LONGEST_KEPT = 2_000
"""Characters of a text whose grams are kept."""
_WORD = re.compile(r"[^\W_]+")
_HANGUL = re.compile(r"[가-힣]")
_POLITE = re.compile(r"(?:습니다|ㅂ니다|입니다|합니다|됩니다|니다|어요|아요|예요|에요|다)$")
_ENGLISH = StemmedWords()
_SCRIPTS = re.compile(r"(?<=[a-z])(?=[가-힣])|(?<=[가-힣])(?=[a-z])")
"""Where a word changes its script: DVD는 and DVD hold the same name."""
_SAID = re.compile(
    r"[가-힣](?:[다요며고면죠야까니돼냐]|[아어여해]|[었았였했](?:는지|나|지)?|려면|는지|[을할될]지|도록|하는|되는|[한된할될갈올]|해도|아도|어도|하게|되게"
    r"|야[되돼하할함한][지나죠는까요]{0,2}|[은는인한]데|[다라자]고|려고|더라|[을할될]때|거든|길래|[을할]게|던데|든지|니까)$"
)
"""Korean words that end as verbs do."""
_STOP = re.compile(
    r"관련해|알려줘|알려주세요|뭐야|무엇|어떻게|되나요|하나요|인가요|해줘|주세요|있어|있나요"
    r"|regarding|the|an?|of|to|in|on|at|by|is|are|was|be|for|and|or|what|which|who|how|do|does|did|not|i|my|me|he|she"
    r"|it|its|t|s|if|get|got|go|can|may|much|many|have|has|there|this|that|with|from|about|please|tell|show"
)


def grams_of(text: str) -> frozenset[str]:
    """Character 2-grams of each word that carries meaning; a one-character word is its own gram, and so is the stem of
    an English one: its letters in pairs are those of any other word."""
    return _kept(text) if len(text) <= LONGEST_KEPT else frozenset(_grams(text))


@lru_cache(maxsize=1_024)
def _kept(text: str) -> frozenset[str]:
    """Cached: an answer needs the grams of its question and of each sentence half a dozen times (4.7 ms a question
    instead of 9.4), and a turn that reuses passages needs them again; a cached sentence takes some 6 kB."""
    return frozenset(_grams(text))


def _grams(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower()):
        if _STOP.fullmatch(word):
            continue
        if not word.isascii() and _SCRIPTS.search(word):
            yield from _of_scripts(word)
            continue
        if word.isascii() and word.isalpha():
            yield from _ENGLISH.terms(word)
        else:
            yield from (word[at : at + 2] for at in range(max(1, len(word) - 1)))


def _of_scripts(word: str) -> Iterator[str]:
    """Those of each part of a word that changes its script; a particle behind a name is none."""
    name, *behind = _SCRIPTS.split(word)
    yield from _grams(name)
    for part in behind:
        if not PARTICLE_TAIL.fullmatch(part):
            yield from _grams(part)


def coverage(question: str, text: str) -> float:
    """Share of the question's 2-grams the text holds, 0..1."""
    asked = grams_of(question)
    return len(asked & grams_of(text)) / len(asked) if asked else 0.0


def is_said(word: str) -> bool:
    """Whether a Korean word ends as verbs do (늘었어, 떼요)."""
    return _SAID.search(word) is not None


def grams_said(question: str) -> frozenset[str]:
    """The grams that only words of saying and doing hold (늘었어, 떼요): an answer puts those in another form."""
    words = _WORD.findall(question.lower())
    said = [word for word in words if is_said(word)]
    return grams_of(" ".join(said)) - grams_of(" ".join(word for word in words if word not in said))


def share_of(text: str, weights: Mapping[str, float], instead: Set[str] | None = None) -> float:
    """Weight share of the grams the text holds; with `instead`, of those it lacks and `instead` holds."""
    held = grams_of(text)
    kept = weights.keys() & held if instead is None else (weights.keys() & instead) - held
    return sum(weights[gram] for gram in kept) / (sum(weights.values()) or 1.0)


def rarity(grams: Iterable[str], sentences: Sequence[str]) -> dict[str, float]:
    """Inverse document frequency over the sentences at hand; a gram none of them has weighs most."""
    held = [grams_of(sentence) for sentence in sentences]
    return {gram: math.log(1 + (len(held) + 1) / (1 + sum(gram in one for one in held))) for gram in grams}


@lru_cache(maxsize=2048)
def gram_set(text: str) -> frozenset[str]:
    """Character 2-grams of the words; numbers, endings of politeness and English stop words left out."""
    grams: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if word in ENGLISH_STOP:
            continue
        if word[0].isdigit():
            continue
        plain = _POLITE.sub("", word) if _HANGUL.search(word) else word
        grams.update(plain[at : at + 2] for at in range(max(1, len(plain) - 1)) if plain)
    return frozenset(grams)
