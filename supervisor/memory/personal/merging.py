"""Stores each thing once: which statements repeat a memory, and which replace one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from foundation.contracts.memories import Memory, MemoryChanges, MemoryKind, MemorySource, NewMemory
from foundation.language.cues import PARTICLE_TAIL
from foundation.language.printable import visible
from foundation.language.stop_words import ENGLISH_STOP
from supervisor.memory.personal.reading import Statement
from supervisor.memory.personal.styles import is_style
from supervisor.memory.personal.topics import is_beside, is_change, kind_of, topic_of

_FIGURE = re.compile(r"\d")
_DIGITS = re.compile(r"[\d.,]+")
_WORD = re.compile(r"[a-z][a-z'-]*[+#]*|[가-힣0-9㎡%.,~]*[가-힣0-9㎡%]")
_JAMO = re.compile("[\u3131-\u318e]")
"""ㅋㅋ, ㅠㅠ: how something is said, not what."""
_SIGNS = frozenset("+#&@$")
_SAID_OF_ONESELF = frozenset(
    re.findall(
        r"\S+",
        "나 저 내 제 우리 저희 지금 이제 현재 앞으로 항상 사실 살아 살아요 살고 사는데 답해 답해줘 답변 해줘"
        " i i'm we now live living please always answer answers currently really actually",
    )
)
ALIKE = 600
"""Per mille of shared words from which two statements with other figures are about the same."""


def merged(held: Sequence[Memory], statements: Iterable[Statement], written_by: MemorySource) -> MemoryChanges:
    """How these statements change the person's current memories."""
    added: list[NewMemory] = []
    replaced: dict[str, int] = {}
    for statement in statements:
        left = [one for one in held if one.memory_id not in replaced]
        if any(_repeats(statement, one.text, one.topic) for one in left):
            continue
        if any(_repeats(statement, one.text, one.topic) for one in added):
            continue
        added.append(new_memory(statement, written_by))
        for one in left:
            if _takes_the_place(statement, one):
                replaced[one.memory_id] = len(added) - 1
    return MemoryChanges(added=tuple(added), replaced=tuple(replaced.items()))


def new_memory(statement: Statement, written_by: MemorySource) -> NewMemory:
    """The statement as it is stored."""
    confidence = {"person": 1000, "rules": 900, "model": 800}[written_by]
    return NewMemory(
        kind=statement.kind, text=statement.text, topic=statement.topic, confidence=confidence, written_by=written_by
    )


def forgotten(held: Sequence[Memory], what: str) -> tuple[str, ...]:
    """Ids of the memories these words refer to: those that share most of them, or are of the topic they name."""
    words, topic = content(what), topic_of(what, kind_of(what))
    return tuple(
        one.memory_id
        for one in held
        if (topic and one.topic == topic and not _values(words) - content(one.text)) or _mostly_in(words, one.text)
    )


def _mostly_in(words: frozenset[str], text: str) -> bool:
    if not words:
        return False
    there = content(text)
    shared = sum(1 for word in words if _in(word, there))
    return shared * 2 > len(words) or (shared * 2 == len(words) and shared > 0 and len(words) > 1)


def _in(word: str, words: frozenset[str]) -> bool:
    """A word, or the word as the stem of another: 달서구, 달서구랑."""
    return word in words or any(min(len(word), len(one)) > 1 and _begins(word, one) for one in words)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _values(words: frozenset[str]) -> frozenset[str]:
    """Words that distinguish two statements of one topic: those with a figure."""
    return frozenset(word for word in words if _FIGURE.search(word))


def _repeats(statement: Statement, text: str, topic: str) -> bool:
    """True if everything it says was said before."""
    if statement.topic != topic:
        return False
    new, old = content(statement.text), content(text)
    if not new and not old:  # nothing but words that everybody uses, or marks
        return statement.text.casefold() == text.casefold()
    return new == old or (bool(new) and _values(new) == _values(old) and all(_in(word, old) for word in new))


def _takes_the_place(statement: Statement, one: Memory) -> bool:
    if statement.beside:
        return False
    if statement.topic:
        return statement.topic == one.topic
    new, old = content(statement.text), content(one.text)
    if one.topic:
        return False
    mine, theirs = new - _values(new), old - _values(old)
    if is_change(statement.text) and _same_slot(new, old):
        return True
    if _values(new) == _values(old) or not _values(new):
        return False
    shared = len(mine & theirs) * 1000
    return bool(mine | theirs) and shared >= ALIKE * len(mine | theirs)


def _same_slot(new: frozenset[str], old: frozenset[str]) -> bool:
    """True if the change is about the older one's subject: half of its words are there, a figure by its unit."""
    mine, theirs = ({_DIGITS.sub("", word) or word for word in each} for each in (new, old))
    shared = sum(1 for word in theirs if _in(word, frozenset(mine)))
    return shared * 2 >= len(theirs) > 0


@lru_cache(maxsize=4096)
def content(text: str) -> frozenset[str]:
    """The words that identify a statement, without particles and without words that everybody uses about themselves."""
    folded = visible(text.casefold())
    words = (*(_stem(word) for word in _WORD.findall(folded)), *_of_other_scripts(_WORD.sub(" ", folded)))
    return frozenset(word for word in words if word and word not in _SAID_OF_ONESELF and word not in ENGLISH_STOP)


def _of_other_scripts(text: str) -> list[str]:
    """Words of any other script, with the marks that belong to its letters, and signs: 大阪, Москва, 🐈."""
    return "".join(each if _tells(each) else " " for each in text).split()


def _tells(character: str) -> bool:
    category = unicodedata.category(character)
    if category[0] == "S":
        return character in _SIGNS or not character.isascii() and category != "Sk"
    return category[0] in "LMN" and not _JAMO.match(character)


def _stem(word: str) -> str:
    return word if word.isascii() else PARTICLE_TAIL.sub("", word) or word[:1]


def statement_of(text: str, kind: MemoryKind | None = None) -> Statement:
    """A statement written on the person's own page: stored as it is."""
    kind = kind or ("style" if is_style(text) else kind_of(text))
    return Statement(text, kind, topic_of(text, kind), is_beside(text))
