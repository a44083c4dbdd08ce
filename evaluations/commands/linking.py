"""`suffice eval linking`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluations.linking.reading import SHAPE
from evaluations.linking.report import as_tables
from evaluations.linking.run import evaluate_linking
from service_agent.cli.bars import progress_bars
from service_agent.composition.packs import load_packs
from service_agent.settings.environment import public_data_dir, read_settings
from service_agent.terminal.console import Console


def linking(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of labelled questions; default: labels/linking.yaml of every pack."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print what was missed and what was found wrongly.")] = False,
) -> None:
    packs = load_packs(read_settings().settings)
    with progress_bars() as progress:
        report = evaluate_linking(tuple(files or ()), packs, public_data_dir(), progress)
    Console().print(as_tables(report, show=show), soft_wrap=True)


linking.__doc__ = f"""Names in labelled questions: known, ambiguous, unknown. And false ones, and time.

\b
{SHAPE}
"""
