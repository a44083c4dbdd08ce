"""Which line of the passages at hand answers a question: a sentence, a table row, a step.

`passages.py` finds the passages about the question. The answering line often shares few words with it: its subject is
in the heading or in the sentence before, and the line adds what was asked for. So each word of the question counts
once, at its nearest occurrence: in the line, in the heads of its table, in its heading, beside it, in its passage; and
the line must contain the kind of thing asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from execution_agents.answer.evidence.passages import Asked, Cover, Passage, Sentence, reading_of
from execution_agents.answer.evidence.pointed import Pointed
from execution_agents.retrieval.question_words import ASKING_ENGLISH
from foundation.domains.schema.quoting import ScoringFigures
from foundation.language.content import content_words
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of, is_said
from foundation.language.rules.bands import names_column, rows_of_figure
from foundation.language.rules.opposed_words import speaks_of_the_opposite
from foundation.language.sentences import in_language, is_row, sentences_of
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.verb_stems import stem_of, stems_in, verbs_in
from foundation.language.wanted.asking import Wanted, asks_itself, wanted

_CELL = " | "
BY_FIGURE = 0.001
"""By how much the row of the question's figure is ahead of its table's other rows: it takes their place and no more."""
EXPLAINED = 2.0
"""By how much a glossary's line for the term that is asked about is ahead: every other line only uses the term."""
NAMED_WHOLE = 2
"""Words of a heading that a question names as a whole: one word alone is in many questions."""
LONGEST_QUESTION = 40
"""Most words of a question that are read."""
_ACTED = re.compile(r"(?<=[가-힣]{2})(?:하|되|된|한|할|될|함|됨|했|됐|돼|해)[가-힣]*$")
"""신고하면, 연장됐는데: the noun says what is done."""
_STOP = ENGLISH_STOP | ASKING_ENGLISH
_POINTS = re.compile(
    r"ones?|(?:둘|셋|그|이)중[가-힣]*|둘[이은다]?|뭐[가-힣]*|무엇[가-힣]*|거기[가-힣]*|그[거것건게][가-힣]*",
    re.IGNORECASE,
)
"""Words that only point or ask."""
_CODE = re.compile(r"(?<![A-Za-z0-9-])(?=[A-Za-z-]*\d)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?![A-Za-z0-9-])")
"""WQ-402, TIT-101."""
Forms = Callable[[str], Sequence[str]]
"""A word of the question -> the field's words for it."""


def codes_in(text: str) -> Sequence[str]:
    """The codes of things in a text: WQ-402."""
    return _CODE.findall(text)


def has_code(text: str, code: str) -> bool:
    """True if a text holds the code as a whole."""
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(code)}(?![0-9])", text, re.IGNORECASE) is not None


def ranked(asked: Asked, passages: Sequence[Passage], language: str, figures: ScoringFigures) -> list[Sentence]:
    """The lines in the person's language by how well they answer, best first; a table's head row is never a line on its
    own."""
    split = [(passage, in_language(sentences_of(passage.text), language)) for passage in passages]
    readings = {passage.marker: reading_of(passage, asked) for passage, _ in split}
    cover = Cover.of(asked, [readings[one.marker](text) for one, texts in split for text in texts], figures)
    reader, found = _Reader.of(asked, split, figures), list[Sentence]()
    by_heading = headed(asked.question, [passage.title for passage, _ in split])
    for passage, texts in split:
        read, heads = readings[passage.marker], heads_of(texts)
        above, also = grams_of(read(passage.title)), cover.besides(passage)
        scores = reader.scores(passage, texts, heads)
        for at, text in enumerate(texts):
            beside = grams_of(heads[at]) | grams_of(asked.questions_of(text))
            held = cover.covered(read(text), above | beside) + also
            held += figures.day_told * reader.pointed.of_its_day(text)
            score = scores[at] + figures.headed * (passage.title in by_heading)
            found.append(Sentence(passage.marker, at, text, min(1.0, held), score, heads[at]))
    found = rows_of_its_figure(found, asked)
    found.sort(key=lambda one: (-one.score, one.marker, one.position))
    if found:
        passage, texts = next(each for each in split if each[0].marker == found[0].marker)
        fullest = max((one for one in found if one.marker == passage.marker), key=lambda one: one.coverage)
        read, above = readings[passage.marker], grams_of(readings[passage.marker](passage.title))
        also = cover.besides(passage) + figures.day_told * reader.pointed.of_its_day(fullest.text)
        beside = " ".join(texts[max(0, fullest.position - 1) : fullest.position + 2])
        shares = [min(1.0, cover.covered(read(text), above) + also) for text in (beside, passage.text)]
        best = found[0]
        other = next((one.score for one in found if one.marker != best.marker), 0.0)
        found[0] = replace(
            best,
            coverage=fullest.coverage,
            mean_coverage=(fullest.coverage + sum(shares)) / 3,
            ahead=best.score - other,
            asked=reader.asked_share(best.text),
            unheld=reader.unheld_share(passage, texts),
        )
    return found


def rows_of_its_figure(found: Sequence[Sentence], asked: Asked) -> list[Sentence]:
    """The lines with the best score of a table of ranges at the row in whose range a figure of the question lies: at
    12 NTU the row of 5~20 NTU is asked for, whatever words the others have."""
    own, tables = asked.own or asked.question, dict[tuple[int, str], list[Sentence]]()
    for one in found:
        if one.heads:
            tables.setdefault((one.marker, one.heads), []).append(one)
    best = dict[tuple[int, int], Sentence]()
    for (_, heads), rows in tables.items():
        bare = names_column(asked.question, heads.partition(_CELL)[0])
        labels = [one.text.partition(_CELL)[0] for one in rows]
        meant = rows_of_figure(own, labels, bare=bare, about=asked.question)
        first, full = max(one.score for one in rows), max(one.coverage for one in rows)
        for at in meant if len(meant) < len(rows) else ():
            best[rows[at].marker, rows[at].position] = replace(rows[at], score=first + BY_FIGURE, coverage=full)
    return [best.get((one.marker, one.position), one) for one in found]


def headed(question: str, titles: Sequence[str]) -> set[str]:
    """Of these titles, those whose heading a question says whole and nothing else (잔류염소 기준은?): a heading that
    says more (비상 시 잔류염소 기준) is of a special case that nobody asked for."""
    asked = [word for word in content_words(question) if word.lower() not in _STOP]
    words = {one: content_words(one.rpartition(" > ")[2]) for one in titles}
    said, alike = grams_of(question), {title: grams_of(" ".join(own)) for title, own in words.items()}
    return {
        title
        for title, own in words.items()
        if len(own) >= NAMED_WHOLE and alike[title] <= said and all(grams_of(word) <= alike[title] for word in asked)
    }


def heads_of(texts: Sequence[str]) -> list[str]:
    """For each sentence the heads of the table it is a row of (its first row); "" for any other and for heads."""
    found: list[str] = []
    heads: str | None = None
    for text in texts:
        found.append(heads or "" if is_row(text) else "")
        heads = (heads or text) if is_row(text) else None
    return found


@dataclass(frozen=True)
class Word:
    """One word of the question."""

    forms: tuple[frozenset[str], ...]
    """Its grams, and those of the field's words for it."""
    weight: float
    figure: Figure | None = None
    """A figure of the question is met rather than held."""
    stem: str = ""
    """Of a verb: what its forms begin with."""
    code: str = ""
    """A code names one thing alone: EQ-601 holds nothing of EQ-602."""

    def held(self, place: Place) -> float:
        """How much of it a text holds, 0..1: the square of the share of its grams, so half a word counts a quarter."""
        if self.figure is not None:
            return float(meets(self.figure, place.text))
        if self.code and has_code(place.text, self.code):
            return 1.0
        if self.stem and self.stem in stems_in(place.text):
            return 1.0
        best = max((len(form & place.grams) / len(form) for form in self.forms), default=0.0)
        return best * best


@dataclass(frozen=True)
class Place:
    """A text that may hold a word of the question."""

    text: str
    grams: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Place:
        """With its grams."""
        return cls(text, grams_of(text))


@dataclass(frozen=True)
class _Reader:
    words: tuple[Word, ...]
    own: int
    """How many of the words, which stand first, are the person's own."""
    wanted: Wanted
    pointed: Pointed
    best: float
    """The retriever's best score, at least a small value."""
    retrieved: float
    """The weight of that score: lower if the passage was retrieved for another question than the person's own."""
    figures: ScoringFigures
    asked: Asked

    @classmethod
    def of(cls, asked: Asked, split: Sequence[tuple[Passage, Sequence[str]]], figures: ScoringFigures) -> _Reader:
        own = asked.own or asked.question
        lines = [Place.of(text) for _, texts in split for text in texts]
        words = list(_words(own, lines, asked.forms, (1.0, figures.said)))
        mine = len(words)
        said = {form for word in words for form in word.forms}
        taken = list(_words(asked.question, lines, asked.forms, (figures.taken_over, figures.said)))
        codes = {word.code for word in words if word.code}
        taken = [word for word in taken if word.figure is None and word.code not in codes]
        words += [word for word in taken if not said & set(word.forms)]
        said = {form for word in words for form in word.forms}
        also = [form for one in asked.synonyms if (form := grams_of(one)) and form not in said]
        words += [_weighed(Word((form,), figures.synonyms), lines) for form in also]
        best = max([0.001, *(passage.score for passage, _ in split)])
        retrieved = figures.retrieved * (1.0 if own == asked.question else figures.taken_over)
        return cls(tuple(words), mine, wanted(own), Pointed.of(asked.question), best, retrieved, figures, asked)

    def scores(self, passage: Passage, texts: Sequence[str], heads: Sequence[str]) -> list[float]:
        """Of each line how well it answers; heads of a table do not."""
        figures, own = self.figures, [Place.of(text) for text in texts]
        of_passage = self.retrieved * passage.score / self.best + figures.subject * passage.subject
        of_passage += self.pointed.of_title(passage.title, figures)
        about = self._held([(figures.title, Place.of(passage.title)), (figures.passage, Place.of(passage.text))])
        under = {text: Place.of(text) for text in dict.fromkeys(heads)}
        found: list[float] = []
        for at, text in enumerate(texts):
            if is_row(text) and not heads[at] and at + 1 < len(texts) and heads[at + 1]:
                found.append(0.0)
                continue
            itself = self._held([(1.0, own[at]), (figures.head, under[heads[at]])])
            beside = [(figures.before, own[at - 1])] if at else []
            beside += [(figures.behind, own[at + 1])] if at + 1 < len(own) else []
            questions = self.asked.questions_of(text)
            beside += [(figures.asked, Place.of(questions))] if questions else []
            held = [max(parts) for parts in zip(itself, about, self._held(beside), strict=True)]
            score = self._covered(held) + figures.line * self._covered(itself)
            score += figures.asked_near * self.asked.nearness(text)
            found.append(score + of_passage + self._of_kind(text) + self.pointed.of_line(text, figures))
        return found

    def asked_share(self, text: str) -> float:
        """0..1: share of the question's words that people's questions for a line hold."""
        questions = self.asked.questions_of(text)
        return self._covered(self._held([(1.0, Place.of(questions))])) if questions else 0.0

    def unheld_share(self, passage: Passage, texts: Sequence[str]) -> float:
        """0..1: share of the person's own words that a passage holds nowhere: not its title, none of its lines, and no
        question that people ask for one of them."""
        asked = " ".join(self.asked.questions_of(text) for text in texts)
        places = [Place.of(text) for text in (passage.title, passage.text, asked) if text]
        own = [word for word in self.words[: self.own] if word.figure is None]
        whole = sum(word.weight for word in own)
        if not whole:
            return 0.0
        held = sum(word.weight * max(word.held(place) for place in places) for word in own)
        return 1 - held / whole

    def _held(self, places: Sequence[tuple[float, Place]]) -> list[float]:
        """For each word, how much of it the places hold, weighted by the places' shares."""
        return [max((share * word.held(place) for share, place in places), default=0.0) for word in self.words]

    def _covered(self, held: Sequence[float]) -> float:
        whole = sum(word.weight for word in self.words) or 1.0
        return sum(word.weight * share for word, share in zip(self.words, held, strict=True)) / whole

    def _of_kind(self, text: str) -> float:
        if speaks_of_the_opposite(self.wanted.question, text):
            return -self.figures.kind
        if self.wanted.explains(text):
            return EXPLAINED
        if self.wanted.tells(text):
            return self.figures.kind
        return self.figures.may_tell * self.wanted.may_tell(text) - self.figures.kind * asks_itself(text)


_BOUND = re.compile(
    r"\s*+(?:\)\s*+)?(?:[을를이가]\s*+)?(?:(?P<low>이상|초과|넘|부터|보다\s*[크높많]|or more|and over|and above)"
    r"|(?P<high>이하|미만|까지|아래|보다\s*[작낮적]|or less|or under))"
)
_BEFORE = re.compile(
    r"(?:(?P<low>after|over|more than|above|at least|from)|(?P<high>under|below|up to|less than|at most|within|before))"
    r"\s*$",
    re.IGNORECASE,
)


def meets(own: Figure, text: str) -> bool:
    """True if a text matches the question's figure: it has the same one, or a limit beyond which it lies (6 years:
    after 5 years). A bare number may be of any unit."""
    for one in figures_of(text):
        if one.kind in EXACT or one.letters or (one.kind != own.kind and own.kind != "plain"):
            continue
        value = own.value if one.kind == own.kind else own.value * one.factor
        if value == one.value:
            return True
        behind, before = _BOUND.match(text, one.end), _BEFORE.search(text[: one.start])
        found = behind or before
        if found and one.kind == own.kind and (value >= one.value if found["low"] else value <= one.value):
            return True
    return False


def content_of(text: str, synonyms: Forms) -> list[Word]:
    """The words of content and the figures of a question, all of one weight."""
    return list(_words(text, (), synonyms, (1.0, 1.0)))


def _words(text: str, lines: Sequence[Place], synonyms: Forms, shares: tuple[float, float]) -> Iterator[Word]:
    """The words of a question weighted by rarity; a general word (늘었어) gets a reduced weight; a code is one word."""
    share, said = shares
    codes = codes_in(text)
    own = [one for one in figures_of(text) if one.kind not in EXACT and not one.letters]
    named = [match.span() for match in _CODE.finditer(text)]
    own = [one for one in own if not any(start <= one.start < end for start, end in named)]
    plain, verbs = text, verbs_in(text)
    for figure in reversed(own):
        plain = f"{plain[: figure.start]} {plain[figure.end :]}"
    for word in (*codes[:LONGEST_QUESTION], *content_words(_CODE.sub(" ", plain))[:LONGEST_QUESTION]):
        if word.lower() in _STOP or _POINTS.fullmatch(word):
            continue
        noun, others = _ACTED.sub("", word), synonyms(word)
        if word in codes:
            yield _weighed(Word(tuple(map(grams_of, others)), 1.0, code=word), lines)
            continue
        forms = tuple(form for form in map(grams_of, (noun, *others)) if form)
        if forms:
            weight = share * (said if is_said(word) and noun == word and not others else 1.0)
            yield _weighed(Word(forms, weight, stem=stem_of(word) if word in verbs else ""), lines)
    # Each is looked for in every line: one said twice counts once, as the words of a long question are not all read.
    for figure in list({(one.kind, one.value, one.parts): one for one in own}.values())[:LONGEST_QUESTION]:
        yield _weighed(Word((), share, figure), lines)


def _weighed(word: Word, lines: Sequence[Place]) -> Word:
    having = sum(word.held(line) > 0.25 for line in lines)
    return replace(word, weight=word.weight * math.log(1 + (len(lines) + 1) / (1 + having)))
