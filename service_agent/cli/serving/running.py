"""What `suffice serve` and `suffice worker` do once their settings hold: the service, in the foreground."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Awaitable, Callable

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
        code = await Processes(count, port, settings).run(lambda: _say_ready(console, settings, number, count))
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
        _say_ready(console, settings, server.port, 1)
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


USUAL_PORT = int(Settings.model_fields["port"].default)
"""The port a chat connects to when none is given."""


def _say_ready(console: Console, settings: Settings, port: int, count: int) -> None:
    address = address_of(settings.host, port)
    engine = settings.llm_model if settings.model_configured else "built-in rules engine (no model configured)"
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
