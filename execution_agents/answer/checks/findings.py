"""What is wrong or doubtful in a draft, claim by claim: each figure against the cell it is about, each rule against
the place it was taken from, each marker against what it cites.

*Wrong* is what the evidence contradicts, *doubtful* what it does not bear out. No model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from execution_agents.answer.checks.cells.bound_figures import Bound, bound_figures
from execution_agents.answer.checks.cells.recomputed import COMPUTES, Computed, recomputed
from execution_agents.answer.checks.cited_places import Item, Place, stem_of, words_of
from execution_agents.answer.checks.examined import Case, Check, Examined, Finding, Mend
from execution_agents.answer.checks.parts import Part
from execution_agents.answer.checks.refusals import reads_as_refusal
from execution_agents.answer.checks.rule_findings import NEAR, RuleFindings
from execution_agents.answer.checks.rules.frames import (
    frame_of,
)
from execution_agents.answer.checks.support import Support
from execution_agents.answer.checks.swapped import swapped
from foundation.language.figures.agreement import EXACT, Figure, Known
from foundation.language.figures.reader import asked_figures, figures_of
from foundation.language.sentences import is_row


def examined(parts: Sequence[tuple[Part, Support]], case: Case) -> Examined:
    """Every part of a draft, but for those that refuse."""
    found: list[Finding] = []
    mends: list[Mend] = []
    computed: list[Computed] = []
    bound = 0
    for part, support in parts:
        one = _Examination(part, support, case)
        found += one.findings()
        mends += one.mends
        computed += one.computed
        bound += len(one.bound.checked)
    found += _odd_items([part for part, _ in parts], case, {one.part.start for one in found})
    return Examined(tuple(found), tuple(mends), tuple(computed), bound)


def _odd_items(parts: Sequence[Part], case: Case, held: set[int]) -> Iterator[Finding]:
    """An item of a list that says little of what it cites, where the others say nearly nothing else."""
    items = [part for part in parts if part.kind == "item"]
    if len(items) < LEAST_ITEMS or not case.same_language:
        return
    evidence = case.evidence
    shares = {
        part.start: evidence.share(words_of(part.text), " ".join(one.flat for one in evidence.cited(part.cited)))
        for part in items
    }
    usual = median(shares.values())
    for part in items:
        if part.start not in held and usual >= USUAL and shares[part.start] <= ODD:
            yield Finding(part, "unsupported", False)


class _Examination:
    """One part."""

    def __init__(self, part: Part, support: Support, case: Case) -> None:
        self.part, self.support, self.case = part, support, case
        self.text = read_as(part)
        self.cited = case.evidence.cited(part.cited)
        self.is_cited = any(one.marker in part.cited for one in case.evidence.items)
        self.words = words_of(self.text)
        self.rules = RuleFindings(part, self.text, tuple(self.words), self.cited, case)
        self.mends: list[Mend] = []
        self.computed: list[Computed] = []
        self.bound = self._bound()

    def findings(self) -> Iterator[Finding]:
        """The gravest first; one a check."""
        yield from self._figures()
        yield from self._articles()
        yield from self.rules.names()
        if not self.case.same_language:
            if all(one.can_be_compared for one in self.cited):
                yield from self.rules.findings()
            return
        if self.support.negated:
            yield self._wrong("negated", self.support.window[:300])
        elif self.support.invented:
            yield self._wrong("names", *self.support.invented)
        yield from self.rules.findings()
        yield from self._markers()
        yield from self._doubts()

    # --- figures ----------------------------------------------------------------------------------

    def _bound(self) -> Bound:
        rows = self.case.rows
        if rows is None or not rows.rows:
            return Bound()
        passages = [one for one in self.cited if self.is_cited and not one.is_row]
        elsewhere = [*self.case.asked, *(figure for one in passages for figure in figures_of(one.said))]
        return bound_figures(self.part, self.text, replace(rows, elsewhere=Known(elsewhere, self.case.check)))

    def _figures(self) -> Iterator[Finding]:
        unknown = self._unknown()
        unknown += [text for text in self._misplaced() if text not in unknown]
        if unknown:
            yield self._wrong("figures", *unknown)
        computes = COMPUTES.search(self.text)
        wrong = [one.text for one in self.bound.wrong if not (computes and self._computed(one))]
        wrong += [
            one.text
            for one in self._of_another_row()
            if one.text not in unknown and not (computes and self._computed(one))
        ]
        wrong += [text for text in self._swapped() if text not in wrong]
        if wrong:
            yield self._wrong("cell", *wrong)
        elif self.bound.other:
            yield from self._other_marker(self.bound.other)

    def _swapped(self) -> list[str]:
        """Two figures of the very place that stand each by the other's words."""
        bound = {one.start for one in self.bound.checked}
        mine = [one for one in asked_figures(self.text) if one.kind not in EXACT and one.start not in bound]
        if len(mine) < 2:
            return []
        places, _ = self.case.evidence.nearest(self.words, [one for one in self.cited if not one.is_row], NEAR)
        own = (self.text, mine)
        found = [swapped(own, (place.text, figures_of(place.text)), _stems) for place in places if place.single]
        return found[0] if found and all(found) else []

    def _of_another_row(self) -> list[Figure]:
        """Figures that a table inside a passage says of another of its rows."""
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
        figures = [one for one in asked_figures(self.text) if one.kind not in EXACT and one.start not in bound]
        known = Known(self.case.asked, self.case.check)
        return [one for one in figures if not known.bears_out(one) and self._is_of_another(one, lines)]

    def _is_of_another(self, figure: Figure, lines: Sequence[Place]) -> bool:
        held = [(one, [each for each in figures_of(one.text) if each.kind == figure.kind]) for one in lines]
        told = [(one, Known(figures, self.case.check).bears_out(figure)) for one, figures in held if figures]
        own, others = [one for one, is_own in told if is_own], [one for one, is_own in told if not is_own]
        if not own or not others:
            return False
        words = self._telling_words([one for one, _ in told])
        most = max(self._telling(words, one) for one in own)
        other = max(self._telling(words, one) for one in others)
        return other >= most + OTHER_ROW

    def _telling_words(self, rows: Sequence[Place]) -> list[str]:
        """Words that some rows say and others do not; the question's where the sentence has none."""
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
        """Figures that the place they were taken from has not, where it has another one of the kind."""
        bound = {one.text for one in self.bound.checked}
        mine = {one.text: one for one in asked_figures(self.text)}
        return [
            text
            for text in self.support.misplaced
            if text not in bound
            and not (text in mine and (self._computed(mine[text]) or self._told_beside(mine[text])))
        ]

    def _told_beside(self, figure: Figure) -> bool:
        """Another place that holds the figure says nearly as much of the sentence as the best one: that is meant."""
        check, evidence = self.case.check, self.case.evidence
        most = evidence.nearest(self.words, self.cited)[1]
        places = [place for item in self.cited for place in item.places]
        other = [one for one in places if one.text not in self.support.window and self.support.window not in one.text]
        there = [one for one in other if Known(figures_of(one.text), check).bears_out(figure)]
        return any(evidence.held(self.words, one) >= MEANT * most for one in there)

    def _unknown(self) -> list[str]:
        """Figures that the items it cites do not hold, and that nothing computes."""
        bound = {one.start for one in self.bound.checked}
        known = Known((*self.case.asked, *self.case.known), self.case.check)
        there = Known([figure for one in self.cited for figure in figures_of(one.said)], self.case.check)
        found: list[str] = []
        for figure in asked_figures(self.text):
            if figure.start in bound or figure.kind == "article" or known.bears_out(figure) or there.bears_out(figure):
                continue
            if figure.counts and figure.value in self.case.counts or self._computed(figure):
                continue
            found.append(figure.text)
        return found

    def _computed(self, figure: Figure) -> bool:
        again = recomputed(figure, self._operands(figure))
        if again is not None:
            self.computed.append(again)
        return again is not None

    def _operands(self, figure: Figure) -> list[Figure]:
        """What a figure may be computed from: the question's, those beside it that are borne out, those of the items it
        cites. Where the question has an amount of the kind, the evidence's own examples are none."""
        asked = [one for one in self.case.asked if one.kind not in EXACT]
        own = any(one.kind == figure.kind for one in asked)
        there = [one for item in self.cited if self.is_cited or item.is_row for one in self._figures_at(item)]
        held = Known([*asked, *there], self.case.check)
        beside = [
            one for one in asked_figures(self.text)
            if one.start != figure.start and one.kind not in EXACT and held.bears_out(one)
        ]  # fmt: skip
        operands = [*asked, *beside, *there]
        return [one for one in operands if not (own and one.kind == figure.kind and one not in asked)]

    def _figures_at(self, item: Item) -> list[Figure]:
        rows = self.case.rows.rows if self.case.rows else ()
        cells = [
            figure for row in rows if row.marker == item.marker for cell in row.cells for figure in cell.figures[:1]
        ]
        return cells or [one for one in figures_of(item.said) if one.kind not in EXACT]

    # --- words ------------------------------------------------------------------------------------

    def _articles(self) -> Iterator[Finding]:
        """An article that a sentence names is the one it cites, or stands in it."""
        named = [one for one in asked_figures(self.text) if one.kind == "article"]
        known = Known([one for item in self.cited for one in figures_of(item.said)], self.case.check)
        other = [one.text for one in named if not known.bears_out(one)]
        if other:
            yield self._wrong("article", *other)

    def _markers(self) -> Iterator[Finding]:
        """A sentence that another item bears out, and hardly the one it cites."""
        if not self.is_cited or self.bound.checked or len(self.words) < LEAST_WORDS:
            return
        own = max(self._share_of(one) for one in self.cited)
        others = [
            (self._share_of(one), one.marker) for one in self.case.evidence.items if one.marker not in self.part.cited
        ]
        best = max(others, default=(0.0, 0))
        if best[0] >= BORNE and best[0] - own >= CLEARLY:
            yield from self._other_marker([marker for share, marker in others if share >= best[0] - NEAR])

    def _share_of(self, item: Item) -> float:
        return self.case.evidence.nearest(self.words, [item])[1]

    def _other_marker(self, markers: Sequence[int]) -> Iterator[Finding]:
        if len(markers) == 1 and markers[0]:
            self.mends.append(Mend(self.part, markers[0]))
        else:
            yield Finding(self.part, "marker", False)

    def _doubts(self) -> Iterator[Finding]:
        """What nothing bears out."""
        if len(self.words) < 2:
            return
        mine = frame_of(self.text)
        held = " ".join(one.flat for one in self.cited)
        share = self.case.evidence.share(self.words, held)
        theirs = frame_of(held)
        if mine.everywhere and not theirs.everywhere:
            yield Finding(self.part, "overgeneral", False)
        elif mine.advises and share < ADVISED and not self._advised():
            yield Finding(self.part, "advice", False)
        elif not self.bound.checked and self._is_unsupported(share):
            yield Finding(self.part, "unsupported", False)

    def _is_unsupported(self, share: float) -> bool:
        if 1000 * self.support.score < self.case.check.unsupported_below:
            return True
        if not share and len(self.words) >= LEAST_WORDS and not reads_as_refusal(self.text):
            return True
        held = max(share, self.support.coverage)
        return held < UNSUPPORTED and not reads_as_refusal(self.text)

    def _advised(self) -> bool:
        """The place that speaks of it, if one does, gives advice itself or bears it out."""
        places, share = self.case.evidence.nearest(self.words, self.cited, NEAR)
        return share >= ADVISED_NEAR or (share >= UNSUPPORTED and any(frame_of(place.text).advises for place in places))

    def _wrong(self, check: Check, *detail: str) -> Finding:
        return Finding(self.part, check, True, tuple(detail))


OTHER_ROW = 1
LEAST_ITEMS, USUAL, ODD = 3, 0.7, 0.5
MEANT = 0.8
BORNE = 0.7
CLEARLY = 0.3
ADVISED, ADVISED_NEAR = 0.6, 0.4
UNSUPPORTED = 0.34
LEAST_WORDS = 4


def _stems(text: str) -> list[str]:
    return [stem_of(word) for word in words_of(text)]


def read_as(part: Part) -> str:
    """What a part says; a row of a table with what its columns are called."""
    if part.kind != "row" or len(part.heads) != len(part.cells):
        return part.text
    first, *rest = zip(part.heads, part.cells, strict=True)
    return ", ".join([f"{first[0]} {first[1]}", *(f"{head} {cell}" for head, cell in rest if cell not in ("", "-"))])
