"""`suffice serve` and `suffice worker`: the service in the foreground, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated

import typer

from foundation.contracts.errors import SufficeError
from service_agent.cli.main import fail
from service_agent.cli.serving.descriptors import raise_descriptors, room_for_connections
from service_agent.cli.serving.example_service import open_with_example
from service_agent.cli.serving.listening import listens
from service_agent.cli.serving.processes import MOST, Handed, Processes, adopted
from service_agent.cli.serving.server import HttpServer, drained, take_port
from service_agent.cli.serving.steps import starting
from service_agent.composition.app import create_app
from service_agent.composition.bootstrap import Beside, open_service
from service_agent.composition.garbage_collector import keep_what_is_there
from service_agent.settings.environment import read_settings
from service_agent.settings.settings import Settings
from service_agent.telemetry.logs import configure_logging
from service_agent.terminal.client import address_of
from service_agent.terminal.console import Console


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (SUFFICE_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (SUFFICE_PORT).")] = None,
    pack: Annotated[str | None, typer.Option(help="The pack new sessions use (SUFFICE_PACK).")] = None,
    processes: Annotated[int, typer.Option(min=1, max=MOST, help="Processes on the one port.")] = 1,
) -> None:
    """Start the service; Ctrl-C or SIGTERM stops it and all it started."""
    settings = started_settings(host=host, port=port, pack=pack)
    if processes > 1:
        sys.exit(asyncio.run(_serve_many(settings, processes)))
    asyncio.run(_serve(settings, None))


def serve_on(listening: int, line: int) -> None:
    """One of several processes (`processes.py`): a port that is taken already, and a line to whoever looks after it."""
    try:
        asyncio.run(_serve(started_settings(), Handed(listening, line)))
    except SufficeError as error:
        fail(error.message, 1)


def worker() -> None:
    """Work on queued questions without listening: as many of these, on as many hosts, as wanted."""
    asyncio.run(_work(started_settings()))


def started_settings(**flags: object) -> Settings:
    """Settings of a process that stays: read, warned about, logging set up."""
    read = read_settings(flags)
    console = Console(stderr=True)
    for warning in read.warnings:
        console.print(warning, style="yellow", markup=False, highlight=False, soft_wrap=True)
    configure_logging(read.settings)
    return read.settings


async def _serve_many(settings: Settings, count: int) -> int:
    console = Console(stderr=True)
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(take_port(settings.host, settings.port))
        number = port.getsockname()[1]
        stack.enter_context(listens(settings.data_dir, address_of(settings.host, number), number))
        code = await Processes(count, port, settings).run(lambda: _say_ready(console, settings, number, count))
    if code < 0:
        console.print(f"The first process was ended by signal {-code} before it was ready; start again.", style="red")
    return abs(code)


async def _serve(settings: Settings, handed: Handed | None) -> None:
    console = Console(stderr=True)
    async with contextlib.AsyncExitStack() as stack:
        port, ready = (take_port(settings.host, settings.port), None) if handed is None else adopted(handed)
        stack.enter_context(port)
        with starting(console) as step:
            beside = Beside(hold_out=settings.hold_out, step=step)
            services = await stack.enter_async_context(open_with_example(settings, beside))
        room = room_for_connections(settings, raise_descriptors())
        server = HttpServer(create_app(services), settings.host, settings.port, port, room)
        await server.start()
        keep_what_is_there()
        if ready is None:
            stack.enter_context(listens(settings.data_dir, address_of(settings.host, server.port), server.port))
            _say_ready(console, settings, server.port, 1)
        else:
            ready()
        stack.callback(console.print, "Stopped.", style="dim")
        await server.until_stopped(_said(console, services.turns.drain))


def _said(console: Console, drain: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Draining, and a word of it before: it takes as long as answers under way do."""

    async def draining() -> None:
        console.print("Stopping: answers under way are finished first; a second Ctrl-C ends them …", style="dim")
        await drain()

    return draining


async def _work(settings: Settings) -> None:
    async with open_service(settings) as services:
        keep_what_is_there()
        Console(stderr=True).print("Working. Ctrl-C stops.", style="dim")
        await drained(_said(Console(stderr=True), services.turns.drain))


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
