"""`suffice chat` and `suffice ask`: clients of a running service, or of one started for the occasion."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import uuid
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import typer
from rich.console import Console

from service_agent.app import create_app
from service_agent.bootstrap import open_service
from service_agent.cli.server import HttpServer
from service_agent.observability import configure_logging
from service_agent.settings import Settings, read_settings
from service_agent.terminal import render
from service_agent.terminal.chat import Chat, ChatOptions, json_chat, open_session
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.words import Words, words_for

Url = Annotated[str | None, typer.Option(help="Address of the service; default: this machine's, or one of our own.")]
Token = Annotated[str | None, typer.Option(help="Key, when the service wants sign-in.")]
Language = Annotated[str | None, typer.Option("--language", help="ko or en; default: the terminal's.")]
PackName = Annotated[str | None, typer.Option(help="Pack of a new session.")]
SessionId = Annotated[str | None, typer.Option("--session", help="Go on with this session.")]
AsJson = Annotated[bool, typer.Option("--json", help="Frames (chat) or the final message (ask) as JSON.")]


def chat(
    session: SessionId = None,
    pack: PackName = None,
    url: Url = None,
    token: Token = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Talk in the terminal: live steps, streamed answers, questions answered by key."""
    options = ChatOptions(pack=pack, session_id=session, json_lines=as_json)
    asyncio.run(_chat(options, url, token, words_for(language)))


def ask(
    question: Annotated[str, typer.Argument(help="The question.")],
    session: SessionId = None,
    pack: PackName = None,
    url: Url = None,
    token: Token = None,
    language: Language = None,
    as_json: AsJson = False,
    always: Annotated[bool, typer.Option("--yes", help="When unsure, use the data in hand.")] = False,
    never: Annotated[bool, typer.Option("--no", help="Search, whatever is in hand.")] = False,
) -> None:
    """Ask one question and leave; nobody is asked back (unsure means: search)."""
    if always and never:
        raise typer.BadParameter("--yes and --no exclude each other; give one of them.")
    body: dict[str, Any] = {"content": question, "message_id": uuid.uuid4().hex}
    body |= {"session_id": session} if session else {}
    body |= {"pack": pack} if pack else {}
    body |= {"reuse": "always" if always else "never"} if always or never else {}
    asyncio.run(_ask(body, url, token, words_for(language), as_json))


async def _chat(options: ChatOptions, url: str | None, token: str | None, words: Words) -> None:
    console = Console(stderr=options.json_lines)
    async with reach_service(url, token, console, words) as service:
        session_id = await open_session(service, options)
        if options.json_lines:
            await json_chat(service, session_id)
        else:
            await Chat(console, service, session_id, words).run()


async def _ask(body: dict[str, Any], url: str | None, token: str | None, words: Words, as_json: bool) -> None:
    async with reach_service(url, token, Console(stderr=True), words) as service:
        final = await service.request("POST", "/api/chat", body)
    if as_json:
        sys.stdout.write(json.dumps(final, ensure_ascii=False, indent=2) + "\n")
        return
    console = Console()
    for part in render.answer(final, words):
        console.print(part)
    console.print(f"--session {final['session_id']}", style="dim")


@contextlib.asynccontextmanager
async def reach_service(
    url: str | None, token: str | None, console: Console, words: Words
) -> AsyncGenerator[ServiceClient]:
    """The service at `url`, else the one of this machine, else one of our own for as long as needed."""
    settings = read_settings().settings
    client = ServiceClient(url or f"http://{settings.host}:{settings.port}", token)
    try:
        if url is not None or await client.is_suffice():
            yield client
            return
    finally:
        await client.close()
    async with _own_service(settings, token, console) as own:
        console.print(words.own_service, style="dim")
        yield own


@contextlib.asynccontextmanager
async def _own_service(settings: Settings, token: str | None, console: Console) -> AsyncGenerator[ServiceClient]:
    configure_logging(settings.model_copy(update={"log_level": "error"}))
    with console.status("Starting …"):
        opened = open_service(settings)
        services = await opened.__aenter__()
    try:
        server = HttpServer(create_app(services), "127.0.0.1", 0)
        await server.start()
        client = ServiceClient(f"http://127.0.0.1:{server.port}", token)
        try:
            yield client
        finally:
            await client.close()
            await server.stop()
    finally:
        await opened.__aexit__(None, None, None)
