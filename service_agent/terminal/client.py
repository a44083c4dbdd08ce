"""A client of one session: connects, reconnects with what it has seen, gives frames as they come."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from foundation.contracts.errors import (
    ErrorCode,
    MalformedFrame,
    MissingRole,
    ServiceUnreachable,
    SignInEnded,
    SufficeError,
    Unauthenticated,
    UnknownSession,
    WrongUse,
    error_with,
)
from service_agent.protocol.wire import PROTOCOL

Frame = dict[str, Any]

RETRY_PAUSES_S = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Waits between attempts to come back; the last one repeats."""
GIVE_UP_AFTER = 30
"""Attempts in a row before saying that the service is gone (about two minutes)."""
WANTS_SIGN_IN = "The service wants sign-in; give a valid key or token with --token (`suffice keys create` makes one)."
ENDED = "Your sign-in ended; sign in again and give the new key or token with --token."
MAY_NOT = "Whoever is signed in may not do this; sign in as somebody who may, or ask whoever runs the service."
REFUSED = "The service refused this connection (HTTP 403); open it at its own address, as somebody who may."
NOT_UNDERSTOOD = "The service closed the line: it did not understand what was sent; use the same version of both."
ABUSE = 1008
"""Close code of a connection whose frames the service did not take again and again."""
PATIENCE_S = 60.0
"""Longest wait for an answer over HTTP, unless the caller says otherwise."""


def address_of(host: str, port: int) -> str:
    """Where a service that listens on this host is reached from this machine."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}.get(host, host).strip("[]")
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


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
        # A proxy of the environment would be asked for this machine's own loopback.
        # The service closes what was idle for five seconds: who keeps it as long may send into what is being closed.
        idle = httpx.Limits(keepalive_expiry=2.0)
        self._http = httpx.AsyncClient(base_url=self.base_url, headers=headers, trust_env=False, limits=idle)

    async def close(self) -> None:
        """Give the connections back."""
        await self._http.aclose()

    async def request(
        self, method: str, path: str, body: Frame | None = None, patience_s: float | None = PATIENCE_S
    ) -> Any:
        """One call; the parsed JSON of its answer. `patience_s` None: as long as it takes."""
        return _json_of(await self._answered(method, path, body, patience_s))

    async def content(self, path: str) -> bytes:
        """A file the service gives out."""
        return (await self._answered("GET", path, None, PATIENCE_S)).content

    async def _answered(self, method: str, path: str, body: Frame | None, patience_s: float | None) -> httpx.Response:
        try:
            response = await self._http.request(method, path, json=body, timeout=httpx.Timeout(10, read=patience_s))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ServiceUnreachable(
                f"No Suffice service answers at {self.base_url}; start one with `make run` or `suffice serve`."
            ) from error
        if response.is_success:
            return response
        raise _refusal(response)

    async def is_suffice(self, patience_s: float = 2.0) -> bool:
        """Does a Suffice service (and not some other program) answer here?"""
        try:
            response = await self._http.get("/healthz", timeout=patience_s)
            return response.is_success and response.json().get("service") == "suffice"
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, AttributeError):
            return False

    def session(self, session_id: str) -> SessionClient:
        """The WebSocket side of one session."""
        address = self.base_url.replace("http", "ws", 1) + f"/ws/chat/{session_id}"
        return SessionClient(address, self._headers)


def _json_of(response: httpx.Response) -> Any:
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise ServiceUnreachable(f"What answers at {response.url.netloc.decode()} is not a Suffice service.") from error


def _refusal(response: httpx.Response) -> SufficeError:
    try:
        problem = response.json()
        error = error_with(ErrorCode(problem["code"]), str(problem["detail"]))
    except (ValueError, TypeError, KeyError):
        return ServiceUnreachable(
            f"What answers at {response.url.netloc.decode()} is not a Suffice service (HTTP {response.status_code})."
        )
    if isinstance(error, Unauthenticated):
        return Unauthenticated(WANTS_SIGN_IN)
    return WrongUse(error.message) if type(error) is SufficeError and response.status_code < 500 else error


class SessionClient:
    """Frames of one session, across lost connections: nothing is missed, nothing is given twice."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._address = address
        self._headers = headers
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self._untaken: dict[str, Frame] = {}
        self._settled_at: int | None = None
        self.last_seq: int | None = None

    @property
    def is_connected(self) -> bool:
        """False while the line is lost."""
        return self._connected.is_set()

    async def frames(self) -> AsyncIterator[Frame]:
        """Every frame; between connections {"type": "connection", "state": "lost" | "back"}.

        Raises ServiceUnreachable when the service stays away; Unauthenticated, MissingRole, UnknownSession and
        MalformedFrame when it refuses what this is, for good.
        """
        failures = 0
        while True:
            try:
                async with self._dialled() as socket:
                    self._socket = socket
                    self._connected.set()
                    if failures:
                        yield {"type": "connection", "state": "back"}
                    failures = 0
                    async for text in socket:
                        yield await self._taken(text)
            except ConnectionClosed as closed:
                _refuse_when_final(closed)
            except InvalidStatus as refused:
                # While a service starts behind a proxy, that one's 502 to 504 mean "not yet".
                if refused.response.status_code < 500:
                    raise _refused(refused.response.status_code) from refused
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            self._connected.clear()
            failures += 1
            if failures > GIVE_UP_AFTER:
                raise ServiceUnreachable
            if failures == 1:
                yield {"type": "connection", "state": "lost"}
            await asyncio.sleep(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S)) - 1])

    def _dialled(self) -> connect:
        return connect(
            self._address if self.last_seq is None else f"{self._address}?last_seq={self.last_seq}",
            subprotocols=[PROTOCOL],  # pyright: ignore[reportArgumentType] -- a NewType of str
            additional_headers=self._headers,
            compression=None,
            max_size=8_000_000,
            proxy=None,
        )

    async def _taken(self, text: str | bytes) -> Frame:
        frame: Frame = json.loads(text)
        # The stored answer to a message sent twice comes with its old seq.
        self.last_seq = max(frame.get("seq", 0), self.last_seq or 0) or self.last_seq
        await self._repeat_untaken(frame)
        return frame

    async def send(self, frame: Frame) -> None:
        """Send one frame, waiting for the connection to come back if it is away."""
        if frame.get("type") in ("user_message", "reuse_override"):
            self._untaken[str(frame.get("message_id"))] = frame
        await self.send_text(json.dumps(frame, ensure_ascii=False))

    async def send_text(self, text: str) -> None:
        """Send a frame as it is written."""
        while True:
            await self._connected.wait()
            try:
                if self._socket is not None:
                    await self._socket.send(text)
                    return
            except ConnectionClosed:
                self._connected.clear()

    async def _repeat_untaken(self, frame: Frame) -> None:
        """A message may die with the connection it was sent on; sending it again is safe, its id makes it one.

        It is sent again only once everything stored before has been read, or its own run would be overtaken.
        """
        kind = frame["type"]
        if kind == "session_ready":
            again = self.last_seq is not None
            self.last_seq = int(frame["last_seq"]) if self.last_seq is None else self.last_seq
            self._settled_at = int(frame["last_seq"]) if again else None
        elif kind in ("run_queued", "run_started"):
            self._untaken.pop(str(frame.get("message_id")), None)
            self._untaken = {key: sent for key, sent in self._untaken.items() if sent["type"] == "user_message"}
        elif kind in ("error", "busy"):
            self._untaken.clear()
        if self._settled_at is None or self.last_seq is None or self.last_seq < self._settled_at:
            return
        self._settled_at = None
        for untaken in list(self._untaken.values()):
            await self.send_text(json.dumps(untaken, ensure_ascii=False))


def _refuse_when_final(closed: ConnectionClosed) -> None:
    """By the code it was closed with; the reason is a word for programs."""
    received = closed.rcvd
    if received is None:
        return
    if received.code == 4401:
        is_over = received.reason == ErrorCode.SIGN_IN_ENDED
        raise (SignInEnded(ENDED) if is_over else Unauthenticated(WANTS_SIGN_IN)) from closed
    if received.code == 4403:
        raise MissingRole(MAY_NOT) from closed
    if received.code == ABUSE:
        raise MalformedFrame(NOT_UNDERSTOOD) from closed
    if 4000 <= received.code < 5000:
        raise UnknownSession from closed


def _refused(status: int) -> SufficeError:
    """What a handshake that was answered with this HTTP status means."""
    if status == 401:
        return Unauthenticated(WANTS_SIGN_IN)
    if status == 403:
        return MissingRole(REFUSED)
    return UnknownSession("The service refused this session; start without --session.")
