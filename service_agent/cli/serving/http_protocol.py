"""uvicorn's HTTP with limits it has no setting for: of connections, of a request's time, and of its head.

uvicorn ends connections that are idle between two requests (`timeout_keep_alive`), and nothing else: one that never
says a word, or stops in the middle of a header or body, holds its descriptor for ever, and `limit_concurrency` turns
everybody away once there are many of those. Here each part of a request has its time; and when there are as many
connections as may be, the quietest of those that wait for their client makes room for the next.

Nor do uvicorn and its parser (httptools) count: headers without an end fill the memory. Here the request line, headers,
chunk extensions and trailers are counted while they come. A WebSocket's handshake is read here too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from foundation.contracts.errors import ErrorCode
from service_agent.cli.serving.room import Room, Seldom
from service_agent.protocol.failures import PROBLEM_JSON, Failure

HEAD_S = 10.0
"""From the connection, or a further request's first byte, to the end of its headers."""
PAUSE_S = 20.0
"""Between two pieces of a body."""
BODY_S = 600.0
"""A whole body: 20 MB at 35 KB a second."""
UNREAD_S = 60.0
"""A client that takes nothing of its answer for so long is let go. (Of a stream of events less than 1 KB a second.)"""
HEAD_BYTES = 65_536
"""Of a request that are not its body: more than any browser or proxy sends, and what h11 allows."""
HEADERS = 100
"""Headers and trailers of a request: as many as Apache takes."""
FRAMING = 8
"""Bytes of chunk framing each byte of a body may have: chunks of one byte have 5."""
_LARGE = Failure(
    code=ErrorCode.INVALID_INPUT,
    status=431,
    message=f"The request's head is too large: {HEAD_BYTES // 1024} KB and {HEADERS} headers at most.",
)
_LATE = Failure(
    code=ErrorCode.INVALID_INPUT,
    status=408,
    message="The rest of the request did not come in time; send it again.",
    retryable=True,
)
_NOT_HTTP = Failure(
    code=ErrorCode.INVALID_INPUT,
    status=400,
    message="This is not a request of HTTP/1.1: its method, address or a header cannot be read.",
)


def timed_http(room: Room) -> type[TimedHttp]:
    """The protocol over this room, as uvicorn takes it."""
    return type("TimedHttp", (TimedHttp,), {"room": room})


class TimedHttp(HttpToolsProtocol):
    """One connection."""

    room: Room
    _timer: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None
    _coming = ""
    """Which part of a request comes: head, body, or none."""
    _body_ends = 0.0
    _beside = 0
    """Bytes that came beside the body and are not paid for by it. Those of the piece at work all count until it is
    read, so that the parser never holds more than HEAD_BYTES and one piece (256 KB)."""
    _head_bytes = 0
    """Of the request line, headers and trailers that are read: exact, however they were cut into pieces."""
    _headers = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It is counted, and has to say something."""
        super().connection_made(transport)
        self._after(HEAD_S)
        self.room.wait(self)
        self.room.make(self.connections)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop()
        super().connection_lost(exc)
        self._taken()
        self.room.leave(self)

    def data_received(self, data: bytes) -> None:
        """What came is read; what is still to come has its time."""
        before = self._coming
        self._beside += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._beside > HEAD_BYTES:
            self._refuse(_LARGE)
            return
        if self._coming:
            self.room.wait(self)
        if self._coming == "body":
            self._after(min(PAUSE_S, self._body_ends - self.loop.time()))
        elif not self._coming and self._at_work():
            self._stop()
        elif before == "body" or self._timer is None:  # a head is to come, also after empty lines
            self._after(HEAD_S)

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket has limits of its own (`chat/socket.py`), and takes this connection's place in the room."""
        self._stop()
        self.room.leave(self)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._coming, self._head_bytes, self._headers = "head", 0, 0

    def on_url(self, url: bytes) -> None:
        """A piece of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; a trailer is counted and dropped, as uvicorn would add it to the headers of a request at work."""
        self._headers += 1
        self._count(len(name) + len(value) + len(": \r\n"))
        if self._coming == "head":
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """A piece of the body pays for its framing."""
        self._beside = max(0, self._beside - (1 + FRAMING) * len(body))
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """The request's body is to come, or nothing."""
        super().on_headers_complete()
        self._coming, self._body_ends = "body", self.loop.time() + BODY_S

    def on_message_complete(self) -> None:
        """A request is whole, and at work."""
        self.room.leave(self)
        super().on_message_complete()
        self._coming, self._beside = "", 0

    def on_response_complete(self) -> None:
        """It was answered."""
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self.room.wait(self)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's is the same for every fault
        """The parser stopped: at what is no HTTP, or at a head that is too large."""
        self._refuse(_LARGE if self._is_large() else _NOT_HTTP)

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        self.room.wait(self)
        self._sending = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        if not self._coming and not self.cycle.response_complete:
            self.room.leave(self)
        self._taken()

    def _taken(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _after(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(max(0.0, seconds), self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        if self.flow.read_paused:  # it is this service that does not read on
            self._after(PAUSE_S)
            return
        self._refuse(_LATE)

    def _at_work(self) -> bool:
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def _count(self, came: int) -> None:
        """Raises ValueError, at which the parser stops, when the head is too large."""
        self._head_bytes += came
        if self._is_large():
            raise ValueError("the head is too large")

    def _is_large(self) -> bool:
        return self._head_bytes > HEAD_BYTES or self._headers > HEADERS

    def _refuse(self, why: Failure) -> None:
        """The connection ends, with this answer where the request that comes is the next to be answered."""
        cycle: Any = self.cycle
        owes = not self._at_work() if self._coming == "head" else cycle is not None and not cycle.response_started
        if self._coming and owes and not self.pipeline:
            body = json.dumps(why.problem(instance="")).encode()
            head = f"content-type: {PROBLEM_JSON}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[why.status] + head.encode() + body)
        self._stop()
        self.transport.close()


Handler = Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object]


def log_seldom(earlier: Handler | None) -> Handler:
    """An event loop's handler that logs at most each second that no connection can be accepted: asyncio reports it for
    each of as many as the listening queue holds. A second later asyncio listens again, once for each of them, and fails
    where the port was closed meanwhile: nothing is to be accepted then, and nothing is logged."""
    refused = Seldom("no_descriptors", remedy="no connection can be accepted: raise `ulimit -n` (docs/operate.md)")

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> object:
        message = str(context.get("message", ""))
        if message.startswith("socket.accept()"):
            return refused.note()
        if message.startswith("Exception in callback") and "_start_serving" in message:
            return None
        return earlier(loop, context) if earlier is not None else loop.default_exception_handler(context)

    return handle
