"""Pictures of the benchmarks. matplotlib is a development tool and untyped here: imported by name where it is drawn."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

COLOURS = ("#1b6ca8", "#7fb2d6", "#c44e52", "#8c8c8c", "#dd9a3c", "#55a868")


def lines(path: Path, title: str, axes: tuple[str, str], series: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """One line per name over logarithmic axes."""
    figure, panel = _figure((7.0, 4.2))
    for colour, (name, points) in zip(COLOURS, series.items(), strict=False):
        panel.plot([x for x, _ in points], [y for _, y in points], marker="o", color=colour, label=name)
    panel.set(xscale="log", yscale="log", xlabel=axes[0], ylabel=axes[1], title=title)
    panel.grid(visible=True, which="both", color="0.9")
    panel.legend(fontsize=8)
    _save(figure, path)


def bars(path: Path, title: str, panels: Mapping[str, Mapping[str, float]]) -> None:
    """One panel per figure, one bar per name."""
    figure = _module().Figure(figsize=(3.4 * len(panels), 3.6), layout="constrained")
    for at, (caption, values) in enumerate(panels.items()):
        panel = figure.add_subplot(1, len(panels), at + 1)
        drawn = panel.barh(list(values), list(values.values()), color=COLOURS[: len(values)])
        panel.bar_label(drawn, fmt="%.3g", fontsize=8, padding=2)
        panel.invert_yaxis()
        panel.margins(x=0.18)
        panel.set_title(caption, fontsize=9)
        panel.tick_params(labelsize=8)
        if at:
            panel.set_yticklabels([])
    figure.suptitle(title)
    _save(figure, path)


def _module() -> Any:
    return importlib.import_module("matplotlib.figure")


def _figure(size: tuple[float, float]) -> tuple[Any, Any]:
    figure = _module().Figure(figsize=size, layout="constrained")
    return figure, figure.add_subplot(1, 1, 1)


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without the date and the library's version in it, the same figures give the same file.
    figure.savefig(path, dpi=110, metadata={"Software": None})
