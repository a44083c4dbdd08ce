"""`suffice chat` and `suffice ask`: clients of a running service, or of one started for the occasion."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import uuid
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import typer

from foundation.contracts.errors import WrongUse
from foundation.language.printable import json_text
from service_agent.cli.doctor.running import service_of
from service_agent.cli.lazy import load
from service_agent.settings.environment import read_settings
from service_agent.terminal import render
from service_agent.terminal.chat import Chat, ChatOptions, named_session, open_session
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.console import Console
from service_agent.terminal.program import program_chat
from service_agent.terminal.words import Words, words_for

OWN_SERVICE = "service_agent.cli.own_service:own_service"
"""Loaded when no service is running: with it come all libraries of the service."""

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
    asyncio.run(_chat(options, _checked(url), token, _words(language)))


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
        raise WrongUse("--yes and --no exclude each other; give one of them.")
    if not question.strip():
        raise WrongUse('The question is empty; write it in quotes: suffice ask "…".')
    body: dict[str, Any] = {"content": question, "message_id": uuid.uuid4().hex}
    body |= {"session_id": session} if session else {}
    body |= {"pack": pack} if pack else {}
    body |= {"reuse": "always" if always else "never"} if always or never else {}
    asyncio.run(_ask(body, _checked(url), token, _words(language), as_json))


def _checked(url: str | None) -> str | None:
    if url is not None and not url.startswith(("http://", "https://")):
        raise WrongUse(f"--url takes an address such as http://127.0.0.1:8000, not {url!r}.")
    return url


def _words(language: str | None) -> Words:
    if language not in (None, "ko", "en"):
        raise WrongUse(f"--language takes ko or en, not {language!r}.")
    return words_for(language)


async def _chat(options: ChatOptions, url: str | None, token: str | None, words: Words) -> None:
    console = Console(stderr=options.json_lines)
    async with reach_service(url, token, console, words) as service:
        session_id = await open_session(service, options)
        if options.json_lines:
            await program_chat(service.session(session_id))
        else:
            await Chat(console, service, session_id, words).run()


async def _ask(body: dict[str, Any], url: str | None, token: str | None, words: Words, as_json: bool) -> None:
    async with reach_service(url, token, Console(stderr=True), words) as service:
        with named_session(body.get("session_id")):
            final = await service.request("POST", "/api/chat", body, patience_s=None)
    if as_json:
        sys.stdout.write(json_text(final, indent=2) + "\n")
        return
    console = Console()
    for part in render.answer(final, words):
        console.print(part)
    console.print(f"--session {final['session_id']}", style="dim", highlight=False)


@contextlib.asynccontextmanager
async def reach_service(
    url: str | None, token: str | None, console: Console, words: Words
) -> AsyncGenerator[ServiceClient]:
    """The service at `url`, else the one of this machine, else one of our own for as long as needed."""
    settings = read_settings().settings
    async with contextlib.AsyncExitStack() as stack:
        address = url or await service_of(settings, token)
        if address is None:
            address = str(await stack.enter_async_context(load(OWN_SERVICE)(settings, console, words.starting)))
            console.print(words.own_service, style="dim")
        client = ServiceClient(address, token)
        stack.push_async_callback(client.close)
        yield client
