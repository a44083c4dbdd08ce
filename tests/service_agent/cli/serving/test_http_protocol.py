"""Connections that say nothing, or stop half way, cost a place for a while and keep nobody out."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from service_agent.cli.serving import http_protocol
from service_agent.cli.serving.server import HttpServer
from service_agent.composition.app import create_app
from tests.serving import Serving

BODY = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
HEAD = b"GET /echo HTTP/1.1\r\nHost: a\r\nX-Slow: "
WHOLE = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
GET = b"GET /echo HTTP/1.1\r\nHost: a\r\n"
CHUNKED = b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
HANDSHAKE = (
    b"GET /ws/chat/a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
LARGE = b"HTTP/1.1 431 Request Header Fields Too Large"
LATE = b"HTTP/1.1 408 Request Timeout"


def echo() -> FastAPI:
    """What comes, and as many bytes as are wanted."""
    app = FastAPI()

    @app.api_route("/echo", methods=["GET", "POST"])
    async def _(request: Request, size: int = 0) -> Response:
        return Response(await request.body() + bytes(size))

    return app


@asynccontextmanager
async def served(app: FastAPI, most: int | None = None) -> AsyncGenerator[int]:
    """The port of a server over this application."""
    server = HttpServer(app, "127.0.0.1", 0, max_connections=most)
    await server.start()
    try:
        yield server.port
    finally:
        await server.stop()


@asynccontextmanager
async def connected(port: int) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def rest_of(reader: asyncio.StreamReader, limit_s: float = 20.0) -> bytes:
    """Everything until the server hangs up."""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(limit_s):
            return await reader.read()
    return b""


@pytest.mark.parametrize("words", [b"", HEAD, BODY], ids=["silent", "half a head", "half a body"])
async def test_somebody_is_answered_beside_more_quiet_connections_than_fit(service: Serving, words: bytes) -> None:
    with capture_logs() as logged:
        async with served(create_app(service.services), 20) as port, AsyncExitStack() as quiet:
            lines = [await quiet.enter_async_context(connected(port)) for _ in range(60)]
            for _, writer in lines:
                writer.write(words)
            began = time.monotonic()
            for _ in range(5):
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
                    assert (await http.get("/healthz")).status_code == 200
            passed_s = time.monotonic() - began
            ended = [asyncio.create_task(rest_of(reader)) for reader, _ in lines]
            async with asyncio.timeout(20):
                while sum(task.done() for task in ended) < 40:  # as many as did not fit
                    await asyncio.sleep(0.05)
            for task in ended:
                task.cancel()
    full = [line for line in logged if line["event"] == "connections_full"]
    assert 1 <= len(full) <= 2 + passed_s, "once a second at most, however many there were"


@pytest.mark.parametrize(
    ("words", "status"),
    [(b"", b""), (HEAD, LATE), (BODY + b"half", LATE), (WHOLE + HEAD, b"HTTP/1.1 200 OK")],
    ids=["silent", "half a head", "half a body", "half a second request"],
)
async def test_what_does_not_come_in_time_is_refused_and_ends(
    monkeypatch: pytest.MonkeyPatch, words: bytes, status: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.3)
    monkeypatch.setattr(http_protocol, "PAUSE_S", 0.3)
    async with served(echo()) as port, connected(port) as (reader, writer):
        writer.write(words)
        said = await rest_of(reader)
    assert said.startswith(status)
    assert bool(said) is bool(status)


async def test_bytes_that_trickle_have_a_limit_for_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.5)
    monkeypatch.setattr(http_protocol, "BODY_S", 0.5)
    async with served(echo()) as port:
        for words, more in ((HEAD, b"a"), (BODY.replace(b"9", b"99"), b"b")):
            async with connected(port) as (reader, writer):
                writer.write(words)
                ended = asyncio.create_task(rest_of(reader))
                for _ in range(50):
                    writer.write(more)
                    await asyncio.sleep(0.05)
                    if ended.done():
                        break
                assert (await ended).startswith(LATE)


@pytest.mark.parametrize("words", [b"", WHOLE], ids=["first", "after an answer"])
async def test_empty_lines_before_a_request_count_as_its_head(monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.5)
    async with served(echo()) as port, connected(port) as (reader, writer):
        if words:
            writer.write(words)
            await reader.readuntil(b"\r\n\r\nx")
        ended = asyncio.create_task(rest_of(reader, 5))
        for _ in range(40):
            writer.write(b"\r\n")
            await asyncio.sleep(0.05)
            if ended.done():
                break
        assert ended.done()
        assert not await ended


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (GET, b"X: a\r\n"),
        (HEAD, b"a"),
        (b"GET /", b"a"),
        (b"GET / HTTP/1.1\r\n", b"a"),
        (b"", b"\r\n"),
        (CHUNKED + b"1;", b"a"),
        (CHUNKED, b"1;" + b"a" * 1000 + b"\r\nx\r\n"),
        (CHUNKED + b"0\r\n", b"X: a\r\n"),
        (CHUNKED + b"0\r\nX: ", b"a"),
        (WHOLE + HEAD, b"a"),
        (HANDSHAKE, b"X: a\r\n"),
        (HANDSHAKE + b"X: ", b"a"),
    ],
    ids=[
        "headers",
        "a header's value",
        "an address",
        "a header's name",
        "empty lines",
        "a chunk's extension",
        "chunks' extensions",
        "trailers",
        "a trailer's value",
        "a second request's header",
        "a handshake's headers",
        "a handshake's header",
    ],
)
async def test_what_has_no_end_beside_a_body_is_refused_while_it_comes(words: bytes, more: bytes) -> None:
    async with served(echo()) as port:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(words)
            sent = await asyncio.to_thread(_sent_until_refused, line, more * (60_000 // len(more)))
    assert sent < 30_000_000, "what the two sockets hold is taken, and no more (before: all, for 10 s or for ever)"


def _sent_until_refused(line: socket.socket, piece: bytes) -> int:
    sent = 0
    with suppress(ConnectionResetError, BrokenPipeError):
        while sent < 60_000_000:
            line.sendall(piece)
            sent += len(piece)
    return sent


@pytest.mark.parametrize("start", [GET, HANDSHAKE], ids=["request", "handshake"])
@pytest.mark.parametrize("pieces", [1, 7])
@pytest.mark.parametrize(
    "large",
    [b"X: a\r\n" * 101, b"X: " + b"a" * 65_600 + b"\r\n", (b"X: " + b"a" * 1000 + b"\r\n") * 70],
    ids=["101 headers", "a long one", "70 KB"],
)
async def test_a_head_that_is_too_large_is_refused_once(start: bytes, pieces: int, large: bytes) -> None:
    whole = start + large + b"\r\n"
    size = len(whole) // pieces + 1
    async with served(echo()) as port, connected(port) as (reader, writer):
        for at in range(0, len(whole), size):
            writer.write(whole[at : at + size])
            await asyncio.sleep(0.02)
        said = await rest_of(reader)
    assert said.startswith(LARGE)
    assert b"64 KB and 100 headers" in said
    assert said.count(b"HTTP/1.1") == 1


async def test_an_answer_at_work_is_not_cut_into_by_a_refusal() -> None:
    app, go_on = echo(), asyncio.Event()

    @app.get("/slow")
    async def _() -> Response:
        await go_on.wait()
        return Response(b"whole")

    async with served(app) as port, connected(port) as (reader, writer):
        writer.write(GET.replace(b"/echo", b"/slow") + b"\r\n" + GET + b"X: a\r\n" * 200 + b"\r\n")
        assert not await rest_of(reader), "a 431 would be taken for the first request's answer"


@pytest.mark.parametrize(
    ("filled", "chunks"),
    [(b"X: " + b"a" * 60_000 + b"\r\n" + b"Y: b\r\n" * 96, 100_000), (b"Y: b\r\n" * 96, 1)],
    ids=["nearly too much", "in one piece"],
)
async def test_what_is_within_the_limits_is_served_and_its_trailers_dropped(filled: bytes, chunks: int) -> None:
    app = FastAPI()

    @app.post("/echo")
    async def _(request: Request) -> Response:
        length, names = len(await request.body()), {name for name, _ in request.scope["headers"]}
        return Response(f"{length} {b'x-trailer' in names}.")

    whole = CHUNKED[:-2] + filled + b"\r\n" + b"1\r\nx\r\n" * chunks + b"0\r\nX-Trailer: c\r\n\r\n"
    async with served(app) as port, connected(port) as (reader, writer):
        for _second in (False, True):  # the second one has the limits for itself
            writer.write(whole)
            await writer.drain()
            await reader.readuntil(b"\r\n\r\n")
            said = await reader.readuntil(b".")
            assert said == f"{chunks} False.".encode()


async def test_who_is_slow_and_goes_on_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 2)
    monkeypatch.setattr(http_protocol, "PAUSE_S", 2)
    head = (b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-", b"Length: 3\r\nConnection: close\r\n\r\n")
    async with served(echo()) as port, connected(port) as (reader, writer):
        for words in (*head, b"a", b"b", b"c"):
            writer.write(words)
            await asyncio.sleep(0.6)
        said = await rest_of(reader)
    assert said.startswith(b"HTTP/1.1 200 OK")
    assert said.endswith(b"abc")


async def test_a_websocket_may_be_silent_for_longer_than_a_request(
    service: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.2)
    session = await service.session()
    async with served(create_app(service.services), 5) as port, AsyncExitStack() as opened:
        line = await opened.enter_async_context(connect(f"ws://127.0.0.1:{port}/ws/chat/{session}", proxy=None))
        await line.recv()
        await asyncio.sleep(0.6)
        for _ in range(10):
            await opened.enter_async_context(connected(port))
        await line.send('{"type": "ping"}')
        async with asyncio.timeout(10):
            assert '"pong"' in str(await line.recv())


async def test_a_client_that_takes_nothing_of_its_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "UNREAD_S", 0.3)
    async with served(echo()) as port:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"GET /echo?size=50000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            await asyncio.sleep(1.5)
            line.setblocking(True)
            taken = await asyncio.to_thread(_taken, line)
    assert taken < 50_000_000


def _taken(line: socket.socket) -> int:
    taken = 0
    with suppress(ConnectionResetError):
        while piece := line.recv(1 << 20):
            taken += len(piece)
    return taken


FLOODED = """
import asyncio, resource, socket
from fastapi import FastAPI
from service_agent.cli.serving.server import HttpServer

async def main():
    server = HttpServer(FastAPI(), "127.0.0.1", 0)
    await server.start()
    resource.setrlimit(resource.RLIMIT_NOFILE, (2000, 2000))
    lines = [socket.socket() for _ in range(200)]
    soft = max(line.fileno() for line in lines) + 20
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, soft))
    for line in lines:
        line.setblocking(False)
        line.connect_ex(("127.0.0.1", server.port))
    await asyncio.sleep(3)
    await server.stop()
    await asyncio.sleep(1.5)  # asyncio tries again a second after each refusal, also when the port is closed

asyncio.run(main())
"""


@pytest.mark.long  # every day: test_descriptors.py
def test_without_descriptors_left_the_log_says_so_once_a_second() -> None:
    done = subprocess.run([sys.executable, "-c", FLOODED], capture_output=True, text=True, check=False, timeout=60)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    assert done.returncode == 0, said
    assert 1 <= sum("no_descriptors" in line for line in said) <= 5
    assert len(said) <= 5, "asyncio wrote ten lines for each of the queue's 2,048 places, each second"
