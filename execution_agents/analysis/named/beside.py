"""A figure that the question names beside the one that was just answered (3 days; how many more for my sister), or
beside another that it names (솔빛이 가람의 몇 퍼센트): their difference, the per cent or the multiple that one is of
the other.

Both must measure the same and be of one thing: they stand in one passage, in one column, or in rows of one name, or
they count the same. Every word of the question must be borne out, as in `asking`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from execution_agents.analysis.named.question import Word, figures_besides_names, words_of_question
from execution_agents.analysis.named.sides import Operation, Sides, sides_of
from execution_agents.analysis.named.statements import figures_in, statements_of
from execution_agents.analysis.named.terms import Term, operand_of
from execution_agents.analysis.named.words import Vocabulary, names_in, shared
from execution_agents.analysis.said.leftover import is_known, words_of
from foundation.contracts.formulas import NamedAsked, SaidArithmetic
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.units import LENGTHS
from foundation.language.wanted.comparisons import without_degrees

_FURTHER = re.compile(r"\b(?:extra|additional|further|another|besides|on\s+top)\b|추가|더(?![가-힣])", re.IGNORECASE)
"""It stands beside what was answered: how many more days can I buy asks for itself, not for a difference."""


def may_set_beside(question: str) -> bool:
    """True if a question sets one figure beside another."""
    return sides_of(question) is not None


def set_beside(reader: Beside) -> SaidArithmetic | None:
    """The two figures set beside each other; None where either is not certain."""
    if reader.sides is None:
        return None
    pairs = reader.pairs(reader.sides)
    if len({(one.amount.figure.value, other.amount.figure.value) for one, other in pairs}) != 1:
        return None
    return _arithmetic(reader.sides.operation, *pairs[0])


def reader_of(
    asked: NamedAsked, items: Sequence[EvidenceItem], terms: Sequence[Term], vocabulary: Vocabulary
) -> Beside:
    """What a question sets beside what, over these terms and the single statements of the passages."""
    every = [*terms, *(one for item in items if not item.fields for one in statements_of(item))]
    passages = {one.item_id: names_in(f"{one.title} {one.text}") for one in items}
    return Beside(sides_of(asked.question), asked, every, passages, vocabulary)


@dataclass(frozen=True)
class Beside:
    """The figure that was answered last, and those that a text names."""

    sides: Sides | None
    asked: NamedAsked
    terms: Sequence[Term]
    passages: dict[str, frozenset[str]]
    """Item -> all words of its passage."""
    vocabulary: Vocabulary

    def pairs(self, sides: Sides) -> list[tuple[Term, Term]]:
        """(what is measured, what it is measured against): the pairs that fit best."""
        last = self.last()
        one, base = sides.one, sides.base
        if not one and not base:
            found = _nearest((each, other) for each in last for other in self.last(1))
            # The larger one is measured against the smaller one.
            larger = [one.amount.figure.value >= other.amount.figure.value for one, other in found]
            return [(one, other) if first else (other, one) for (one, other), first in zip(found, larger, strict=True)]
        if not one or not base:
            fits = self.best(one or base, [each for each in self.terms if any(_beside(each, other) for other in last)])
            found = _nearest((each, other) for each in fits for other in last)
            return found if one else [(other, each) for each, other in found]
        found = _nearest((each, other) for each in self.best(one) for other in self.best(base))
        return [pair for pair in found if any(each in pair for each in last)] or found

    def words(self, text: str) -> tuple[Word, ...]:
        return words_of_question(without_degrees(text), self.vocabulary)

    def last(self, at: int = 0) -> list[Term]:
        """The terms of the one figure that was answered last, or `at` answers before; of several in its sentence the
        one that was asked for."""
        sentence = next(iter(self.asked.said[at:]), "")
        amounts = figures_in(sentence)
        values = {(one.figure.value, one.measures) for one in amounts}
        names = names_in(sentence)
        fits = [
            one
            for one in self.terms
            if (one.amount.figure.value, one.amount.measures) in values and shared(names, one.words | one.context)
        ]
        most = max((_share(one, names) for one in fits), default=0)
        fits = [one for one in fits if _share(one, names) == most]
        fits = [one for one in fits if one.amount.figure.kind not in LENGTHS] or fits
        if len({one.same for one in fits}) > 1 and self.asked.before[at:]:
            fits = self.best(self.asked.before[at], fits, at_points=False)
        return fits if len({one.same for one in fits}) == 1 else []

    def best(self, text: str, terms: Sequence[Term] | None = None, *, at_points: bool = True) -> list[Term]:
        """The terms that bear out every word of a side, and every figure that says when, and hold the most of them."""
        known = words_of(" ".join(self.asked.before))
        words, points = self.words(text), _points_in(text) if at_points else []
        fits: list[tuple[tuple[int, int], Term]] = []
        for term in self.terms if terms is None else terms:
            all_of = term.words | term.context
            held = [word for word in words if shared(word.names, all_of)]
            rest = [word for word in words if word not in held]
            passage = self.passages.get(term.item_id, frozenset())
            sure = all(shared(word.names, passage) or is_known(word.text, known) for word in rest)
            if not (held or points) or not sure or not all(_says_point(term, one) for one in points):
                continue
            if _FURTHER.search(term.line) or not self._holds(term, words, known):
                continue
            fits.append(((len(held), sum(shared(word.names, term.words) for word in words)), term))
        most = max((rank for rank, _ in fits), default=(0, 0))
        return [term for rank, term in fits if rank == most]

    def _holds(self, term: Term, words: Sequence[Word], known: frozenset[str]) -> bool:
        """True if every word of the term's condition was said."""
        said = frozenset(name for word in words for name in word.names)
        return all(shared((each,), said) or is_known(each, known) for each in term.when)


def _share(term: Term, names: frozenset[str]) -> float:
    """How much of the words that name a term these names hold."""
    return sum(shared((each,), names) for each in term.words) / (len(term.words) or 1)


def _nearest(pairs: Iterable[tuple[Term, Term]]) -> list[tuple[Term, Term]]:
    """The pairs of one thing; those of one row or column before those that only stand in one passage."""
    found = [(one, other) for one, other in pairs if _beside(one, other)]
    return [(one, other) for one, other in found if _in_line(one, other)] or found


def _beside(one: Term, other: Term) -> bool:
    """True if two terms measure the same and are of one thing."""
    amounts = (one.amount, other.amount)
    if amounts[0].measures != amounts[1].measures or not all(each.figure.value for each in amounts):
        return False
    together = one.item_id == other.item_id
    if together and amounts[0].figure.value == amounts[1].figure.value:
        return False
    if not _counted_alike(one, other, together):
        return False
    if amounts[0].figure.kind == "plain":
        return bool(one.counted) and one.counted == other.counted
    return together or _in_line(one, other)


def _in_line(one: Term, other: Term) -> bool:
    """True for two cells of one column or of rows of one name."""
    return one.is_cell and other.is_cell and (bool(one.column) and one.column == other.column or one.row == other.row)


def _counted_alike(one: Term, other: Term, together: bool) -> bool:
    """True if both are counted by the same; in one passage one of them may leave it out (£26 a month; £40)."""
    per = [{(each.kind, each.factor, each.thing) for each in term.bases} for term in (one, other)]
    return per[0] == per[1] or (together and not all(per))


def _points_in(text: str) -> list[Figure]:
    """Figures of a side that say when or from what on: after 5 years, L6."""
    return [one for one in figures_besides_names(text) if one.kind not in EXACT]


def _says_point(term: Term, point: Figure) -> bool:
    return any(one.value == point.value and one.kind == point.kind for one in term.points)


def _arithmetic(operation: Operation, one: Term, base: Term) -> SaidArithmetic:
    amount = one.amount
    operands = [operand_of(one), operand_of(base)]
    if operation == "difference":
        operands.sort(key=lambda each: -each.value)
        factor, unit = amount.figure.factor, amount.unit
        if amount.figure.kind in LENGTHS:  # 12 weeks less 8; days less weeks are days.
            smaller = min(one, base, key=lambda each: each.amount.figure.factor).amount
            factor, unit = smaller.figure.factor, smaller.unit
        return SaidArithmetic(
            operation="difference", operands=tuple(operands), kind=amount.figure.kind, unit=unit, unit_factor=factor,
        )  # fmt: skip
    kind, unit = ("percent", " %") if operation == "part" else ("times", "")
    return SaidArithmetic(operation=operation, operands=tuple(operands), kind=kind, unit=unit)
