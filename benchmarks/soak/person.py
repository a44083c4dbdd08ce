"""A person with a client that keeps its log: asks, answers cards, loses the line, comes back anywhere, asks on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.soak.checker import ENDS
from benchmarks.soak.evidence import Frame, Line

PATIENCE_S = 3.0
"""A line that says nothing for so long while an answer is due is given up: its process may be stopped."""
OPEN_S = 2.0
PAUSE_S = 0.15
LOST = (OSError, TimeoutError, WebSocketException)
CHOICES = ("use_previous", "search_new")
ASKING = {
    "user_confirmation_required": "confirmation",
    "clarification_required": "clarification",
    "form_required": "form",
}
REPLIES: dict[str, tuple[Frame, Frame]] = {
    "confirmation": ({"value": CHOICES[0]}, {"value": CHOICES[1]}),
    "clarification": ({"option_id": "o1"}, {"option_id": "o2"}),
    "form": ({"values": {"deal": "sale"}}, {"values": {"deal": "jeonse"}}),
}
"""What is answered to each kind of question, for each of the two choices."""


@dataclass
class Talk:
    """One session as its clients share it."""

    session: str
    questions: Sequence[str]
    ports: Callable[[], Sequence[int]]
    """Where services are meant to listen now."""
    write: Callable[[Line], None]
    seed: int


@dataclass
class Client:
    """One client of a talk: over all its connections."""

    name: str
    talk: Talk
    answers: bool = True
    """Answers cards."""
    value: str | None = None
    """What it always answers; None: drawn, sometimes nothing at all."""
    last_seq: int = 0
    ended: set[str] = field(default_factory=set[str])
    """Runs whose end it saw."""
    runs: dict[str, str] = field(default_factory=dict[str, str])
    """Message id -> its run."""
    reconnects: int = 0
    refusals: Counter[str] = field(default_factory=Counter[str])
    """Error codes a connection began with."""

    def __post_init__(self) -> None:
        # Which client does what is drawn once, so that a soak can be looked into again.
        self.dice = random.Random(f"{self.talk.seed}-{self.name}")
        self._card: str | None = None
        self._reply: str | None = None

    async def converse(self) -> None:
        """Every question, one after the other, each until its end was seen."""
        asked = {f"{self.name}-{number}": question for number, question in enumerate(self.talk.questions)}
        while left := {message_id: text for message_id, text in asked.items() if not self.has_ended(message_id)}:
            try:
                await self._ask_all(left)
            except LOST:
                self.reconnects += 1
                await asyncio.sleep(PAUSE_S)

    async def watch(self, done: asyncio.Event) -> None:
        """A second tab: reads and answers cards until the first is done."""
        while not done.is_set():
            with contextlib.suppress(*LOST):
                async with self._connected() as socket:
                    while not done.is_set():
                        await self._next(socket)

    async def settle(self) -> None:
        """Read to the session's present end; the service is quiet now."""
        while True:
            with contextlib.suppress(*LOST):
                async with self._connected() as socket:
                    await self._caught_up(socket)
                    self._log("settled")
                    return
            await asyncio.sleep(PAUSE_S)

    def has_ended(self, message_id: str) -> bool:
        """True once the end of this message's run was seen."""
        return self.runs.get(message_id) in self.ended

    async def _ask_all(self, questions: Mapping[str, str]) -> None:
        """Over one connection: what was not seen to be taken is asked (again)."""
        async with self._connected() as socket:
            await self._caught_up(socket)
            for message_id, question in questions.items():
                if message_id not in self.runs:
                    await self._send(socket, type="user_message", message_id=message_id, content=question)
                while not self.has_ended(message_id):
                    await self._next(socket)

    async def _caught_up(self, socket: ClientConnection) -> None:
        """Everything up to where the session stood at the handshake. Raises ConnectionRefusedError."""
        ready = await self._next(socket)
        if ready["type"] != "session_ready":
            self.refusals[str(ready.get("code"))] += 1
            raise ConnectionRefusedError
        while self.last_seq < ready["last_seq"]:
            await self._next(socket)

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[ClientConnection]:
        async with await self._reached() as socket:
            self._log("opened", cursor=self.last_seq)
            try:
                yield socket
            finally:
                self._log("closed", code=socket.close_code)

    async def _reached(self) -> ClientConnection:
        """A connection to whichever service takes it. Raises ConnectionRefusedError when none does."""
        options: dict[str, Any] = {"open_timeout": OPEN_S, "close_timeout": 0.2, "ping_interval": None}
        for port in self.dice.sample(self.talk.ports(), len(self.talk.ports())):
            address = f"ws://127.0.0.1:{port}/ws/chat/{self.talk.session}?last_seq={self.last_seq}"
            with contextlib.suppress(*LOST):
                return await connect(address, compression=None, proxy=None, **options)
        raise ConnectionRefusedError

    async def _next(self, socket: ClientConnection) -> Frame:
        async with asyncio.timeout(PATIENCE_S):
            frame: Frame = json.loads(await socket.recv())
        self._log("got", frame=frame)
        if frame.get("seq", self.last_seq + 1) > self.last_seq:
            self.last_seq = frame.get("seq", self.last_seq)
            await self._follow(socket, frame)
        return frame

    async def _follow(self, socket: ClientConnection, frame: Frame) -> None:
        kind = frame["type"]
        if kind in ("run_started", "run_restarted"):
            self.runs[frame["message_id"]] = frame["run_id"]
        elif kind in ENDS:
            self.ended.add(frame["run_id"])
        elif kind in ASKING:
            await self._answer(socket, frame)
        elif kind == "session_ready" and frame["pending_prompt"] is not None:
            await self._answer(socket, frame["pending_prompt"])
        elif kind == "busy":
            await asyncio.sleep(frame["retry_after_s"])
            raise TimeoutError

    async def _answer(self, socket: ClientConnection, card: Frame) -> None:
        if not self.answers:
            return
        kind = ASKING[card["type"]]
        card_id = card[f"{kind}_id"]
        if self._card != card_id:
            self._card = card_id
            # A form waits for half an hour: it is always answered.
            self._reply = self.value or self.dice.choice((*CHOICES, None) if kind == "confirmation" else CHOICES)
        if self._reply is not None:
            answer = REPLIES[kind][CHOICES.index(self._reply)]
            await self._send(socket, type=f"{kind}_response", **{f"{kind}_id": card_id}, **answer)

    async def _send(self, socket: ClientConnection, **frame: Any) -> None:
        self._log("sent", frame=frame)
        await socket.send(json.dumps(frame, ensure_ascii=False))

    def _log(self, what: Any, frame: Frame | None = None, **more: Any) -> None:
        self.talk.write(Line(self.name, self.talk.session, what, frame or {}, **more))
