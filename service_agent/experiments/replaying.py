"""Every kept decision decided again under other thresholds, figures or another variant, and held against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from foundation.contracts.identity import Principal
from foundation.contracts.plan import VariantName
from foundation.domains.schema.pack import Thresholds
from foundation.storage.records import DecisionRow
from foundation.storage.repositories import Repositories
from service_agent.experiments.declared import with_ends
from service_agent.experiments.other_figures import JUDGE1, Figure, with_figures
from service_agent.statistics.intervals import Rate
from supervisor.replay import replay

PAGE = 500


@dataclass(frozen=True)
class Other:
    """What is replayed instead of what was; None: as it was."""

    variant: VariantName | None = None
    reuse_above: int | None = None
    """Per mille."""
    ask_above: int | None = None
    figures: tuple[Figure, ...] = ()
    """Of the rules: see `other_figures.py`."""

    def row(self, row: DecisionRow) -> DecisionRow:
        """The row as another variant's, judged by other figures."""
        inputs = with_figures(row.inputs, self.figures) if self.figures else row.inputs
        return replace(row, variant=self.variant or row.variant, inputs=inputs)

    def thresholds(self, row: DecisionRow) -> Thresholds:
        """The row's own, changed as an arm with these ends would change them."""
        return with_ends(Thresholds.model_validate(row.inputs["thresholds"]), self.reuse_above, self.ask_above)


@dataclass
class ReplayReport:
    """What came of it; prints itself."""

    rows: int = 0
    unreadable: int = 0
    unheard: int = 0
    """Searched without any judge, as the control does: no judge can be heard afterwards."""
    by_model: int = 0
    """Judge 1 was a model: its reply is an input, whatever the rules' figures are."""
    unmet: set[str] = field(default_factory=set[str])
    """Data types whose figures were to be others, and that no decision needed so far."""
    rules_asked: bool = False
    """Figures of the rules judge were to be others."""
    changed: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """(decided then, decided now) -> rows."""
    skips_then: int = 0
    skips_now: int = 0
    known_then: Counter[bool] = field(default_factory=Counter[bool])
    """Wrong or not -> skips then of a known truth."""
    known_now: Counter[bool] = field(default_factory=Counter[bool])
    """The same of the skips now, by the truth audits and labels found for the evidence in hand."""

    def add(self, row: DecisionRow, other: Other, *, sampled: bool) -> None:
        """One more decision; its truth counts where it is of the sample. (What people said, and what somebody chose to
        look at, would make the rates worse or better than they are.)"""
        self.rows += 1
        try:
            now = replay(other.row(row), other.thresholds(row)).decision
        except (ValueError, KeyError):
            self.unreadable += 1
            return
        self.unheard += row.judge1 is None
        self.by_model += row.judge1 is not None and row.judge1.get("by") == "model"
        self.unmet -= set(row.data_types)
        self.changed[(row.decision, now)] += 1
        self.skips_then += row.decision != "search"
        self.skips_now += now != "search"
        wrong = _reuse_is_wrong(row) if sampled else None
        if wrong is not None and row.decision != "search":
            self.known_then[wrong] += 1
        if wrong is not None and now != "search":
            self.known_now[wrong] += 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """A table of what was decided then and would be now, and the rates of both."""
        table = Table(box=None, title=f"{self.rows:,} decisions replayed")
        for column in ("then", "now", "decisions"):
            table.add_column(column, justify="right" if column == "decisions" else "left")
        for (then, now), many in sorted(self.changed.items()):
            table.add_row(then, now, f"{many:,}", style="bold" if then != now else "")
        yield table
        readable = self.rows - self.unreadable
        then, now = Rate(self.skips_then, readable), Rate(self.skips_now, readable)
        yield f"Reuse rate {_shown(then)} -> {_shown(now)} (Wilson)"
        known = f"{_known(self.known_then)} -> {_known(self.known_now)}"
        yield f"Wrong reuse of the audited sample: {known} (Clopper-Pearson, one-sided)"
        if self.unreadable:
            yield f"{self.unreadable:,} rows of other versions could not be replayed and are left out."
        yield from self._limits()

    def _limits(self) -> Iterator[str]:
        if self.unheard:
            yield f"{self.unheard:,} were searched without a judge (the control): they stay searches in any replay."
        if self.by_model and self.rules_asked:
            yield f"{self.by_model:,} had a model as judge 1: its reply is kept, so {JUDGE1} changes nothing there."
        if self.unmet:
            yield f"No decision needed {', '.join(sorted(self.unmet))}: those figures changed nothing."


async def replay_all(
    repositories: Repositories, principal: Principal, other: Other, limit: int, pack: str | None = None
) -> ReplayReport:
    """The newest decisions that needed data, at most so many; repetitions a person asked for are left out."""
    report = ReplayReport(
        unmet={each.data_type for each in other.figures if each.data_type},
        rules_asked=any(each.room == JUDGE1 for each in other.figures),
    )
    before: str | None = None
    while report.rows < limit:
        page: Sequence[DecisionRow] = await repositories.decisions.list(principal, PAGE, before)
        sampled = await repositories.audits.sampled(principal, [row.run_id for row in page])
        for row in page:
            if row.data_types and row.overriding is None and pack in (None, row.pack) and report.rows < limit:
                report.add(row, other, sampled=row.run_id in sampled)
        if len(page) < PAGE:
            break
        before = page[-1].run_id
    return report


def _reuse_is_wrong(row: DecisionRow) -> bool | None:
    """What is known of reusing what was in hand, whichever way it was decided."""
    known = {"correct_skip": False, "incorrect_skip": True, "correct_search": True, "incorrect_search": False}
    return None if row.outcome is None else known.get(row.outcome)


def _shown(rate: Rate) -> str:
    interval = rate.wilson
    return f"{rate.value or 0:.1%} [{interval.low:.1%}, {interval.high:.1%}]"


def _known(counts: Counter[bool]) -> str:
    rate = Rate(counts[True], counts[True] + counts[False])
    return f"{rate.hits} of {rate.of}, at most {rate.exact.high:.2%}" if rate.of else "nothing is known"
