"""A client of one session: connects, reconnects with what it has seen, gives frames as they come."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from foundation.contracts.errors import ServiceUnreachable, SufficeError, UnknownSession
from service_agent.chat.wire import PROTOCOL

Frame = dict[str, Any]

RETRY_PAUSES_S = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Waits between attempts to come back; the last one repeats."""
GIVE_UP_AFTER = 30
"""Attempts in a row before saying that the service is gone (about two minutes)."""


class ServiceClient:
    """The HTTP side: sessions, packs, messages.

    Raises:
        ServiceUnreachable: nothing answers at the address.
        SufficeError: the service refused; the sentence is the service's own.
    """

    def __init__(self, base_url: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.base_url = base_url.rstrip("/")
        self._headers = headers
        self._http = httpx.AsyncClient(base_url=self.base_url, headers=headers, timeout=120)

    async def close(self) -> None:
        """Give the connections back."""
        await self._http.aclose()

    async def request(self, method: str, path: str, body: Frame | None = None) -> Any:
        """One call; the parsed JSON of its answer."""
        try:
            response = await self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise ServiceUnreachable(f"No service answers at {self.base_url}; start one with `make run`.") from error
        if response.is_success:
            return response.json() if response.content else None
        raise _refusal(response)

    async def is_suffice(self) -> bool:
        """Does a Suffice service (and not some other program) answer here?"""
        try:
            response = await self._http.get("/healthz", timeout=2)
            return response.is_success and response.json().get("service") == "suffice"
        except (httpx.HTTPError, ValueError, AttributeError):
            return False

    def session(self, session_id: str) -> SessionClient:
        """The WebSocket side of one session."""
        address = self.base_url.replace("http", "ws", 1) + f"/ws/chat/{session_id}"
        return SessionClient(address, self._headers)


def _refusal(response: httpx.Response) -> SufficeError:
    try:
        problem = response.json()
        sentence = str(problem.get("detail") or problem.get("title"))
    except (ValueError, AttributeError):
        sentence = f"The service answered {response.status_code} without a reason."
    return UnknownSession(sentence) if response.status_code == 404 else SufficeError(sentence)


class SessionClient:
    """Frames of one session, across lost connections: nothing is missed, nothing is given twice."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._address = address
        self._headers = headers
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self.last_seq: int | None = None

    async def frames(self) -> AsyncIterator[Frame]:
        """Every frame; between connections {"type": "connection", "state": "lost" | "back"}.

        Raises ServiceUnreachable when the service stays away, UnknownSession when it refuses the session.
        """
        failures = 0
        lost = False
        while True:
            try:
                async with connect(
                    self._url(),
                    subprotocols=[PROTOCOL],  # pyright: ignore[reportArgumentType] -- a NewType of str
                    additional_headers=self._headers,
                    compression=None,
                    max_size=8_000_000,
                    proxy=None,
                ) as socket:
                    self._socket = socket
                    self._connected.set()
                    failures = 0
                    if lost:
                        yield {"type": "connection", "state": "back"}
                    async for text in socket:
                        frame: Frame = json.loads(text)
                        # A repeated message gets its stored answer, with the number that one had.
                        self.last_seq = max(frame.get("seq", 0), self.last_seq or 0) or None
                        if frame["type"] == "session_ready" and self.last_seq is None:
                            self.last_seq = int(frame["last_seq"])
                        yield frame
            except ConnectionClosed as closed:
                self._refuse_when_final(closed)
            except InvalidStatus as refused:
                raise UnknownSession("The service refused this session; `GET /api/sessions` lists yours.") from refused
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            self._connected.clear()
            failures += 1
            if failures > GIVE_UP_AFTER:
                raise ServiceUnreachable
            if not lost or failures == 1:
                lost = True
                yield {"type": "connection", "state": "lost"}
            await asyncio.sleep(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S)) - 1])

    async def send(self, frame: Frame) -> None:
        """Send one frame, waiting for the connection to come back if it is away."""
        while True:
            await self._connected.wait()
            socket = self._socket
            if socket is None:
                continue
            try:
                await socket.send(json.dumps(frame, ensure_ascii=False))
                return
            except ConnectionClosed:
                self._connected.clear()

    def _url(self) -> str:
        return self._address if self.last_seq is None else f"{self._address}?last_seq={self.last_seq}"

    @staticmethod
    def _refuse_when_final(closed: ConnectionClosed) -> None:
        received = closed.rcvd
        if received is not None and (received.code == 1008 or 4000 <= received.code < 5000):
            raise UnknownSession(received.reason or "The service closed this session's line for good.") from closed
