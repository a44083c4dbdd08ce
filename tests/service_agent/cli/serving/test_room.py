"""WebSockets cost places, and keep nobody out: not those nobody signed in on, not those of one network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import httpx
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service_agent.cli.serving.server import HttpServer
from service_agent.composition.app import create_app
from tests.serving import Serve, Serving

KEYS = "ann:ann-0123456789abc"
SIGN_IN = {"Authorization": "Bearer ann-0123456789abc"}
PLACES = 12
KEPT = 9


@asynccontextmanager
async def served(app: FastAPI) -> AsyncGenerator[int]:
    server = HttpServer(app, "127.0.0.1", 0, max_connections=PLACES)
    await server.start()
    try:
        yield server.port
    finally:
        await server.stop()


async def healthy(port: int) -> list[int]:
    """What five requests for the service's health are answered."""
    found: list[int] = []
    for _ in range(5):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=20) as http:
            found.append((await http.get("/healthz")).status_code)
    return found


async def line(open_lines: AsyncExitStack, port: int, session: str, **more: Any) -> ClientConnection:
    address = f"ws://127.0.0.1:{port}/ws/chat/{session}"
    return await open_lines.enter_async_context(connect(address, proxy=None, ping_interval=None, **more))


async def said(opened: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(30):
        return json.loads(await opened.recv())


async def close_code(opened: ClientConnection) -> int | None:
    """With which the server closes it."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(30):
            while True:
                await opened.recv()
    return opened.close_code


async def test_lines_nobody_signed_in_on_make_room_for_requests_and_for_who_does(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service, AsyncExitStack() as lines:
        session = (await service.http.post("/api/sessions", json={}, headers=SIGN_IN)).json()["session_id"]
        async with served(create_app(service.services)) as port:
            for _ in range(PLACES):
                await line(lines, port, session)
            assert await healthy(port) == [200] * 5
            signed_in = await line(lines, port, session, additional_headers=SIGN_IN)
            assert (await said(signed_in))["type"] == "session_ready"
            for _ in range(PLACES):
                await line(lines, port, session)
            assert await healthy(port) == [200] * 5
            await signed_in.send('{"type": "ping"}')
            assert (await said(signed_in))["type"] == "pong"


async def test_silent_lines_that_may_be_there_leave_places_for_requests_and_are_refused(service: Serving) -> None:
    session = await service.session()
    async with AsyncExitStack() as lines, served(create_app(service.services)) as port:
        kept = [await line(lines, port, session) for _ in range(KEPT)]
        assert [(await said(one))["type"] for one in kept] == ["session_ready"] * KEPT
        beyond = await line(lines, port, session)
        refused = await said(beyond)
        assert (refused["type"], refused["code"]) == ("error", "over_limit")
        assert await close_code(beyond) == 1013
        assert await healthy(port) == [200] * 5
        await kept[0].close()
        async with asyncio.timeout(20):
            while (await said(await line(lines, port, session)))["type"] != "session_ready":
                await asyncio.sleep(0.1)


async def test_lines_of_one_network_give_way_to_those_of_another_until_they_are_as_many(service: Serving) -> None:
    session = await service.session()
    async with AsyncExitStack() as lines, served(create_app(service.services)) as port:
        crowd = [await line(lines, port, session) for _ in range(KEPT)]
        for one in crowd:
            await said(one)
        await crowd[0].send('{"type": "ping"}')  # heard of last
        assert (await said(crowd[0]))["type"] == "pong"
        others = [await line(lines, port, session, local_addr=("127.0.0.2", 0)) for _ in range(5)]
        kinds = [(await said(one))["type"] for one in others]
        assert kinds == ["session_ready"] * 4 + ["error"]
        assert [await close_code(one) for one in crowd[1:5]] == [1013] * 4, "whoever was silent longest"
        await crowd[0].send('{"type": "ping"}')
        assert (await said(crowd[0]))["type"] == "pong"
        assert await healthy(port) == [200] * 5
