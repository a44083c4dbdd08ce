"""Whether the pack's documents are about a question's subject: then it is on topic, even if no listed word matches.

No pack author lists every word of their documents. A question with no word known to the pack used to be rejected as off
topic although a document answered it word for word; now the documents are searched first.

A content word (no question word, no number) is held by a passage that has it with any particle and any spacing; a word
with a verb ending counts only if it is held, since verbs have many forms. The passage that holds most must hold a share
of them (`LEAST`), including one that is no verb. Measured in docs/answers.md, under "Of the field or not".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from execution_agents.retrieval.analysis import key_words
from execution_agents.reuse.terms import bare_words
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.language.cues import HANGUL, PARTICLE_TAIL, topic_words
from foundation.language.figures.units import unit_of
from foundation.language.grams import is_said
from foundation.language.tokens import StemmedWords, normalised, words
from foundation.language.wanted.asking import wanted

TOP = 5
"""Passages that are looked at."""
LEAST = {"ko": 0.5, "en": 0.6}
"""Share of the words that the best one must hold. English questions are full of general words (how much is my car
worth), Korean verbs are left out: at 0.5 one in seven English questions about anything was taken for the field's."""
MOST = 40
"""Words of a question that are read."""
OWN_WORDS = 2
"""From this many words of its own on, a question within a conversation may be off topic."""
KNOWN = 1 / 3
"""Share of such a question's idf mass that passages must hold."""
HEADED = 1 / 3
"""Share of a question's idf mass that a heading must hold for the question to be complete by itself."""
MOSTLY = 0.6
"""The same for a heading that says what is asked, so that its document is meant and no row."""
RARE = 0.85
"""The least idf mass it must have; 1 is a word that one passage alone holds. A heading may contain 한도가 얼마야, too,
and the question still depends on the conversation (docs/reuse.md, "Standing on its own")."""
_OF_A_NAME = 0.5
"""Share of a name's words that say it: 750 ml of wood glue need not be said."""
_PARTICLES = PARTICLE_TAIL.pattern.removesuffix("$")
_ENGLISH = StemmedWords()


def speaks_of(index: LexicalIndex, question: str, sources: Sequence[str]) -> bool:
    """True if a passage of these sources holds enough of what is asked. Blocks, for milliseconds."""
    return is_enough(share_spoken_of(index, question, sources), question)


def is_enough(share: float, question: str) -> bool:
    """True if a passage that holds this share of what is asked is about it."""
    return share >= LEAST["ko" if HANGUL.search(question) else "en"]


def share_spoken_of(index: LexicalIndex, question: str, sources: Sequence[str]) -> float:
    """The share of what is asked that the passage of these sources which holds most of it holds, 0..1. Blocks, for
    milliseconds."""
    asked = _asked(question)
    return max((_share_held(text, asked) for text in _nearest(index, question, asked, sources)), default=0.0)


def share_answered(index: LexicalIndex, question: str, sources: Sequence[str]) -> float:
    """The same where a word for the kind of thing asked is held by a passage that tells such a thing: six months are a
    notice period. Blocks, for milliseconds."""
    asked, wants = _asked(question), wanted(question)
    kinds = {word for word in asked if wanted(word).asked & wants.asked or unit_of(word).kind in wants.kinds}
    named = [word for word in asked if word not in kinds]
    if not kinds or not named:
        return share_spoken_of(index, question, sources)
    texts = _nearest(index, question, asked, sources)
    return max((_share_held(text, named if wants.tells(text) else asked) for text in texts), default=0.0)


def _nearest(index: LexicalIndex, question: str, asked: Sequence[str], sources: Sequence[str]) -> Iterator[str]:
    """The passages nearest to a question that names anything, with their headings."""
    if sources and not all(is_said(word) for word in asked):
        yield from (f"{hit.title}\n{hit.text}" for hit in index.search(question, TOP, sources))


def is_named_by(name: str, question: str, beside: str = "") -> bool:
    """True if a question says most of a name, and little else: the wood glue of Wood glue 750 ml. `beside`: words that
    it may say of it."""
    asked, own = _asked(question), _asked(name)
    said = f"{name}\n{beside}"
    return _share_held(question, own) >= _OF_A_NAME and is_enough(_share_held(said, asked), question)


def words_named(text: str) -> frozenset[str]:
    """The words by which a name may be found, each as it is compared."""
    return frozenset(_ENGLISH.terms(word)[0] if word.isascii() else word for word in _asked(text))


def weight_spoken_of(index: LexicalIndex, question: str, sources: Sequence[str]) -> float:
    """The same by how rare the words are (pump P-7 says more than supplies): the share of the idf mass, 0..1."""
    words = bare_words(question)
    known, asked = index.weight(words)
    hits = index.search(words, TOP, sources)
    return known * max(index.covered(words, hits, 0), default=0.0) / asked if hits and asked else 0.0


def knows(index: LexicalIndex, question: str) -> bool:
    """True if a question within a conversation may be on topic: it has too few words of its own to be off topic, or the
    index knows a share of them, by their idf. Blocks, for milliseconds."""
    if len([word for word in _asked(question) if not is_said(word)]) < OWN_WORDS:
        return True
    known, asked = index.weight(bare_words(question))
    return known >= KNOWN * asked


def has_heading(index: LexicalIndex, question: str, sources: Sequence[str], share: float = HEADED) -> bool:
    """True if one of the best passages of these sources has a heading with this share of what is asked. Blocks, for
    milliseconds."""
    if not sources:
        return False
    # Without question words: "when is" occurs in more passages than "payday".
    words = bare_words(question)
    hits = index.search(words, TOP, sources)
    headings = [Hit(hit.item_id, hit.content_hash, hit.near_group, hit.title, "", hit.score) for hit in hits]
    known, asked = index.weight(words)
    said = known * max(index.covered(words, headings, 0), default=0.0)
    return said >= max(RARE, share * asked)


def _asked(question: str) -> list[str]:
    """The words that say what is asked, without particles, each once."""
    said = (word.lower() for word in topic_words(" ".join(key_words(question)), limit=MOST))
    return [word for word in dict.fromkeys(said) if len(word) > 1 and not word[0].isdigit()]


def _share_held(text: str, asked: Sequence[str]) -> float:
    """The share of the asked words that is held, 0..1; verbs count if they are held, and nothing counts if no other
    word is."""
    plain, stems = normalised(text), {term for word in words(text) if word.isascii() for term in _ENGLISH.terms(word)}
    held = [word for word in asked if _is_held(word, plain, stems)]
    named = [word for word in held if not is_said(word)]
    counted = [word for word in asked if word in held or not is_said(word)]
    return len(held) / len(counted) if named else 0.0


def _is_held(word: str, text: str, stems: set[str]) -> bool:
    if word.isascii():
        return any(term in stems for term in _ENGLISH.terms(word))
    return _written(word).search(text) is not None


@lru_cache(maxsize=2_048)
def _written(word: str) -> re.Pattern[str]:
    """The word as texts write it: with spaces inside, particles after it, not as a part of another word."""
    spaced = r"\s?".join(map(re.escape, word))
    return re.compile(rf"(?<![^\W_]){spaced}{_PARTICLES}(?![^\W_])")
