"""`suffice eval`: figures, written where the documents promise them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from foundation.contracts.errors import DataMissing, UnknownEvaluation
from service_agent.cli.measure_linking import linking
from service_agent.cli.replays import Asked, run_replay
from service_agent.environment import public_data_dir
from service_agent.evaluations import EVALUATIONS, Report
from service_agent.evaluations.cases import Progress as Progressed
from service_agent.settings import CHECKOUT
from service_agent.terminal.console import Console

LINKING = "linking"
"""Of names in questions: needs neither service nor database."""
REPLAY = "replay"
"""Of kept decisions, under other thresholds or another variant: nothing is measured anew, nothing is written."""


def evaluate(
    name: Annotated[str, typer.Argument(help="reuse, pack, retrieval, faithfulness, answers, linking, or replay.")],
    pack: Annotated[
        str, typer.Argument(help="The pack whose labels are run; linking: a file of questions.")
    ] = "real_estate",
    out: Annotated[Path | None, typer.Option(help="Folder for the report; default: docs/ of the checkout.")] = None,
    variant: Annotated[str | None, typer.Option(help="replay: decide as this variant.")] = None,
    reuse_above: Annotated[float | None, typer.Option(min=0, max=1, help="replay: reuse above this.")] = None,
    ask_above: Annotated[float | None, typer.Option(min=0, max=1, help="replay: ask above this.")] = None,
    figure: Annotated[
        list[str] | None, typer.Option(help="replay: another figure, as judge2.few_results_penalty=100; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="replay: the newest so many decisions.")] = 100_000,
    show: Annotated[bool, typer.Option("--show", help="linking: print what was missed and found wrongly.")] = False,
) -> None:
    """Measure on labelled data: `reuse` on the labels and the public sets, `pack` on one pack's own labels, `retrieval`
    on what is found, `faithfulness` and `answers` on what is written, `replay` on the decisions that were kept,
    `linking` on the names in questions: those of each pack's labels/linking.yaml, or of a file in their shape."""
    if name == LINKING:
        linking([Path(pack)] if pack != "real_estate" else None, show)
        return
    if name == REPLAY:
        Console().print(run_replay(Asked(variant, reuse_above, ask_above, limit, tuple(figure or ()))))
        return
    if name not in EVALUATIONS:
        raise UnknownEvaluation(
            f"There is no evaluation {name!r}; there are {', '.join(sorted((*EVALUATIONS, LINKING, REPLAY)))}."
        )
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks: dict[str, int] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)  # pyright: ignore[reportArgumentType] -- a NewType of int

        report = asyncio.run(_measured(name, pack, out or CHECKOUT / "docs", progress))
    Console().print(report)


async def _measured(name: str, pack: str, out: Path, progress: Progressed) -> Report:
    """Raises DataMissing for public data that lacks a file or holds what cannot be read."""
    data = public_data_dir()
    try:
        return await EVALUATIONS[name](data, pack, out, progress)
    except FileNotFoundError as error:
        missing = Path(str(error.filename))
        if data is None or data not in missing.parents:
            raise
        raise DataMissing(
            f"{data} has no {missing.relative_to(data)}; put it there, or take {missing.relative_to(data).parts[0]} "
            "out to measure without that set."
        ) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DataMissing(f"A file of the public data ({data}) cannot be read: {error}; fetch it again.") from None
