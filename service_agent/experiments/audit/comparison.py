"""Compares two batches of evidence for the same question: do they agree?

* Rows agree when they are the same rows with the same content, or when every figure computed over them is the same (a
  limit may cut off different rows).
* Passages agree when the best passage found now is in the kept batch, unchanged, and no kept passage that was found
  again has changed. Ranks below the first differ with every wording and are not compared.
* They agree, too, when the line that would lead an answer from what is found now alone stands in a kept passage
  (`leading_line`), where the pack says how people ask for its lines.
* They agree when nothing was found both times.

What an audit finds by other rules (`bare_question.py`) is reported in the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from execution_agents.reuse.leading import is_likely
from execution_agents.reuse.slot_cover import ROW_KINDS
from foundation.contracts.ports import Hit
from foundation.contracts.work import EvidenceItem, SourceKind
from foundation.domains.schema.pack import ProbeFigures

Rule = Literal[
    "same_items", "same_numbers", "best_passage", "nothing",
    "leading_line", "closing", "other_data", "another_thing", "other_conditions", "own_words",
]  # fmt: skip
Mark = Literal["~", "+", "−"]
MOST_DIFFERENCES = 40
"""Lines stored for one audit. The total number is stored too."""
LONGEST_LINE = 300


@dataclass(frozen=True)
class Batch:
    """Evidence of one data type as it was, or is."""

    kind: SourceKind
    items: tuple[EvidenceItem, ...]
    fetched_at: datetime | None = None
    evidence_id: str | None = None
    query: str = ""
    """The query it was fetched for."""


@dataclass(frozen=True)
class DifferingLine:
    """One item that is not the same."""

    mark: Mark
    title: str
    then: str | None
    now: str | None


@dataclass(frozen=True)
class Comparison:
    """What became of one data type's evidence."""

    agrees: bool
    rule: Rule
    lines: tuple[DifferingLine, ...]
    differing: int
    equal: int

    def as_stored(self, then: Batch | None, now: Batch) -> dict[str, Any]:
        """As an audit keeps it."""
        return {
            "agrees": self.agrees,
            "rule": self.rule,
            "lines": [asdict(line) for line in self.lines],
            "differing": self.differing,
            "equal": self.equal,
            "then": None if then is None else _batch(then),
            "now": _batch(now),
        }


def compare(then: Batch, now: Batch) -> Comparison:
    """Whether the evidence found now agrees with the kept one."""
    rows = now.kind in ROW_KINDS or then.kind in ROW_KINDS
    lines = _lines(then.items, now.items, gone_too=rows)
    equal = len({item.content_hash for item in now.items} & {item.content_hash for item in then.items})
    agrees, rule = _same_rows(then.items, now.items) if rows else _same_passages(then.items, now.items)
    return Comparison(agrees, rule, tuple(lines[:MOST_DIFFERENCES]), len(lines), equal)


def leads_from_kept(
    then: Batch,
    now: Batch,
    likely: Callable[[Sequence[EvidenceItem], Sequence[Hit]], float | None],
    figures: ProbeFigures,
) -> bool:
    """True if the line that leads an answer from what is found now alone is of a kept passage, and none of these has
    changed. `likely`: how likely it is an answer, of the passages that are kept and those that are not."""
    hashes = {item.content_hash for item in then.items}
    held = [item for item in now.items if item.content_hash in hashes]
    fresh = [
        Hit(item.item_id, item.content_hash, item.content_hash, item.title, item.text, item.score)
        for item in now.items
        if item.content_hash not in hashes
    ]
    return bool(held) and not _changed(then.items, now.items) and is_likely(likely(held, fresh), figures)


def _same_rows(then: Sequence[EvidenceItem], now: Sequence[EvidenceItem]) -> tuple[bool, Rule]:
    old, new = _by_id(then, derived=False), _by_id(now, derived=False)
    figures_then, figures_now = _figures(then), _figures(now)
    if not old and not new and not figures_then and not figures_now:
        return True, "nothing"
    if old == new:
        return True, "same_items"
    return bool(figures_now) and figures_then == figures_now, "same_numbers"


def _same_passages(then: Sequence[EvidenceItem], now: Sequence[EvidenceItem]) -> tuple[bool, Rule]:
    if not now:
        return not then, "nothing"
    in_hand = {item.content_hash for item in then}
    return now[0].content_hash in in_hand and not _changed(then, now), "best_passage"


def _changed(then: Sequence[EvidenceItem], now: Sequence[EvidenceItem]) -> bool:
    """True if a kept passage that was found again says something else now."""
    old, new = _by_id(then, derived=False), _by_id(now, derived=False)
    return any(old[item_id] != content for item_id, content in new.items() if item_id in old)


def _by_id(items: Sequence[EvidenceItem], *, derived: bool) -> dict[tuple[str, str], str]:
    return {(item.source, item.item_id): item.content_hash for item in items if item.derived == derived}


def _figures(items: Sequence[EvidenceItem]) -> list[tuple[str, str]]:
    """The figures computed over the rows, each with its subject."""
    return sorted((item.title, repr(sorted(item.fields.items()))) for item in items if item.derived)


def _lines(then: Sequence[EvidenceItem], now: Sequence[EvidenceItem], *, gone_too: bool) -> list[DifferingLine]:
    old = {(item.source, item.item_id): item for item in then}
    new = {(item.source, item.item_id): item for item in now}
    hashes = {item.content_hash for item in then}
    lines: list[DifferingLine] = []
    for key, item in new.items():
        before = old.get(key)
        if before is not None and before.content_hash != item.content_hash:
            lines.append(DifferingLine("~", item.title, _text(before), _text(item)))
        elif before is None and item.content_hash not in hashes:
            lines.append(DifferingLine("+", item.title, None, _text(item)))
    if gone_too:
        present = {item.content_hash for item in now}
        lines += [
            DifferingLine("−", item.title, _text(item), None)
            for key, item in old.items()
            if key not in new and item.content_hash not in present
        ]
    return lines


def _text(item: EvidenceItem) -> str:
    return item.text[:LONGEST_LINE]


def _batch(batch: Batch) -> dict[str, Any]:
    return {
        "evidence_id": batch.evidence_id,
        "fetched_at": None if batch.fetched_at is None else batch.fetched_at.isoformat(),
        "items": len(batch.items),
    }
