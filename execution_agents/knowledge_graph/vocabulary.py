"""Which words are ordinary in a pack: those of its dictionary and of its passages, and plain words of the language.

An ordinary word is neither a misspelt name nor an unknown one; a name that is also an ordinary word needs its head
noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import stems
from foundation.domains.schema.pack import Pack

_PLAIN = frozenset(
    re.findall(
        r"\S+",
        """
    지금 요즘 현재 최근 오늘 올해 작년 내년 보통 평균 최저 최고 최대 최소 가장 제일 다른 어떤 무슨 모든 전체
    일반 각각 각 새 좋은 싼 비싼 큰 작은 그 이 저 내 제 우리 혹시 먼저 아직 이미 바로 같이 따로 더 또 많이 조금
    그런 이런 저런 그럼 그러면 그리고 얼마 관련 해당 위 아래 기존 신규 추천 비교 인기 주요 대표 종류별 상품 한
    두 세 네 이번 지난 다음 나 너 저희 얘기 안녕하세요 근데 그런데 아까 방금 여기 거기 저기 어느 아무 여러 다시
    하나 둘 셋 특정 전국 국내 해외 인근 주변 근처 소형 중형 대형 고층 저층 신축 구축 오래된 새로운 비슷한 같은
    유명한 괜찮은 저렴한 which what who whose where when why how is are do does did can could should would may
    must the a an any some my our your their this that these those first best lowest highest cheapest new other
    another every each no all show tell give list compare please
        """,
    )
)
"""Words of any question that name nothing, whatever the field."""
_INFLECTED = re.compile(
    r"(?:는|은|던|을|를|의|에|에서|에게|로|와|과|랑|까지|부터|보다|면|고|서|며|니|게|요|줘|다|까|때|할|한|될|된|인|하|용|운|른|든|긴|린|킨|낸"
    r"|[어아여겨려져해켜혀라]진|[어타]난|[어나아]선|형|식|짜리|급|시대|[는은인던런을뭔건]지|[는은인던]데)$"
)
"""How verbs, particles and words of a sort (중앙정원형) end before a noun."""
_CONJUGATED = re.compile(r"(?:하|되|해|했|됐|있|없|같|싶|않|받|주|보|드리|알려|만들|내|걸리|나오)[가-힣]{0,5}$")


LONGEST_WORD = 40
"""Letters; no ordinary word is longer."""


class Vocabulary:
    """The ordinary words of one pack, as keys."""

    def __init__(self, pack: Pack, corpus_words: Iterable[str], ordinary: Iterable[str]) -> None:
        self._words = frozenset(corpus_words)
        self.spoken = frozenset(key for word in (*pack_words(pack), *ordinary) if (key := key_of(word)))
        """The words the pack's own files use literally."""
        self._is_ordinary = lru_cache(maxsize=20_000)(self._reads_as_ordinary)

    def __contains__(self, word: str) -> bool:
        """True if the passages or the pack's files contain exactly this word."""
        return word in self._words or word in self.spoken

    def is_common(self, key: str) -> bool:
        """True if a name is also a word of the passages, or a plain word."""
        return key in self._words or key in _PLAIN

    def is_ordinary(self, word: str) -> bool:
        """True if a word without its particles is ordinary, or is made of two ordinary words."""
        return len(word) <= LONGEST_WORD and self._is_ordinary(word)

    def _reads_as_ordinary(self, word: str) -> bool:
        for stem in stems(word):
            if stem in self or stem in _PLAIN or len(stem) < 2:
                return True
            if any(stem[:at] in self and stem[at:] in self for at in range(2, len(stem) - 1)):
                return True
        return False


def is_inflected(word: str) -> bool:
    """True for what a Korean verb or particle ends: 저렴한, 끓이는, 우리의. A name stands bare before its head noun."""
    return _INFLECTED.search(word) is not None or _CONJUGATED.search(word) is not None


def pack_words(pack: Pack) -> Iterator[str]:
    """Every word that the pack's files use for the field."""
    dictionary = pack.dictionary
    yield from dictionary.domain_words
    for word, others in dictionary.synonyms.items():
        yield word
        yield from others
    for party in dictionary.parties:
        yield from party
    for intent in pack.intents:
        yield from intent.keywords
    for data_type in pack.data_types:
        yield from (*data_type.keywords, *data_type.high_priority, *data_type.label.values())
    for slot in pack.slots:
        yield from (*slot.said_with, *slot.label.values())
        for choice in slot.choices:
            yield from (*choice.words, *choice.except_in)
    for source in pack.sources:
        columns = source.columns if source.kind == "table" else ()
        for column in columns:
            yield from (*column.label.values(), *column.words)
