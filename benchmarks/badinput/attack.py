"""Sends bad inputs to a running service and notes each answer that should not be: a 500, a fault of its own, a hang."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote, urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.badinput.inputs import Bytes, Frames, Input, Request, size_of

PATIENCE_S = 30.0
"""An input that is not answered within this hangs."""
SILENCE_S = 0.3
"""A connection that says nothing for this long has said all it had to say."""
OWN_FAULT = 1011
AT_ONCE = 8
SAFE = "/?&=%"
READINESS = "/readyz"


@dataclass
class Outcome:
    """What became of the inputs."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter[str])
    """Answer -> how often it was given."""
    faults: list[str] = field(default_factory=list[str])
    """Inputs the service failed or hung at."""


class Attack:
    """Against one service."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._host = urlsplit(url).hostname or ""
        self._port = urlsplit(url).port or 80
        self.outcome = Outcome()

    async def run(self, inputs: Iterable[Input]) -> Outcome:
        """All of them, several at once."""
        waiting = iter(inputs)
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE_S, trust_env=False, limits=limits) as http:
            session = (await http.post("/api/sessions", json={})).json()["session_id"]
            await asyncio.gather(*(self._work(waiting, http, session) for _ in range(AT_ONCE)))
        return self.outcome

    async def _work(self, inputs: Iterator[Input], http: httpx.AsyncClient, session: str) -> None:
        for given in inputs:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._send(given, http, session)
            except TimeoutError:
                self._fault("hang", given)
            self.outcome.sent += size_of(given)

    async def _send(self, given: Input, http: httpx.AsyncClient, session: str) -> None:
        match given:
            case Request():
                await self._request(given, http)
            case Frames():
                await self._converse(given, session)
            case Bytes():
                await self._write(given)

    async def _request(self, given: Request, http: httpx.AsyncClient) -> None:
        try:
            path = quote(given.path, safe=SAFE)
            answer = await http.request(given.method, path, content=given.body, headers=given.headers)
        except httpx.TimeoutException:
            self._fault("hang", given)
            return
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            self.outcome.answers["not sent, or hung up"] += 1
            return
        self.outcome.answers[str(answer.status_code)] += 1
        if answer.status_code == 503 and given.path.startswith(READINESS):
            return  # on a busy machine a check may take longer than it is waited for: its word, no fault
        if answer.status_code >= 500:
            self._fault(f"{answer.status_code} {answer.text[:200]}", given)
        elif answer.status_code >= 400 and answer.headers.get("content-type") != "application/problem+json":
            self._fault(f"{answer.status_code} without a problem document", given)

    async def _converse(self, given: Frames, session: str) -> None:
        address = f"ws://{self._host}:{self._port}/ws/chat/{session}?last_seq={quote(given.cursor)}"
        try:
            async with connect(address, compression=None, proxy=None, close_timeout=2, max_size=None) as socket:
                with suppress(ConnectionClosed):
                    for frame in given.frames:
                        await socket.send(frame)
                await self._listen(socket, given)
                code = socket.close_code
        except (InvalidHandshake, OSError) as refused:
            self.outcome.answers[type(refused).__name__] += 1
            return
        if code is not None:
            self.outcome.answers[f"closed {code}"] += 1
        if code == OWN_FAULT:
            self._fault("closed 1011", given)

    async def _listen(self, socket: ClientConnection, given: Frames) -> None:
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                async with asyncio.timeout(SILENCE_S):
                    received: Any = json.loads(await socket.recv())
                frame = cast("dict[str, Any]", received)
                self.outcome.answers[str(frame["type"])] += 1
                if frame.get("code") == "internal":
                    self._fault(str(frame), given)

    async def _write(self, given: Bytes) -> None:
        try:
            reader, writer = await asyncio.open_connection(self._host, self._port)
        except OSError:
            self._fault("not listening", given)
            return
        with suppress(OSError, TimeoutError):
            writer.write(given.data)
            await writer.drain()
            writer.write_eof()
            async with asyncio.timeout(5):
                said = await reader.read(200)
            self.outcome.answers[said[:12].decode(errors="replace") or "hung up"] += 1
            if said[9:10] == b"5":
                self._fault(said.decode(errors="replace"), given)
        writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(2):
                await writer.wait_closed()

    def _fault(self, what: str, given: Input) -> None:
        self.outcome.faults.append(f"{what} at {repr(given)[:400]}")
