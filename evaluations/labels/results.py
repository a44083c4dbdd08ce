"""What `suffice eval pack` found; prints itself, and hands its rows to the report of `suffice eval reuse`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from evaluations.labels.figures import Judged, type_rates, unnecessary
from evaluations.labels.questions import Answered
from evaluations.labels.questions import page as questions_page
from evaluations.rates import Rates
from evaluations.results import HALVES, Row, SetResult, cells, share

_NOTE = (
    "The pack's own labels (`suffice eval pack`, docs/labels.md), driven through the whole service on the rules "
    "engine. Reused and wrongly reused are counted in data types, asked in turns; the asked person answers as the "
    "label says, and what comes of it counts. The halves are the files' own."
)


@dataclass(frozen=True)
class LabelsReport:
    """All turns of all ways of deciding."""

    pack: str
    rows: Mapping[str, Sequence[Judged]]
    """Row title -> turns of both halves, ours first."""
    skipped: str | None = None
    """One sentence when conversations were left out."""
    answered: Sequence[Answered] = ()
    """What was said to the pack's single questions."""

    @property
    def ours(self) -> Sequence[Judged]:
        """Turns of the service's default variant."""
        return next(iter(self.rows.values()))

    def set_result(self) -> SetResult:
        """These figures as one more set of the reuse report."""
        rows = tuple(_row(title, turns) for title, turns in self.rows.items())
        kinds = dict.fromkeys(turn.label.case for turn in self.ours if turn.label.types)
        return SetResult(
            name="labels",
            title=f"Labels of the pack {self.pack}",
            note=f"{_NOTE} {self.skipped}" if self.skipped else _NOTE,
            rows=rows,
            kinds=tuple((kind, type_rates([turn for turn in self.ours if turn.label.case == kind])) for kind in kinds),
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        for half in HALVES:
            columns = ("", "turns", "reused", "wrongly reused (95 %)", "missed", "asked", "needlessly")
            table = Table(*columns, title=f"suffice eval pack {self.pack}: {half} half")
            for title, turns in self.rows.items():
                mine = [turn for turn in turns if turn.half == half]
                table.add_row(title, *cells(type_rates(mine)), share(unnecessary(mine)))
            yield table
        if self.answered:
            yield questions_page(self.answered)
        if self.skipped:
            yield self.skipped


def _row(title: str, turns: Sequence[Judged]) -> Row:
    halves: dict[str, Rates] = {half: type_rates([turn for turn in turns if turn.half == half]) for half in HALVES}
    return Row(title, halves["development"], halves["test"], type_rates(turns))
