"""`suffice packs check`: needs the pack's files and nothing of the service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from execution_agents.ingest.shipped import named_in_files
from execution_agents.knowledge_graph.collisions import collision_lines
from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.errors import UnknownPack, WrongPack
from foundation.domains.loading.loader import check_pack, find_packs, load_pack, shipped_packs
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def check(
    pack: Annotated[str | None, typer.Argument(help="Name of a pack or path of its folder; default: all.")] = None,
) -> None:
    """Every mistake of a pack, with file and line and what to write instead; and names that several things bear."""
    console = Console()
    mistakes = 0
    for name, folder in folders_of(pack).items():
        found = check_pack(folder)
        mistakes += len(found)
        for mistake in found:
            console.print(f"{name}/{mistake}", style="red", markup=False, highlight=False, soft_wrap=True)
        if not found:
            console.print(f"[green]✓[/] {name}", highlight=False)
            for line in _collisions(folder):
                console.print(f"  {line}", style="dim", markup=False, highlight=False, soft_wrap=True)
    if mistakes:
        raise WrongPack(f"{mistakes} mistake{'s' if mistakes > 1 else ''}; mend them and check again.")


def _collisions(folder: Path) -> list[str]:
    """No mistakes: names in the pack's own files that several things bear."""
    pack = load_pack(folder)
    return collision_lines(EntityIndex(pack, named_in_files(pack)))


def folders_of(pack: str | None) -> dict[str, Path]:
    """Name -> folder of the pack named, or of all. Raises UnknownPack."""
    known = find_packs((shipped_packs(), read_settings().settings.packs_dir))
    if pack is None:
        return known
    if pack in known:
        return {pack: known[pack]}
    folder = Path(pack)
    if (folder / "pack.yaml").is_file():
        return {folder.name: folder}
    raise UnknownPack(f"There is no pack {pack!r}; known are {', '.join(sorted(known))}, or give a pack's folder.")
