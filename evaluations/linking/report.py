"""The figures of `suffice eval linking` as tables."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from evaluations.linking.figures import Figures
from evaluations.linking.run import LinkingReport
from evaluations.linking.stress import EXAMPLES
from evaluations.rates import Share


def as_tables(report: LinkingReport, *, show: bool) -> RenderableType:
    """Everything; with `show` each fault, and what was called unknown in ordinary questions."""
    parts: list[RenderableType] = [_labels(report), _stress(report), _timings(report), *report.skipped]
    if show:
        parts += [f"· {fault}" for fault in report.whole.faults]
        parts += [f"· {one.pack}, {one.name}: {line}" for one in report.stress for line in one.examples[:EXAMPLES]]
    return Group(*parts)


def _labels(report: LinkingReport) -> Table:
    table = Table(
        "", "questions", "known: precision", "recall", "ambiguous: recall", "unknown: precision", "recall",
        "questions with a false unknown", title="Labelled questions (Wilson's 95 % intervals)",
    )  # fmt: skip
    rows = {f"{pack}, {wants}": figures for (pack, wants), figures in report.by_world.items()}
    for title, figures in (*rows.items(), ("all", report.whole)):
        table.add_row(title, *_cells(figures))
    return table


def _cells(figures: Figures) -> tuple[str, ...]:
    known, ambiguous, unknown = (figures.of[status] for status in ("known", "ambiguous", "unknown"))
    return (
        str(figures.questions),
        _share(known.precision),
        _share(known.recall),
        _share(ambiguous.recall),
        _share(unknown.precision),
        _share(unknown.recall),
        _share(Share(figures.false_unknown, figures.questions)),
    )


def _stress(report: LinkingReport) -> Table:
    table = Table(
        "set", "pack", "questions", "called unknown by a shape", "by a list alone", title="Ordinary questions"
    )
    for one in report.stress:
        table.add_row(one.name, one.pack, f"{one.questions:,}", _share(one.share), str(one.by_list))
    return table


def _timings(report: LinkingReport) -> Table:
    table = Table("index", "entities", "built in (CPU s)", "memory (MB)", "a question (ms)", "p95 (ms)", title="Time")
    for one in report.timings:
        table.add_row(
            one.title, f"{one.entities:,}", f"{one.build_s:.2f}", f"{one.memory_mb:.1f}",
            f"{one.typical_ms:.2f}", f"{one.p95_ms:.2f}",
        )  # fmt: skip
    return table


def _share(share: Share) -> str:
    if not share.of:
        return "-"
    low, high = share.interval
    return f"{share.value:.1%} of {share.of:,} [{low:.1%}, {high:.1%}]"
