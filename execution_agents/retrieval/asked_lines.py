"""The lines of a pack by how people ask for them: people ask in words that the documents do not use.

A pack lists questions line by line (`line_questions.jsonl`). A line is looked for in its own words, those of its
heading and those of its questions together, as expanded documents are. Nothing is answered by that alone: a line found
so is searched for as one more reading, and its questions' words count when the lines at hand are ranked.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from heapq import nlargest

from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.pack import Pack
from foundation.language.bags import Bags
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of
from foundation.language.sentences import letters_of, sentences_of

_NUMBERED = re.compile(r"^\s*\d{1,3}[.)]\s+")
ALIKE = 0.8
"""`difflib`'s ratio from which two words count as one misspelt."""
NAMED_LETTERS = 3
OWN = 2
"""How often a gram of the line or its heading counts against one of a question."""


@dataclass(frozen=True)
class AskedLine:
    """A line of a document, and how near it is to a question."""

    document: str
    """The file, from the pack's folder on."""
    heading: str
    line: str
    nearness: float
    """0..1: its BM25 score as a share of what a line would have that held every gram of the question without end."""
    place: int = 0
    """Its place among the pack's lines: those of a table stand in the table's order."""


class LineIndex:
    """The lines of a pack with their questions. Immutable."""

    def __init__(self, lines: Sequence[LineQuestions]) -> None:
        self._lines = tuple(lines)
        self._bags = Bags([_counts_of(line) for line in self._lines])
        self._sentences = [
            tuple({letters_of(text) for text in (line.line, *sentences_of(line.line))}) for line in self._lines
        ]
        self._questions = _by_sentence(self._lines)

    def nearest(self, question: str, before: str, most: int) -> list[AskedLine]:
        """The lines nearest to a question and to it with the question `before` it ("": none), the nearest first."""
        scores = self._scores(question, before)
        found = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        lines = ((at, self._lines[at], nearness) for at, nearness in found)
        return [AskedLine(line.document, line.heading, line.line, nearness, at) for at, line, nearness in lines]

    def nearness(self, question: str, before: str, least: float) -> Callable[[str], float]:
        """A sentence, list item or row -> 0..1: how near its line is, as a share of the nearest line's, which counts as
        one from a nearness of `least`."""
        scores = self._scores(question, before)
        best, shares = max(least, max(scores.values(), default=0.0)), dict[str, float]()
        for at, score in scores.items():
            for letters in self._sentences[at]:
                shares[letters] = max(shares.get(letters, 0.0), score / best)
        return lambda sentence: shares.get(letters_of(sentence)) or shares.get(letters_of(_unnumbered(sentence)), 0.0)

    def standing_out(self, question: str, before: str) -> float:
        """0..1: how far the nearest line is ahead of the nearest one of any other section."""
        of_section = dict[tuple[str, str], float]()
        for at, score in self._scores(question, before).items():
            section = self._lines[at].document, self._lines[at].heading
            of_section[section] = max(score, of_section.get(section, 0.0))
        best = [*nlargest(2, of_section.values()), 0.0, 0.0]
        return best[0] - best[1]

    def _scores(self, question: str, before: str) -> Mapping[int, float]:
        texts = [question, f"{before} {question}"] if before else [question]
        return self._bags.nearness([grams_of(text) for text in texts])

    def likeness(self, one: str, other: str) -> float:
        """Weight share of the grams that two lines have in common, their figures left out, 0..1: statements of several
        things in the same words are alike (the pump's valve closes in 120 seconds, the other's in 240)."""
        mine, there = said_in(one), said_in(other)
        return self._bags.rarity(mine & there) / (self._bags.rarity(mine | there) or 1.0)

    def defining(self, term: str) -> AskedLine | None:
        """The line that says what a term is, as a glossary does (탁도: 물이 흐린 정도); None if there is none."""
        letters = letters_of(term)
        for at, line in enumerate(self._lines):
            head, mark, _ = line.line.partition(":")
            if mark and letters and letters_of(head) == letters:
                return AskedLine(line.document, line.heading, line.line, 1.0, at)
        return None

    def knows(self, word: str) -> bool:
        """False if most of a word stands in no line and in no question; True for any word where there are no lines."""
        grams = grams_of(word)
        return not self._lines or 2 * sum(gram in self._bags.grams for gram in grams) > len(grams)

    def resembles(self, word: str) -> bool:
        """True if an English word is spelled nearly like one of the lines or questions (exspenses)."""
        words = [gram for gram in self._bags.grams if gram.isascii() and len(gram) > NAMED_LETTERS]
        return any(get_close_matches(stem, words, 1, ALIKE) for stem in grams_of(word) if stem.isascii())

    def questions_of(self, sentence: str) -> str:
        """How people ask for this sentence, list item or row, all questions in one text; "" if nobody wrote any."""
        return self._questions.get(letters_of(sentence)) or self._questions.get(letters_of(_unnumbered(sentence)), "")


def line_index(pack: Pack) -> LineIndex:
    """The index over a pack's lines. Cached: a pack never changes once it is read."""
    return _index(ByIdentity(pack.line_questions))


@lru_cache(maxsize=16)
def _index(lines: ByIdentity[tuple[LineQuestions, ...]]) -> LineIndex:
    return LineIndex(lines.part)


@lru_cache(maxsize=4_096)
def said_in(line: str) -> frozenset[str]:
    """The grams of a line without its figures."""
    letters = list(line)
    for figure in figures_of(line):
        letters[figure.start : figure.end] = " " * (figure.end - figure.start)
    return grams_of("".join(letters))


def _unnumbered(sentence: str) -> str:
    """Without a list's number before it (2. Close the valve)."""
    return _NUMBERED.sub("", sentence)


def _counts_of(line: LineQuestions) -> Counter[str]:
    counts = Counter[str]()
    for text in line.questions:
        counts.update(grams_of(text))
    for text in (line.line, line.heading):
        counts.update(dict.fromkeys(grams_of(text), OWN))
    return counts


def _by_sentence(lines: Sequence[LineQuestions]) -> Mapping[str, str]:
    """Letters of each sentence of a line -> its questions: a list item may be several sentences."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        for sentence in {line.line, *sentences_of(line.line)}:
            found[letters_of(sentence)].extend(line.questions)
    return {letters: " ".join(questions) for letters, questions in found.items()}
