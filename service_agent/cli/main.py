"""The command tree. Exit codes: 0 done, 1 failed, 2 wrong use; one clear sentence on standard error."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from foundation.contracts.errors import SufficeError, WrongUse
from service_agent.cli import data, database, health, measure, packs, serve, talk

app = typer.Typer(
    name="suffice",
    help="An answer service that knows when it already has the data.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="markdown",
)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("chat")(talk.chat)
app.command("ask")(talk.ask)
app.command("ingest")(data.ingest)
app.command("eval")(measure.evaluate)
app.command("bench")(measure.bench)
app.command("doctor")(health.doctor)
app.add_typer(packs.app, name="packs")
app.add_typer(database.app, name="db")

VERSION = "0.1.0"


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"suffice {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """An answer service that knows when it already has the data."""


def main() -> None:
    """Run a command; failures become one sentence and an exit code."""
    try:
        app()
    except SufficeError as error:
        Console(stderr=True).print(error.message, style="red", markup=False, highlight=False)
        sys.exit(2 if isinstance(error, WrongUse) else 1)
    except KeyboardInterrupt:
        sys.exit(130)
