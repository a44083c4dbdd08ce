"""A kept passage agrees with a search, too, where the line that leads from the search alone is its own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foundation.contracts.ports import Hit
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import ProbeFigures
from service_agent.experiments.audit.comparison import Batch, leads_from_kept


def passage(name: str, content: str = "") -> EvidenceItem:
    return EvidenceItem(item_id=name, content_hash=content or name, title=name, text=name, source="guide")


KEPT = Batch("documents", (passage("pumps"), passage("valves")))
FOUND = Batch("documents", (passage("intake"), passage("pumps")))


@pytest.mark.parametrize(("likely", "agrees"), [(0.8, True), (0.79, False), (0.1, False), (None, False)])
def test_only_a_likely_line_counts(likely: float | None, agrees: bool) -> None:
    asked: list[tuple[list[str], list[str]]] = []

    def lead(held: Sequence[EvidenceItem], fresh: Sequence[Hit]) -> float | None:
        asked.append(([one.title for one in held], [one.title for one in fresh]))
        return likely

    assert leads_from_kept(KEPT, FOUND, lead, ProbeFigures()) is agrees
    assert asked == [(["pumps"], ["intake"])]


def test_a_kept_passage_that_changed_or_was_not_found_again_does_not() -> None:
    changed = Batch("documents", (passage("intake"), passage("valves", "other"), passage("pumps")))
    assert not leads_from_kept(KEPT, changed, lambda _held, _fresh: 0.9, ProbeFigures())
    assert not leads_from_kept(KEPT, Batch("documents", (passage("intake"),)), lambda _h, _f: 0.9, ProbeFigures())
