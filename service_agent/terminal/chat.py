"""`suffice chat`: questions in, turns on screen, until the person leaves."""

from __future__ import annotations

import sys
import uuid
from dataclasses import dataclass
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import HTML
from rich.console import Console
from rich.text import Text

from service_agent.terminal import render
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.pump import FramePump
from service_agent.terminal.turn import TurnScreen
from service_agent.terminal.view import TurnView, apply
from service_agent.terminal.words import Words

Frame = dict[str, Any]
SHOWN_EXAMPLES = 4
SHOWN_HISTORY = 3


@dataclass(frozen=True)
class ChatOptions:
    """What the command line said."""

    pack: str | None
    session_id: str | None
    json_lines: bool


async def open_session(service: ServiceClient, options: ChatOptions) -> str:
    """The session to talk in: the named one (checked) or a new one."""
    if options.session_id is not None:
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
        self._last: TurnView | None = None
        self._pump: FramePump | None = None

    async def run(self) -> None:
        """Until Ctrl-D, /quit or the end of standard input."""
        self._pump = FramePump(self._client)
        try:
            await self._greet()
            await self._unfinished()
            reader = _Reader(self._words)
            while (line := await reader.next()) is not None:
                if line and not await self._handle(line):
                    break
        finally:
            await self._pump.close()
        self._console.print(self._words.bye.format(session=self._session_id), style="dim")

    async def _handle(self, line: str) -> bool:
        """One line of the person's; False to leave."""
        if not line.startswith("/"):
            await self._turn({"type": "user_message", "message_id": uuid.uuid4().hex, "content": line})
            return True
        if line in ("/quit", "/exit"):
            return False
        if line in ("/again", "/previous"):
            await self._override("search_again" if line == "/again" else "use_previous")
        elif line == "/sources" and self._last is not None and self._last.answer is not None:
            citations = self._last.answer["citations"]
            self._console.print(render.sources(citations, self._words, all_sources=True))
        elif line == "/session":
            self._console.print(self._session_id)
        else:
            self._console.print(self._words.commands, style="dim")
        return True

    async def _override(self, action: str) -> None:
        if self._last is None or self._last.answer is None:
            self._console.print(self._words.nothing_to_override, style="yellow")
            return
        answer_id = self._last.answer["answer_id"]
        await self._turn({"type": "reuse_override", "message_id": answer_id, "action": action})

    async def _turn(self, frame: Frame, view: TurnView | None = None) -> None:
        assert self._pump is not None
        if frame:
            await self._client.send(frame)
        self._last = await TurnScreen(self._console, self._client, self._pump, self._words).show(view)

    async def _greet(self) -> None:
        packs = await self._service.request("GET", "/api/packs")
        self._console.print(Text("Suffice", style="bold cyan"), Text(self._words.welcome))
        messages = await self._service.request("GET", f"/api/sessions/{self._session_id}/messages")
        for message in messages["messages"][-2 * SHOWN_HISTORY :]:
            mark = "❯" if message["role"] == "user" else " "
            self._console.print(Text(f"{mark} {message['content']}", style="dim"))
        if not messages["messages"]:
            self._console.print(self._words.try_one, style="dim")
            for example in packs["packs"][0]["examples"][:SHOWN_EXAMPLES]:
                self._console.print(f"  · {example['text']}", style="dim")
        self._console.print(self._words.keys, style="dim")

    async def _unfinished(self) -> None:
        """After the handshake: a run (or an open question) that was there before we came is shown first."""
        assert self._pump is not None
        ready = await self._pump.next(10)
        if ready is not None and ready["type"] == "session_ready" and ready["active_run"]:
            await self._turn({}, apply(TurnView(), ready))


class _Reader:
    """Lines from a terminal (with editing and history) or from a pipe."""

    def __init__(self, words: Words) -> None:
        self._session: PromptSession[str] | None = PromptSession() if sys.stdin.isatty() else None
        self._prompt = HTML(f"\n<b><ansicyan>{words.prompt} ❯ </ansicyan></b>")

    async def next(self) -> str | None:
        """The next line without its end; None at the end of input."""
        if self._session is None:
            line = sys.stdin.readline()
            return line.strip() if line else None
        while True:
            try:
                return (await self._session.prompt_async(self._prompt)).strip()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return None
