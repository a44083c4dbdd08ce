"""The figures answers are put together by where no model writes: how sentences are scored, what is quoted, how many
rows are shown, when a fact is stated directly. Our own: the design names the way (system 3, section 4) and no figures.

Shares are thousandths, weights stand beside 1 (what the sentence itself holds of the question), lengths are characters.
Where a default was measured its note says so (docs/answers.md has the figures); the others are what the packs' labelled
questions and the stories were read with.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from foundation.contracts.work import PerMille
from foundation.domains.schema.declared import Declared
from foundation.domains.schema.retrieving import Weight

Spoken = Literal["ko", "en"]
"""Figures by language: Korean, and every other one by the English figure."""
TELLS: dict[Spoken, PerMille] = {"ko": 370, "en": 200}
"""Least share of the question, by language, that is called an answer."""
TELLS_LONG: dict[Spoken, PerMille] = {"ko": 300, "en": 200}
"""The same of a long question: of many words no one place holds as many."""


def spoken(language: str) -> Spoken:
    """Which of two figures by language counts."""
    return "ko" if language == "ko" else "en"


class ScoringFigures(Declared):
    """How well a sentence, a row or a step answers. Each word of the question counts by how rare it is, once, where it
    stands nearest: 1 in the line itself, a share elsewhere. Picked over the packs' short questions and every other
    development conversation; the others were not looked at (docs/answers.md). Those from `told_title` on say how much
    of the question is held, which decides what is called an answer (`quoting.tells`)."""

    head: Weight = 0.4
    """What the heads of a row's table hold."""
    title: Weight = 1.0
    """What the title holds: it is said of every line below it."""
    before: Weight = 0.5
    """What the line before holds: the next goes on from it."""
    behind: Weight = 0.3
    """What the line behind holds."""
    passage: Weight = 0.3
    """What the whole passage holds."""
    line: Weight = 0.2
    """Added for what the line holds itself, of two under one title."""
    taken_over: Weight = 0.35
    """Weight of a word taken over from the conversation against one of the person's own."""
    said: Weight = 0.25
    """Weight of a word that only says what is done (늘었어): it is said in many forms."""
    synonyms: Weight = 0.5
    """Weight of one of the field's words for several of the question's (못 받은 돈: 반환)."""
    retrieved: Weight = 0.9
    """The retriever's score as a share of the best one: it knows how rare words are in the whole corpus."""
    subject: Weight = 0.25
    """Added for a title about the subject named, taken away for one about another."""
    headed: Weight = 0.5
    """Added for a heading that the question says whole and nothing else (잔류염소 기준은?)."""
    kind: Weight = 0.35
    """Added where the line has the kind of thing asked for; taken away where it only asks for it itself."""
    may_tell: Weight = 0.25
    """Added for a figure where the question is a name alone (확정일자 수수료)."""
    article: Weight = 4.0
    """A title that is the very article the question names; others only mention it, so nothing else comes near."""
    article_number: Weight = 2.0
    """The same where the question names the article's number without its statute."""
    asked: Weight = 0.6
    """What the questions hold that people ask for the line with (`line_questions.jsonl`)."""
    asked_near: Weight = 0.4
    """Added for the pack's line that is nearest to the question by how people ask, a share of it for those less near.
    Picked on conversations that had been read, and tenants' questions (docs/decisions, 39)."""
    paragraph: Weight = 2.0
    """The sentence that begins the very paragraph asked for (제2항: ②)."""
    day: Weight = 2.0
    """A sentence or row of the very day asked for, however either writes it."""
    told_title: Weight = 0.6
    """What the title alone holds of the question."""
    synonyms_told: Weight = 0.3
    """What the passage holds of the field's words for the question (떼이다: 반환)."""
    day_told: Weight = 0.3
    """What the day asked for adds: its words are seldom the question's."""
    own_words: Weight = 3.0
    """Weight of a 2-gram of the person's own words against one taken over from the conversation."""
    asking_words: Weight = 0.5
    """Weight of a 2-gram that only particles, requests and cues of the question hold (방금, 다시 정리해줘)."""
    verbs: Weight = 0.25
    """Weight of a 2-gram that no passage holds and only verbs of the question do: they are said in many forms. Picked
    on the development half with `quoting.tells`."""
    topic_words: Annotated[int, Field(ge=1, le=200)] = 40
    """Words of a question that are read as its topic."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.article_number > self.article:
            raise ValueError(
                f"article_number {self.article_number} lies above article {self.article}; give it a value up to that"
            )
        return self


class QuotingFigures(Declared):
    """Which sentences are quoted, and when they are called an answer."""

    tells: dict[Spoken, PerMille] = TELLS
    """Least share of the question that is called an answer: Korean, the mean of what the best sentence, it with its
    neighbours and its passage hold; every other language, what the best sentence holds. Both fitted on development
    halves (KorQuAD and public pages; SQuAD 2)."""
    tells_long: dict[Spoken, PerMille] = TELLS_LONG
    """The same of a question of `long_words` key words or more. Picked on the development half of the public pages."""
    long_words: Annotated[int, Field(ge=1, le=200)] = 10
    """Key words of a long question."""
    lead: Weight = 0.3
    """Korean: what it adds that a search put the passage ahead of the others, by its distance from `lead_usual`: where
    nothing answers, many passages are about as near. English (MTRAG): no difference."""
    lead_usual: PerMille = 500
    """Share of the best score by which the passage usually lies above the mean of the others."""
    passages: Annotated[int, Field(ge=1, le=20)] = 2
    """Passages quoted at most."""
    nearest: Annotated[int, Field(ge=1, le=20)] = 2
    """Of them, where none is called an answer."""
    list_rows: Annotated[int, Field(ge=1, le=100)] = 12
    """Rows or steps quoted of one list at most."""
    facts: Annotated[int, Field(ge=1, le=10)] = 3
    """Facts one question may ask for that are looked for each by its own words; 1: they are looked for together."""
    fact_told: PerMille = 500
    """Least share of such a part that its best sentence holds: with few words of its own a part is easily held by
    accident."""
    fact_question: Annotated[int, Field(ge=1, le=4_000)] = 300
    """Characters of the longest question that is read for several facts."""
    shown: Annotated[int, Field(ge=100, le=2_000)] = 300
    """Characters of an answer from passages, lists apart."""
    near_answer: PerMille = 850
    """Share of the best line's score from which one more passage is quoted."""
    support: PerMille = 600
    """Share of it from which a sentence beside it is quoted too."""
    asked_answers: PerMille = 250
    """Nearness from which the line nearest to the question by how people ask for it is called an answer, whatever share
    of the question it holds: below it people ask for something else in the same words."""
    decides: PerMille = 600
    """Least share of a question's words that a clause holds which says yes or no to it."""
    fact_word: Annotated[int, Field(ge=1, le=40)] = 4
    """Letters of a key word that alone says what is asked; of shorter ones a part needs two."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for less, more in (("nearest", "passages"), ("support", "near_answer")):
            low, high = getattr(self, less), getattr(self, more)
            if low > high:
                raise ValueError(f"{less} {low} lies above {more} {high}; give {less} a value up to {high}")
        return self

    def tells_in(self, language: str, key_words: int = 0) -> float:
        """The share, 0..1, for a question of so many key words; a pack that names one language keeps the other's
        default."""
        spoke, long = spoken(language), key_words >= self.long_words
        share, default = (self.tells_long, TELLS_LONG) if long else (self.tells, TELLS)
        return share.get(spoke, default[spoke]) / 1000


class LikelihoodFigures(Declared):
    """How likely the line that leads is an answer: log odds, the weighted sum of what is measured. Fitted by logistic
    regression on strangers' conversations that had been read, reported on those nobody had read (docs/answers.md). For
    lines whose questions are known (`line_questions.jsonl`); of others none is held to be unlikely."""

    base: Annotated[float, Field(ge=-20, le=20)] = -0.847
    stands_out: Weight = 5.36
    """By how people ask, how far the nearest line is ahead of the nearest of another section (nearness, 0..1)."""
    asked: Weight = 2.11
    """Share of the question's words that people's questions for the line hold."""
    ahead: Weight = 1.42
    """How far its score is ahead of the best line of any other passage, 1 at most."""
    arithmetic: Weight = 1.64
    """Taken away where a difference, a sum or a share is asked for: a line is seldom that."""
    unheld: Weight = 3.5
    """Taken away, where an opening question names what no line of the pack and no question for one says, for the share
    of its words that the line's passage holds nowhere (docs/decisions/0063)."""
    least: PerMille = 450
    """Below this likelihood the lines are shown as what is nearest, not as an answer."""


class RowFigures(Declared):
    """How many rows and figures of tables are shown."""

    table: Annotated[int, Field(ge=1, le=100)] = 8
    """Rows of one table in an answer; the rest is counted."""
    columns: Annotated[int, Field(ge=1, le=30)] = 5
    """Figures of one row; those the question names come first."""
    singles: Annotated[int, Field(ge=1, le=100)] = 5
    """Single rows (sales, readings), the newest first."""
    near: PerMille = 600
    """Of rows in words alone, those that hold at least this share of what the best one holds of the question."""
    products: Annotated[int, Field(ge=1, le=100)] = 6
    """Rows without a time or an order, one line each."""
    months: Annotated[int, Field(ge=2, le=120)] = 12
    """Months of one series, where a question asks how it went."""
    series: Annotated[int, Field(ge=1, le=30)] = 4
    """Series then."""
    described: PerMille = 200
    """Share of the question from which a product's description is shown beside its figures."""
    prompt: Annotated[int, Field(ge=1, le=200)] = 16
    """Rows of one data type in a prompt: computed figures, then the newest."""


class DirectFigures(Declared):
    """When a fact (URL, port, date …) is certain enough to be given directly (`direct_facts`)."""

    key_words: PerMille = 1000
    """Share of the question's other key words that must stand in the sentence or its title: with one missing (서울 지사
    where the passage is about 부산 지사) the fact may be another thing's, and quoting it says whose it is."""
    question: Annotated[int, Field(ge=1, le=4_000)] = 120
    """Characters of the longest question that is answered so: a longer one asks for more."""


class CitationFigures(Declared):
    """What stands behind a marker."""

    quote: Annotated[int, Field(ge=20, le=2_000)] = 300
    """Characters of a citation's quote."""
    borne_out: PerMille = 70
    """Overlap from which an item is cited for a draft that cites nothing (the design's for answers and contexts)."""
