"""The few lines of HTTP/1.1 the scripted endpoint speaks.

Written out because its faults (a hang, half a body, a dead connection) are what servers exist to prevent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

MAX_BODY = 16_000_000
"""Bytes of one request's body; a larger one ends the connection."""


@dataclass(frozen=True)
class HttpRequest:
    """One request."""

    method: str
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


class WatchedReader(asyncio.StreamReader):
    """Tells when the client hung up, also while nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.hung_up = asyncio.Event()

    def feed_eof(self) -> None:
        super().feed_eof()
        self.hung_up.set()

    def set_exception(self, exc: Exception) -> None:
        super().set_exception(exc)
        self.hung_up.set()


async def read_request(reader: asyncio.StreamReader) -> HttpRequest | None:
    """The next request of a connection; None when the client closed it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, path, _ = (first.split(" ") + ["", ""])[:3]
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", "0"))
    if length > MAX_BODY:
        return None
    return HttpRequest(method, path, headers, await reader.readexactly(length))


async def send_body(
    writer: asyncio.StreamWriter,
    status: int,
    body: str,
    headers: Mapping[str, str] | None = None,
    length: int | None = None,
) -> None:
    """One JSON answer. `length` may promise more than comes (half an answer)."""
    data = body.encode()
    promised = {"Content-Type": "application/json", "Content-Length": str(length or len(data)), **(headers or {})}
    writer.write(head_of(status, promised) + data)
    await writer.drain()


def start_chunks(writer: asyncio.StreamWriter) -> None:
    """The head of a stream of server-sent events."""
    writer.write(head_of(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"}))


async def send_chunk(writer: asyncio.StreamWriter, text: str) -> None:
    """One chunk; the empty one ends the stream."""
    data = text.encode()
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    await writer.drain()


def abort(writer: asyncio.StreamWriter) -> None:
    """The connection dies here, without a goodbye."""
    writer.transport.abort()


def head_of(status: int, headers: Mapping[str, str]) -> bytes:
    """Status line and headers."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
