"""The figures of `suffice eval thinking`, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.rates import Share
from evaluations.thinking import ceiling
from evaluations.thinking.reading import CLASSES, Class, Question
from evaluations.thinking.rules import Rules
from evaluations.thinking.run import CALL_S, THOUGHT, Tried, Way
from foundation.domains.schema.thinking import ThinkingFigures

GOAL, LESS = 0.90, 0.03
COLUMNS: tuple[Class | None, ...] = (*CLASSES, None)


@dataclass(frozen=True)
class ThinkingReport:
    """One model's figures; prints itself."""

    title: str
    ways: Sequence[Way]
    rules: Rules | None = None
    """The simulated model's; None: a real one."""
    questions: Sequence[Question] = ()
    measured: bool = False
    """Whether seconds are the clock's: an endpoint answered that takes its time."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        table = Table("", "simple", "complex", "edge", "all", title=f"{self.title}: right, % [Wilson 95 %]")
        for way in self.ways:
            table.add_row(way.title, *(shown(right(way, kind)) for kind in COLUMNS))
        if self.rules is not None:
            for title, reach in self._reaches():
                table.add_row(title, *("-" if value is None else f"{100 * value:.1f}" for value in reach), style="dim")
        yield table
        how = "measured" if self.measured else f"at {1000 * CALL_S:.0f} ms a call, computed"
        costs = Table("", "simple", "complex", "edge", "most", title=f"calls a question (seconds {how})")
        for way in self.ways:
            most = max(one.calls for one in way.tried)
            slowest = max(self.seconds(one) for one in way.tried)
            costs.add_row(way.title, *(self.cost(way, kind) for kind in CLASSES), f"{most} ({slowest:.1f})")
        yield costs
        if self.rules is not None:
            yield Text("\n".join(self._verdicts()))

    def seconds(self, one: Tried) -> float:
        """Of one question."""
        return one.seconds if self.measured else CALL_S * one.rounds

    def cost(self, way: Way, kind: Class) -> str:
        """Mean calls, and mean seconds."""
        mine = way.of(kind)
        if not mine:
            return "-"
        calls = sum(one.calls for one in mine) / len(mine)
        return f"{calls:.1f} ({sum(map(self.seconds, mine)) / len(mine):.1f})"

    def ceiling_of(self, kind: Class | None) -> float:
        """What thinking can reach by the rules, over the questions of a class."""
        assert self.rules is not None
        mine = [one for one in self.questions if kind in (None, one.kind)]
        return sum(ceiling.thinking(self.rules, len(one.parts), ThinkingFigures()) for one in mine) / len(mine)

    def _reaches(self) -> Iterator[tuple[str, list[float | None]]]:
        assert self.rules is not None
        rules, each = self.rules, [[one for one in self.questions if kind in (None, one.kind)] for kind in COLUMNS]
        yield (
            "by the rules: one call",
            [
                sum(ceiling.one_call(rules, len(one.parts)) for one in mine) / len(mine) if mine else None
                for mine in each
            ],
        )
        yield (
            "by the rules: thinking, at most",
            [self.ceiling_of(kind) if mine else None for kind, mine in zip(COLUMNS, each, strict=True)],
        )

    def _verdicts(self) -> Iterator[str]:
        way = next(one for one in self.ways if one.title == THOUGHT)
        for kind in COLUMNS:
            if not way.of(kind):
                continue
            goal = min(GOAL, self.ceiling_of(kind) - LESS)
            found = right(way, kind).value
            word = "met" if found >= goal else "missed"
            yield f"goal {word} for {kind or 'all'}: {100 * found:.1f} %, wanted {100 * goal:.1f} %"


def right(way: Way, kind: Class | None) -> Share:
    """Right answers of a class."""
    mine = way.of(kind)
    return Share(sum(one.right for one in mine), len(mine))


def shown(found: Share) -> str:
    """A share with its interval; "-" of nothing."""
    if not found.of:
        return "-"
    low, high = found.interval
    return f"{100 * found.value:.1f} [{100 * low:.0f}, {100 * high:.0f}]"
