"""`suffice packs list`."""

from __future__ import annotations

import asyncio

from rich.table import Table

from foundation.contracts.identity import LOCAL
from service_agent.composition.bootstrap import open_service
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def show() -> None:
    """Packs, their sources and how much each source holds."""
    asyncio.run(_show())


async def _show() -> None:
    table = Table(box=None)
    for column in ("pack", "source", "kind", "documents", "passages or rows"):
        table.add_column(column, justify="right" if column.startswith(("doc", "pass")) else "left")
    async with open_service(read_settings().settings, work=False) as services:
        for pack in services.packs.values():
            counts = await services.source_counts(LOCAL, pack)
            for source in pack.sources:
                documents, parts = counts.get(source.name, (0, 0))
                table.add_row(pack.name, source.name, source.kind, f"{documents:,}" if documents else "", f"{parts:,}")
    Console().print(table)
