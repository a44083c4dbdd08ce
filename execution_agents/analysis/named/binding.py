"""Which term of the evidence each phrase of a question names. A phrase names one term or none; where two fit alike,
or a word stays that nothing bears out, nothing is bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.analysis.named.question import Asked, Phrase, Word
from execution_agents.analysis.named.terms import Term
from execution_agents.analysis.named.words import LIMIT, names_in, plain_word, shared
from execution_agents.analysis.said.amounts import Said, amounts_in
from execution_agents.analysis.said.counts import Count
from execution_agents.analysis.said.leftover import is_known
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.units import LENGTHS

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


def bound(question: Asked, terms: Sequence[Term], known: frozenset[str]) -> list[Bound] | None:
    """A term for each phrase that names one; None where a phrase says anything that is not bound."""
    heads = frozenset(name for phrase in question.phrases for word in phrase.words for name in word.names)
    found: list[Bound] = []
    unclear: list[Phrase] = []
    for phrase in question.phrases:
        best = best_of(phrase, terms, heads, question.counts)
        if best is None:
            unclear.append(phrase)
        elif not _is_whole(phrase, best.term, known):
            return None
        else:
            found.append(_of(best, phrase))
    columns = {one.term.column for one in found} - {""}
    rows = {(one.term.item_id, one.term.row) for one in found}
    for phrase in unclear:
        # Things that are joined stand in one column, or in one row: PACl and PAHCS, least stock.
        beside = [one for one in terms if one.column in columns]
        beside = beside if fits_of(phrase, beside, heads) else [one for one in terms if (one.item_id, one.row) in rows]
        alike = best_of(phrase, beside, heads, question.counts)
        if alike is not None and _is_whole(phrase, alike.term, known):
            found.append(_of(alike, phrase))
        elif not all(_is_said(word, known) or any(_is_named(word, one.term) for one in found) for word in phrase.words):
            return None
    return distinct(sorted(found, key=lambda one: one.phrase.start))


def by_counts(
    question: Asked, items: Sequence[EvidenceItem], terms: Sequence[Term], known: frozenset[str]
) -> Bound | None:
    """The one cell that is counted by all that the question counts, in the unit it asks for, of a table that bears out
    every word of the question: 오존발생기 2대를 하루 돌리면 몇 kg."""
    words = [word for phrase in question.phrases for word in phrase.words if not _is_said(word, known)]
    texts = {item.item_id: names_in(f"{item.title} {item.text}") for item in items if not item.fields}
    fits = [
        one
        for one in terms
        if one.is_cell and words and _is_counted_by(one, question)
        and all(shared(word.names, texts.get(one.item_id, ())) for word in words)
    ]  # fmt: skip
    names = frozenset(name for word in words for name in word.names)
    rows = [one for one in terms if one.is_cell and fits and one.item_id == fits[0].item_id]
    if len({one.same for one in fits}) != 1 or any(one.words <= names for one in rows if one is not fits[0]):
        return None  # Another row is named whole: lunch for 4 people is no team meal.
    return Bound(fits[0], question.phrases[0], question.phrases[0].start, counted=False)


def _is_counted_by(term: Term, question: Asked) -> bool:
    """True if every base has its count and every count its base."""
    kinds = sorted((one.kind, one.thing) for one in term.bases)
    counted = sorted((one.base.kind, one.base.thing) for one in question.counts)
    unit = question.wanted
    return bool(kinds) and kinds == counted and (unit is None or term.amount.figure.kind == unit.kind)


def _of(fit: Fit, phrase: Phrase) -> Bound:
    counted = any(word.is_counted and not LIMIT.fullmatch(word.text) for word in fit.own)
    return Bound(fit.term, phrase, max(word.start for word in fit.own), counted)


def _is_whole(phrase: Phrase, term: Term, known: frozenset[str]) -> bool:
    """True if every word of a phrase is held by the term, or was said before."""
    return all(_is_held(word, term) or _is_said(word, known) for word in phrase.words)


def distinct(found: Sequence[Bound]) -> list[Bound]:
    """Each term once."""
    return list({one.term.line: one for one in reversed(found)}.values())[::-1]


def best_of(phrase: Phrase, terms: Sequence[Term], heads: frozenset[str], counts: Sequence[Count] = ()) -> Fit | None:
    """The one term that fits best, a cell before a sentence; None where none does, or several do alike: of those, the
    ones that are counted by what the question counts. `heads`: all words of the question, one of which must name the
    column where the row's name alone does not."""
    for is_cell in (True, False):
        fits = fits_of(phrase, [one for one in terms if one.is_cell == is_cell], heads)
        if not fits:
            continue
        highest = max(one.rank[:PAIR] for one in fits)
        best = [one for one in fits if one.rank[:PAIR] == highest]
        whole = [one for one in best if all(shared((each,), _said_by(phrase)) for each in one.term.words)]
        best = whole or best
        if len({one.term.same for one in best}) > 1:
            rates = [one for one in best if any(each.counts(count.base) for each in one.term.bases for count in counts)]
            best = rates or best
        return best[0] if len({one.term.same for one in best}) == 1 else None
    return None


def shown_in(said: Sequence[str], terms: Sequence[Term]) -> Term | None:
    """The term whose figure is the one amount of an answer's first sentence, which names it; None where several are."""
    sentence = next(iter(said), "")
    amounts = [one for one in amounts_in(Said("", sentence)) if one.figure.kind not in LENGTHS]
    if len(amounts) != 1:
        return None
    figure, names = amounts[0].figure, names_in(sentence)
    fits = [
        one
        for one in terms
        if (one.amount.figure.value, one.amount.measures) == (figure.value, amounts[0].measures)
        and shared(names, one.words)
    ]
    return fits[0] if len({one.same for one in fits}) == 1 else None


def pair_of(phrase: Phrase, terms: Sequence[Term], known: frozenset[str]) -> list[Term]:
    """The two cells of the one row that a phrase names in its own words; [] where it names another number of them. One
    word may name one of the two by its column: (less than) at the trial run."""
    words = [word for word in phrase.words if not _is_said(word, known)]
    named = _pair_named_by(words, phrase, terms)
    for column in words if not named else ():
        others = replace(phrase, words=tuple(word for word in phrase.words if word is not column))
        pair = _pair_named_by([word for word in words if word is not column], others, terms)
        if sum(_is_named(column, one) for one in pair) == 1:
            return pair
    return named


def _pair_named_by(words: Sequence[Word], phrase: Phrase, terms: Sequence[Term]) -> list[Term]:
    fits = [one for one in terms if one.is_cell and words and all(_is_named(word, one) for word in words)]
    said = _said_by(phrase)
    fits = [one for one in fits if any(_is_own(word, one) for word in words)]
    more = [sum(not shared((each,), said) for each in one.words) for one in fits]
    best = {one.line: one for one, other in zip(fits, more, strict=True) if other == min(more)}
    found = list(best.values())
    return found if len(found) == PAIR and len({one.row for one in found}) == 1 else []


def fits_of(phrase: Phrase, terms: Sequence[Term], heads: frozenset[str]) -> list[Fit]:
    """The terms that at least one word of a phrase names."""
    found: list[Fit] = []
    for term in terms:
        own = tuple(word for word in phrase.words if shared(word.names, term.words))
        if own and (not term.head or shared(heads, term.head)):
            found.append(Fit(term, own, sum(_is_held(word, term) for word in phrase.words)))
    return found


def _said_by(phrase: Phrase) -> frozenset[str]:
    return frozenset(name for word in phrase.words for name in word.names)


def _is_held(word: Word, term: Term) -> bool:
    return shared(word.names, term.words | term.context)


def _is_named(word: Word, term: Term) -> bool:
    """In its own letters: what else the pack calls it may be another row's name."""
    return shared((plain_word(word.text),), term.words | term.context)


def _is_own(word: Word, term: Term) -> bool:
    return shared((plain_word(word.text),), term.words)


def _is_said(word: Word, known: frozenset[str]) -> bool:
    return word.is_counted or is_known(word.text, known)
