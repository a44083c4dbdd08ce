"""How much of a question a sentence, its title and its passage hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal

from execution_agents.analysis.said.asking import without_multiple_clause
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.evidence.unknown import unknown_words
from execution_agents.retrieval.analysis import key_words
from execution_agents.retrieval.asked_lines import line_index
from foundation.domains.schema.quoting import ScoringFigures
from foundation.domains.slots.synonyms import synonyms_of
from foundation.language.cues import topic_words
from foundation.language.figures.agreement import EXACT
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of, grams_said, rarity, share_of
from foundation.language.sentences import HANGUL
from foundation.language.tokens import words

_UNIT_ASKED = re.compile(
    r"몇\s*(?:퍼센트|프로|%|개월|개|년|달|주|일|시간|시|분|초|명|번|건|회|살|세|평|원|도|층|가지|배|미터|킬로)[가-힣]*"
)
"""몇 퍼센트야: the answer need not repeat the unit asked for; "30%" states it."""


@dataclass(frozen=True)
class Passage:
    """One passage as scoring sees it."""

    marker: int
    title: str
    text: str
    score: float = 0.0
    """The retriever's; 0 where none is known."""
    subject: int = 0
    """1: its title names exactly the subject the question names (상가); -1: a subject that the question does not
    name."""


def no_forms(_: str) -> Sequence[str]:
    """Of a question asked without a pack."""
    return ()


def no_questions(_: str) -> str:
    """Of a line asked for without a pack."""
    return ""


def none_near(_: str) -> float:
    """Of a line asked for without a pack."""
    return 0.0


@dataclass(frozen=True)
class Asked:
    """What the passages must be about."""

    question: str
    own: str = ""
    """The person's own words, if the question was rewritten; what the rewriting added from the conversation only gives
    the topic."""
    synonyms: tuple[str, ...] = ()
    """The field's words for the person's, which count apart."""
    forms: Callable[[str], Sequence[str]] = no_forms
    """One word of the question -> the field's words for it."""
    in_other_words: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Word of the question -> the field's words for it: how a passage without a Korean letter says a Korean word."""
    questions_of: Callable[[str], str] = no_questions
    """A line -> how people ask for it."""
    nearness: Callable[[str], float] = none_near
    """A line -> 0..1, how near it is to the question by how people ask, as a share of the nearest line's."""
    unknown: tuple[str, ...] = ()
    """The words of an opening question that neither the passages nor the pack say (`unknown_words`)."""
    standing_out: float = 0.0
    """0..1: how far the nearest of the pack's lines is ahead of those of other sections by how people ask."""


def asked_of(request: AnswerRequest, passages: Sequence[Passage]) -> Asked:
    """The question with the field's words for it; word by word where a Korean one is asked of passages without a Korean
    letter, which can say it in no other way."""
    # A multiple of what is asked (…, and how much is that times 3?) is no part of what answers.
    standalone, own = without_multiple_clause(request.standalone), without_multiple_clause(request.question)
    synonyms = synonyms_of(request.pack.dictionary.synonyms)
    also = tuple(synonyms.added(standalone))
    word_by_word: dict[str, Sequence[str]] = {}
    if also and request.language == "ko" and any(in_another_script(one) for one in passages):
        word_by_word = {word: found for word in words(standalone) if (found := synonyms.added(word))}
    asked = line_index(request.pack)
    before = question_before(request)
    near = asked.nearness(own, before, request.pack.answering.quoting.asked_answers / 1000)
    stands_out = asked.standing_out(own, before)
    return Asked(
        standalone,
        own,
        also,
        synonyms.added,
        word_by_word,
        asked.questions_of,
        near,
        unknown=unknown_words(request, [part for one in passages for part in (one.title, one.text)]),
        standing_out=stands_out,
    )


def question_before(request: AnswerRequest) -> str:
    """The question before this one, "" for the first. One that is asked again, by the person or to set its answer
    beside another, is read as it was the first time."""
    asked = [question for question, _ in request.history]
    before = asked[: asked.index(request.question)] if request.question in asked else asked
    return before[-1] if before else ""


@dataclass(frozen=True)
class Sentence:
    """One sentence and how well it speaks to the question."""

    marker: int
    position: int
    text: str
    coverage: float
    """0..1: share of the question's grams (by weight) that the sentence or its title holds; the field's words for them
    count too where the passage holds them."""
    score: float
    heads: str = ""
    """The heads of its table, for a row of one."""
    mean_coverage: float = 0.0
    """For the best sentence only, 0..1: the mean of its own coverage, of its coverage with the neighbouring sentences,
    and of its whole passage's coverage. No single sentence holds a long question, or a text whose lines were cut at the
    page end."""
    ahead: float = 0.0
    """For the best sentence only: by how much its score exceeds that of the best sentence of any other passage."""
    asked: float = 0.0
    """For the best sentence only, 0..1: share of the question's words that people's questions for it hold."""
    unheld: float = 0.0
    """For the best sentence only, 0..1: share of the person's own words that its passage, its title and people's
    questions for its lines hold nothing of."""


def in_another_script(passage: Passage) -> bool:
    """True for a passage without a Korean letter."""
    return not (HANGUL.search(passage.title) or HANGUL.search(passage.text))


def reading_of(passage: Passage, asked: Asked) -> Callable[[str], str]:
    """How the passage's texts are read for this question: with the question's figures that they write otherwise (석 달
    for 3개월, 5 years for 5년); those of a passage in another script with the question's words they say in the field's
    words (annual leave: 연차) too."""
    others = {word: [grams_of(one) for one in said if one] for word, said in asked.in_other_words.items()}
    if not in_another_script(passage):
        others = {}
    figures = [one for one in figures_of(asked.question) if one.kind not in EXACT | {"plain"}]
    if not others and not figures:
        return lambda text: text

    def read(text: str) -> str:
        there = grams_of(text)
        said = [word for word, forms in others.items() if any(form and form <= there for form in forms)]
        known = {(one.kind, one.value) for one in figures_of(text)} if figures else set[tuple[str, Decimal]]()
        said += [one.text for one in figures if (one.kind, one.value) in known and one.text not in text]
        return f"{text} {' '.join(said)}" if said else text

    return read


@dataclass(frozen=True)
class Cover:
    """How much of one question the passages at hand hold: decides whether anything counts as an answer."""

    figures: ScoringFigures
    weights: Mapping[str, float]
    synonyms: Mapping[str, float]
    word_by_word: bool = False
    """Whether passages in another script are read word by word (`reading_of`)."""

    @classmethod
    def of(cls, asked: Asked, sentences: Sequence[str], figures: ScoringFigures) -> Cover:
        """The question's grams, weighted by how rare they are in these sentences."""
        grams, new = (
            grams_of(" ".join(key_words(without_case(_UNIT_ASKED.sub(" ", asked.question), sentences)))),
            grams_of(asked.own),
        )
        others = grams_of(" ".join(asked.synonyms)) - grams
        about = grams_of(" ".join(topic_words(asked.question, limit=figures.topic_words))) or grams
        held = grams_of(" ".join(sentences))
        # A cue or request that no passage holds (정리해줘) is not part of what is asked for.
        grams = {gram for gram in grams if gram in about} | (grams & held)
        said = grams_said(asked.question) - held
        own_words, asking, verbs = figures.own_words, figures.asking_words, figures.verbs
        weights = {
            gram: weight
            * (own_words if gram in new else 1)
            * (1 if gram in about else asking)
            * (verbs if gram in said else 1)
            for gram, weight in rarity(grams, sentences).items()
        }
        return cls(figures, weights, rarity(others, sentences), bool(asked.in_other_words))

    def besides(self, passage: Passage) -> float:
        """What the field's words add to the coverage; nothing if they are already read as the question's own words."""
        if self.word_by_word and in_another_script(passage):
            return 0.0
        return self.figures.synonyms_told * share_of(f"{passage.title} {passage.text}", self.synonyms)

    def covered(self, text: str, above: Set[str]) -> float:
        """How much of the question a sentence says, itself or under its title."""
        return share_of(text, self.weights) + self.figures.told_title * share_of(text, self.weights, above)


def without_case(question: str, sentences: Sequence[str]) -> str:
    """The question without amounts of money that no sentence holds: they describe the person's own case (보증금이 2억
    4천인데), and no answer repeats them."""
    own = [one for one in figures_of(question) if one.kind == "won"]
    if own:
        known = {one.value for sentence in sentences for one in figures_of(sentence) if one.kind == "won"}
        for one in own:
            if one.value not in known:
                question = f"{question[: one.start]}{' ' * len(one.text)}{question[one.end :]}"
    return question
