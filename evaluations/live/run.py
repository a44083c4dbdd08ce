"""Runs MTRAG: as it is, with other values of the probe, and with every turn searched."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluations.harness.client import Reuse, serving
from evaluations.harness.databases import Progress, database_server
from evaluations.harness.files import Results
from evaluations.live.holding import Held, hold, line_of
from evaluations.live.pack import filling_of
from evaluations.live.reading import read_mtrag
from evaluations.live.report import ALWAYS_SEARCH, LiveReport

AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    first: Sequence[int] = ()
    """Values of the probe's `first`: a row for each beside the default."""
    conversations: int | None = None
    """The first so many; None: all."""
    keep: Path | None = None
    show: bool = False


async def evaluate_live_reuse(data: Path | None, asked: Asked, results: Results, progress: Progress) -> LiveReport:
    """Hold them in every row. Raises DataMissing, and WrongPack where a pack no longer knows `first`."""
    mtrag = await asyncio.to_thread(read_mtrag, data)
    conversations = mtrag.conversations[: asked.conversations]
    ways: dict[str, tuple[int | None, Reuse | None]] = {AS_IT_IS: (None, None)}
    ways |= {f"first {value}": (value, None) for value in asked.first}
    ways[ALWAYS_SEARCH] = (None, "never")
    rows: dict[str, list[Held]] = {}
    async with database_server(asked.keep) as databases:
        for row, (first, reuse) in ways.items():
            filling = await asyncio.to_thread(filling_of, databases.folder, mtrag.passages, first)
            async with serving(databases, filling, progress) as client:
                rows[row] = await hold(client, conversations, reuse, partial(progress, row))
    report = LiveReport(rows, asked.show)
    results.lines(line_of(held, row) for row, turns in rows.items() for held in turns)
    results.figures(report.as_json())
    return report
