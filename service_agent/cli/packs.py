"""`suffice packs list | check`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from foundation.contracts.errors import UnknownPack, WrongPack
from foundation.contracts.identity import LOCAL
from foundation.domains.loader import check_pack, find_packs
from service_agent.bootstrap import open_service
from service_agent.settings import read_settings

app = typer.Typer(help="The domains this service knows.", no_args_is_help=True)


@app.command("list")
def show() -> None:
    """Packs, their sources and how much each source holds."""
    asyncio.run(_show())


@app.command("check")
def check(
    pack: Annotated[str | None, typer.Argument(help="Name of a pack or path of its folder; default: all.")] = None,
) -> None:
    """Every mistake of a pack, with file and line and what to write instead."""
    console = Console()
    mistakes = 0
    for name, folder in _folders(pack).items():
        found = check_pack(folder)
        mistakes += len(found)
        for mistake in found:
            console.print(str(mistake), style="red", markup=False, highlight=False)
        if not found:
            console.print(f"[green]✓[/] {name}")
    if mistakes:
        raise WrongPack(f"{mistakes} mistake{'s' if mistakes > 1 else ''}; mend them and check again.")


def _folders(pack: str | None) -> dict[str, Path]:
    known = find_packs([read_settings().settings.packs_dir])
    if pack is None:
        return known
    if pack in known:
        return {pack: known[pack]}
    folder = Path(pack)
    if (folder / "pack.yaml").is_file():
        return {folder.name: folder}
    raise UnknownPack(f"There is no pack {pack!r}; known are {', '.join(sorted(known))}, or give a pack's folder.")


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
