"""`suffice doctor`: what is configured, what works, what is missing, in plain words."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from typing import Annotated

import httpx
import typer
from rich.table import Table
from rich.text import Text

from foundation.contracts.errors import (
    DatabaseUnfit,
    DatabaseUnreachable,
    DatabaseVersion,
    EmbeddedDatabaseFailed,
    SignInUnavailable,
    SufficeError,
    UnknownPack,
    WrongPack,
)
from foundation.contracts.identity import LOCAL
from service_agent.auth.opening import provider_of
from service_agent.auth.provider import Provider
from service_agent.cli.doctor.findings import MARKS, Line
from service_agent.cli.doctor.model_lines import environment_line, model_line
from service_agent.cli.doctor.operation_lines import (
    backup_line,
    descriptors_line,
    disk_line,
    retention_line,
    search_line,
    server_lines,
    traces_line,
)
from service_agent.cli.doctor.running import OWN, Running, find_running
from service_agent.cli.doctor.web_lines import web_line
from service_agent.cli.serving.steps import starting
from service_agent.composition.bootstrap import Beside, open_service
from service_agent.composition.connections import connection_shares, database_of
from service_agent.composition.grounding import grounder_of
from service_agent.services.services import Services
from service_agent.settings.environment import read_settings
from service_agent.settings.settings import Settings
from service_agent.terminal.console import Console


def doctor(
    url: Annotated[str | None, typer.Option(help="A running service to ask; default: this data folder's.")] = None,
    token: Annotated[str | None, typer.Option(help="Key of an admin, when that service wants sign-in.")] = None,
) -> None:
    """What is configured, what works, what is missing. Exit code 1 when something does not work."""
    read = read_settings()
    console = Console()
    lines = [Line("note", "setting", warning) for warning in read.warnings]
    with starting(Console(stderr=True), "Examining") as step:
        lines += asyncio.run(_examine(read.settings, url, token, step))
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for line in lines:
        table.add_row(MARKS[line.mark], line.what, Text(line.text))
    console.print(table, highlight=False)
    if any(line.mark == "wrong" for line in lines):
        raise SufficeError("Something above does not work; each line marked ✗ says what to do.")


async def _examine(settings: Settings, url: str | None, token: str | None, step: Callable[[str], None]) -> list[Line]:
    lines = [Line("ok", "python", f"{platform.python_version()} on {platform.machine()}")]
    step("a running service")
    found, running = await find_running(settings, url, token)
    lines += [descriptors_line(settings), found]
    try:
        async with open_service(settings, work=False, beside=Beside(step=step)) as services:
            lines += _database(settings, running)
            server = await services.server()
            lines += [*server_lines(server, settings), disk_line(server, settings)]
            lines += await _packs(services)
            lines += [Line("wrong", name, said) for name, said in (await services.readiness()).items() if said]
            lines += _redis(settings, services)
            lines.append(await search_line(settings))
            lines.append(await asking_line(settings, services, running))
            step("the model")
            lines.append(await model_line(settings, services, running))
    except SufficeError as error:
        lines.append(Line("wrong", _part_of(error), error.message))
    if not any(line.what == "model" for line in lines):
        lines.append(await environment_line(settings))
    step("what else is configured")
    lines.append(await web_line(settings))
    lines += await grounding_lines(settings)
    lines += await sign_in_lines(settings)
    lines += [retention_line(settings), backup_line(settings), await traces_line(settings)]
    return lines


def _part_of(error: SufficeError) -> str:
    if isinstance(error, (DatabaseUnreachable, DatabaseUnfit, DatabaseVersion, EmbeddedDatabaseFailed)):
        return "database"
    return "pack" if isinstance(error, (WrongPack, UnknownPack)) else "service"


def _database(settings: Settings, running: Running | None) -> list[Line]:
    shares = connection_shares(settings.db_connections)
    divided = (
        f"{settings.db_connections} a process: {shares.queries} for queries, {shares.checkpoints} for checkpoints, "
        f"{shares.listening} to listen, {shares.background} for the background"
    )
    mine = database_of(settings)
    lines = [Line("ok", "database", mine), Line("ok", "shares", divided)]
    if running is not None and running.database != mine:
        other = f"{running.is_set} has another, {running.database}: packs and costs are told of the one above"
        lines.append(Line("note", "database", other))
    if settings.database_url is not None:
        lines.append(
            Line(
                "note",
                "pooler",
                "A pooler in transaction mode breaks LISTEN and advisory locks: connect directly, or in session mode.",
            )
        )
    return lines


async def _packs(services: Services) -> list[Line]:
    lines: list[Line] = []
    for pack in services.packs.values():
        counts = await services.source_counts(LOCAL, pack)
        held = ", ".join(f"{source.name} {counts.get(source.name, (0, 0))[1]:,}" for source in pack.sources)
        lines.append(Line("ok", "pack", f"{pack.name}: {held}"))
    return lines


def _redis(settings: Settings, services: Services) -> list[Line]:
    away = services.degraded().get("redis")
    if away is not None:
        return [Line("note", "redis", f"{away.sentence} Redis' own words: {away.reason}")]
    if settings.redis_url is None:
        alone = (
            "none: PostgreSQL alone carries wake-ups; set SUFFICE_REDIS_URL where several processes serve one database"
        )
        return [Line("note", "redis", alone)]
    return [Line("ok", "redis", "answers: wake-ups and the text of answers go between processes at once")]


async def asking_line(settings: Settings, services: Services, running: Running | None) -> Line:
    """Whether a confirmation can ever be asked: only when a search takes at least what whoever answers has set."""
    name, worth, whose = settings.pack, settings.ask_worth_s, OWN
    if running is not None:
        name, worth = running.value("pack", name), float(running.value("ask_worth_s", worth))
        whose = running.is_set
    pack = services.packs.get(name) or services.pack(settings.pack)
    slowest = max((await services.source_costs(LOCAL, pack)).values(), default=0) / 1000
    limit = f"SUFFICE_ASK_WORTH_S={worth:g} of {whose}"
    if not worth:
        return Line("ok", "asking", f"on: whatever a search takes, by {limit}")
    if slowest >= worth:
        return Line("ok", "asking", f"on: the slowest source takes {slowest:.1f} s, no less than {limit}")
    return Line(
        "note",
        "asking",
        f"nobody will be asked: searching costs at most {slowest:.2f} s here, less than {limit}; to see the question, "
        "start the service with SUFFICE_ASK_WORTH_S=0",
    )


async def grounding_lines(settings: Settings) -> list[Line]:
    """Whether the grounding model says yes to what its document says."""
    async with httpx.AsyncClient() as http:
        grounder = grounder_of(settings, http)
        if grounder is None:
            return []
        [said] = await grounder.grounded([("The office opens at nine.", "The office opens at nine.")], PROBED_S)
    if said is None:
        message = f"{grounder.name} gave no yes or no (SUFFICE_CHECK_BASE_URL); until it does, the rules alone check"
        return [Line("wrong", "checks", message)]
    shown = "with probabilities" if said.probability is not None else "without probabilities: it may mark, not drop"
    return [Line("ok", "checks", f"{grounder.name} is asked about doubtful claims, {shown}")]


PROBED_S = 20.0


async def sign_in_lines(settings: Settings) -> list[Line]:
    """Which sign-in is on, and whether it works."""
    if not settings.signed_in:
        off = "off: whoever reaches this machine's loopback is one local person with every role"
        return [Line("note", "sign-in", off)]
    kinds = ["keys of `suffice keys create`"]
    kinds += ["static keys (SUFFICE_AUTH_KEYS)"] if settings.auth_keys else []
    kinds += ["tokens with a shared secret (HS256)"] if settings.auth_jwt_secret else []
    async with httpx.AsyncClient() as http:
        provider = provider_of(settings, http)
        if provider is None:
            return [Line("ok", "sign-in", ", ".join(kinds))]
        kinds.append(f"tokens of {settings.auth_jwt_issuer}")
        kinds += ["the page at the provider (OIDC)"] if settings.auth_oidc_client_id else []
        unset = settings.auth_oidc_client_id and not settings.public_url
        notes = [Line("note", "sign-in", NO_RETURN)] if unset else []
        return [Line("ok", "sign-in", ", ".join(kinds)), await _keys_of(provider), *notes]


NO_RETURN = (
    "SUFFICE_PUBLIC_URL is unset: the provider sends people back only to this machine, SUFFICE_HOST and the hosts of "
    "SUFFICE_ALLOWED_ORIGINS; set it to the address people open."
)


async def _keys_of(provider: Provider) -> Line:
    try:
        count = await provider.read_keys()
    except SignInUnavailable as error:
        return Line("wrong", "sign-in", f"{error.message} Until then no token can be checked.")
    if not count:
        return Line("wrong", "sign-in", "The provider publishes no key that could check a token.")
    return Line("ok", "sign-in", f"the provider's keys can be read: {count}")
