"""`suffice eval linking`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from service_agent.bootstrap import load_packs
from service_agent.environment import public_data_dir, read_settings
from service_agent.evaluations.linking.reading import SHAPE
from service_agent.evaluations.linking.report import as_tables
from service_agent.evaluations.linking.run import evaluate_linking
from service_agent.terminal.console import Console


def linking(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of labelled questions; default: labels/linking.yaml of every pack."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print what was missed and what was found wrongly.")] = False,
) -> None:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks: dict[str, int] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)  # pyright: ignore[reportArgumentType] -- a NewType of int

        packs = load_packs(read_settings().settings)
        report = evaluate_linking(tuple(files or ()), packs, public_data_dir(), progress)
    Console().print(as_tables(report, show=show), soft_wrap=True)


linking.__doc__ = f"""Names in labelled questions: known, ambiguous, unknown; false unknowns in ordinary ones; time.

\b
{SHAPE}
"""
