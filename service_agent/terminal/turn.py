"""One turn on screen: frames come in, keys go out, until the run ends."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from typing import Any

from rich.console import Console
from rich.live import Live

from service_agent.terminal import keys, render
from service_agent.terminal.client import SessionClient
from service_agent.terminal.pump import FramePump
from service_agent.terminal.view import TurnView, apply
from service_agent.terminal.words import Words

Frame = dict[str, Any]
REFRESH_S = 0.1


class TurnScreen:
    """Shows one turn and answers its question by key."""

    def __init__(self, console: Console, client: SessionClient, pump: FramePump, words: Words) -> None:
        self._console = console
        self._client = client
        self._pump = pump
        self._words = words
        self._view = TurnView()
        self._began = time.monotonic()
        self._deadline: float | None = None

    async def show(self, view: TurnView | None = None) -> TurnView:
        """Until the run is over; the last view."""
        self._view = view or TurnView()
        with Live(console=self._console, auto_refresh=False, transient=True) as live:
            async with self._keys() as pressed:
                while not self._view.finished:
                    await self._take_frames()
                    await self._take_keys(pressed)
                    live.update(self._picture(), refresh=True)
        self._console.print(render.finished(self._view, self._words))
        return self._view

    @contextlib.asynccontextmanager
    async def _keys(self) -> AsyncGenerator[asyncio.Queue[str]]:
        if self._console.is_terminal:
            with keys.pressed() as queue:
                yield queue
        else:
            async with keys.no_keys() as queue:
                yield queue

    async def _take_frames(self) -> None:
        frame = await self._pump.next(REFRESH_S)
        while frame is not None:
            self._note(frame)
            self._view = apply(self._view, frame)
            if self._view.finished:
                return
            frame = await self._pump.next(0.001)

    def _note(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "connection":
            lost = frame["state"] == "lost"
            self._console.print(self._words.lost if lost else self._words.back, style="yellow")
        elif kind == "error":
            self._console.print(frame["message"], style="red")
        elif kind == "busy":
            self._view.failure, self._view.finished = f"busy: {frame['retry_after_s']} s", True
        elif kind in ("user_confirmation_required", "prompt_extended") and frame["expires_in_ms"] is not None:
            self._deadline = time.monotonic() + frame["expires_in_ms"] / 1000

    async def _take_keys(self, pressed: asyncio.Queue[str]) -> None:
        while not pressed.empty():
            key = pressed.get_nowait()
            prompt = self._view.prompt
            if key == "stop" and self._view.run_id:
                await self._client.send({"type": "cancel", "run_id": self._view.run_id})
            elif prompt is not None and key == "k":
                await self._client.send({"type": "prompt_extend", "id": prompt.prompt_id})
            elif prompt is not None and key.isdigit() and 1 <= int(key) <= len(prompt.options):
                value = prompt.options[int(key) - 1]["value"]
                frame = {"type": "confirmation_response", "confirmation_id": prompt.prompt_id, "value": value}
                await self._client.send(frame)

    def _picture(self) -> Any:
        left = None
        if self._view.prompt is not None and self._view.prompt.expires_in_s is not None and self._deadline:
            left = self._deadline - time.monotonic()
        return render.working(self._view, self._words, time.monotonic() - self._began, left)
