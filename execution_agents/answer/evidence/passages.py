"""Which sentences of the passages at hand speak most of a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from decimal import Decimal

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.analysis import key_words
from foundation.domains.schema.quoting import ScoringFigures
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.cues import topic_words
from foundation.language.dates.weekdays import weekdays_asked, weekdays_of_row
from foundation.language.figures.agreement import EXACT, Figure, dates_agree
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of, grams_said, rarity, share_of
from foundation.language.sentences import HANGUL, in_language, is_row, sentences_of
from foundation.language.tokens import asked_references, title_references, words

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
    (
        re.compile(r"어디(?:에|서|로)|\bwhere\b", re.IGNORECASE),
        re.compile(r"관할|소재지|법원|주민센터|(?:에|에게|에서)\s*(?:신청|제출|신고|접수)"),
    ),
)
"""What a question asks for, and what a sentence that may tell it looks like."""
_UNIT_ASKED = re.compile(
    r"몇\s*(?:퍼센트|프로|%|개월|개|년|달|주|일|시간|시|분|초|명|번|건|회|살|세|평|원|도|층|가지|배|미터|킬로)[가-힣]*"
)
"""몇 퍼센트야: the unit asked for is no word that the answer must hold; 30% tells it."""
_PARAGRAPH = re.compile(r"제\s*(\d{1,2})\s*항")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


@dataclass(frozen=True)
class Passage:
    """One passage as scoring sees it."""

    marker: int
    title: str
    text: str
    score: float = 0.0
    """The retriever's; 0 where none is known."""
    subject: int = 0
    """1: its title names the very subject the question names (상가); -1: one that the question does not."""


@dataclass(frozen=True)
class Asked:
    """What the passages are to speak of."""

    question: str
    own: str = ""
    """The person's own words, where the question was rewritten; what was taken over into it says only what the
    conversation is about."""
    synonyms: tuple[str, ...] = ()
    """The field's words for the person's, which count apart."""
    in_other_words: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Word of the question -> the field's words for it: how a passage without a Korean letter says a Korean word."""


def asked_of(request: AnswerRequest, passages: Sequence[Passage]) -> Asked:
    """The question with the field's words for it; word by word where a Korean one is asked of passages without a Korean
    letter, which can say it in no other way."""
    synonyms = Synonyms(request.pack.dictionary.synonyms)
    also = tuple(synonyms.added(request.standalone))
    word_by_word: dict[str, Sequence[str]] = {}
    if also and request.language == "ko" and any(in_another_script(one) for one in passages):
        word_by_word = {word: found for word in words(request.standalone) if (found := synonyms.added(word))}
    return Asked(request.standalone, request.question, also, word_by_word)


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
    told: float = 0.0
    """Of the best one alone, 0..1: the mean of its own coverage, of that with the sentences beside it and that of its
    whole passage. Long questions, and texts whose lines are cut where the page ended, are held by no one sentence."""


def ranked(asked: Asked, passages: Sequence[Passage], language: str, figures: ScoringFigures) -> list[Sentence]:
    """The sentences in the person's language, best first."""
    split = [(passage, in_language(sentences_of(passage.text), language)) for passage in passages]
    readings = {passage.marker: reading_of(passage, asked) for passage, _ in split}
    heard = [readings[passage.marker](sentence) for passage, sentences in split for sentence in sentences]
    scoring = Scoring.of(asked, passages, heard, figures)
    neighbour, day_told = figures.neighbour, figures.day_told
    found: list[Sentence] = []
    for passage, sentences in split:
        read = readings[passage.marker]
        known = replace(passage, title=read(passage.title), text=read(passage.text))
        of_passage, above = scoring.of_passage(known), grams_of(known.title)
        also = scoring.told_besides(passage)
        covered = [scoring.covered(read(text), above | heads) for text, heads in under_heads(sentences)]
        for position, text in enumerate(sentences):
            beside = max([0.0, *covered[max(0, position - 1) : position], *covered[position + 1 : position + 2]])
            score = covered[position] + of_passage + scoring.of_sentence(text) + neighbour * beside
            told = covered[position] + also + day_told * scoring.of_its_day(text)
            found.append(Sentence(passage.marker, position, text, min(1.0, told), score))
    found.sort(key=lambda sentence: (-sentence.score, sentence.marker, sentence.position))
    if found:
        found[0] = replace(found[0], told=told_by(found[0], split, scoring, readings[found[0].marker]))
    return found


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


def told_by(
    best: Sentence,
    split: Sequence[tuple[Passage, Sequence[str]]],
    scoring: Scoring,
    read: Callable[[str], str],
) -> float:
    """See `Sentence.told`."""
    figures = scoring.figures
    passage, sentences = next(each for each in split if each[0].marker == best.marker)
    also, above = scoring.told_besides(passage), grams_of(read(passage.title))
    also += figures.day_told * scoring.of_its_day(best.text)
    beside = " ".join(sentences[max(0, best.position - 1) : best.position + 2])
    shares = [min(1.0, scoring.covered(read(text), above) + also) for text in (beside, passage.text)]
    return (best.coverage + sum(shares)) / 3


def under_heads(sentences: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Each sentence with the grams of its table's heads (the first of the rows): they are said of every row."""
    heads: frozenset[str] | None = None
    for text in sentences:
        if not is_row(text):
            heads = None
            yield text, frozenset()
        elif heads is None:
            heads = grams_of(text)
            yield text, frozenset()
        else:
            yield text, heads


@dataclass(frozen=True)
class Scoring:
    """How the passages at hand are scored for one question."""

    figures: ScoringFigures
    weights: Mapping[str, float]
    synonyms: Mapping[str, float]
    topic: Mapping[str, float]
    articles: Mapping[str, bool]
    kinds: tuple[re.Pattern[str], ...]
    """What figures of the kind asked for look like."""
    best: float
    """The retriever's best score, at least a little."""
    paragraphs: tuple[str, ...] = ()
    """What the paragraphs asked for begin with."""
    days: tuple[Figure, ...] = ()
    """Those the question names with month and day."""
    weekdays: frozenset[int] = frozenset()
    """Days of the week it names, Monday 0."""
    word_by_word: bool = False
    """Whether passages in another script are read word by word (`reading_of`)."""

    @classmethod
    def of(
        cls, asked: Asked, passages: Sequence[Passage], sentences: Sequence[str], figures: ScoringFigures
    ) -> Scoring:
        """The question's grams, weighted by how rare they are in these sentences."""
        grams, new = (
            grams_of(" ".join(key_words(without_case(_UNIT_ASKED.sub(" ", asked.question), sentences)))),
            grams_of(asked.own),
        )
        others = grams_of(" ".join(asked.synonyms)) - grams
        about = grams_of(" ".join(topic_words(asked.question, limit=figures.topic_words))) or grams
        held = grams_of(" ".join(sentences))
        # A cue or request that no passage holds (정리해줘) is nothing that is asked for.
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
        return cls(
            figures,
            weights,
            rarity(others, sentences),
            taken_over(weights, new, passages, figures.new_topic / 1000),
            asked_references(asked.question),
            tuple(figure for asks, figure in _ASKED_FIGURES if asks.search(asked.question)),
            max([0.001, *(passage.score for passage in passages)]),
            tuple(
                _CIRCLED[int(one) - 1] for one in _PARAGRAPH.findall(asked.question) if 0 < int(one) <= len(_CIRCLED)
            ),
            days_of(asked.question),
            weekdays_asked(asked.question),
            bool(asked.in_other_words),
        )

    def of_passage(self, passage: Passage) -> float:
        """What a passage gives to each of its sentences."""
        whole, own = f"{passage.title} {passage.text}", self.figures
        told = own.passage * share_of(whole, self.weights) + own.synonyms * self.in_its_words(passage)
        about = article_bonus(passage.title, self.articles, own) + own.topic * share_of(passage.title, self.topic)
        return told + about + own.subject * passage.subject + own.retrieved * passage.score / self.best

    def in_its_words(self, passage: Passage) -> float:
        """How much of the field's words for the question a passage holds."""
        return share_of(f"{passage.title} {passage.text}", self.synonyms)

    def told_besides(self, passage: Passage) -> float:
        """What the field's words add to what is told; nothing where they are read as the question's own words."""
        if self.word_by_word and in_another_script(passage):
            return 0.0
        return self.figures.synonyms_told * self.in_its_words(passage)

    def covered(self, text: str, above: Set[str]) -> float:
        """How much of the question a sentence says, itself or under its title."""
        return share_of(text, self.weights) + self.figures.title * share_of(text, self.weights, above)

    def of_its_day(self, text: str) -> bool:
        """Whether a sentence speaks of a day the question names; of a day of the week only a timetable's row does."""
        if self.weekdays and not self.weekdays.isdisjoint(weekdays_of_row(text)):
            return True
        return bool(self.days) and any(dates_agree(there, day) for there in days_of(text) for day in self.days)

    def of_sentence(self, text: str) -> float:
        """A figure of the kind asked for; the paragraph or the day asked for."""
        own = self.figures
        told = own.figure * any(kind.search(text) for kind in self.kinds)
        told += own.day * self.of_its_day(text)
        return told + own.paragraph * text.startswith(self.paragraphs) if self.paragraphs else told


def without_case(question: str, sentences: Sequence[str]) -> str:
    """The question without the amounts of money that no sentence holds: they are of the person's own case (보증금이
    2억 4천인데), and nothing an answer repeats."""
    own = [one for one in figures_of(question) if one.kind == "won"]
    if own:
        known = {one.value for sentence in sentences for one in figures_of(sentence) if one.kind == "won"}
        for one in own:
            if one.value not in known:
                question = f"{question[: one.start]}{' ' * len(one.text)}{question[one.end :]}"
    return question


def days_of(text: str) -> tuple[Figure, ...]:
    """The dates of a text that name a month and a day."""
    dates = (figure for figure in figures_of(text) if figure.kind == "date")
    return tuple(figure for figure in dates if figure.parts[1] and figure.parts[2])


def taken_over(
    weights: Mapping[str, float], new: Set[str], passages: Sequence[Passage], new_topic: float
) -> dict[str, float]:
    """The grams taken over from the conversation; none where nothing was, or where a title is about the new ones (holds
    `new_topic` of them)."""
    own = {gram: weight for gram, weight in weights.items() if gram in new}
    if not own or any(share_of(passage.title, own) >= new_topic for passage in passages):
        return {}
    return {gram: weight for gram, weight in weights.items() if gram not in new}


def article_bonus(title: str, asked: Mapping[str, bool], figures: ScoringFigures) -> float:
    """For the very article a question names; less where it names the number alone."""
    held = [asked[name] for name in title_references(title) if name in asked]
    return (figures.article if any(held) else figures.article_number) if held else 0.0
