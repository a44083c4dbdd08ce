"""Checks the figures of one claim: each against the cell or the place it is about, a computed one by recomputing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from execution_agents.answer.checks.cells.bound_figures import Bound, bound_figures
from execution_agents.answer.checks.cells.other_sentences import of_another_sentence
from execution_agents.answer.checks.cells.recomputed import (
    COMPUTES,
    Computed,
    Operands,
    between_clocks,
    between_days,
    recomputed,
)
from execution_agents.answer.checks.cited_places import Item, Place, stem_of, words_of
from execution_agents.answer.checks.examined import Case, Check, Finding
from execution_agents.answer.checks.parts import Part
from execution_agents.answer.checks.support import Support
from execution_agents.answer.checks.swapped import swapped
from foundation.language.figures.agreement import EXACT, Figure, Known
from foundation.language.figures.reader import asked_figures, figures_of
from foundation.language.rules.conditions import conditions_in
from foundation.language.sentences import is_row

OTHER_ROW = 1
MEANT = 0.8
NEAR = 0.1
ALIGNED = 0.5
"""Share of a claim's words that a place must hold before its units are compared."""
_NAME_BEFORE, _NAME_BEHIND = re.compile(r"[A-Za-z]-?$"), re.compile(r"-?[A-Z]")
_SUPPOSES = re.compile(r"(?:으?면|라면|경우|때)\W*$|^\W*(?:if|when)\b", re.IGNORECASE)


class FigureFindings:
    """One claim."""

    def __init__(self, part: Part, text: str, support: Support, cited: tuple[Item, ...], case: Case) -> None:
        self.part, self.text, self.support, self.cited, self.case = part, text, support, cited, case
        self.is_cited = any(one.marker in part.cited for one in case.evidence.items)
        self.words = words_of(text)
        self.asked = asked_figures(text)
        self.bound = self._bound()
        self.computed: list[Computed] = []
        self._again: dict[int, Computed | None] = {}

    def findings(self) -> Iterator[Finding]:
        """Figures that occur nowhere, and those of another cell, row or unit."""
        unknown = self._unknown()
        unknown += [text for text in self._misplaced() if text not in unknown]
        unknown += [text for text in self._other_units() if text not in unknown]
        unknown += [text for text in self._of_another_sentence() if text not in unknown]
        if unknown:
            yield self._wrong("figures", *unknown)
        wrong = [one.text for one in (*self.bound.wrong, *self._of_another_row()) if one.text not in unknown]
        wrong = [text for text in wrong if not self._is_excused(text)]
        wrong += [text for text in self._swapped() if text not in wrong]
        self._is_wrong = bool(wrong)
        if wrong:
            yield self._wrong("cell", *dict.fromkeys(wrong))

    _is_wrong = False

    @property
    def other(self) -> tuple[int, ...]:
        """The items that support the sentence, none of which it cites."""
        return () if self._is_wrong or self.instead else self.bound.other

    @cached_property
    def instead(self) -> tuple[tuple[int, ...], ...]:
        """The corrected markers, if each figure occurs in exactly one row."""
        return () if len(self.bound.other) == 1 and self.bound.other[0] else self.bound.mended(self.part.cited)

    def _bound(self) -> Bound:
        rows = self.case.rows
        if rows is None or not rows.rows:
            return Bound()
        passages = [one for one in self.cited if self.is_cited and not one.is_row]
        elsewhere = [*self.case.asked, *(figure for one in passages for figure in figures_of(one.said))]
        return bound_figures(self.part, self.text, replace(rows, elsewhere=Known(elsewhere, self.case.check)))

    def _swapped(self) -> list[str]:
        """Two figures of one place, each written with the other's words."""
        bound = {one.start for one in self.bound.checked}
        mine = [one for one in self.asked if one.kind not in EXACT and one.start not in bound]
        if len(mine) < 2:
            return []
        places, _ = self.case.evidence.nearest(self.words, [one for one in self.cited if not one.is_row], NEAR)
        own = (self.text, mine)
        found = [swapped(own, (place.text, figures_of(place.text)), _stems) for place in places if place.single]
        return found[0] if found and all(found) else []

    def _of_another_sentence(self) -> list[str]:
        """Figures that a passage gives for something else than the claim."""
        bound = {one.start for one in self.bound.checked}
        known = Known(self.case.asked, self.case.check)
        mine = [one for one in self.asked if one.start not in bound and not known.bears_out(one)]
        places = [place for item in self.cited if not item.is_row for place in item.places]
        found = of_another_sentence(mine, self.words, places, self.case.evidence.says)
        return [one.text for one in found if not self._computed(one)]

    def _of_another_row(self) -> list[Figure]:
        """Figures that a table inside a passage gives for another of its rows."""
        bound = {one.start for one in self.bound.checked}
        lines = [
            place
            for item in self.cited
            if not item.is_row
            for place in item.places
            if place.single and is_row(place.text)
        ]
        if not lines:
            return []
        figures = [one for one in self.asked if one.kind not in EXACT and one.start not in bound]
        known = Known(self.case.asked, self.case.check)
        return [one for one in figures if not known.bears_out(one) and self._is_of_another(one, lines)]

    def _is_of_another(self, figure: Figure, lines: Sequence[Place]) -> bool:
        held = [(one, [each for each in figures_of(one.text) if each.kind == figure.kind]) for one in lines]
        judged = [(one, Known(figures, self.case.check).bears_out(figure)) for one, figures in held if figures]
        own, others = [one for one, is_own in judged if is_own], [one for one, is_own in judged if not is_own]
        if not own or not others:
            return False
        words = self._telling_words([one for one, _ in judged])
        most = max(self._telling(words, one) for one in own)
        other = max(self._telling(words, one) for one in others)
        return other >= most + OTHER_ROW

    def _telling_words(self, rows: Sequence[Place]) -> list[str]:
        """Words that some rows have and others do not; taken from the question if the sentence has none."""
        for words in (self.words, words_of(self.case.question)):
            found = [word for word in words if 0 < sum(self._telling([word], one) for one in rows) < len(rows)]
            if found:
                return found
        return []

    def _telling(self, words: Sequence[str], place: Place) -> int:
        """How many of these words, which not all rows say, the first cell of this one does."""
        named = Place(place.text.split(" | ")[0], place.title)
        return sum(self.case.evidence.says(named.flat, word) for word in words)

    def _misplaced(self) -> list[str]:
        """Figures missing at the place they were taken from, if the place has another one of that kind."""
        bound = {one.text for one in self.bound.checked}
        mine = {one.text: one for one in self.asked}
        return [
            text
            for text in self.support.misplaced
            if text not in bound
            and not self._is_excused(text)
            and not (text in mine and (self._computed(mine[text]) or self._stated_beside(mine[text])))
        ]

    def _other_units(self) -> list[str]:
        """Figures whose number the place writes with another unit of the kind: mg for ng."""
        places, share = self.case.evidence.nearest(self.words, [one for one in self.cited if not one.is_row])
        if share < ALIGNED or not places:
            return []
        there = [one for place in places for one in figures_of(place.text)]
        known = Known([*there, *self.case.asked], self.case.check)
        return [
            one.text
            for one in self.asked
            if one.kind not in EXACT and not known.bears_out(one) and any(_in_another_unit(one, each) for each in there)
        ]

    def _stated_beside(self, figure: Figure) -> bool:
        """True if another place that holds the figure matches the sentence nearly as well as the best one: then that
        place is meant."""
        check, evidence = self.case.check, self.case.evidence
        most = evidence.nearest(self.words, self.cited)[1]
        places = [place for item in self.cited for place in item.places]
        other = [one for one in places if one.text not in self.support.window and self.support.window not in one.text]
        there = [one for one in other if Known(figures_of(one.text), check).bears_out(figure)]
        return any(evidence.held(self.words, one) >= MEANT * most for one in there)

    def _unknown(self) -> list[str]:
        """Figures that the cited items do not hold, and that no calculation gives."""
        bound = {one.start for one in self.bound.checked}
        known = Known((*self.case.asked, *self.case.known), self.case.check)
        there = Known([figure for one in self.cited for figure in figures_of(one.said)], self.case.check)
        found: list[Figure] = []
        for figure in self.asked:
            if figure.start in bound or figure.kind == "article" or known.bears_out(figure) or there.bears_out(figure):
                continue
            if figure.counts and figure.value in self.case.counts or self._computed(figure):
                continue
            found.append(figure)
        return [one.text for one in found if not self._is_assumed(one)]

    # --- computed again ---------------------------------------------------------------------------

    def _is_excused(self, text: str) -> bool:
        """True if a figure that differs from the cell may be computed or assumed, because the sentence says so."""
        one = next((each for each in self.asked if each.text == text), None)
        if one is None:
            return False
        return self._is_assumed(one) or (bool(COMPUTES.search(self.text)) and self._computed(one))

    def _is_assumed(self, figure: Figure) -> bool:
        """What a sentence or the question supposes (2억 원을 돌리면), if another figure follows from exactly that."""
        if not (self._is_supposed(figure) or Known(self.case.asked, self.case.check).bears_out(figure)):
            return False
        others = [one for one in self.asked if one.start > figure.start and one.kind not in EXACT]
        again = [found for one in others if (found := self._recomputed(one)) is not None]
        return any((each.kind, each.value) == (figure.kind, figure.value) for one in again for each in one.of)

    def _is_supposed(self, figure: Figure) -> bool:
        return any(
            one.start <= figure.start < one.end and _SUPPOSES.search(one.text) for one in conditions_in(self.text)
        )

    def _computed(self, figure: Figure) -> bool:
        again = self._recomputed(figure)
        if again is not None and again not in self.computed:
            self.computed.append(again)
        return again is not None

    def _recomputed(self, figure: Figure) -> Computed | None:
        if figure.start not in self._again:
            self._again[figure.start] = recomputed(figure, self._operands(figure))
        return self._again[figure.start]

    def _operands(self, figure: Figure) -> Operands:
        """What a figure may be computed from: the question's figures, those beside it that are supported or supposed,
        those of the items it cites. If the question gives an amount of the kind, the evidence's own examples are not
        used."""
        numbers = _numbers_of(self.case.question)
        asked = [one for one in (*numbers, *_between(numbers)) if one.kind not in EXACT]
        own = any(one.kind == figure.kind for one in asked)
        there = [one for item in self.cited if self.is_cited or item.is_row for one in self._figures_at(item)]
        near = [*asked, *self._beside(figure, [*asked, *there]), *_between(self.asked)]
        known = [one for one in (*near, *there) if not (own and one.kind == figure.kind and one not in near)]
        computes = bool(COMPUTES.search(self.text))
        around = " ".join((self.text, self.case.question, *(one.said for one in self.cited if not one.is_row)))
        between = [*_between(self.asked), *_between(numbers), *(one for item in self.cited for one in _spans(item))]
        return Operands(known, near, self._columns(), between, around, computes)

    def _beside(self, figure: Figure, held: Sequence[Figure]) -> list[Figure]:
        """Figures of the sentence that occur in the evidence or in a cell, are supposed, or were computed before this
        one."""
        known = Known(held, self.case.check)
        bound = {one.start for one in self.bound.checked} - {one.start for one in self.bound.wrong}
        return [
            one
            for one in self.asked
            if one.start != figure.start
            and one.kind not in EXACT
            and not (one.kind == "plain" and _is_of_a_name(self.text, one))
            and (
                one.start in bound
                or known.bears_out(one)
                or self._is_supposed(one)
                or (one.start < figure.start and self._recomputed(one) is not None)
            )
        ]

    def _columns(self) -> list[list[Figure]]:
        """The figures of each column over all rows it cites."""
        markers = {one.marker for one in self.cited if one.is_row}
        found: dict[str, list[Figure]] = {}
        for row in self.case.rows.rows if self.case.rows and self.is_cited else ():
            if row.marker in markers:
                for cell in row.cells:
                    found.setdefault(cell.cell.name, []).extend(cell.figures[:1])
        return [column for column in found.values() if len(column) > 1]

    def _figures_at(self, item: Item) -> list[Figure]:
        rows = self.case.rows.rows if self.case.rows else ()
        cells = [
            figure for row in rows if row.marker == item.marker for cell in row.cells for figure in cell.figures[:1]
        ]
        if cells:
            return cells
        figures = _numbers_of(item.said)
        return [*(one for one in figures if one.kind not in EXACT), *_between(figures)]

    def _wrong(self, check: Check, *detail: str) -> Finding:
        return Finding(self.part, check, True, tuple(detail))


def _numbers_of(text: str) -> list[Figure]:
    """Its figures, without those that are part of a name: SEV2, P-101, 2-MIB."""
    return [one for one in figures_of(text) if not (one.kind == "plain" and _is_of_a_name(text, one))]


def _is_of_a_name(text: str, figure: Figure) -> bool:
    before, after = text[max(0, figure.start - 2) : figure.start], text[figure.end : figure.end + 2]
    return bool(_NAME_BEFORE.search(before) or _NAME_BEHIND.match(after))


def _between(figures: Sequence[Figure]) -> list[Figure]:
    """Lengths of time between two points of it."""
    return [*between_clocks(figures), *between_days(figures)]


def _spans(item: Item) -> list[Figure]:
    """Lengths of time between two points that one sentence of it names."""
    return [one for place in item.places if place.single for one in _between(figures_of(place.text))]


def _in_another_unit(figure: Figure, other: Figure) -> bool:
    """The same number with another unit of the kind."""
    return (
        figure.kind == other.kind
        and figure.factor != other.factor
        and figure.value / figure.factor == other.value / other.factor
    )


def _stems(text: str) -> list[str]:
    return [stem_of(word) for word in words_of(text)]
