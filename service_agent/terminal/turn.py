"""One turn on screen: frames come in, keys go out, until the run ends."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from typing import Any

from rich.console import Console, RenderableType
from rich.live import Live

from service_agent.terminal import keys, render
from service_agent.terminal.answering import Answering
from service_agent.terminal.client import SessionClient
from service_agent.terminal.failures import sentence_of
from service_agent.terminal.pump import FramePump
from service_agent.terminal.view import OpenPrompt, TurnView, apply
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
        self._timed: OpenPrompt | None = None
        self._answering: Answering | None = None
        self._deadline: float | None = None
        self._left = False
        self._stopped = False
        self._sending: set[asyncio.Task[None]] = set()
        self.typed = ""
        """The text typed while the turn ran: the beginning of the next line."""

    async def show(self, view: TurnView, ask: Frame | None = None) -> TurnView:
        """Send what asks for the turn, show it until the run is over; the last view."""
        self._view = view
        self._time_prompt()
        if ask is not None:
            self._send(ask)
        # A pipe has no keys, and a terminal without cursor movement no live region.
        hands_on = self._console.is_terminal and sys.stdin.isatty()
        try:
            with contextlib.ExitStack() as stack:
                live = stack.enter_context(Live(console=self._console, auto_refresh=False, transient=True))
                pressed = stack.enter_context(keys.pressed()) if hands_on else asyncio.Queue[str]()
                while not self._view.finished and not self._left:
                    await self._take_frames()
                    self._take_keys(pressed)
                    live.update(self._picture(), refresh=True)
        finally:
            for task in self._sending:
                task.cancel()
        self._console.print(render.finished(self._view, self._words))
        if self._left:
            self._console.print(self._words.left_running, style="yellow")
        return self._view

    async def _take_frames(self) -> None:
        frame = await self._pump.next(REFRESH_S)
        while frame is not None:
            self._note(frame)
            self._view = apply(self._view, frame)
            self._time_prompt()
            if self._view.finished:
                return
            frame = await self._pump.next(0.001)

    def _note(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "connection":
            lost = frame["state"] == "lost"
            self._console.print("  " + (self._words.lost if lost else self._words.back), style="yellow")
        elif kind == "error":
            said = sentence_of(frame, self._words.language)
            self._console.print("  " + said, style="red", markup=False, highlight=False)
            if self._answering is not None and frame.get("fields"):
                self._answering.refused(frame["fields"])
            # Before the run began the refused frame can only be the one that asked for it.
            self._view.finished = self._view.finished or self._view.run_id is None
        elif kind == "busy":
            self._view.failure = self._words.busy.format(n=frame["retry_after_s"])
            self._view.finished = True

    def _time_prompt(self) -> None:
        """Start the countdown from the time when the prompt, or its extension, arrived."""
        prompt = self._view.prompt
        if prompt is self._timed:
            return
        self._timed = prompt
        if prompt is None or self._answering is None or self._answering.prompt.prompt_id != prompt.prompt_id:
            self._answering = None if prompt is None else Answering(prompt)
        self.typed = ""
        left = prompt.expires_in_s if prompt else None
        self._deadline = None if left is None else time.monotonic() + left
        if prompt is not None and not self._is_live:
            self._console.print(render.question_card(Answering(prompt), self._words, left))

    @property
    def _is_live(self) -> bool:
        return self._console.is_terminal and not self._console.is_dumb_terminal

    def _take_keys(self, pressed: asyncio.Queue[str]) -> None:
        while not pressed.empty():
            key = pressed.get_nowait()
            if key == keys.STOP:
                self._stop()
            elif self._answering is not None:
                frame = self._answering.press(key)
                if frame is not None:
                    self._send(frame)
            elif key == keys.BACK:
                self.typed = self.typed[:-1]
            elif key.isprintable():
                self.typed += key
        if self._view.stopping and not self._stopped and self._view.run_id:
            self._stopped = True
            self._send({"type": "cancel", "run_id": self._view.run_id})

    def _stop(self) -> None:
        """Stop the run as soon as it has an id; without a line to the service, leave it to itself."""
        if self._client.is_connected:
            self._view.stopping = True
        else:
            self._left = True

    def _send(self, frame: Frame) -> None:
        """In the background: while the line is lost a frame waits, and the screen must not."""
        task = asyncio.create_task(self._client.send(frame))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _picture(self) -> RenderableType:
        left = None if self._deadline is None else self._deadline - time.monotonic()
        return render.working(self._view, self._words, time.monotonic() - self._began, left, self._answering)
