"""A service started for one command and stopped with it, on a free port of the loopback."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator

from service_agent.cli.serving.server import HttpServer
from service_agent.composition.app import create_app
from service_agent.composition.bootstrap import open_service
from service_agent.composition.garbage_collector import keep_what_is_there
from service_agent.settings.settings import Settings, data_warnings
from service_agent.telemetry.logs import configure_logging
from service_agent.terminal.console import Console


@contextlib.asynccontextmanager
async def own_service(settings: Settings, console: Console, starting: str) -> AsyncGenerator[str]:
    """The address of a service of our own. What it logs would land in the conversation: errors alone are shown."""
    configure_logging(settings.model_copy(update={"log_level": "error"}))
    for warning in data_warnings(settings):
        Console(stderr=True).print(warning, style="yellow", markup=False, highlight=False, soft_wrap=True)
    async with contextlib.AsyncExitStack() as stack:
        with console.status(starting):
            services = await stack.enter_async_context(open_service(settings))
            server = HttpServer(create_app(services), "127.0.0.1", 0)
            await server.start()
            keep_what_is_there()
        stack.push_async_callback(server.stop)
        yield f"http://127.0.0.1:{server.port}"
