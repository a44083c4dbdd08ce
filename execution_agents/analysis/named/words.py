"""The words that name a thing, so that a question's and a row's can be compared; the words that name nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from execution_agents.analysis.said.leftover import singular_of
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.content import content_words
from foundation.language.cues import composed
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.wanted.arithmetic import AT_MOST

LIMIT = re.compile(r"limits?|한도", re.IGNORECASE)
"""It may be the name of a column, and need not be."""
_DEALS = re.compile(
    r"\b(?:pa(?:y|ys|id|ying)|gets?|got|getting|claim(?:s|ed|ing)?|cost(?:s|ing)?|spen[dt]|spending|receive[ds]?|earn(?:s|ed)?|ow(?:e|es|ed)"
    r"|worth|uses?d?|using|need(?:s|ed)?|takes?|took|taking|ha(?:s|d|ve)|comes?|goes?|going|makes?|brings?|brought|amount|again|please|just|only|also|now"
    r"|back\s+to\s+(?:the\s+)?\w+(?=\s*[:,])|i(?:'d|'ll|'m)|im|ill|thats|whats|each|every|per|altogether|all\s+in|overall|right|out)\b"
    r"|(?<![가-힣])(?:다|같이|함께|빌[려리릴린][가-힣]{0,3}|나오[가-힣]{0,3}|쓰면|내면|받으면|들면|나와|나오|들어|하면|먹으면|넣으면|동안|치|씩|각각|그럼|근데|혹시|까지|[가-힣]{1,4}는\s데)(?![가-힣])",
    re.IGNORECASE,
)
"""Giving, taking and the small words of talk: they name nothing that a row or a sentence could be about."""
IDENTIFIER = re.compile(r"\b[A-Za-z]+(?:[-_][A-Za-z]+)*[-_]?\d[A-Za-z0-9_-]*")
"""A name with a number in it: app-01, OZ-501."""
_LATIN, _SHORT = re.compile(r"[a-z0-9]"), 2


def without_small_words(text: str) -> str:
    """The text without words of limits and of giving and taking; every other word stays in its place."""
    for pattern in (AT_MOST, _DEALS):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


@lru_cache(maxsize=8192)
def names_in(text: str) -> frozenset[str]:
    """The words of a text that can name something, English ones in the singular."""
    named = {found[0].lower() for found in IDENTIFIER.finditer(text)}
    words = content_words(IDENTIFIER.sub(" ", text))
    return frozenset(named | {plain_word(word) for word in words if word.lower() not in ENGLISH_STOP})


def plain_word(word: str) -> str:
    """Lower case, without a plural s."""
    low = word.lower().removesuffix("'s").removesuffix("'")
    if low.isascii() and low.endswith(("ches", "shes", "xes", "sses")):
        return low[:-2]
    return singular_of(low) if low.isascii() and len(low) > _SHORT + 1 and not low.endswith("ss") else low


def same_word(one: str, other: str) -> bool:
    """True if two words are one: in Korean also where one begins the other (보육: 보육수당), or is the noun that
    it ends with (여과지: 급속여과지)."""
    if one == other:
        return True
    if _LATIN.match(one) or _LATIN.match(other):
        return False
    short, long = sorted((one, other), key=len)
    return (len(short) >= _SHORT and long.startswith(short)) or (len(short) > _SHORT and long.endswith(short))


def shared(words: Iterable[str], others: Iterable[str]) -> bool:
    """True if two sets of words have one in common."""
    held = tuple(others)
    return any(same_word(one, other) for one in words for other in held)


class Vocabulary:
    """What else a pack calls a thing: its synonyms, its names' aliases (private medical: private health insurance), and
    the words its formulas know a choice or an input by (Leeds: elsewhere in the UK; 아침: breakfasts)."""

    def __init__(self, known: Mapping[str, Iterable[str]]) -> None:
        self._synonyms = Synonyms(known)

    def others(self, text: str) -> frozenset[str]:
        """The other words for what a text says."""
        return frozenset(word for added in self._synonyms.added(composed(text)) for word in names_in(added))


NO_VOCABULARY = Vocabulary({})


@lru_cache(maxsize=16)
def vocabulary_of(pack: ByIdentity[Pack]) -> Vocabulary:
    """The pack's own, read once."""
    known: dict[str, list[str]] = {word: list(others) for word, others in pack.part.dictionary.synonyms.items()}
    for alias, name in (
        (one, name) for kind in pack.part.entities for name, all in kind.aliases.items() for one in all
    ):
        known.setdefault(alias, []).append(name)
    for one in (each for formula in pack.part.formulas for each in formula.inputs):
        called: list[tuple[Mapping[str, str], tuple[str, ...]]] = [(each.label, each.words) for each in one.choices]
        for label, words in [*called, *([(one.label, one.words)] if one.optional else [])]:
            for word in words:
                known.setdefault(word, []).extend(label.values())
    return Vocabulary(known)
