"""Which term of the evidence each phrase of a question names. A phrase names one term or none; where two fit alike,
or a word stays that nothing bears out, nothing is bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.analysis.named.question import Phrase, Word
from execution_agents.analysis.named.terms import Term
from execution_agents.analysis.named.words import plain_word, shared
from execution_agents.analysis.said.leftover import is_known

PAIR = 2


@dataclass(frozen=True)
class Bound:
    """A term, and the phrase that names it."""

    term: Term
    phrase: Phrase
    last: int
    """Where the last word that names it begins."""
    counted: bool
    """The question counts the term itself: 3 dinners."""


@dataclass(frozen=True)
class Fit:
    """How well a term fits a phrase."""

    term: Term
    own: tuple[Word, ...]
    covered: int
    """Words of the phrase that its name or what is said of it holds."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The better, the higher: words held, words of its name, and no other words in its name."""
        return (self.covered, len(self.own), -len(self.term.words))


def bound(phrases: Sequence[Phrase], terms: Sequence[Term], known: frozenset[str]) -> list[Bound] | None:
    """A term for each phrase that names one; None where a phrase says anything that is not bound."""
    found: list[Bound] = []
    unclear: list[Phrase] = []
    for phrase in phrases:
        if not phrase.words:
            continue
        best = best_of(phrase, terms)
        if best is None:
            unclear.append(phrase)
            continue
        if any(not _is_held(word, best.term) and not _is_said(word, known) for word in phrase.words):
            return None
        counted = any(word.is_counted for word in best.own)
        found.append(Bound(best.term, phrase, max(word.start for word in best.own), counted))
    for phrase in unclear:
        if not all(_is_said(word, known) or any(_is_named(word, one.term) for one in found) for word in phrase.words):
            return None
    return distinct(found)


def distinct(found: Sequence[Bound]) -> list[Bound]:
    """Each term once."""
    return list({one.term.line: one for one in reversed(found)}.values())[::-1]


def best_of(phrase: Phrase, terms: Sequence[Term]) -> Fit | None:
    """The one term that fits best, a cell before a sentence; None where none does, or several do alike."""
    for is_cell in (True, False):
        fits = fits_of(phrase, [one for one in terms if one.is_cell == is_cell])
        if not fits:
            continue
        highest = max(one.rank[:PAIR] for one in fits)
        best = [one for one in fits if one.rank[:PAIR] == highest]
        whole = [one for one in best if all(shared((each,), _said_by(phrase)) for each in one.term.words)]
        best = whole or best
        return best[0] if len({one.term.same for one in best}) == 1 else None
    return None


def pair_of(phrase: Phrase, terms: Sequence[Term]) -> list[Term]:
    """The two cells of the one row that a phrase names; [] where it names another number of them."""
    fits = fits_of(phrase, [one for one in terms if one.is_cell])
    highest = max((one.rank[:PAIR] for one in fits), default=None)
    best = {one.term.line: one.term for one in fits if one.rank[:PAIR] == highest}
    found = list(best.values())
    return found if len(found) == PAIR and len({one.row for one in found}) == 1 else []


def fits_of(phrase: Phrase, terms: Sequence[Term]) -> list[Fit]:
    """The terms that at least one word of a phrase names."""
    found: list[Fit] = []
    for term in terms:
        own = tuple(word for word in phrase.words if shared(word.names, term.words))
        if own and (not term.head or any(shared(word.names, term.head) for word in phrase.words)):
            found.append(Fit(term, own, sum(_is_held(word, term) for word in phrase.words)))
    return found


def _said_by(phrase: Phrase) -> frozenset[str]:
    return frozenset(name for word in phrase.words for name in word.names)


def _is_held(word: Word, term: Term) -> bool:
    return shared(word.names, term.words | term.context)


def _is_named(word: Word, term: Term) -> bool:
    """In its own letters: what else the pack calls it may be another row's name."""
    return shared((plain_word(word.text),), term.words | term.context)


def _is_said(word: Word, known: frozenset[str]) -> bool:
    return word.is_counted or is_known(word.text, known)
