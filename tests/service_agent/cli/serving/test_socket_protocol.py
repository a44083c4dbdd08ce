"""A line that sends frames without end is ended; one that sends a long question in pieces is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service_agent.cli.serving.server import HttpServer

MASK = b"\x00\x00\x00\x00"
BEGIN, MORE, PING, PONG = (bytes([first, 0x80]) + MASK for first in (0x01, 0x00, 0x89, 0x8A))
"""Empty frames: the first and a further piece of a text, a ping, a pong."""
MANY = 100_000


@asynccontextmanager
async def line() -> AsyncGenerator[ClientConnection]:
    """A line to a server that sends back what it is sent."""
    app = FastAPI()

    @app.websocket("/")
    async def _(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    server = HttpServer(app, "127.0.0.1", 0)
    await server.start()
    try:
        async with connect(f"ws://127.0.0.1:{server.port}/", proxy=None, ping_interval=None) as opened:
            yield opened
    finally:
        await server.stop()


@pytest.mark.parametrize("words", [BEGIN + MORE * MANY, PING * MANY, PONG * MANY], ids=["pieces", "pings", "pongs"])
async def test_a_line_with_too_many_frames_is_closed(words: bytes) -> None:
    async with line() as opened:
        opened.transport.write(words)
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(20):
                await opened.recv()


async def test_a_long_text_in_many_pieces_comes_whole() -> None:
    async def pieces() -> AsyncIterator[str]:
        for _ in range(1_000):
            yield "가나다라마" * 10

    async with line() as opened:
        await opened.send(pieces())
        assert await opened.recv() == "가나다라마" * 10_000
