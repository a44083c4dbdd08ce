"""`suffice serve` and `suffice worker`: the service in the foreground, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer
from rich.console import Console

from service_agent.app import create_app
from service_agent.bootstrap import open_service
from service_agent.cli.server import HttpServer
from service_agent.observability import configure_logging
from service_agent.settings import Settings, read_settings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (SUFFICE_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (SUFFICE_PORT).")] = None,
    pack: Annotated[str | None, typer.Option(help="The pack new sessions use (SUFFICE_PACK).")] = None,
) -> None:
    """Start the service; Ctrl-C or SIGTERM stops it and all it started."""
    settings = started_settings(host=host, port=port, pack=pack)
    asyncio.run(_serve(settings))


def worker() -> None:
    """Work on queued questions without listening: as many of these, on as many hosts, as wanted."""
    asyncio.run(_work(started_settings()))


def started_settings(**flags: object) -> Settings:
    """Settings of a process that stays: read, warned about, logging set up."""
    read = read_settings(flags)
    console = Console(stderr=True)
    for warning in read.warnings:
        console.print(warning, style="yellow", markup=False, highlight=False)
    configure_logging(read.settings)
    return read.settings


async def _serve(settings: Settings) -> None:
    console = Console(stderr=True)
    with console.status("Starting …"):
        opened = open_service(settings)
        services = await opened.__aenter__()
    try:
        server = HttpServer(create_app(services), settings.host, settings.port)
        await server.start()
        _say_ready(console, settings, server.port)
        await server.until_stopped()
    finally:
        await opened.__aexit__(None, None, None)


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    async with open_service(settings):
        Console(stderr=True).print("Working. Ctrl-C stops.", style="dim")
        await stopped.wait()


def _say_ready(console: Console, settings: Settings, port: int) -> None:
    address = f"http://{settings.host}:{port}"
    engine = settings.llm_model if settings.model_configured else "built-in rules engine (no model configured)"
    console.print(f"[bold cyan]Suffice[/] is ready at [bold]{address}[/] · pack {settings.pack} · {engine}")
    console.print("Chat in another terminal: [bold].venv/bin/suffice chat[/] · Ctrl-C stops.", style="dim")
