"""Writes the evaluation into docs/retrieval.md (between two marks; the text around them stays), and as a picture."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from evaluations.optional import NO_MATPLOTLIB, is_there
from evaluations.retrieval.measured import Figures, SetFigures
from evaluations.retrieval.systems import ENSEMBLE, ENSEMBLE_SAME, OURS, SINGLE, TANTIVY
from evaluations.retrieval.typed import Shares, Typed

PAGE, PLOT = "retrieval.md", "images/retrieval/systems.png"
BEGIN, END = "<!-- figures: written by `suffice eval retrieval` -->", "<!-- end of figures -->"
_HEAD = (
    "| | R@1 | R@5 | R@10 | MRR | Hit@5 | p50 ms | p95 ms |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def cells(found: Figures) -> tuple[str, ...]:
    """R@1, R@5, R@10, MRR, Hit@5, p50, p95."""
    shares = (found.recall_1, found.recall_5, found.recall_10, found.mrr, found.hit_5)
    return (*(f"{share:.3f}" for share in shares), f"{found.p50_ms:.1f}", f"{found.p95_ms:.1f}")


def write(sets: Sequence[SetFigures], notices: Sequence[str], out: Path) -> tuple[str, ...]:
    """Puts the tables into the page below `out`; sentences about what could not be written."""
    (out / PLOT).parent.mkdir(parents=True, exist_ok=True)
    drawn = _draw(sets, out / PLOT)
    path = out / PAGE
    text = path.read_text("utf-8") if path.is_file() else f"# Retrieval\n\n{BEGIN}\n{END}\n"
    if BEGIN not in text or END not in text:
        text = f"{text.rstrip()}\n\n{BEGIN}\n{END}\n"
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    more = [] if drawn else [NO_MATPLOTLIB]
    body = "\n".join([*sets_of(sets), *_picture(drawn), *notices, *more])
    path.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}", encoding="utf-8")
    return tuple(more)


def _picture(drawn: bool) -> list[str]:
    return [f"![Recall@1 and mean reciprocal rank of each way to find passages]({PLOT})\n"] if drawn else []


def sets_of(sets: Sequence[SetFigures]) -> Iterator[str]:
    """The tables and goals of each set."""
    for found in sets:
        yield f"**{found.heading}**\n"
        yield _HEAD
        for row in found.rows:
            yield f"| {row.title} | " + " | ".join(cells(row.whole)) + " |"
        ours = found.row(OURS)
        if ours is not None:
            for half, part in (("development", ours.development), ("test", ours.test)):
                yield f"| *ours, {half} half ({part.n})* | " + " | ".join(cells(part)) + " |"
        yield ""
        yield from goals(found)
        yield ""
        yield from _typed(found)


def compared(found: SetFigures) -> tuple[str, ...]:
    """The systems that were asked the harder forms."""
    return tuple(found.typed[0].found) if found.typed else ()


def typed_cells(shares: Shares) -> tuple[str, ...]:
    """R@1, R@5, MRR."""
    return tuple(f"{share:.3f}" for share in (shares.recall_1, shares.recall_5, shares.mrr))


def _typed(found: SetFigures) -> Iterator[str]:
    """The table of the harder forms, and those in which ours is behind the index alone."""
    if not found.typed:
        return
    titles = compared(found)
    yield f"*{found.title}, as people type: R@1 / R@5 / MRR*\n"
    yield f"| | questions | {' | '.join(titles)} | ours, MRR by half |"
    yield f"| --- | ---: |{' ---: |' * (len(titles) + 1)}"
    for one in found.typed:
        shown = [" / ".join(typed_cells(one.found[title])) for title in titles]
        halves = " / ".join(f"{share:.3f}" for share in one.halves.values())
        yield f"| {one.form} | {one.n} | {' | '.join(shown)} | {halves} |"
    yield ""
    yield _goal("On every form R@1, R@5 and MRR not below tantivy alone", *_behind(found.typed))
    yield ""


def _behind(typed: Sequence[Typed]) -> tuple[str, bool]:
    """Where ours is below the index alone."""
    lower = [
        f"{one.form} ({name} {getattr(one.found[OURS], value):.3f} against {getattr(one.found[TANTIVY], value):.3f})"
        for one in typed
        for name, value in (("R@1", "recall_1"), ("R@5", "recall_5"), ("MRR", "mrr"))
        if getattr(one.found[OURS], value) < getattr(one.found[TANTIVY], value)
    ]
    return f"below on {'; '.join(lower)}" if lower else "on all", not lower


def goals(found: SetFigures) -> Iterator[str]:
    """Each goal on this set, met or missed."""
    ours = found.row(OURS)
    if ours is None:
        return
    singles = [row for row in found.rows if row.title in SINGLE]
    for name, value in (("R@1", "recall_1"), ("R@5", "recall_5"), ("R@10", "recall_10"), ("MRR", "mrr")):
        best = max(singles, key=lambda row: getattr(row.whole, value))
        mine, theirs = getattr(ours.whole, value), getattr(best.whole, value)
        yield _goal(
            f"{name} not below the best single index ({best.title}, {theirs:.3f})", f"{mine:.3f}", mine >= theirs
        )
    if found.name == "public_docs":
        yield _goal("R@1 0.87", f"{ours.whole.recall_1:.3f}", ours.whole.recall_1 >= 0.87)
    if found.name == "lease_all":
        yield _goal("Hit@5 0.70", f"{ours.whole.hit_5:.3f}", ours.whole.hit_5 >= 0.7)
    for title in (ENSEMBLE, ENSEMBLE_SAME):
        other = found.row(title)
        if other is not None:
            better = ours.whole.mrr / other.whole.mrr if other.whole.mrr else float("inf")
            faster = ours.whole.p95_ms / other.whole.p95_ms if other.whole.p95_ms else float("inf")
            yield _goal(f"MRR 1.1 times {title}'s", f"{better:.2f} times", better >= 1.1)
            yield _goal(f"p95 at most 0.6 of {title}'s", f"{faster:.2f} of it", faster <= 0.6)


def _goal(goal: str, measured: str, met: bool) -> str:
    return f"* {goal}: {measured}, {'met' if met else '**missed**'}."


def _draw(sets: Sequence[SetFigures], path: Path) -> bool:
    if not is_there(NO_MATPLOTLIB):
        return False
    # Imported by name and used untyped: the library is optional, and its stubs are partly unknown to a strict checker.
    module: Any = importlib.import_module("matplotlib.figure")
    figure = module.Figure(figsize=(11, 2.2 * len(sets)), layout="constrained")
    for at, found in enumerate(sets):
        for side, (caption, value) in enumerate((("Recall@1", "recall_1"), ("MRR", "mrr"))):
            panel = figure.add_subplot(len(sets), 2, 2 * at + side + 1)
            titles = [row.title for row in found.rows]
            drawn = panel.barh(titles, [getattr(row.whole, value) for row in found.rows], color="#7fb2d6")
            drawn[0].set_color("#1b6ca8")
            panel.bar_label(drawn, fmt="%.3f", fontsize=7, padding=2)
            panel.invert_yaxis()
            panel.set_xlim(0, 1.1)
            panel.set_title(f"{found.title}: {caption}", fontsize=9)
            panel.tick_params(labelsize=7)
            if side:
                panel.set_yticklabels([])
    figure.savefig(path, dpi=110, metadata={"Software": None})
    return True
