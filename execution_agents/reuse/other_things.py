"""Whether a question over rows names a thing that neither the rows nor the pack know, or that the pack knows from
something else: 휘발유 가격은? after flats, 신한은? after another bank's loans, 룸메이트 들여도 돼? after either.

Rows have no probe: a question after them is answered from them, unless a slot or a gate forbids it. An unknown thing is
recognised in two ways, like a name the data lacks in an answer (`foundation/domains/slots/names.py`): a word before a
noun of the data type (휘발유 가격), and a question that exchanges one thing for another (신한은?, what about petrol?).
A word is known if the pack lists it for any purpose, if the stored question has it, or if the rows have it. A word or
phrase the pack lists belongs to something else if neither the rows nor the pack's declarations of the turn's data types
have it: 그 지역 시세랑 법적으로 주의할 점 asks for prices and for law, and each kind of data is compared with its own
evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache

from execution_agents.reuse.terms import nouns
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import DataType, NamedThings, Pack, TableSource
from foundation.domains.slots.names import things_named, unexplained
from foundation.domains.slots.slots import Mention
from foundation.language.cues import FRAGMENT, REUSE_CUES, normalise
from foundation.language.wanted.comparisons import comparing, without_ranking

_WHAT_ABOUT = re.compile(
    r"^\s*(?:(?:and|so|then)\s+)?(?:what|how)\s+about\b|^\s*and(?:\s+[\w-]+){1,3}\s*\?*\s*$"
    r"|^\s*(?:그럼\s+)?[\w·]+[은는]\s*어때(?:요)?[\s?]*$",
    re.IGNORECASE,
)


def names_another_thing(
    question: str,
    said: Callable[[], str],
    data_type: DataType,
    pack: Pack,
    mentions: tuple[Mention, ...],
    needed: Collection[str],
) -> bool:
    """False where it points at what was found (방금 찾은 시세에서 가장 비싼 …). `said`: by the rows and by the
    question they were fetched for, read where it is needed; `data_type`: the rows'; `mentions`: the question's slots;
    `needed`: the names of all data types the turn needs."""
    if REUSE_CUES.search(question):
        return False
    by_id = ByIdentity(pack)
    listed, named_here = _words_of(by_id), _words_in(question, by_id)
    own = frozenset[str]().union(*(_own_words_of(by_id, name) for name in {data_type.name, *needed}))
    in_hand = cache(lambda: normalise(said()))
    things = data_type.named_things or NamedThings(nouns=(*data_type.keywords, *data_type.high_priority))
    ordinary = {normalise(word) for word in things.ordinary}

    def is_known(word: str) -> bool:
        plain = normalise(word)
        return plain in listed or plain in ordinary or plain in in_hand()

    def is_of_others(word: str) -> bool:
        plain = normalise(word)
        return plain in named_here and plain not in own and plain not in ordinary and plain not in in_hand()

    named = things_named(question, things, mentions, is_known)
    if any(not is_known(name) for name in named) or any(_exchanged(question, mentions, is_known)):
        return True
    return any(map(is_of_others, nouns(_without(question, mentions))))


def _exchanged(question: str, mentions: tuple[Mention, ...], is_known: Callable[[str], bool]) -> Iterator[str]:
    """Words of an exchange that nothing explains; slots are compared as slots."""
    asked = comparing(question)
    another_form = asked.per_cent or asked.ratio or asked.difference  # 퍼센트로는? of the figures that were shown
    if another_form or not (FRAGMENT.search(question) or _WHAT_ABOUT.match(question)):
        return
    for word in nouns(_without(without_ranking(question), mentions)):
        rest = word * (not is_known(word)) if word.isascii() else unexplained(word, is_known)
        if len(rest) > 1:
            yield rest


def _without(question: str, mentions: tuple[Mention, ...]) -> str:
    for mention in sorted(mentions, key=lambda one: one.start, reverse=True):
        question = f"{question[: mention.start]} {question[mention.end :]}"
    return question


def _words_in(question: str, pack: ByIdentity[Pack]) -> frozenset[str]:
    """The pack's words that the question may name: single words, and the parts of phrases that the question holds.
    "once more" does not match the listed "more rent"."""
    words, phrases = _words_and_phrases_of(pack)
    plain = normalise(question)
    return words.union(*(parts for whole, parts in phrases if whole in plain))


@lru_cache(maxsize=64)
def _words_and_phrases_of(
    pack: ByIdentity[Pack],
) -> tuple[frozenset[str], tuple[tuple[str, frozenset[str]], ...]]:
    """Words listed by themselves; each listed phrase with its parts."""
    listed = set(_listed(pack.part))
    phrases = ((normalise(words), frozenset(map(normalise, words.split()))) for words in listed if " " in words)
    return frozenset(map(normalise, listed)), tuple(phrases)


@lru_cache(maxsize=64)
def _words_of(pack: ByIdentity[Pack]) -> frozenset[str]:
    """Every word the pack lists, whatever for."""
    return frozenset(normalise(part) for words in _listed(pack.part) for part in (words, *words.split()))


@lru_cache(maxsize=256)
def _own_words_of(pack: ByIdentity[Pack], data_type: str) -> frozenset[str]:
    """Words the pack lists for this data type."""
    return frozenset(normalise(part) for words in _own(pack.part, data_type) for part in (words, *words.split()))


def _listed(pack: Pack) -> Iterator[str]:
    dictionary = pack.dictionary
    yield from dictionary.domain_words
    for word, others in dictionary.synonyms.items():
        yield from (word, *others)
    for party in dictionary.parties:
        yield from party
    for intent in pack.intents:
        yield from intent.keywords
    for data_type in pack.data_types:
        yield from _own(pack, data_type.name)


def _own(pack: Pack, name: str) -> Iterator[str]:
    """Its names and keywords, those of the intents that need it, its tables' columns, and all slots."""
    data_type = pack.data_type(name)
    yield from (*data_type.keywords, *data_type.high_priority, *data_type.label.values())
    for intent in pack.intents:
        if name in intent.data_types:
            yield from intent.keywords
    for slot in pack.slots:
        yield from (*slot.label.values(), *slot.said_with, *slot.pointing_words)
        for choice in slot.choices:
            yield from (*choice.words, *choice.label.values())
    for source in pack.sources:
        for column in source.columns if isinstance(source, TableSource) and source.name in data_type.sources else ():
            yield from (*column.label.values(), *column.words)
