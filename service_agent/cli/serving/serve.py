"""`suffice serve` and `suffice worker`: the service in the foreground, until Ctrl-C or SIGTERM.

What can be refused is refused before the service is loaded, which takes seconds: a wrong setting, a port in use.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from foundation.contracts.errors import SufficeError
from service_agent.cli.lazy import load
from service_agent.cli.main import fail
from service_agent.cli.serving.listening import take_port
from service_agent.settings.environment import read_settings
from service_agent.settings.settings import Settings
from service_agent.telemetry.logs import configure_logging
from service_agent.terminal.console import Console

RUNNING = "service_agent.cli.serving.running"
MOST = 64
"""Processes: more than any machine this was tried on has use for."""


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (SUFFICE_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (SUFFICE_PORT).")] = None,
    pack: Annotated[str | None, typer.Option(help="The pack new sessions use (SUFFICE_PACK).")] = None,
    processes: Annotated[int, typer.Option(min=1, max=MOST, help="Processes on the one port.")] = 1,
) -> None:
    """Start the service; Ctrl-C or SIGTERM stops it and all it started."""
    settings = started_settings(host=host, port=port, pack=pack)
    with take_port(settings.host, settings.port) as taken:
        Console(stderr=True).print("Starting …", style="dim")
        if processes > 1:
            sys.exit(asyncio.run(load(f"{RUNNING}:serve_many")(settings, processes, taken)))
        asyncio.run(load(f"{RUNNING}:serve_one")(settings, taken))


def serve_on(listening: int, line: int) -> None:
    """One of several processes (`processes.py`): a port that is taken already, and a line to whoever looks after it."""
    try:
        asyncio.run(load(f"{RUNNING}:serve_handed")(started_settings(), listening, line))
    except SufficeError as error:
        fail(error.message, 1)


def worker() -> None:
    """Work on queued questions without listening: as many of these, on as many hosts, as wanted."""
    asyncio.run(load(f"{RUNNING}:work")(started_settings()))


def started_settings(**flags: object) -> Settings:
    """Settings of a process that stays: read, warned about, logging set up."""
    read = read_settings(flags)
    console = Console(stderr=True)
    for warning in read.warnings:
        console.print(warning, style="yellow", markup=False, highlight=False, soft_wrap=True)
    configure_logging(read.settings)
    return read.settings
