"""Lines from a terminal (with editing and history) or from a pipe."""

from __future__ import annotations

import asyncio
import sys

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import HTML

from service_agent.terminal.lines import InputLines
from service_agent.terminal.words import Words


class Reader:
    """What the person says next."""

    def __init__(self, words: Words, *, by_hand: bool) -> None:
        # No menu of completions, so no lines kept free for one.
        self._session: PromptSession[str] | None = PromptSession(reserve_space_for_menu=0) if by_hand else None
        self._lines = None if by_hand else InputLines(sys.stdin)
        self._prompt = HTML(f"\n<b><ansicyan>{words.prompt} ❯ </ansicyan></b>")

    async def next(self, typed: str) -> str | None:
        """The next line without its end; None at the end of input. `typed` is there already, to be edited."""
        if self._lines is not None:
            return await self._lines.next()
        assert self._session is not None
        while True:
            try:
                return (await self._session.prompt_async(self._prompt, default=typed)).strip()
            except KeyboardInterrupt:
                typed = ""
            except EOFError:
                return None

    async def interrupt(self, reading: asyncio.Task[str | None]) -> str:
        """Give the screen to something else; what was typed so far."""
        if self._session is None:
            reading.cancel()
            return ""
        typed = self._session.default_buffer.text
        if not reading.done():
            self._session.app.exit(result="")
        await reading
        return typed
