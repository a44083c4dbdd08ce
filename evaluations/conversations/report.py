"""The report of held conversations; prints itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.conversations.figures import ROWS, Figures, Graded, figures_of
from evaluations.harness.grader import Grader

SHOWN = 300
"""Characters of an answer that are shown."""


@dataclass(frozen=True)
class Run:
    """One way the conversations were held."""

    name: str
    turns: Sequence[Graded]

    @property
    def figures(self) -> Figures:
        """All figures."""
        return figures_of(self.turns)


@dataclass(frozen=True)
class ConversationsReport:
    """Every run side by side: the file, the same without reuse, a second file."""

    runs: Sequence[Run]
    grader: Grader
    second: str | None = None
    """Name of the run over a second file."""
    show: bool = False

    @property
    def gap(self) -> float | None:
        """Points by which fewer turns are right in the second file than in the first; None without one."""
        shares = {run.name: run.figures.right.value for run in self.runs}
        first, second = shares[self.runs[0].name], shares.get(self.second or "")
        return None if first is None or second is None else 100 * (first - second)

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        return {**{run.name: run.figures.as_json() for run in self.runs}, "gap": self.gap}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        for run in self.runs:
            yield Text(f"{run.name}: grade.py's report", style="bold")
            yield Text("\n".join(self.grader.report([turn.row for turn in run.turns])))
            strayed = [turn.held.name for turn in run.turns if turn.held.turn.is_in_the_data and turn.strayed]
            lacking = [turn.held.name for turn in run.turns if not turn.in_evidence]
            yield Text(f"turned away or on another topic: {' '.join(strayed) or 'none'}")
            yield Text(f"not in the evidence: {' '.join(lacking) or 'none'}")
            if self.show:
                yield from _shown(run.turns)
        yield self._table()
        for run in self.runs:
            right, wrong, reused, recall = self.grader.figures([turn.row for turn in run.turns])
            yield Text(
                f"{run.name}: right {right:.0%}, wrong {wrong:.0%}, wrong reuses {reused}, reuse recall {recall:.0%}"
            )
            tenths = (f"{tenth}: {rate.hits} of {rate.of}" for tenth, rate in run.figures.by_confidence.items())
            yield Text(f"answers from passages, right by tenths of the confidence shown: {', '.join(tenths) or 'none'}")
            failures = dict.fromkeys(str(each.held.answer.failure) for each in run.turns if each.held.answer.failure)
            yield from (Text(f"the service said: {failure}") for failure in failures)
        if self.gap is not None:
            yield Text(f"gap between the files: {self.gap:.1f} points of turns right")

    def _table(self) -> Table:
        figures = [run.figures for run in self.runs]
        table = Table("", *(run.name for run in self.runs), title="suffice eval conversations (Wilson, 95 %)")
        for name, cell in ROWS.items():
            table.add_row(name, *(cell(each) for each in figures))
        return table


def _shown(turns: Sequence[Graded]) -> Iterator[Text]:
    """Each imperfect turn: what was asked, what was expected, what was said, and what was decided."""
    for turn in turns:
        if turn.is_perfect and turn.in_evidence:
            continue
        held, expected = turn.held, turn.held.turn.expect.model_dump(exclude_defaults=True)
        answer = held.answer
        yield Text(f"\n{held.name} {turn.grade} ({held.turn.kind}, {held.turn.outcome}): {held.turn.say}", "bold")
        yield Text(f"  expected: {expected}")
        if held.found:
            yield Text(f"  evidence: {_found(held.turn.evidence, held.found)}")
        yield Text(f"  decided:  {_decided(answer.data_types)}; right: {dict(held.turn.decision)}")
        said = answer.content[:SHOWN] or f"nothing: {answer.failure}"
        yield Text("  said:     " + said.replace("\n", "\n            "))


def _found(groups: Sequence[Sequence[str]], found: Sequence[bool]) -> str:
    missing = [group for group, is_there in zip(groups, found, strict=True) if not is_there]
    return "all of it is there" if not missing else f"lacks {' and '.join(' / '.join(group) for group in missing)}"


def _decided(data_types: Mapping[str, Mapping[str, Any]]) -> str:
    return ", ".join(f"{name} {found['decision']}" for name, found in data_types.items()) or "no data needed"
