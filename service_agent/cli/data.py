"""`suffice ingest`: documents and tables in, with a bar; run again, it changes nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from execution_agents.ingest.report import IngestReport
from foundation.contracts.errors import NothingToIngest
from foundation.contracts.identity import LOCAL
from service_agent.cli.audit import act_of_command
from service_agent.composition.bootstrap import open_service
from service_agent.services.knowledge import remarks_of
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def ingest(
    path: Annotated[Path, typer.Argument(help="A file or a folder.")],
    pack: Annotated[str | None, typer.Option(help="The pack it goes into; default: SUFFICE_PACK.")] = None,
    source: Annotated[str | None, typer.Option(help="The source of the pack; default: told from the content.")] = None,
) -> None:
    """Take documents and tables into a pack: incremental, resumable; broken ones are named and left out."""
    if not path.exists():
        raise NothingToIngest(f"There is no file or folder {path}; give the path of what to ingest.")
    report = asyncio.run(_ingest(path, pack, source))
    console = Console()
    console.print(_table(report))
    for line in remarks_of(report):
        console.print(line, style="yellow", markup=False, highlight=False, soft_wrap=True)
    for name, counts in report.entities.items():
        console.print(f"{name}: {counts.added:,} names added, {counts.changed:,} changed, {counts.removed:,} removed")
    for line in report.collisions:
        console.print(line, style="dim", markup=False, highlight=False, soft_wrap=True)


async def _ingest(path: Path, pack: str | None, source: str | None) -> IngestReport:
    settings = read_settings().settings
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    async with open_service(settings, work=False) as services:
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("…", total=None)

            def progress(done: int, total: int, what: str) -> None:
                bar.update(task, completed=done, total=total, description=what)

            into = pack or settings.pack
            report = await services.ingest(LOCAL, path, into, source, progress)
        counts = report.sources.values()
        added, removed = sum(each.added for each in counts), sum(each.removed for each in counts)
        act = act_of_command("documents_ingested", subject=into, added=added, removed=removed)
        await services.audit_log.add(act)
        return report


def _table(report: IngestReport) -> Table:
    table = Table(box=None)
    # Figures are aligned, so that they can be compared by eye.
    for column in ("source", "added", "changed", "removed", "unchanged"):
        table.add_column(column, justify="left" if column == "source" else "right")
    for name, counts in report.sources.items():
        figures = (counts.added, counts.changed, counts.removed, counts.unchanged)
        table.add_row(name, *(f"{figure:,}" for figure in figures))
    return table
