"""`suffice init FOLDER`: a pack from a folder of files. What can be refused is refused before the service is loaded."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from execution_agents.ingest.proposal.names import NAMED, Names, free_name, is_taken, proposed_name
from foundation.contracts.errors import NothingToIngest, WrongUse
from service_agent.cli.lazy import load
from service_agent.settings.environment import read_settings

MAKE_PACK = "service_agent.cli.making:make_pack"
"""Loaded when the arguments are in order: with it come all libraries of the service."""


def init(
    folder: Annotated[Path, typer.Argument(help="The folder (or one file) with your documents and tables.")],
    name: Annotated[str | None, typer.Option(help="Name of the pack; default: asked, or the folder's.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="ko or en; default: asked, or the files'.")] = None,
    about: Annotated[str | None, typer.Option(help="What people ask of these files, in a few words.")] = None,
    into: Annotated[Path | None, typer.Option(help="Where packs lie; default: SUFFICE_PACKS_DIR.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write a pack of this name anew.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing; take what is proposed.")] = False,
    no_chat: Annotated[bool, typer.Option("--no-chat", help="Do not open a chat at the end.")] = False,
) -> None:
    """Make a pack from a folder of files: proposed, filled, tried. It is written with comments and opened as chat."""
    if not folder.exists():
        raise NothingToIngest(f"There is no file or folder {folder}; give the path of your files.")
    if language not in (None, "ko", "en"):
        raise WrongUse(f"--language takes ko or en, not {language!r}.")
    settings = read_settings().settings
    if into is not None:
        settings = settings.model_copy(update={"packs_dir": into.resolve()})
    asks = not yes and sys.stdin.isatty() and sys.stdout.isatty()
    folder = folder.resolve()
    if name or not asks:  # a name that is asked for is asked for until it is free
        _require_free(name or proposed_name(folder), settings.packs_dir, replace)
    asyncio.run(load(MAKE_PACK)(folder, (name, language, about), settings, replace, asks, asks and not no_chat))


def _require_free(name: str, into: Path, replace: bool) -> None:
    """Raises WrongUse for a name that is none, or that a pack has, before anything is read."""
    if Names.of(name) != name:
        raise WrongUse(f"{NAMED}: write --name {Names.of(name)} instead of {name!r}.")
    if is_taken(into, name) and not replace:
        raise WrongUse(
            f"There is a pack {name} in {into} already; give another --name ({free_name(into, name)} is free), "
            "or --replace it."
        )
