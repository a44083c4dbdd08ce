"""`suffice db upgrade | prune | erase | backup | restore`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import BackupUnreadable, UnknownSession, WrongUse
from foundation.contracts.identity import LOCAL, Principal
from foundation.storage.database import backup as backups
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people import maintenance
from foundation.storage.people.chosen_settings import ChosenSettings
from service_agent.cli.audit import act_of_command, write_command
from service_agent.composition.database import open_database
from service_agent.jobs.housekeeping import keep_of
from service_agent.limits.chosen import Chosen
from service_agent.services.uploads import forget_uploads
from service_agent.settings.environment import read_settings
from service_agent.settings.failpoints import points_of
from service_agent.terminal.console import Console

Result = TypeVar("Result")


def upgrade() -> None:
    """Bring the database's tables up to date (every start does this too)."""

    async def nothing(_address: DatabaseAddress) -> None:
        """Opening the database has upgraded it."""

    _with_database(nothing)
    Console().print("The database is up to date.")


def prune(
    older_than_days: Annotated[
        int | None, typer.Option(min=0, help="Keep events and evidence that are younger; default: the settings KEEP_*.")
    ] = None,
) -> None:
    """Remove what is older than it is to be kept (SUFFICE_KEEP_*, or what administrators chose instead), as the service
    does by itself every 15 minutes."""
    settings = read_settings().settings
    given = older_than_days is not None
    keep = maintenance.Keep.for_all(timedelta(days=older_than_days or 0)) if given else keep_of(settings)
    points = points_of(settings.fail_points)

    async def work(engine: AsyncEngine) -> dict[str, int]:
        chosen = {} if given else await Chosen(settings, ChosenSettings(engine)).by_tenant()
        apart = {tenant: keep_of(theirs) for tenant, theirs in chosen.items()}
        removed = await maintenance.prune(engine, keep, points, apart)
        await write_command(engine, act_of_command("database_pruned", rows=sum(removed.values())))
        return removed

    removed = _with_engine(work)
    for table, rows in removed.items():
        Console().print(f"{table}: {rows:,} removed")


def erase(
    session: Annotated[str | None, typer.Option(help="Only this conversation.")] = None,
    person: Annotated[str, typer.Option(help="Whose data; with sign-in off there is one person, local.")] = "local",
    tenant: Annotated[str, typer.Option(help="Whose person; without tenants there is one.")] = LOCAL.tenant_id,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask back.")] = False,
) -> None:
    """Erase one conversation, or everything of a person, everywhere. This cannot be undone."""
    whose = person if tenant == LOCAL.tenant_id else f"{person} of {tenant}"
    what = f"the conversation {session} of {whose}" if session else f"everything of {whose}"
    if not yes and not typer.confirm(f"Erase {what}? This cannot be undone."):
        raise WrongUse("Nothing was erased.")
    who = Principal(tenant_id=tenant, owner_id=person)
    try:
        found = _with_engine(lambda engine: _erased(engine, who, session))
        forget_uploads(read_settings().settings.data_dir / "uploads", who)
    except UnknownSession:
        raise UnknownSession(f"There is no session {session} of {whose}; nothing was erased.") from None
    if not found:
        Console(stderr=True).print(f"There was nothing of {whose}; look at the name, and at --tenant.", soft_wrap=True)
        raise typer.Exit(1)
    Console().print(f"Erased {what}.")


async def _erased(engine: AsyncEngine, who: Principal, session: str | None) -> bool:
    """A person goes with the row that says so; of a conversation no id is kept."""
    if session is None:
        return await maintenance.erase(engine, who, act=act_of_command("person_erased", who.tenant_id))
    found = await maintenance.erase(engine, who, session)
    await write_command(engine, act_of_command("session_erased", who.tenant_id))
    return found


def backup(file: Annotated[Path, typer.Argument(help="Where to write it.")]) -> None:
    """Write everything into one file, readable by its owner alone; any PostgreSQL version can take it back."""
    if not file.parent.is_dir():
        raise WrongUse(f"There is no folder {file.parent}; make it, or name another file.")
    rows = _with_bar(lambda address, bar: backups.backup(address, file, bar))
    _with_engine(lambda engine: write_command(engine, act_of_command("backup_made", rows=rows)))
    Console().print(f"{rows:,} rows written to {file} ({file.stat().st_size / 1e6:.1f} MB).")


def restore(file: Annotated[Path, typer.Argument(help="A file `suffice db backup` wrote.")]) -> None:
    """Fill an empty database from a backup (an empty SUFFICE_DATA_DIR, or a new SUFFICE_DATABASE_URL)."""
    if not file.is_file():
        raise BackupUnreadable(f"There is no file {file}; give the path of a backup.")
    rows = _with_bar(lambda address, bar: backups.restore(address, file, bar))
    _with_engine(lambda engine: write_command(engine, act_of_command("backup_restored", rows=rows)))
    Console().print(f"{rows:,} rows restored.")


def _with_engine(work: Callable[[AsyncEngine], Awaitable[Result]]) -> Result:
    async def run(address: DatabaseAddress) -> Result:
        engine = open_engine(address, 2)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return _with_database(run)


def _with_bar(work: Callable[[DatabaseAddress, backups.Progress], int]) -> int:
    async def run(address: DatabaseAddress) -> int:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("…", total=None)

            def bar(table: str, done: int, total: int) -> None:
                progress.update(task, completed=done, total=total, description=table)

            return await asyncio.to_thread(work, address, bar)

    return _with_database(run)


def _with_database(work: Callable[[DatabaseAddress], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with open_database(read_settings().settings) as address:
            return await work(address)

    return asyncio.run(run())
