"""The figures of `suffice eval clarification` as tables."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from evaluations.clarification.questions import Put, PutReport
from evaluations.clarification.run import ClarificationReport, Outcome
from evaluations.rates import Share


def as_tables(report: ClarificationReport, *, show: bool) -> RenderableType:
    """Everything; with `show` each question that went wrong."""
    parts: list[RenderableType] = [_figures(report), *_titles(report), *report.skipped]
    if show:
        for (name, half), figures in report.by.items():
            parts += [f"· {name}, {half}: {_fault(one)}" for one in figures.outcomes if _fault(one)]
    return Group(*parts)


def _figures(report: ClarificationReport) -> Table:
    table = Table(
        "", "half", "questions", "ask precision", "ask recall", "options offered", "target", "noise",
        "no entity bears", "p95 ms",
        title="Clarification (Wilson's 95 % intervals); development is what rules were tuned on",
    )  # fmt: skip
    for (name, half), figures in report.by.items():
        times = sorted(one.ms for one in figures.outcomes)
        p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0
        cells = (figures.precision, figures.recall, figures.offers, figures.target, figures.noise)
        table.add_row(name, half, str(len(times)), *map(_share, cells), str(figures.unborne), f"{p95:.1f}")
    return table


def _titles(report: ClarificationReport) -> list[RenderableType]:
    found = report.titles
    if found is None:
        return []
    lines = [
        f"Public standard ({found.entities:,} entities, {found.relations:,} relations): all true places offered for "
        f"{found.ambiguous.hits} of {found.ambiguous.of} ambiguous titles; asked about {found.unique_asked.hits} of "
        f"{found.unique_asked.of} unique ones drawn, {found.every_unique_asked.hits} of all "
        f"{found.every_unique_asked.of}."
    ]
    return [*lines, *(f"· {one}" for one in found.missed)]


def _fault(one: Outcome) -> str:
    label = one.label
    if one.asked != label.ask:
        return f"{label.question}: {'asked' if one.asked else 'not asked'}"
    if label.ask and not one.offered:
        return f"{label.question}: not all of {', '.join(label.offers)} offered"
    return "" if one.right else f"{label.question}: reached {one.reached}, wanted {label.target}"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.hits}/{share.of} {share.value:.1%} ({low:.0%}-{high:.0%})"


def put_tables(reports: Sequence[PutReport], *, show: bool) -> RenderableType:
    """Questions put to a whole service, a row for each file; with `show` each that went wrong."""
    table = Table(
        "file", "messages", "asked where due", "or all cases said", "wanted choices offered", "asked needlessly",
        title="Questions back over POST /api/chat (Wilson's 95 % intervals)",
    )  # fmt: skip
    wrong: list[RenderableType] = []
    for report in reports:
        shares = (report.recall, report.served, report.offered, report.false)
        table.add_row(report.name, str(len(report.put)), *map(_share, shares))
        wrong += [f"· {report.name}, {one.line.pack}: {said}" for one in report.put if (said := _put_wrong(one))]
    return Group(table, *(wrong if show else ()))


def _put_wrong(one: Put) -> str:
    if one.due is None:
        return ""
    if one.asked != one.due:
        not_asked = "not asked, all cases said" if one.all_cases else "not asked"
        return f"{one.say}: {'asked: ' + ' / '.join(one.choices) if one.asked else not_asked}"
    return "" if not one.asked or one.offered else f"{one.say}: offered {' / '.join(one.choices)}"
