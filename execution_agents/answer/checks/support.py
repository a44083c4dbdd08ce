"""One sentence against the passages it was written from: which place supports it, and what contradicts it there.

No model: the place is the window of sentences that holds most of the sentence's 2-grams, weighted by how rare they are
in the passages. The figures, the negation and the names are compared with that place. Nothing here is fitted to one
corpus: the thresholds are the pack's (`answering.support`), measured in docs/answers.md.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from execution_agents.answer.checks.exchanged import exchanged_figures
from execution_agents.answer.checks.exchanged_names import Words, connective, exchanged_names, names_nothing
from execution_agents.answer.checks.opposites import says_the_opposite
from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.language.figures.agreement import Figure, Known
from foundation.language.figures.reader import figures_of
from foundation.language.grams import gram_set
from foundation.language.negation import denies
from foundation.language.sentences import sentences_of
from foundation.language.stop_words import ENGLISH_STOP

_WORD = re.compile(r"[^\W_]+")
_HANGUL = re.compile(r"[가-힣]")
SPAN = 2
"""Sentences of the widest window: a fact and the name of its subject are often in neighbouring sentences."""


@dataclass(frozen=True)
class Window:
    """One place of the passages."""

    context: int
    text: str
    grams: frozenset[str]
    single: bool
    """One sentence: a pair is only taken if it holds clearly more."""


@dataclass(frozen=True)
class Support:
    """What the passages say about one sentence. Shares 0..1."""

    sentence: str
    context: int
    """Position of the passage that supports it best; -1 if none does."""
    window: str
    coverage: float
    """Weighted share of its 2-grams that the best place holds."""
    overall: float
    """The same over all passages together."""
    words: float
    """Share of its words that occur somewhere in the passages, whatever their endings."""
    exact: float = 0.0
    """Share of its words, function words too, that occur there letter for letter."""
    figures: tuple[str, ...] = ()
    """Figures that occur nowhere in the evidence."""
    misplaced: tuple[str, ...] = ()
    """Figures that occur in the evidence, but not at the place that supports the rest of the sentence."""
    negated: bool = False
    """Says no while the place says yes, or the reverse."""
    names: tuple[str, ...] = ()
    """Names and nouns that no passage holds, although it would have to."""
    invented: tuple[str, ...] = ()
    """Those of them that are names for certain."""
    score: float = 0.0
    """How well it is supported, 0..1: by where its words occur together, and by whether they occur at all."""


class Ground:
    """Passages prepared for checking sentences; made once per answer."""

    def __init__(
        self,
        contexts: Sequence[tuple[str, str]],
        figures: AnswerFigures,
        known: Iterable[Figure] = (),
        rows: Sequence[str] = (),
    ) -> None:
        """`contexts`: (title, text); `rows`: lines of typed rows. A sentence may combine several rows, so the position
        of a figure among them is not compared."""
        self._figures = figures
        self._strict = len(contexts)
        contexts = [*contexts, *(("", row) for row in rows)]
        self.windows = tuple(
            window for at, (title, text) in enumerate(contexts) for window in _windows(at, title, text)
        )
        singles = self._singles_only = [window for window in self.windows if window.single]
        self._pairs = [window for window in self.windows if not window.single]
        self._held = Counter(gram for window in singles for gram in window.grams)
        self._singles = max(1, len(singles))
        self._text = _flat(" ".join(f"{title} {text}" for title, text in contexts))
        self._exact = frozenset(self._text.split())
        capital = (
            word for window in singles for match in _NAME.finditer(window.text) for word in _WORD.findall(match[0])
        )
        self._names = frozenset(capital)
        held = [figure for title, text in contexts for figure in (*figures_of(title), *figures_of(text))]
        self.known = Known((*held, *known), figures.check)
        self._titles = [title for title, _ in contexts]

    def support(self, sentence: str) -> Support:
        """The passages' support for this sentence."""
        grams = gram_set(sentence)
        weights = {gram: self._weight(gram) for gram in grams}
        total = sum(weights.values()) or 1.0
        places, coverage = self._places(weights, total)
        figures = [figure for figure in figures_of(sentence) if not figure.letters]
        unknown = tuple(figure.text for figure in figures if not self.known.bears_out(figure))
        if not places:
            return Support(sentence, -1, "", 0.0, 0.0, 0.0, figures=unknown)
        own = self._figures.support
        overall = sum(weight for gram, weight in weights.items() if gram in self._held) / total
        # Two articles may state the same rule with two amounts: the place that agrees with the sentence is the one
        # meant.
        best, wrong = self._meant(places, sentence, figures if coverage >= own.aligned / 1000 else (), unknown)
        names, invented = self._absent_names(sentence, coverage, best)
        negated = coverage >= own.denied / 1000 and all(self._denies(place, sentence) for place in places)
        coverage, overall = round(coverage, 3), round(overall, 3)
        words, exact, letters = self._word_share(sentence), self._exact_share(sentence), own.letter_for_letter / 1000
        return Support(
            sentence=sentence,
            context=best.context,
            window=best.text,
            coverage=coverage,
            overall=overall,
            words=words,
            exact=exact,
            figures=unknown,
            misplaced=wrong,
            negated=negated or self._opposes(best, sentence),
            names=names,
            invented=invented,
            score=(1 - letters) * ((coverage + overall + words) / 3) + letters * exact,
        )

    def _meant(
        self, places: Sequence[Window], sentence: str, figures: Sequence[Figure], unknown: Sequence[str]
    ) -> tuple[Window, tuple[str, ...]]:
        """The place that agrees best with the sentence's figures, and the figures it lacks."""
        best: tuple[Window, tuple[str, ...]] | None = None
        for place in places:
            wrong = self._wrong_at(place, sentence, figures, unknown) if figures else ()
            if best is None or len(wrong) < len(best[1]):
                best = (place, wrong)
            if not wrong:
                break
        assert best is not None
        return best

    def _denies(self, place: Window, sentence: str) -> bool:
        """One says yes and the other no. A place much longer than the sentence makes several statements, so its count
        of negations says nothing (Korean)."""
        longest = self._figures.support.longer * len(sentence) if _HANGUL.search(place.text) else len(place.text)
        one_thing = place.single and len(place.text) <= longest
        return one_thing and place.context < self._strict and denies(sentence, place.text)

    def _opposes(self, place: Window, sentence: str) -> bool:
        """True if an opposite (이하 for 이상) is at the place the sentence was taken from."""
        return place.context < self._strict and says_the_opposite(sentence, place.text, self._figures.support)

    def _wrong_at(
        self, place: Window, sentence: str, figures: Sequence[Figure], unknown: Sequence[str]
    ) -> tuple[str, ...]:
        """Figures that the evidence holds, and this place does not."""
        if place.context >= self._strict:
            return ()
        there = f"{self._titles[place.context]} | {place.text}"
        wrong = (
            *misplaced(figures, unknown, there, self._figures.check),
            *exchanged_figures(sentence, place.text, self._figures),
        )
        return tuple(dict.fromkeys(one for one in wrong if one not in unknown))

    def _places(self, weights: Mapping[str, float], total: float) -> tuple[list[Window], float]:
        """The single sentences that hold most, or the pairs if they hold clearly more and no single sentence holds
        enough. Numbers do not count: a wrong one would select another place."""
        figures = self._figures.support
        single, most = self._best_of(self._singles_only, weights, total)
        if most < figures.single / 1000:
            pairs, both = self._best_of(self._pairs, weights, total)
            if both > most + figures.wider / 1000:
                return pairs, both
        return single, most

    def _best_of(
        self, windows: Sequence[Window], weights: Mapping[str, float], total: float
    ) -> tuple[list[Window], float]:
        """The windows that hold most, and equally much, and how much."""
        asked = weights.keys()
        shares = [sum(map(weights.__getitem__, window.grams & asked)) / total for window in windows]
        most = max(shares, default=0.0)
        least = most - self._figures.support.equally / 1000
        near = [one for share, one in zip(shares, windows, strict=True) if share >= least]
        return near[: self._figures.support.places], most

    def _weight(self, gram: str) -> float:
        return math.log(1 + self._singles / (0.5 + self._held.get(gram, 0)))

    def _word_share(self, sentence: str) -> float:
        words = content_words(sentence)
        return sum(self._holds(word) for word in words) / len(words) if words else 1.0

    def _exact_share(self, sentence: str) -> float:
        words = _WORD.findall(sentence.lower())
        return sum(word in self._exact for word in words) / len(words) if words else 1.0

    def _absent_names(self, sentence: str, coverage: float, place: Window) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(names and nouns no passage holds, those that are certainly names). An English name occurs in the evidence as
        it is written. A Korean word may be another form of one that occurs, so it only counts if the rest of the
        sentence is nearly the evidence's own, or if the place has another name between the same words."""
        open_words = without_figures(sentence)
        capital = {match[0] for match in _NAME.finditer(open_words)}
        named = frozenset(content_words(open_words))
        joins = connective(sentence, place.text)
        absent = [word for word in content_words(open_words) if word != joins and not self._holds(word)]
        figures = self._figures.support
        sure = coverage >= figures.certain / 1000
        names = [one for one in absent if one in capital or ((sure or coverage >= NEARLY) and is_nominal(one))]
        certain = [one for one in names if one in capital or sure]
        if absent and place.context < self._strict:
            words = Words(lambda word: not self._holds(word), is_nominal, self._names.__contains__)
            found = exchanged_names(sentence, place.text, words, figures)
            certain += [word for word in found if word in named]
        return tuple(dict.fromkeys((*names, *certain))), tuple(dict.fromkeys(certain))

    def _holds(self, word: str) -> bool:
        """A word, or its stem: Korean endings and particles change, so its first syllables count."""
        low = word.lower()
        if _HANGUL.search(low):
            stem = low[: max(2, len(low) - 2)]
            return stem in self._text
        return low in self._text or (len(low) > 4 and low[: max(4, len(low) - 3)] in self._text)


NEARLY = 0.7
"""From this coverage on a noun is reported (`Support.names`). It rejects no draft, so it is no setting of a pack."""
_NAME = re.compile(r"(?<![.!?:;]\s)(?<![.!?:;])(?<!^)(?<![\"'“‘(])\b[A-Z][a-zA-Z\u00c0-\u024f'’-]{2,}\b")
"""English: a capital inside a sentence."""
_PREDICATE = re.compile(r"(?:다|요|며|고|면|도록|하여|해|되어|돼|지|서|니|한|된|할|될|하는|되는|진|던|함|됨|기|게|까)$")


def is_nominal(word: str) -> bool:
    """True if a Korean word may be a name or a noun; verbs are excluded, since they have too many forms."""
    return bool(_HANGUL.search(word)) and not _PREDICATE.search(word) and not names_nothing(word)


def without_figures(sentence: str) -> str:
    """The sentence with its figures blanked, including their letters and units: 여섯 달 and GBP 50 name nobody."""
    for one in (figure for figure in figures_of(sentence) if not figure.letters):
        sentence = f"{sentence[: one.start]}{' ' * len(one.text)}{sentence[one.end :]}"
    return sentence


def misplaced(figures: Sequence[Figure], unknown: Sequence[str], window: str, check: CheckFigures) -> tuple[str, ...]:
    """Figures that the evidence holds and this place does not, if the place has another one of that kind."""
    there = figures_of(window)
    known = Known(there, check)
    kinds = {figure.kind for figure in there if not figure.letters}
    return tuple(
        figure.text
        for figure in figures
        if figure.text not in unknown and figure.kind in kinds and not known.bears_out(figure)
    )


def content_words(sentence: str) -> list[str]:
    """Words that carry meaning."""
    return [
        word
        for word in _WORD.findall(sentence)
        if len(word) > 1 and word.lower() not in ENGLISH_STOP and not word[0].isdigit()
    ]


@lru_cache(maxsize=512)
def _windows(context: int, title: str, text: str) -> tuple[Window, ...]:
    """Sentences, and pairs of neighbours, each with its title's 2-grams."""
    sentences = sentences_of(text) or [text]
    above = gram_set(title)
    grams = [gram_set(sentence) | above for sentence in sentences]
    found = [Window(context, sentence, own, True) for sentence, own in zip(sentences, grams, strict=True)]
    for at in range(len(sentences) - SPAN + 1):
        pair = " ".join(sentences[at : at + SPAN])
        found.append(Window(context, pair, grams[at] | grams[at + 1], False))
    return tuple(found)


def _flat(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
