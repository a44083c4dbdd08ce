"""What was reused, against what a fresh search of the same conversations held; prints itself."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.harness.rates import rate_of, shown, written
from evaluations.live.holding import Held
from service_agent.statistics.intervals import Rate

ALWAYS_SEARCH = "always search"


@dataclass(frozen=True)
class Compared:
    """One later turn and the same turn of the program that always searches."""

    held: Held
    fresh: Held

    @property
    def rated(self) -> bool:
        """Somebody said what answers it."""
        return bool(self.held.turn.gold)

    @property
    def fresh_holds_more(self) -> bool:
        """It was reused, and a fresh search would have held more of the gold."""
        return self.held.reused and len(self.fresh.gold) > len(self.held.gold)

    @property
    def fresh_holds_more_pieces(self) -> bool:
        """The same, where a passage that was cut counts by its pieces."""
        return self.held.reused and len(self.fresh.gold_pieces) > len(self.held.gold_pieces)

    @property
    def reusable(self) -> bool:
        """Gold is in hand, and a fresh search would bring no more of it."""
        return 0 < len(self.held.in_hand & self.held.turn.gold) >= len(self.fresh.gold)

    @property
    def all_in_hand(self) -> bool:
        """All of the gold was found by earlier turns of this session."""
        return bool(self.held.turn.gold) and self.held.turn.gold <= self.held.in_hand


def compared(held: Sequence[Held], fresh: Sequence[Held]) -> list[Compared]:
    """The later turns of all conversations."""
    pairs = [Compared(one, other) for one, other in zip(held, fresh, strict=True)]
    return [pair for pair in pairs if pair.held.turn.label is not None]


def figures_of(turns: Sequence[Compared]) -> dict[str, Rate]:
    """What it is called -> the rate."""
    rated = [turn for turn in turns if turn.rated]

    def reused(chosen: Sequence[Compared]) -> Rate:
        return rate_of(turn.held.reused for turn in chosen)

    return {
        "reused, of all later turns": reused(turns),
        "wrongly reused: label none": reused([turn for turn in turns if turn.held.turn.label == "none"]),
        "reused although a fresh search holds more gold": rate_of(turn.fresh_holds_more for turn in rated),
        "… more pieces of gold": rate_of(turn.fresh_holds_more_pieces for turn in rated),
        "reused of reusable: gold in hand, a fresh search brings no more": reused([t for t in rated if t.reusable]),
        "reused of reusable: all gold in hand": reused([turn for turn in rated if turn.all_in_hand]),
        "reused of reusable: label full": reused([turn for turn in turns if turn.held.turn.label == "full"]),
        "answered from all gold": rate_of(turn.held.gold == turn.held.turn.gold for turn in rated),
        "answered from some gold": rate_of(bool(turn.held.gold) for turn in rated),
        "turned away without evidence": rate_of(not turn.held.passages for turn in rated),
        "refused with an error": rate_of(turn.held.answer.failure is not None for turn in turns),
    }


@dataclass(frozen=True)
class LiveReport:
    """Every row side by side; the one that always searches is what the others are compared with."""

    rows: Mapping[str, Sequence[Held]]
    show: bool = False

    @property
    def turns(self) -> dict[str, list[Compared]]:
        """Row -> its later turns."""
        return {name: compared(held, self.rows[ALWAYS_SEARCH]) for name, held in self.rows.items()}

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        return {
            row: {name: written(rate) for name, rate in figures_of(turns).items()} for row, turns in self.turns.items()
        }

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        found = {row: figures_of(turns) for row, turns in self.turns.items()}
        table = Table("", *found, title="suffice eval live-reuse: MTRAG (Wilson, 95 %)")
        for name in next(iter(found.values())):
            table.add_row(name, *(shown(each[name]) for each in found.values()))
        seconds = (statistics.median(turn.held.answer.seconds for turn in turns) for turns in self.turns.values())
        table.add_row("median time of a turn", *(f"{each:.2f} s" for each in seconds))
        yield table
        if self.show:
            for row, turns in self.turns.items():
                yield from _wrong(row, turns)


def _wrong(row: str, turns: Sequence[Compared]) -> Iterator[Text]:
    """The reuses that a fresh search would have bettered, or whose label says that nothing in hand answers."""
    for turn in turns:
        held = turn.held
        if not (turn.fresh_holds_more or (held.reused and held.turn.label == "none")):
            continue
        why = "a fresh search holds more" if turn.fresh_holds_more else "label none"
        yield Text(f"{row}, conversation {held.conversation + 1}, turn {held.turn.number}: {why}", "bold")
        yield Text(f"  asked: {held.turn.question}")
        yield Text(f"  gold {len(held.turn.gold)}, held {len(held.gold)}, a fresh search {len(turn.fresh.gold)}")
        yield Text(f"  said: {held.answer.content[:300]}")
