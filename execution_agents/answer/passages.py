"""Passages to sentences, and which of them speak most of a question: character 2-grams weighted by rarity."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_END = re.compile(r"(?<=[.!?。？！])[\"”’)」』]?\s+|\n+")
_NOT_AN_END = re.compile(r"(?:\b\d+|\b[A-Z]|\b(?:Mr|Mrs|Dr|No|Art|Sec|vs|e\.g|i\.e)|제\d+조)\.$")
_WORD = re.compile(r"[^\W_]+")
_MARKDOWN = re.compile(r"^\s*(?:#+\s+|[-*•]\s+|>\s+)|\*\*|`")
_AMOUNT_ASKED = re.compile(
    r"얼마|몇|언제|기간|비율|금액|한도|며칠|how (?:much|many|long)|what (?:rate|percentage)|when", re.IGNORECASE
)
_HAS_FIGURE = re.compile(r"\d|분의")
_STOP = re.compile(
    r"알려줘|알려주세요|뭐야|무엇|어떻게|되나요|하나요|인가요|해줘|주세요|있어|있나요"
    r"|the|an?|of|to|in|is|are|for|and|or|what|how|do|does|i|my|me|it|can|may"
)
FIGURE_BONUS = 0.15
"""Added for a figure in a sentence when the question asks how much, how many or when."""
TITLE_SHARE = 0.6
"""How much a gram found in the title alone counts against one in the sentence."""
RANK_BONUS = 0.12
"""Added to the first passage's sentences and less to each later one: the retriever saw more than 2-grams."""


@dataclass(frozen=True)
class Passage:
    """One passage as scoring sees it."""

    marker: int
    title: str
    text: str


@dataclass(frozen=True)
class Sentence:
    """One sentence and how well it speaks to the question."""

    marker: int
    position: int
    text: str
    coverage: float
    """0..1: share of the question's grams (by weight) that the sentence or its title holds."""
    score: float


def sentences_of(text: str) -> list[str]:
    """Sentences, one per element, without Markdown marks."""
    found: list[str] = []
    for part in _END.split(text):
        plain = _MARKDOWN.sub("", part).strip()
        if not plain:
            continue
        if found and _NOT_AN_END.search(found[-1]):
            found[-1] = f"{found[-1]} {plain}"
        else:
            found.append(plain)
    return found


def grams_of(text: str) -> Counter[str]:
    """Character 2-grams of each word that carries meaning; a one-character word is its own gram."""
    grams: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        if not _STOP.fullmatch(word):
            grams.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
    return grams


def coverage(question: str, text: str) -> float:
    """Share of the question's 2-grams the text holds, 0..1."""
    asked, held = grams_of(question), grams_of(text)
    return len(asked.keys() & held.keys()) / len(asked) if asked else 0.0


def ranked(question: str, passages: Sequence[Passage]) -> list[Sentence]:
    """All sentences, best first."""
    asked = grams_of(question).keys()
    split = [(rank, passage, sentences_of(passage.text)) for rank, passage in enumerate(passages)]
    weights = rarity(asked, [sentence for _, _, sentences in split for sentence in sentences])
    total = sum(weights.values()) or 1.0
    wants_figure = bool(_AMOUNT_ASKED.search(question))
    found: list[Sentence] = []
    for rank, passage, sentences in split:
        title = grams_of(passage.title).keys()
        for position, text in enumerate(sentences):
            held = grams_of(text).keys()
            inside = sum(weights[gram] for gram in asked & held)
            above = sum(weights[gram] for gram in (asked & title) - held) * TITLE_SHARE
            covered = (inside + above) / total
            bonus = RANK_BONUS / (rank + 1) + (FIGURE_BONUS if wants_figure and _HAS_FIGURE.search(text) else 0.0)
            found.append(Sentence(passage.marker, position, text, covered, covered + bonus))
    return sorted(found, key=lambda sentence: (-sentence.score, sentence.marker, sentence.position))


def rarity(grams: Iterable[str], sentences: Sequence[str]) -> dict[str, float]:
    """Inverse document frequency over the sentences at hand; a gram none of them has weighs most."""
    held = [grams_of(sentence).keys() for sentence in sentences]
    return {gram: math.log(1 + (len(held) + 1) / (1 + sum(gram in one for one in held))) for gram in grams}
