"""`suffice audit`: shows the audit log to anyone with database access, and logs the other commands."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL, Principal
from foundation.language.printable import COMMANDS
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.audit_log import Act, AuditLogRepository, Entry, Result, Wanted
from service_agent.api.admin.exports import lines
from service_agent.composition.database import open_database
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console

PAGE = 500


class AuditFormat(StrEnum):
    """How rows are written."""

    TABLE = "table"
    CSV = "csv"
    JSONL = "jsonl"


class AuditResult(StrEnum):
    """How an act ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


def audit(
    action: Annotated[str | None, typer.Option(help="Only this act, such as key_made.")] = None,
    person: Annotated[str | None, typer.Option(help="Only what this person did, or what was done to them.")] = None,
    result: Annotated[AuditResult | None, typer.Option(help="Only acts that ended so.")] = None,
    since: Annotated[str | None, typer.Option(help="From this day or moment (2026-12-01).")] = None,
    tenant: Annotated[str, typer.Option(help="Whose log; a service without tenants has one, local.")] = LOCAL.tenant_id,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many rows at most, newest first.")] = 50,
    format: Annotated[AuditFormat, typer.Option(help="table, csv or jsonl.")] = AuditFormat.TABLE,
) -> None:
    """Who did what, newest first. Rows cannot be changed; docs/operate.md tells what is written down."""
    ended: Result | None = None if result is None else result.value
    wanted = Wanted(action, person, ended, _moment(since))
    entries = asyncio.run(_read(Principal(tenant_id=tenant, owner_id=""), wanted, limit))
    if format is AuditFormat.TABLE:
        _show(entries)
    else:
        asyncio.run(_write(entries, format))


def act_of_command(action: str, tenant: str = LOCAL.tenant_id, subject: str = "", **detail: str | int | bool) -> Act:
    """The audit log entry of a command, by the account that runs it."""
    try:
        account = getpass.getuser()
    except (KeyError, OSError):  # an account without a name, as in containers
        account = ""
    details: Mapping[str, str | int | bool] = {"account": account, **detail} if account else detail
    return Act(action, tenant, "command", "command", subject=subject, detail=details)


async def write_command(engine: AsyncEngine, act: Act) -> None:
    """Write a command down that is done."""
    await AuditLogRepository(engine).add(act)


async def _read(principal: Principal, wanted: Wanted, limit: int) -> list[Entry]:
    async def read(address: DatabaseAddress) -> list[Entry]:
        engine, found = open_engine(address, 2), list[Entry]()
        try:
            log = AuditLogRepository(engine)
            while len(found) < limit:
                before = found[-1].entry_id if found else None
                page = await log.page(principal, _of_page(wanted, before, min(PAGE, limit - len(found))))
                found += page
                if len(page) < PAGE:
                    break
            return found
        finally:
            await engine.dispose()

    async with open_database(read_settings().settings) as address:
        return await read(address)


def _of_page(wanted: Wanted, before: int | None, limit: int) -> Wanted:
    return Wanted(wanted.action, wanted.person, wanted.result, wanted.since, wanted.until, before, limit)


async def _write(entries: list[Entry], format: AuditFormat) -> None:
    async for line in lines(_each(entries), "csv" if format is AuditFormat.CSV else "jsonl"):
        typer.echo(line, nl=False)


async def _each(entries: list[Entry]) -> AsyncGenerator[Entry]:
    for entry in entries:
        yield entry


def _show(entries: list[Entry]) -> None:
    if not entries:
        Console(stderr=True).print("There are no such rows.", style="dim")
        return
    table = Table(box=None, padding=(0, 1, 0, 0))
    for column in ("when", "who", "way", "act", "to", "from", "result"):
        table.add_column(column, overflow="fold", no_wrap=column in ("when", "result"))
    for entry in entries:
        to = " ".join(part for part in (entry.about, entry.subject, _details(entry.detail)) if part)
        result = entry.result if not entry.code else f"{entry.result} {entry.code}"
        when = f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}"
        cells = (when, entry.owner_id or "-", entry.way, entry.action, to, entry.origin, result)
        table.add_row(*(Text(COMMANDS.sub("", cell)) for cell in cells))
    Console().print(table, highlight=False)


def _details(detail: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in detail.items())


def _moment(since: str | None) -> datetime | None:
    if since is None:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError:
        raise WrongUse("--since takes a date such as 2026-12-01, or a moment such as 2026-12-01T09:00Z.") from None
    return moment.astimezone(UTC)
