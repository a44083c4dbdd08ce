"""Which line of the passages at hand answers a question: a sentence, a row of a table, a step.

`passages.py` says which passages speak of the question. An answer often says little of its words: what it is about
stands in the heading or in the sentence before, and it adds what was asked for. So each word of the question counts once, where
it stands nearest: in the line, in the heads of its table, in its heading, beside it, in its passage; and a line has to
have the kind of thing that is asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from foundation.domains.schema.quoting import AnsweringFigures
from foundation.language.asking import Wanted, asks_itself, wanted
from foundation.language.cues import topic_words
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of, is_said
from foundation.language.sentences import is_row

LONGEST_QUESTION = 40
"""Words that are read."""


@dataclass(frozen=True)
class Line:
    """One sentence or row of a passage with what is said of it elsewhere."""

    sentence: Sentence
    heads: str = ""
    """Of its table, for a row."""
    is_head: bool = False


@dataclass(frozen=True)
class Word:
    """One word of the question."""

    forms: tuple[frozenset[str], ...]
    """Its grams, and those of the field's words for it."""
    weight: float

    def held(self, grams: frozenset[str]) -> float:
        """How much of it a text holds, 0..1; half of a word is no quarter of it."""
        best = max((len(form & grams) / len(form) for form in self.forms if form), default=0.0)
        return best * best


def answering(
    sentences: Sequence[Sentence],
    passages: Sequence[Passage],
    asked: Asked,
    figures: AnsweringFigures,
    synonyms: Callable[[str], Sequence[str]] = lambda _: (),
) -> list[tuple[Sentence, float]]:
    """Every line that can answer with its score, best first. `sentences`: those of `ranked`."""
    reader = _Reader.of(asked, passages, sentences, figures, synonyms)
    found: list[tuple[Sentence, float]] = []
    for passage in passages:
        mine = sorted((one for one in sentences if one.marker == passage.marker), key=lambda one: one.position)
        found += [(line.sentence, score) for line, score in reader.scored(passage, lines_of(mine))]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].marker, pair[0].position))


def lines_of(mine: Sequence[Sentence]) -> list[Line]:
    """The sentences of one passage in reading order; of a table each row with its heads, which are no line alone."""
    found: list[Line] = []
    heads: str | None = None
    for at, one in enumerate(mine):
        if not is_row(one.text):
            heads = None
            found.append(Line(one))
        elif heads is None:
            heads = one.text
            after = mine[at + 1].text if at + 1 < len(mine) else ""
            found.append(Line(one, is_head=is_row(after)))
        else:
            found.append(Line(one, heads))
    return found


@dataclass(frozen=True)
class _Reader:
    words: tuple[Word, ...]
    wanted: Wanted
    own: tuple[Figure, ...]
    """Figures of the question."""
    best: float
    figures: AnsweringFigures

    @classmethod
    def of(
        cls, asked: Asked, passages: Sequence[Passage], sentences: Sequence[Sentence], figures: AnsweringFigures, synonyms
    ) -> _Reader:
        own = asked.own or asked.question
        texts = [grams_of(one.text) for one in sentences]
        words = [*_words(own, texts, synonyms, 1.0, figures.said)]
        said = {form for word in words for form in word.forms}
        words += [
            word
            for word in _words(asked.question, texts, synonyms, figures.taken_over, figures.said)
            if not said & set(word.forms)
        ]
        best = max([0.001, *(passage.score for passage in passages)])
        return cls(tuple(words), wanted(own), tuple(figures_of(own)), best, figures)

    def scored(self, passage: Passage, lines: Sequence[Line]) -> list[tuple[Line, float]]:
        """Lines that can answer."""
        title, whole = grams_of(passage.title), grams_of(passage.text)
        own = [grams_of(line.sentence.text) for line in lines]
        found: list[tuple[Line, float]] = []
        for at, line in enumerate(lines):
            if line.is_head:
                continue
            beside = own[at - 1] if at else frozenset[str]()
            behind = own[at + 1] if at + 1 < len(own) else frozenset[str]()
            places = (
                (1.0, own[at]),
                (self.figures.head, grams_of(line.heads)),
                (self.figures.title, title),
                (self.figures.before, beside),
                (self.figures.behind, behind),
                (self.figures.passage, whole),
            )
            score = self._covered(places) + self.figures.line * self._covered(places[:2])
            score += self.figures.retrieved * passage.score / self.best
            score += self.figures.subject * passage.subject + self._of_kind(line)
            found.append((line, score))
        return found

    def _covered(self, places: Sequence[tuple[float, frozenset[str]]]) -> float:
        whole = sum(word.weight for word in self.words) or 1.0
        return (
            sum(word.weight * max(share * word.held(grams) for share, grams in places if grams) for word in self.words)
            / whole
        )

    def _of_kind(self, line: Line) -> float:
        text = f"{line.heads} {line.sentence.text}" if line.heads else line.sentence.text
        score = self.figures.kind * self.wanted.tells(line.sentence.text)
        score += self.figures.may_tell * self.wanted.may_tell(line.sentence.text)
        score += self.figures.own_figure * self._met(text)
        if not self.wanted.tells(line.sentence.text) and asks_itself(text):
            score -= self.figures.kind
        return score


    def _met(self, text: str) -> bool:
        return any(meets(one, text) for one in self.own)


_BOUND = re.compile(r"^\s*\)?\s*(?:을|를|이|가)?\s*(?P<low>이상|초과|넘|보다\s*(?:크|높|많)|부터|or more|and over|and above)|^\s*\)?\s*(?P<high>이하|미만|까지|보다\s*(?:작|낮|적)|아래|or less|or under)")
_BEFORE = re.compile(r"(?P<low>after|over|more than|above|at least|from)\s*$|(?P<high>under|below|up to|less than|at most|within|before)\s*$", re.IGNORECASE)


def meets(own: Figure, text: str) -> bool:
    """Whether a text speaks of the question's figure: it has the same, or a limit that it lies beyond (6 years: after 5 years)."""
    for one in figures_of(text):
        if one.kind in _NO_LIMIT or (one.kind != own.kind and "plain" not in (own.kind,)) or one.letters:
            continue
        if one.value == own.value or one.value == own.value * one.factor:
            return True
        value = own.value if one.kind == own.kind else own.value * one.factor
        behind, before = _BOUND.match(text[one.end :]), _BEFORE.search(text[: one.start])
        low = bool(behind and behind["low"]) or bool(before and before["low"])
        high = bool(behind and behind["high"]) or bool(before and before["high"])
        if (low and value >= one.value) or (high and value <= one.value):
            return True
    return False


_NO_LIMIT = frozenset({"article", "chapter", "paragraph", "subitem", "phone", "date", "clock"})


def _words(text: str, texts: Sequence[frozenset[str]], synonyms, share: float, said: float) -> list[Word]:
    found: list[Word] = []
    for word in topic_words(text, limit=LONGEST_QUESTION):
        forms = tuple(form for form in map(grams_of, (word, *synonyms(word))) if form)
        if not forms:
            continue
        having = sum(any(2 * len(form & one) > len(form) for form in forms) for one in texts)
        rarity = math.log(1 + (len(texts) + 1) / (1 + having))
        found.append(Word(forms, share * rarity * (said if is_said(word) else 1.0)))
    return found
