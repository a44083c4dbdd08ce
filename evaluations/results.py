"""What an evaluation of reuse found: rates by set and way of deciding. Rows measured elsewhere can be merged in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from evaluations.rates import Rates, Share
from foundation.domains.loading.labels import HALVES as HALVES


@dataclass(frozen=True)
class Row:
    """One way of deciding on one set."""

    title: str
    development: Rates
    test: Rates
    whole: Rates


@dataclass(frozen=True)
class SetResult:
    """One set."""

    name: str
    title: str
    note: str
    rows: tuple[Row, ...]
    """Ours first."""
    kinds: tuple[tuple[str, Rates], ...] = ()
    """Ours by kind of turn."""
    unrated: int = 0
    """Turns nobody could label."""

    @property
    def ours(self) -> Row:
        """The service's default."""
        return self.rows[0]


@dataclass(frozen=True)
class ReuseReport:
    """The whole evaluation; prints itself as one table of our own rows."""

    sets: tuple[SetResult, ...]
    absent: tuple[str, ...] = ()
    """Folders and files of the public data that were not there."""
    plot: str | None = None
    """Path of the plot, relative to the page."""
    plot_notice: str | None = None
    """One sentence why there is none."""

    def merged(self, *others: SetResult) -> ReuseReport:
        """With results measured elsewhere (a pack's labels through the whole service) before the public sets."""
        return replace(self, sets=(*others, *self.sets))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        table = Table("set", "turns", "reused", "wrongly reused (95 %)", "missed", "asked", title="suffice eval reuse")
        for result in self.sets:
            table.add_row(result.title, *cells(result.ours.whole))
        yield table
        yield from self._notices()

    def _notices(self) -> Iterator[str]:
        if self.absent:
            yield f"Not there, so not measured: {', '.join(self.absent)}."
        if self.plot_notice:
            yield self.plot_notice


def cells(rates: Rates) -> tuple[str, str, str, str, str]:
    """n, reuse, wrong reuse with interval, missed reuse, asked."""
    low, high = rates.wrong.interval
    return (
        str(rates.n),
        share(rates.reuse),
        f"{share(rates.wrong)} [{100 * low:.2f}, {100 * high:.2f}]" if rates.wrong.of else "–",
        share(rates.missed),
        share(rates.asked),
    )


def share(found: Share) -> str:
    """ "90.0 % (450/500)"; a dash where there was nothing to share."""
    return f"{100 * found.value:.1f} % ({found.hits}/{found.of})" if found.of else "–"
