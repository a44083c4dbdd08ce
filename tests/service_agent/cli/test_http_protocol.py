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

from service_agent.app import create_app
from service_agent.cli import http_protocol
from service_agent.cli.server import HttpServer
from tests.serving import Serving, data_dir, service

__all__ = ["data_dir", "service"]

BODY = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
HEAD = b"GET /echo HTTP/1.1\r\nHost: a\r\nX-Slow: "
WHOLE = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
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
    told = [line for line in logged if line["event"] == "connections_full"]
    assert 1 <= len(told) <= 2 + passed_s, "once a second at most, however many there were"


@pytest.mark.parametrize(
    ("words", "told"),
    [(b"", b""), (HEAD, LATE), (BODY + b"half", LATE), (WHOLE + HEAD, b"HTTP/1.1 200 OK")],
    ids=["silent", "half a head", "half a body", "half a second request"],
)
async def test_what_does_not_come_in_time_is_told_so_and_ends(
    monkeypatch: pytest.MonkeyPatch, words: bytes, told: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.3)
    monkeypatch.setattr(http_protocol, "PAUSE_S", 0.3)
    async with served(echo()) as port, connected(port) as (reader, writer):
        writer.write(words)
        said = await rest_of(reader)
    assert said.startswith(told)
    assert bool(said) is bool(told)


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
from service_agent.cli.server import HttpServer

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

asyncio.run(main())
"""


def test_without_descriptors_left_the_log_says_so_once_a_second() -> None:
    done = subprocess.run([sys.executable, "-c", FLOODED], capture_output=True, text=True, check=False, timeout=60)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    assert done.returncode == 0, said
    assert 1 <= sum("no_descriptors" in line for line in said) <= 5
    assert len(said) <= 5, "asyncio wrote ten lines for each of the queue's 2,048 places, each second"
