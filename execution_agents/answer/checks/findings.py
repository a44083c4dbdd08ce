"""What is wrong or doubtful in a draft, claim by claim: each figure is compared with its cell, each rule with the place
it was taken from, each marker with the item it cites.

*Wrong* is what the evidence contradicts, *doubtful* what it does not support. No model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from execution_agents.answer.checks.cells.figure_findings import FigureFindings
from execution_agents.answer.checks.cells.recomputed import Computed
from execution_agents.answer.checks.cited_places import Item, flat_of, words_of
from execution_agents.answer.checks.examined import Case, Check, Examined, Finding, Mend
from execution_agents.answer.checks.parts import Part
from execution_agents.answer.checks.refusals import reads_as_refusal
from execution_agents.answer.checks.rule_findings import NEAR, RuleFindings
from execution_agents.answer.checks.rules.exchanged_bounds import agrees_in_a_limit
from execution_agents.answer.checks.rules.frames import frame_of
from execution_agents.answer.checks.support import Support, is_nominal
from foundation.language.figures.agreement import Known
from foundation.language.figures.reader import asked_figures, figures_of


def examined(parts: Sequence[tuple[Part, Support]], case: Case) -> Examined:
    """Findings for every part of a draft, except the parts that refuse."""
    found: list[Finding] = []
    mends: list[Mend] = []
    computed: list[Computed] = []
    bound, unsettled, with_figures = 0, list[Part](), set[int]()
    for part, support in parts:
        one = _Examination(part, support, case)
        found += one.findings()
        mends += one.mends
        computed += one.figures.computed
        bound += len(one.bound.checked)
        if one.bound.checked or one.figures.computed:
            with_figures.add(part.start)
        elif one.is_unsettled():
            unsettled.append(part)
    found += _odd_items([part for part, _ in parts], case, {one.part.start for one in found})
    return Examined(tuple(found), tuple(mends), tuple(computed), bound, tuple(unsettled), frozenset(with_figures))


def _odd_items(parts: Sequence[Part], case: Case, held: set[int]) -> Iterator[Finding]:
    """A list item that shares little with the passage it cites, while the other items share nearly everything with
    it."""
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
        self.figures = FigureFindings(part, self.text, support, self.cited, case)
        self.bound = self.figures.bound

    def findings(self) -> Iterator[Finding]:
        """The gravest first; one per check."""
        yield from self.figures.findings()
        if self.figures.other:
            yield from self._other_marker(self.figures.other)
        elif self.figures.instead:
            self.mends.append(Mend(self.part, 0, self.figures.instead))
        yield from self._articles()
        yield from self.rules.names()
        if not self.case.same_language:
            if all(one.can_be_compared for one in self.cited):
                yield from self.rules.findings()
            return
        if self.support.negated and self._is_near_copy():
            yield self._wrong("negated", self.support.window[:300])
        elif self.support.invented:
            yield self._wrong("names", *self.support.invented)
        yield from self.rules.findings()
        yield from self._markers()
        yield from self._doubts()

    def is_unsettled(self) -> bool:
        """True if hardly any of its words are those of one place: a model that reads may decide."""
        if len(self.words) < LEAST_WORDS or reads_as_refusal(self.text):
            return False
        return not self.case.same_language or self.case.evidence.nearest(self.words, self.cited)[1] < SETTLED

    def _is_near_copy(self) -> bool:
        """True if it says little more than the place does, and rules differently: in a free wording negations cannot be
        counted."""
        evidence, window = self.case.evidence, self.support.window
        if frame_of(self.text).modalities & frame_of(window).modalities or agrees_in_a_limit(self.text, window):
            return False
        # A Korean predicate has too many forms to be compared: 포함한다, 포함되지 않습니다.
        words = [word for word in self.words if word.isascii() or is_nominal(word)]
        return evidence.share(words, flat_of(window)) >= COPIED

    # --- words ------------------------------------------------------------------------------------

    def _articles(self) -> Iterator[Finding]:
        """An article that a sentence names must be the one it cites, or occur in it."""
        named = [one for one in asked_figures(self.text) if one.kind == "article"]
        known = Known([one for item in self.cited for one in figures_of(item.said)], self.case.check)
        other = [one.text for one in named if not known.bears_out(one)]
        if other:
            yield self._wrong("article", *other)

    def _markers(self) -> Iterator[Finding]:
        """A sentence that another item supports, and hardly the one it cites."""
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
        """Claims that nothing supports."""
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
        elif not (self.bound.checked or self.figures.computed) and self._is_unsupported(share):
            yield Finding(self.part, "unsupported", False)

    def _is_unsupported(self, share: float) -> bool:
        if self.figures.asked and len(self.words) < LEAST_WORDS:
            # With few words the figures say more: they occur in the cited item, or the check of figures objected to
            # them.
            return False
        if 1000 * self.support.score < self.case.check.unsupported_below:
            return True
        if not share and len(self.words) >= LEAST_WORDS and not reads_as_refusal(self.text):
            return True
        held = max(share, self.support.coverage)
        return held < UNSUPPORTED and not reads_as_refusal(self.text)

    def _advised(self) -> bool:
        """True if the place about it, if there is one, gives advice itself or supports the sentence."""
        places, share = self.case.evidence.nearest(self.words, self.cited, NEAR)
        return share >= ADVISED_NEAR or (share >= UNSUPPORTED and any(frame_of(place.text).advises for place in places))

    def _wrong(self, check: Check, *detail: str) -> Finding:
        return Finding(self.part, check, True, tuple(detail))


LEAST_ITEMS, USUAL, ODD = 3, 0.7, 0.5
BORNE = 0.7
CLEARLY = 0.3
ADVISED, ADVISED_NEAR = 0.6, 0.4
UNSUPPORTED = 0.34
COPIED = 0.75
SETTLED = 0.6
LEAST_WORDS = 4


def read_as(part: Part) -> str:
    """The text of a part; for a table row, with the names of its columns."""
    if part.kind != "row" or len(part.heads) != len(part.cells):
        return part.text
    first, *rest = zip(part.heads, part.cells, strict=True)
    return ", ".join([f"{first[0]} {first[1]}", *(f"{head} {cell}" for head, cell in rest if cell not in ("", "-"))])
