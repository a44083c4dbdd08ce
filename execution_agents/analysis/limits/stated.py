"""The limits that a turn's evidence states: in sentences, in the cells of tables, in the text cells of rows; each with
the words that say what it holds for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from execution_agents.analysis.cells import cells_of, title_of
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.language.rules.limits import (
    Bound,
    Limit,
    carries_on,
    limit_of_cell,
    limits_in,
    listed_below,
)
from foundation.language.rules.quantities import Quantity
from foundation.language.rules.thresholds import is_of_limits
from foundation.language.sentences import is_row, sentences_of

_BETWEEN = " | "


@dataclass(frozen=True)
class Stated:
    """One limit and where it stands."""

    limit: Limit
    item: EvidenceItem
    sentence: str
    """As it is quoted."""
    near: str
    """The words said of this limit alone: its clause, its row and head."""
    around: str
    """Its sentence, or its whole list, without what belongs to its neighbours."""
    title: str
    group: tuple[str, int]
    """Limits of one list or table belong together: they differ by what they hold for."""
    rank: int
    """Position of its item among the evidence."""
    quantity: Quantity | None = None
    """What it bounds, where a column declares it."""

    @property
    def said_before(self) -> str:
        """What is said up to the limit: there stands the quantity that it bounds."""
        at = self.around.rfind(self.sentence)
        return self.around if at < 0 else self.around[: at + self.limit.end]


def stated_in(items: Sequence[EvidenceItem], pack: Pack, language: str) -> tuple[Stated, ...]:
    """All limits of the items, in their order; a sentence quoted twice counts once."""
    found: dict[tuple[str, str, int], Stated] = {}
    for rank, item in enumerate(items):
        lines = stated_of_row(item, rank, pack, language) if item.fields else _of_passage(item, rank)
        for one in lines:
            found.setdefault((item.item_id, one.sentence, one.limit.start), one)
    return tuple(found.values())


def _of_passage(item: EvidenceItem, rank: int) -> Iterator[Stated]:
    heads: list[str] = []
    carried: Bound | None = None
    group, before = 0, ""
    for at, sentence in enumerate(sentences_of(item.text)):
        if is_row(sentence):
            cells = sentence.split(_BETWEEN)
            if not heads:
                heads, group = cells, at
            else:
                yield from _of_cells(item, rank, heads, cells, group)
            continue
        heads = []
        goes_on = carried is not None and carries_on(sentence)
        own = limits_in(sentence, carried if goes_on else None)
        if not goes_on:
            group, before = at, ""
        for one in own:
            yield Stated(
                one, item, sentence, one.place, f"{before} {sentence}", item.title, (item.item_id, group), rank
            )
        carried = listed_below(sentence) or (_spreads(own) if own and (goes_on or len(own) > 1) else None)
        before = f"{before} {sentence}" if carried else ""


def _spreads(own: Sequence[Limit]) -> Bound | None:
    """What the next sentence's amounts are, behind a list of limits."""
    upper = {one.high is not None and one.low is None for one in own}
    return None if len(upper) != 1 else "most" if upper.pop() else "least"


def _of_cells(
    item: EvidenceItem, rank: int, heads: Sequence[str], cells: Sequence[str], group: int
) -> Iterator[Stated]:
    if len(cells) != len(heads):
        return
    for at in range(1, len(cells)):
        if not is_of_limits(heads[at]):
            continue
        limit = limit_of_cell(cells[at], heads[at])
        if limit is not None:
            label = cells[0]
            shown = f"{label}: {heads[at]} {cells[at]}"
            yield Stated(limit, item, shown, f"{label} {heads[at]}", f"{label} {heads[at]} {cells[at]}", item.title,
                         (item.item_id, group), rank)  # fmt: skip


def stated_of_row(item: EvidenceItem, rank: int, pack: Pack, language: str) -> Iterator[Stated]:
    """The text cells of a typed row: who may apply, a note."""
    if item.derived:
        return
    title = f"{item.title} {title_of(item, pack, language)}"
    for cell in cells_of(item, pack, language):
        if cell.role != "label" or not isinstance(cell.value, str):
            continue
        for one in limits_in(cell.value):
            clause = _clause(cell.value, one)
            yield Stated(one, item, cell.value, clause, f"{cell.label} {cell.value}", title, (item.item_id, 0), rank)


def _clause(text: str, limit: Limit) -> str:
    start = text.rfind(",", 0, limit.start) + 1
    end = text.find(",", limit.end)
    return text[start : end if end >= 0 else len(text)].strip()
