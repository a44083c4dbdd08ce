"""The application: routes, sockets and the middleware around them, over given services."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Depends, FastAPI, WebSocket

from service_agent.adapters.agui import http as agui
from service_agent.adapters.mcp import http as mcp
from service_agent.adapters.openai import chat_completions, models, responses
from service_agent.api import health, model, model_endpoint, page
from service_agent.api.admin import routes as admin
from service_agent.api.conversation import answers, chat, drafts, kept, ledger, runs, sessions
from service_agent.api.dashboard import prompts
from service_agent.api.dashboard import routes as dashboard
from service_agent.api.domain import graph, knowledge, packs
from service_agent.api.people import me, memories, sign_in
from service_agent.api.requests.access import require_known, require_pace, require_plain, require_role
from service_agent.api.requests.middleware import Door
from service_agent.api.requests.problems import handle_problems
from service_agent.chat.socket import ChatSocket
from service_agent.services.services import Services

VERSION = "0.1.0"

sockets = APIRouter()


@sockets.websocket("/ws/chat/{session_id}")
async def converse(socket: WebSocket, session_id: str) -> None:
    """One conversation, live."""
    services = cast("Services", socket.app.state.services)
    with services.counters.socket():
        await ChatSocket(socket, services, session_id).serve()


def create_app(services: Services) -> FastAPI:
    """The application over these services."""
    app = describe()
    app.state.services = services
    return app


def describe() -> FastAPI:
    """The application without its services, from which the OpenAPI document is generated."""
    app = FastAPI(
        title="Suffice",
        version=VERSION,
        summary="A multi-agent answer service that knows when it already has the data.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    passing = [Depends(require_plain), Depends(require_role), Depends(require_pace)]
    talk = (chat, sessions, kept, drafts, ledger, me, memories, sign_in)
    rooms = (*talk, packs, knowledge, model, model_endpoint, graph, runs, answers, dashboard, prompts, admin)
    for room in rooms:
        app.include_router(room.router, dependencies=[*passing, Depends(require_known)])
    # A probe may tell them apart as it likes; a page's address is read by the page.
    # A program of somebody else's brings parameters that are its own protocol's.
    for room in (health, page, models, chat_completions, responses, mcp, agui):
        app.include_router(room.router, dependencies=passing)
    app.include_router(sockets)
    app.add_middleware(Door)
    handle_problems(app)
    return app
