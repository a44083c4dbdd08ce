"""What `suffice serve` and `suffice worker` do once their settings hold: the service, in the foreground."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from foundation.contracts.identity import LOCAL
from foundation.llm.public_line import IN_CLEAR, PRIVATE, UNREADABLE, bounds_of, refusal_of
from service_agent.cli.serving.descriptors import raise_descriptors, room_for_connections
from service_agent.cli.serving.example_service import open_with_example
from service_agent.cli.serving.listening import listens
from service_agent.cli.serving.processes import Handed, Processes, adopted
from service_agent.cli.serving.server import HttpServer, drained
from service_agent.cli.serving.steps import starting
from service_agent.composition.app import create_app
from service_agent.composition.bootstrap import Beside, open_service
from service_agent.composition.garbage_collector import keep_what_is_there
from service_agent.services.services import Services
from service_agent.settings.settings import Settings
from service_agent.terminal.client import address_of
from service_agent.terminal.console import Console


async def serve_many(settings: Settings, count: int, port: socket.socket) -> int:
    """So many processes on the port, until a signal; the exit code."""
    console = Console(stderr=True)
    number = port.getsockname()[1]
    with listens(settings.data_dir, address_of(settings.host, number), number):
        said = _of_environment(settings, alone=False)  # No process here reads the database.
        code = await Processes(count, port, settings).run(lambda: _say_ready(console, settings, number, count, said))
    if code < 0:
        console.print(f"The first process was ended by signal {-code} before it was ready; start again.", style="red")
    return abs(code)


async def serve_one(settings: Settings, port: socket.socket) -> None:
    """The one process of a service, until a signal."""
    console = Console(stderr=True)
    async with contextlib.AsyncExitStack() as stack:
        with starting(console) as step:
            services, server = await _listening(settings, port, Beside(hold_out=settings.hold_out, step=step), stack)
        stack.enter_context(listens(settings.data_dir, address_of(settings.host, server.port), server.port))
        _say_ready(console, settings, server.port, 1, await answering(services, settings))
        stack.callback(console.print, "Stopped.", style="dim")
        await server.until_stopped(_said(console, services.turns.drain))


async def serve_handed(settings: Settings, listening: int, line: int) -> None:
    """One of several processes, on descriptors that it was handed. What there is to say is said by who looks after
    them."""
    async with contextlib.AsyncExitStack() as stack:
        port, ready = adopted(Handed(listening, line))
        services, server = await _listening(settings, port, Beside(hold_out=settings.hold_out), stack)
        ready()
        await server.until_stopped(services.turns.drain)


async def _listening(
    settings: Settings, port: socket.socket, beside: Beside, stack: contextlib.AsyncExitStack
) -> tuple[Services, HttpServer]:
    stack.enter_context(port)
    services = await stack.enter_async_context(open_with_example(settings, beside))
    room = room_for_connections(settings, raise_descriptors())
    server = HttpServer(create_app(services), settings.host, settings.port, port, room)
    await server.start()
    keep_what_is_there()
    return services, server


async def work(settings: Settings) -> None:
    """Queued questions, until a signal."""
    async with open_service(settings) as services:
        keep_what_is_there()
        Console(stderr=True).print("Working. Ctrl-C stops.", style="dim")
        await drained(_said(Console(stderr=True), services.turns.drain))


def _said(console: Console, drain: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Draining, and a word of it before: it takes as long as answers under way do."""

    async def draining() -> None:
        console.print("Stopping: answers under way are finished first; a second Ctrl-C ends them …", style="dim")
        await drain()

    return draining


RULES = "built-in rules engine"
FOR_GOOD = (PRIVATE, IN_CLEAR, UNREADABLE)
"""Why an address is not called whenever it is tried."""


@dataclass(frozen=True)
class Answering:
    """What answers, for the line that says the service is ready."""

    engine: str
    warning: str = ""
    """Why it is not what was entered on the page; "": it is, or nothing was."""


USUAL_PORT = int(Settings.model_fields["port"].default)
"""The port a chat connects to when none is given."""


async def answering(services: Services, settings: Settings) -> Answering:
    """What answers: entered on the page, of the environment, or the rules. With sign-in each tenant has its own."""
    if settings.signed_in:
        return _of_environment(settings, alone=False)
    kept = await services.kept_endpoints.shown(LOCAL)
    if kept is None:
        return _of_environment(settings)
    named = f"the model entered on the page ({kept.model} at {kept.base_url})"
    if kept.trouble:
        said = _of_environment(settings)
        return Answering(said.engine, f"{named} is not used: {kept.trouble}")
    bounds = bounds_of(kept.base_url, private=settings.try_private_endpoints, has_key=kept.has_key)
    why = await refusal_of(kept.base_url, bounds)
    if why in FOR_GOOD:  # A name that cannot be looked up now may be later.
        return Answering(RULES, f"{named} is not called: {why}. Until that is mended on /models, the rules answer.")
    return Answering(f"{kept.model} (entered on the page)")


def _of_environment(settings: Settings, *, alone: bool = True) -> Answering:
    """What the environment says. `alone`: nobody entered another model on the page."""
    if settings.model_configured:
        return Answering(str(settings.llm_model))
    return Answering(f"{RULES} (no model {'configured' if alone else 'in the environment'})")


def _say_ready(console: Console, settings: Settings, port: int, count: int, said: Answering) -> None:
    address, engine = address_of(settings.host, port), said.engine
    if said.warning:
        warning = said.warning[0].upper() + said.warning[1:]
        console.print(warning, style="yellow", markup=False, highlight=False, soft_wrap=True)
    chat = ".venv/bin/suffice chat" + ("" if port == USUAL_PORT else f" --url {address}")
    many = f" · {count} processes" if count > 1 else ""
    console.print(
        f"[bold cyan]Suffice[/] is ready at [bold]{address}[/] · pack {settings.pack} · {engine}{many}",
        highlight=False,
        soft_wrap=True,
    )
    console.print(
        f"[dim]Chat in another terminal:[/] [bold]{chat}[/] [dim]· Ctrl-C stops.[/]", highlight=False, soft_wrap=True
    )
