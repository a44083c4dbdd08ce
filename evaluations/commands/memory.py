"""`suffice eval memory`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from evaluations.harness.databases import spare_engine
from evaluations.memory.reading import SHAPE
from evaluations.memory.report import as_tables
from evaluations.memory.run import MemoryReport, Progress, evaluate_memory
from foundation.storage.people.memories import MemoriesRepository
from service_agent.cli.bars import progress_bars
from service_agent.composition.resources import model_client
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def memory(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of labelled statements; default: the development statements.")
    ] = None,
    by_model: Annotated[bool, typer.Option("--model", help="Ask the configured model as well.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Print what went wrong, one by one.")] = False,
) -> None:
    with progress_bars() as progress:
        reports = asyncio.run(_reports(tuple(files or ()), progress, by_model=by_model))
    Console().print(as_tables(reports, show=show), soft_wrap=True)


async def _reports(files: tuple[Path, ...], progress: Progress, *, by_model: bool) -> list[MemoryReport]:
    model = model_client(read_settings().settings) if by_model else None
    async with spare_engine() as engine:
        try:
            return await evaluate_memory(files, MemoriesRepository(engine), model, progress)
        finally:
            if model is not None:
                await model.aclose()


memory.__doc__ = f"""What is kept of what people say of themselves.

\b
{SHAPE}
"""
