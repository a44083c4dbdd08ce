"""Passages to sentences, and which of them speak most of a question: character 2-grams weighted by rarity."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from execution_agents.retrieval.tokens import asked_references, title_references

_END = re.compile(r"(?<=[.!?。？！])[\"”’)」』]?\s+|\n+")
_NOT_AN_END = re.compile(r"(?:\b\d+|\b[A-Z]|\b(?:Mr|Mrs|Dr|No|Art|Sec|vs|e\.g|i\.e)|제\d+조)\.$")
_WORD = re.compile(r"[^\W_]+")
_HEADING = re.compile(r"^\s*#+\s.*$", re.MULTILINE)
_MARKDOWN = re.compile(r"^\s*(?:#+\s+|[-*•]\s+|>\s+)|\*\*|`")
_ASKED_FIGURES = (
    (
        re.compile(
            r"얼마|몇\s*(?:퍼센트|프로|%)|비율|금액|한도|상한|how much|what (?:rate|percentage)|limit", re.IGNORECASE
        ),
        re.compile(r"\d[\d,.]*\s*(?:%|퍼센트|프로|[조억만]?\s*원|천만|백만|percent|won)|분의|one (?:half|third|tenth)"),
    ),
    (
        re.compile(r"언제|기간|기한|며칠|몇\s*(?:일|달|개월|년)|how (?:long|soon)|when", re.IGNORECASE),
        re.compile(r"\d+\s*(?:일|주|개월|년|days?|weeks?|months?|years?)"),
    ),
    (re.compile(r"몇|how many", re.IGNORECASE), re.compile(r"\d")),
)
"""What a question asks for, and what a sentence that may tell it looks like."""
_HANGUL = re.compile(r"[가-힣]")
_STOP = re.compile(
    r"관련해|알려줘|알려주세요|뭐야|무엇|어떻게|되나요|하나요|인가요|해줘|주세요|있어|있나요"
    r"|regarding|the|an?|of|to|in|is|are|for|and|or|what|how|do|does|i|my|me|it|can|may"
)
FIGURE_BONUS = 0.2
"""Added for a figure of the kind the question asks for: how much, how many, when."""
TITLE_SHARE = 0.6
"""How much a gram found in the title alone counts against one in the sentence."""
PASSAGE_SHARE = 0.4
"""What the whole passage's coverage adds to each of its sentences: the right passage says the rest elsewhere."""
NEIGHBOUR_SHARE = 0.3
"""What the better neighbour's coverage adds: the answer often stands beside the sentence that names the subject."""
OWN_WEIGHT = 3
"""How much more a gram of the person's own words weighs than one taken over from the conversation."""
ARTICLE_BONUS = 4.0
"""Added for a passage whose title is the article the question names: others only mention it."""
TOPIC_SHARE = 0.5
"""What a title's coverage of the words taken over adds: what is asked on (월세도 같아?) is asked of that topic.
Nothing where some title is about the new words themselves."""
NEW_TOPIC = 0.6
"""From this share of the new words on a title is about them."""
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
    """Sentences, one per element, without headings and Markdown marks; a text of headings alone is its headings."""
    body = _HEADING.sub("", text)
    found: list[str] = []
    for part in _END.split(body if body.strip() else text):
        plain = _MARKDOWN.sub("", part).strip()
        if not plain:
            continue
        if found and _NOT_AN_END.search(found[-1]):
            found[-1] = f"{found[-1]} {plain}"
        else:
            found.append(plain)
    return found


def in_language(sentences: Sequence[str], language: str) -> list[str]:
    """Sentences in the person's language where the text has any (guides repeat themselves in another); else all."""
    own = [one for one in sentences if bool(_HANGUL.search(one)) == (language == "ko")]
    return own or list(sentences)


def grams_of(text: str) -> Counter[str]:
    """Character 2-grams of each word that carries meaning; a one-character word is its own gram."""
    grams: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        if not _STOP.fullmatch(word):
            grams.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
    return grams


def coverage(question: str, text: str) -> float:
    """Share of the question's 2-grams the text holds, 0..1."""
    asked = _gram_set(question)
    return len(asked & _gram_set(text)) / len(asked) if asked else 0.0


def _gram_set(text: str) -> set[str]:
    """The same grams without their counts, for whole texts: counting them takes twice as long."""
    words = (word for word in _WORD.findall(text.lower()) if not _STOP.fullmatch(word))
    return {word[at : at + 2] for word in words for at in range(max(1, len(word) - 1))}


def ranked(question: str, passages: Sequence[Passage], language: str, own: str = "") -> list[Sentence]:
    """The sentences in the person's language, best first. `own`: the person's own words, where the question was
    rewritten; what was taken over into it says only what the conversation is about."""
    asked = grams_of(question).keys()
    split = [(passage, in_language(sentences_of(passage.text), language)) for passage in passages]
    weights = rarity(asked, [sentence for _, sentences in split for sentence in sentences])
    new = grams_of(own).keys()
    weights = {gram: weight * (OWN_WEIGHT if gram in new else 1) for gram, weight in weights.items()}
    wanted = [figure for asks, figure in _ASKED_FIGURES if asks.search(question)]
    articles = asked_references(question)
    topic = taken_over(weights, new, passages)
    found: list[Sentence] = []
    for rank, (passage, sentences) in enumerate(split):
        of_passage = RANK_BONUS / (rank + 1) + PASSAGE_SHARE * share_of(f"{passage.title} {passage.text}", weights)
        of_passage += article_bonus(passage.title, articles) + TOPIC_SHARE * share_of(passage.title, topic)
        above = grams_of(passage.title).keys()
        covered = [share_of(text, weights) + TITLE_SHARE * share_of(text, weights, above) for text in sentences]
        for position, text in enumerate(sentences):
            beside = max([0.0, *covered[max(0, position - 1) : position], *covered[position + 1 : position + 2]])
            bonus = FIGURE_BONUS * any(figure.search(text) for figure in wanted) + NEIGHBOUR_SHARE * beside
            score = covered[position] + of_passage + bonus
            found.append(Sentence(passage.marker, position, text, covered[position], score))
    return sorted(found, key=lambda sentence: (-sentence.score, sentence.marker, sentence.position))


def taken_over(weights: Mapping[str, float], new: Set[str], passages: Sequence[Passage]) -> dict[str, float]:
    """The grams taken over from the conversation; none where nothing was, or where a title is about the new ones."""
    own = {gram: weight for gram, weight in weights.items() if gram in new}
    if not own or any(share_of(passage.title, own) >= NEW_TOPIC for passage in passages):
        return {}
    return {gram: weight for gram, weight in weights.items() if gram not in new}


def article_bonus(title: str, asked: Mapping[str, bool]) -> float:
    """Above everything else for the very article a question names; the half where it names the number alone."""
    held = [asked[name] for name in title_references(title) if name in asked]
    return ARTICLE_BONUS * (1.0 if any(held) else 0.5) if held else 0.0


def share_of(text: str, weights: Mapping[str, float], instead: Set[str] | None = None) -> float:
    """Weight share of the grams the text holds; with `instead`, of those it lacks and `instead` holds."""
    held = grams_of(text).keys()
    kept = weights.keys() & held if instead is None else (weights.keys() & instead) - held
    return sum(weights[gram] for gram in kept) / (sum(weights.values()) or 1.0)


def rarity(grams: Iterable[str], sentences: Sequence[str]) -> dict[str, float]:
    """Inverse document frequency over the sentences at hand; a gram none of them has weighs most."""
    held = [grams_of(sentence).keys() for sentence in sentences]
    return {gram: math.log(1 + (len(held) + 1) / (1 + sum(gram in one for one in held))) for gram in grams}
