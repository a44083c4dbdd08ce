"""`suffice chat`: questions in, turns on screen, until the person leaves."""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.text import Text

from foundation.contracts.errors import UnknownSession
from service_agent.terminal import documents, memories, neighbourhood, render
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.console import Console
from service_agent.terminal.markdown import AnswerMarkdown
from service_agent.terminal.pump import FramePump
from service_agent.terminal.reader import Reader
from service_agent.terminal.turn import TurnScreen
from service_agent.terminal.view import TurnView, apply
from service_agent.terminal.words import Words

Frame = dict[str, Any]
SHOWN_EXAMPLES = 4
SHOWN_HISTORY = 6
"""Messages, that is three exchanges."""
SHOWN_LINES = 4
"""Of an earlier answer."""


@dataclass(frozen=True)
class ChatOptions:
    """The options of the command line."""

    pack: str | None
    session_id: str | None
    json_lines: bool


@contextmanager
def named_session(session_id: str | None) -> Generator[None]:
    """Says that a session is unknown in the words of the command line."""
    try:
        yield
    except UnknownSession:
        raise UnknownSession(
            f"There is no session {session_id} of yours; leave out --session to begin a new one."
        ) from None


async def open_session(service: ServiceClient, options: ChatOptions) -> str:
    """The session to talk in: the named one (checked) or a new one."""
    if options.session_id is not None:
        with named_session(options.session_id):
            await service.request("GET", f"/api/sessions/{options.session_id}/messages")
        return options.session_id
    body = {"pack": options.pack} if options.pack else {}
    made = await service.request("POST", "/api/sessions", body)
    return str(made["session_id"])


class Chat:
    """One conversation on a terminal."""

    def __init__(self, console: Console, service: ServiceClient, session_id: str, words: Words) -> None:
        self._console = console
        self._service = service
        self._session_id = session_id
        self._words = words
        self._client = service.session(session_id)
        self._pump: FramePump = FramePump(self._client)
        self._by_hand = console.is_terminal and sys.stdin.isatty()
        self._answer: Frame | None = None
        """The newest answer, which /again, /previous and /sources refer to."""

    async def run(self) -> None:
        """Until Ctrl-D, /quit or the end of standard input."""
        try:
            ready = await self._pump.next(10)
            self._console.print(Text.assemble(("Suffice", "bold cyan"), f"  {self._words.welcome}"))
            if not await self._history():
                await self._examples(ready["pack"] if ready else None)
            self._console.print(self._words.keys, style="dim", highlight=False)
            if ready is not None and ready["type"] == "session_ready" and ready["active_run"]:
                await self._show(apply(TurnView(), ready))
            await self._converse(Reader(self._words, by_hand=self._by_hand))
        finally:
            await self._pump.close()
        self._console.print(self._words.bye.format(session=self._session_id), style="dim", soft_wrap=True)

    async def _converse(self, reader: Reader) -> None:
        typed = ""
        while True:
            reading = asyncio.create_task(reader.next(typed))
            elsewhere = asyncio.create_task(self._turn_elsewhere())
            await asyncio.wait((reading, elsewhere), return_when=asyncio.FIRST_COMPLETED)
            if not elsewhere.done():
                elsewhere.cancel()
                line = await reading
                if line is None or (line and (typed := await self._handle(line)) is None):
                    return
                continue
            typed = await reader.interrupt(reading)
            turn = elsewhere.result()
            self._console.print(Text(f"\n❯ {turn.question}", style="bold"))
            typed += await self._show(turn)

    async def _turn_elsewhere(self) -> TurnView:
        """A turn of this session that another device started (any device may answer its prompt)."""
        while True:
            frame = await self._pump.next(None)
            if frame is not None and frame["type"] in ("run_started", "run_restarted"):
                return apply(TurnView(), frame)

    async def _handle(self, line: str) -> str | None:
        """Handle one line of input. Returns the text typed meanwhile; None to leave."""
        if not self._by_hand:
            self._console.print(Text(f"\n❯ {line}", style="bold"))
        if not line.startswith("/"):
            message_id = uuid.uuid4().hex
            return await self._ask({"type": "user_message", "message_id": message_id, "content": line}, message_id)
        if line in ("/quit", "/exit"):
            return None
        if line in ("/again", "/previous"):
            return await self._override("search_again" if line == "/again" else "use_previous")
        if line == "/sources" and self._answer is not None:
            self._console.print(render.sources(self._answer["citations"], self._words, all_sources=True))
        elif line.split()[0] == documents.SAVE:
            message = await documents.save(self._answer, line, self._service, self._words.language, Path.cwd())
            self._console.print(message, markup=False, highlight=False)
        elif line.split()[0] == neighbourhood.COMMAND:
            around = await neighbourhood.around(self._answer, line, self._service, self._words.language)
            self._console.print(around, highlight=False)
        elif line.split()[0] in memories.COMMANDS:
            message = await memories.command(line, self._service, self._words.language)
            self._console.print(message, markup=False, highlight=False)
        elif line == "/session":
            self._console.print(self._session_id, highlight=False)
        else:
            self._console.print(self._words.commands, style="dim", highlight=False)
        return ""

    async def _override(self, action: str) -> str:
        if self._answer is None:
            self._console.print(self._words.nothing_to_override, style="yellow")
            return ""
        answer_id = self._answer["answer_id"]
        return await self._ask({"type": "reuse_override", "message_id": answer_id, "action": action}, None)

    async def _ask(self, frame: Frame, message_id: str | None) -> str:
        return await self._show(TurnView(message_id=message_id), frame)

    async def _show(self, view: TurnView, ask: Frame | None = None) -> str:
        """Show a turn to its end. Returns the text typed meanwhile."""
        screen = TurnScreen(self._console, self._client, self._pump, self._words)
        shown = await screen.show(view, ask)
        self._answer = shown.answer or self._answer
        if shown.answer is not None:
            await memories.show_used(shown.answer, self._service, self._console, self._words.language)
            await documents.show(shown.answer, self._service, self._console, self._words.language)
        if shown.lost_events:
            self._console.print(self._words.refetch, style="yellow")
            await self._history()
        return screen.typed

    async def _examples(self, pack: str | None) -> None:
        packs = (await self._service.request("GET", "/api/packs"))["packs"]
        chosen = next((each for each in packs if each["name"] == pack), packs[0])
        fitting = [each for each in chosen["examples"] if each["language"] == self._words.language]
        self._console.print(self._words.try_one, style="dim")
        for example in (fitting or chosen["examples"])[:SHOWN_EXAMPLES]:
            self._console.print(Text(f"  · {example['text']}", style="dim"))

    async def _history(self) -> bool:
        """The conversation so far; False when there is none."""
        history = await self._service.request("GET", f"/api/sessions/{self._session_id}/messages")
        for message in history["messages"][-SHOWN_HISTORY:]:
            if message["role"] == "user":
                self._console.print(Text(f"❯ {message['content']}", style="bold dim"))
                continue
            self._answer = message["answer"] or self._answer
            beginning = render.Head(AnswerMarkdown(message["content"]), SHOWN_LINES)
            self._console.print(Padding(beginning, (0, 0, 0, 2)), style="dim")
        return bool(history["messages"])
