"""Analyses a question: its type, its key words, how strictly passages are filtered (system 3, section 1). No model.

score(type) = pattern_score x patterns found + keyword_score x keywords found, in thousandths; the best one above
`least_score` wins (the first of equals, in the order of the types), else the question is general.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from execution_agents.retrieval.keywords import says
from execution_agents.retrieval.question_words import ASKING, ASKING_ENGLISH, QUESTION_TYPES, REPEATED
from foundation.domains.schema.retrieving import QuestionTypeName, QuestionTypeWords, RetrievalFigures
from foundation.language.tokens import MAX_WORD, normalised, words

LONGEST = 4_000
"""Characters of a question that are read; longer ones are pasted texts."""
_ASKING = re.compile(ASKING)
_WORD = re.compile(r"[^\W_]+")

Cut = Callable[[str], tuple[str, ...]]
"""A word typed without spaces -> the words it is made of."""


@dataclass(frozen=True)
class Analysis:
    """What is known about a question before anything is searched."""

    question_type: QuestionTypeName
    confidence: int
    """Score of the type, 0..1000."""
    tokens: int
    key_words: tuple[str, ...]
    """The words that say what is asked, in order, each once; all words if every one is a question word."""
    dense_weight: int
    """Share of the dense leg, 0..1000."""
    threshold: int
    """Least calibrated confidence, after the adjustment for the type and the length."""
    repeated: tuple[str, ...] = ()
    """Key words that count more than once."""
    written: tuple[str, ...] = ()
    """The key words as they were typed: words typed without spaces between them are one."""
    before: Mapping[str, str] = field(default_factory=dict[str, str])
    """Key word -> the word right before it: a passage may write both as one word."""


class Analyser:
    """Reads questions with the defaults and one pack's dictionary."""

    def __init__(
        self, figures: RetrievalFigures, extra: Mapping[QuestionTypeName, QuestionTypeWords] | None = None
    ) -> None:
        self._figures = figures
        added = extra or {}
        self._types: tuple[tuple[QuestionTypeName, _Reader], ...] = tuple(
            (name, _Reader((own, added.get(name)))) for name, own in QUESTION_TYPES.items()
        )

    def read(self, question: str, *, built_in: bool = False, cut: Cut | None = None) -> Analysis:
        """`built_in`: the dense leg is the built-in embedder's, which has less weight. `cut`: splits words that were
        typed without spaces."""
        typed = normalised(question[:LONGEST])
        parts = [cut(word) for word in _WORD.findall(typed)] if cut else []
        glued = any(len(each) > 1 for each in parts)
        text = _WORD.sub(_next(parts), typed) if glued else typed
        question_type, score = self._type(text)
        said = list(words(text))
        keys = key_words(text) if self._figures.analysis.drop_question_words else tuple(dict.fromkeys(said))
        return Analysis(
            question_type=question_type,
            confidence=min(1000, score),
            tokens=len(said),
            key_words=keys,
            dense_weight=self._dense_weight(question_type, built_in=built_in),
            threshold=self._threshold(question_type, len(said)),
            repeated=tuple(word for word in keys if _is_repeated(word, question_type)),
            written=tuple(dict.fromkeys(_runs(parts, set(keys)))) if glued else keys,
            before={word: last for last, word in reversed(list(zip(said, said[1:], strict=False)))},
        )

    def _type(self, text: str) -> tuple[QuestionTypeName, int]:
        figures = self._figures.analysis
        scores: list[tuple[QuestionTypeName, int]] = [
            (name, reader.score(text, figures.pattern_score, figures.keyword_score)) for name, reader in self._types
        ]
        best, score = max(scores, key=lambda each: each[1])
        return (best, score) if score > figures.least_score else ("general", score)

    def _dense_weight(self, question_type: QuestionTypeName, *, built_in: bool) -> int:
        hybrid = self._figures.hybrid
        weight = hybrid.dense_weight_of(question_type)
        return weight * hybrid.built_in_dense_share // 1000 if built_in else weight

    def _threshold(self, question_type: QuestionTypeName, tokens: int) -> int:
        filters = self._figures.filters
        threshold = filters.threshold_numeric if question_type == "numeric" else filters.threshold
        return min(threshold, filters.threshold_long) if tokens >= filters.long_tokens else threshold


class _Reader:
    """Patterns and keywords of one type, compiled once."""

    def __init__(self, parts: Sequence[QuestionTypeWords | None]) -> None:
        declared = [part for part in parts if part is not None]
        self._patterns = [re.compile(pattern, re.IGNORECASE) for part in declared for pattern in part.patterns]
        self._keywords = sorted({normalised(word) for part in declared for word in part.keywords})

    def score(self, text: str, pattern: int, keyword: int) -> int:
        """In thousandths, not capped."""
        return pattern * sum(1 for each in self._patterns if each.search(text)) + keyword * sum(
            1 for word in self._keywords if says(text, word)
        )


def _next(parts: Sequence[tuple[str, ...]]) -> Callable[[re.Match[str]], str]:
    """Each word's pieces in its place."""
    following = iter(parts)
    return lambda _: " ".join(next(following))


def _runs(parts: Iterable[tuple[str, ...]], keys: Collection[str]) -> Iterator[str]:
    """The key words of each typed word, joined as they were; question words are removed."""
    for each in parts:
        run = ""
        for word in each:
            is_key = word[:MAX_WORD] in keys
            if run and (not is_key or len(run) + len(word) > MAX_WORD):
                yield run
                run = ""
            run += word[:MAX_WORD] if is_key else ""
        if run:
            yield run


@lru_cache(maxsize=2_048)
def key_words(question: str) -> tuple[str, ...]:
    """The words of a question without question words, in order, each once."""
    said = tuple(dict.fromkeys(words(question)))
    return tuple(word for word in said if not _asks(word)) or said


def _asks(word: str) -> bool:
    return word in ASKING_ENGLISH if word.isascii() else _ASKING.fullmatch(word) is not None


def _is_repeated(word: str, question_type: QuestionTypeName) -> bool:
    return any(word.startswith(term) and says(word, term) for term in REPEATED.get(question_type, ()))
