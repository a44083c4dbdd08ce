"""The report of labelled computations; prints itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.computing.judging import Judged
from evaluations.harness.rates import rate_of, shown, written

GOAL = "goal: 97 % exact to the unit, 0 invented inputs"


@dataclass(frozen=True)
class ComputingReport:
    """All cases of one file."""

    judged: Sequence[Judged]
    show: bool = False

    def groups(self) -> dict[str, Sequence[Judged]]:
        """By what is counted apart."""
        found: dict[str, list[Judged]] = {"all": list(self.judged)}
        for one in self.judged:
            expect = one.case.expect
            form = "a figure or a thing" if expect.is_figure else "a missing input" if expect.missing else "a refusal"
            for name in (form, one.case.pack, one.case.language, *one.case.tags):
                found.setdefault(name, []).append(one)
        return dict(found)

    @property
    def invented(self) -> int:
        """Inputs that come from nowhere."""
        return sum(len(one.invented) for one in self.judged)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        rates = {name: written(rate_of(one.right for one in held)) for name, held in self.groups().items()}
        return {"right": rates, "invented": self.invented}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        if self.show:
            for one in self.judged:
                if not one.right or one.invented:
                    yield Text(f"\n{one.case.id} {one.why or 'invented ' + ', '.join(one.invented)}", style="bold")
                    yield Text(f"  asked: {' / '.join(one.case.ask)}")
                    yield Text(f"  said:  {one.answer.content[:300]!r}")
        table = Table("", "right", title="suffice eval analysis (Wilson, 95 %)")
        for name, held in self.groups().items():
            table.add_row(name, shown(rate_of(one.right for one in held)))
        yield table
        yield Text(
            f"invented inputs: {self.invented} in {sum(bool(one.invented) for one in self.judged)} cases; {GOAL}"
        )
