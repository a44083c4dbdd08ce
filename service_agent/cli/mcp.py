"""`suffice mcp`: the MCP server over standard input and output, for clients that start their servers themselves."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from mcp.server.stdio import stdio_server

from foundation.contracts.errors import Unauthenticated
from foundation.contracts.identity import Principal
from service_agent.adapters.mcp.reach import Reach
from service_agent.adapters.mcp.server import server_of
from service_agent.auth.rules import ROUTES, Open, require
from service_agent.composition.bootstrap import open_service
from service_agent.services.services import Services
from service_agent.settings.environment import read_settings
from service_agent.telemetry.logs import configure_logging


def mcp(
    token: Annotated[str | None, typer.Option(help="Key, when the service wants sign-in.")] = None,
) -> None:
    """Serve MCP over standard input and output, on the database and packs of this machine's settings."""
    settings = read_settings().settings
    configure_logging(settings.model_copy(update={"log_level": "error"}))

    async def serve() -> None:
        async with open_service(settings) as services:
            # Who is nobody is told before the streams are opened: their task group would wrap the error.
            server = server_of(Reach(services, await _person(services, token)))
            async with stdio_server() as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())

    asyncio.run(serve())


async def _person(services: Services, token: str | None) -> Principal:
    """Whom the key names. Raises Unauthenticated, SignInEnded, MissingRole."""
    gate = services.access.gate
    if gate.signs_in and not token:
        raise Unauthenticated("This service wants sign-in: suffice mcp --token KEY.")
    principal = (await gate.of_token(token or "")).principal
    need = ROUTES["POST /mcp"]
    if need is not Open.ANYBODY:
        require(principal, need)
    return principal
