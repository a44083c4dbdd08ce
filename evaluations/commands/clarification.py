"""`suffice eval clarification`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from evaluations.clarification.questions import put_questions
from evaluations.clarification.reading import SHAPE
from evaluations.clarification.report import as_tables, put_tables
from evaluations.clarification.run import evaluate_clarification
from evaluations.harness.files import Results
from evaluations.labels.evaluate import require_pack
from service_agent.cli.bars import progress_bars
from service_agent.composition.packs import load_packs
from service_agent.settings.environment import public_data_dir, read_settings
from service_agent.terminal.console import Console


def clarification(
    pack: Annotated[str, typer.Argument(help="A pack with a graph.")] = "construction",
    file: Annotated[Path | None, typer.Option("--labels", help="Another file of labelled questions.")] = None,
    questions: Annotated[
        list[Path] | None,
        typer.Option("--questions", help="Put a file's questions to a whole service instead; repeatable."),
    ] = None,
    keep: Annotated[Path | None, typer.Option(help="With --questions: folder that keeps the filled databases.")] = None,
    results: Annotated[Path | None, typer.Option("--json", help="With --questions: file for the results.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print what went wrong, one by one.")] = False,
) -> None:
    if questions:
        written = Results(results)
        with progress_bars() as progress:
            put = asyncio.run(put_questions(questions, public_data_dir(), keep, written, progress))
        Console().print(put_tables(put, show=show), soft_wrap=True)
        return
    packs = load_packs(read_settings().settings)
    require_pack(pack, packs)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_clarification(packs[pack], file, public_data_dir(), progress))
    Console().print(as_tables(report, show=show), soft_wrap=True)


clarification.__doc__ = f"""Asked where it must be, and nowhere else: by rules, and with models that clarify badly.

\b
{SHAPE}
"""
