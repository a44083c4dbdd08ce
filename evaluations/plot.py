"""The evaluation as a picture: reuse against wrong reuse. The only module that wants matplotlib."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluations.optional import NO_MATPLOTLIB, is_there
from evaluations.results import ReuseReport, Row, SetResult

_INTERESTING = ("ours", "judge", "cosine", "always", "never")
_COLUMNS = 3


def draw(report: ReuseReport, path: Path) -> str | None:
    """Write the plot; the sentence why not when matplotlib is absent."""
    if not is_there(NO_MATPLOTLIB):
        return NO_MATPLOTLIB
    _draw([result for result in report.sets if result.ours.whole.reuse.of >= 10], path)
    return None


def _draw(results: Sequence[SetResult], path: Path) -> None:
    # Imported by name and used untyped: the library is optional, and its stubs are partly unknown to a strict checker.
    figures: Any = importlib.import_module("matplotlib.figure")
    rows = -(-len(results) // _COLUMNS) or 1
    figure = figures.Figure(figsize=(4.6 * _COLUMNS, 3.8 * rows), layout="constrained")
    titles = list(dict.fromkeys(row.title for result in results for row in result.rows))
    colours = {title: f"C{at % 10}" for at, title in enumerate(titles)}
    for at, result in enumerate(results):
        _panel(figure.add_subplot(rows, _COLUMNS, at + 1), result, colours)
    figure.suptitle("Reused (higher is better) against wrongly reused (left is better)")
    figure.savefig(path, dpi=120)


def _panel(axes: Any, result: SetResult, colours: Mapping[str, str]) -> None:
    for row in result.rows:
        if row.title.startswith(_INTERESTING):
            _point(axes, row, colours[row.title], ours=row is result.ours)
    axes.axvline(1, color="0.7", linestyle=":", linewidth=1)
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xticks([0, 1, 10, 100], ["0", "1", "10", "100"])
    axes.set_xlim(-0.1, 120)
    axes.set_ylim(-5, 105)
    axes.set_title(result.title, fontsize=9)
    axes.set_xlabel("wrongly reused, % (dotted: 1 %)", fontsize=8)
    axes.set_ylabel("reused, %", fontsize=8)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=6, loc="center right")


def _point(axes: Any, row: Row, colour: str, ours: bool) -> None:
    wrong, reuse = row.whole.wrong, row.whole.reuse
    low, high = wrong.interval
    # At 0 and 1 the interval's end equals the share up to rounding error, and a length below 0 is refused.
    error = [[max(0.0, 100 * (wrong.value - low))], [max(0.0, 100 * (high - wrong.value))]]
    axes.errorbar(
        [100 * wrong.value],
        [100 * reuse.value],
        xerr=error,
        fmt="*" if ours else "o",
        markersize=13 if ours else 5,
        capsize=2,
        color=colour,
        zorder=3 if ours else 2,
        label=row.title,
    )
