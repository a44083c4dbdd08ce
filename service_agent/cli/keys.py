"""`suffice keys create | list | revoke`: API keys, for anyone with database access."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL, Principal, Role, roles_up_to
from foundation.language.printable import COMMANDS
from foundation.storage.database.engine import open_engine
from foundation.storage.people.identity import ApiKey, IdentityRepository
from service_agent.auth.claims import LONGEST_NAME
from service_agent.cli.audit import act_of_command
from service_agent.composition.database import open_database
from service_agent.protocol.wire import CONTROL
from service_agent.settings.environment import read_settings
from service_agent.settings.keys import hash_of, new_key
from service_agent.terminal.console import Console

Result = TypeVar("Result")
Tenant = Annotated[str, typer.Option(help="Whose keys; a service without tenants has one, local.")]
LONGEST_DAYS = 36_500


def create(
    name: Annotated[str, typer.Argument(help="What the key is for; unique within the tenant.")],
    role: Annotated[Role, typer.Option(help="What it may do; more includes less.")] = Role.PERSON,
    owner: Annotated[str | None, typer.Option(help="Whose conversations it reaches; default: NAME.")] = None,
    tenant: Tenant = LOCAL.tenant_id,
    expires: Annotated[str | None, typer.Option(help="A date (2030-01-31) or days from now (90d).")] = None,
) -> None:
    """Make a key. It is shown once, alone on standard output; only its hash is kept."""
    whose = name if owner is None else owner
    for what, value in (("NAME", name), ("--owner", whose), ("--tenant", tenant)):
        _require_name(what, value)
    key, ends = new_key(), _moment(expires)
    person = Principal(tenant_id=tenant, owner_id=whose, roles=roles_up_to(role))
    act = act_of_command("key_made", tenant, name=name, role=str(role))
    made = _with_keys(lambda keys: keys.create_key(person, name, hash_of(key), ends, act))
    Console().print(key, markup=False, highlight=False, soft_wrap=True)
    errors = Console(stderr=True)
    until = f"until {made.expires_at:%Y-%m-%d}" if made.expires_at else "until it is revoked"
    errors.print(f"{made.name} ({made.key_id}): {role} of {tenant}, {until}. Keep it now: it is not shown again.")
    if not read_settings().settings.signed_in:
        errors.print("Sign-in is off, so nothing asks for a key yet; set SUFFICE_AUTH_REQUIRED=on.", style="yellow")


def show(tenant: Annotated[str | None, typer.Option(help="Only this tenant's.")] = None) -> None:
    """Every key: whose, what it may do, when it was last used. Never the key itself."""
    found = _with_keys(lambda keys: keys.keys(tenant))
    if not found:
        Console(stderr=True).print("There are no keys; `suffice keys create NAME` makes one.", style="dim")
        return
    console = Console()
    if not console.is_terminal:  # for programs: a key a line, tabs between, times whole
        for key in found:
            typer.echo("\t".join(COMMANDS.sub("", cell) for cell in _cells(key, _moment_in_full)))
        return
    table = Table(box=None, padding=(0, 1, 0, 0))
    for column in COLUMNS:
        # What people named may be long and is folded; what we made is short and stays whole.
        named = column in ("name", "owner", "tenant")
        table.add_column(column, overflow="fold", no_wrap=not named, min_width=6 if named else None)
    for key in found:
        table.add_row(*map(Text, _cells(key, _day)))
    console.print(table, highlight=False)


def revoke(
    key: Annotated[str, typer.Argument(help="The key's name or id.")],
    tenant: Tenant = LOCAL.tenant_id,
) -> None:
    """End a key: within seconds no process lets it in, and what it has open is closed."""
    gone = _with_keys(lambda keys: keys.revoke_key(tenant, key, act_of_command("key_revoked", tenant)))
    Console().print(f"Revoked {gone.name} ({gone.key_id}).", highlight=False)


COLUMNS = ("name", "id", "role", "owner", "tenant", "made", "ends", "last used")


def _cells(key: ApiKey, shown: Callable[[datetime | None], str]) -> tuple[str, ...]:
    """In the order of COLUMNS."""
    role = next(role for role in reversed(Role) if role in key.principal.roles)
    ends = "revoked" if key.revoked_at else shown(key.expires_at)
    who = (key.principal.owner_id, key.principal.tenant_id)
    return (key.name, key.key_id, str(role), *who, shown(key.created_at), ends, shown(key.last_used_at))


def _day(moment: datetime | None) -> str:
    return f"{moment.astimezone():%Y-%m-%d}" if moment else "-"


def _moment_in_full(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else "-"


def _require_name(what: str, value: str) -> None:
    if not 0 < len(value) <= LONGEST_NAME or CONTROL.search(value):
        raise WrongUse(f"{what} takes 1 to {LONGEST_NAME} characters without control characters.")


def _moment(expires: str | None) -> datetime | None:
    if expires is None:
        return None
    days = expires.removesuffix("d")
    if expires.endswith("d") and days.isdecimal() and days.isascii() and 0 < int(days) <= LONGEST_DAYS:
        return datetime.now(UTC) + timedelta(days=int(days))
    try:
        ends = datetime.fromisoformat(expires).astimezone()
    except (ValueError, OverflowError):
        raise WrongUse("--expires takes a date such as 2030-01-31, or days from now such as 90d.") from None
    if ends <= datetime.now(UTC):
        raise WrongUse(f"--expires {expires} is over already; give a later date.")
    return ends


def _with_keys(work: Callable[[IdentityRepository], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with open_database(read_settings().settings) as address:
            engine = open_engine(address, 2)
            try:
                return await work(IdentityRepository(engine))
            finally:
                await engine.dispose()

    return asyncio.run(run())
