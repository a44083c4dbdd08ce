"""What a client may do wrong, and the error it gets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from service_agent.chat import socket as socket_module
from service_agent.chat.session import BAD_FRAMES, MAX_FRAME_BYTES
from tests.serving import Serve, Serving
from tests.stories.client import talking


async def test_wrong_frames_name_the_field_and_the_line_stays_open(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        for raw, field in (
            ("{", "frame"),
            (b"\x00", "frame"),
            ('{"type": "sing"}', "type"),
            ('{"type": "user_message", "content": "x"}', "message_id"),
        ):
            await client.send_raw(raw)
            error = await client.until("error")
            assert error["field"] == field
            assert field in error["message"]
        await client.send(type="ping")
        await client.until("pong")


async def test_an_oversized_frame_is_reported(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        await client.send_raw(json.dumps({"type": "ping", "pad": "x" * MAX_FRAME_BYTES}))
        error = await client.until("error")
        assert error["code"] == "oversized_frame"
        await client.send(type="ping")
        await client.until("pong")


async def test_repeated_abuse_closes_the_line(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        for _ in range(BAD_FRAMES):
            await client.send_raw("no")
        for _ in range(BAD_FRAMES):
            await client.until("error")
        assert await client.closed() == 1008


async def test_an_unknown_session_is_reported_and_closed(service: Serving) -> None:
    async with talking(service.url, "nobody") as client:
        error = await client.next()
        assert (error["type"], error["code"]) == ("error", "unknown_session")
        assert await client.closed() == 4404


async def test_a_strange_cursor_is_reported_and_the_line_goes_on(service: Serving) -> None:
    async with talking(service.url, await service.session(), "abc") as client:
        frames = [await client.next(), await client.next()]
        error = next(frame for frame in frames if frame["type"] == "error")
        assert error["field"] == "last_seq"
        await client.turn("안녕하세요")


@pytest.mark.parametrize(
    ("origin", "host", "let_in"),
    [
        (None, None, True),
        ("own", None, True),
        ("https://evil.example", None, False),
        ("null", None, False),
        (None, "evil.example", False),
        ("http://evil.example", "evil.example", False),
    ],
)
async def test_pages_of_others_do_not_get_in(
    service: Serving, origin: str | None, host: str | None, let_in: bool
) -> None:
    headers: dict[str, str] = {}
    if origin is not None:
        headers["Origin"] = service.url if origin == "own" else origin
    if host is not None:
        headers["Host"] = host
    assert (await service.http.get("/api/packs", headers=headers)).status_code == (200 if let_in else 403)
    if host is not None:
        return
    session_id = await service.session()
    if let_in:
        async with talking(service.url, session_id, headers=headers) as client:
            assert (await client.next())["type"] == "session_ready"
        return
    with pytest.raises(InvalidStatus) as refused:
        async with talking(service.url, session_id, headers=headers):
            pass
    assert refused.value.response.status_code == 403


KEYS = "ann:ann-0123456789abc,bob:bob-0123456789abc"
ANN = {"Authorization": "Bearer ann-0123456789abc"}
BOB = {"Authorization": "Bearer bob-0123456789abc"}


async def test_somebody_elses_session_is_an_unknown_one(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        assert (await service.http.get("/api/sessions")).status_code == 401
        made = (await service.http.post("/api/sessions", headers=ANN)).json()["session_id"]
        async with talking(service.url, made, headers=ANN) as client:
            assert (await client.next())["type"] == "session_ready"
        errors: list[dict[str, Any]] = []
        for session_id in (made, "nobody"):
            async with talking(service.url, session_id, headers=BOB) as client:
                error = await client.next()
                assert await client.closed() == 4404
            errors.append({name: value for name, value in error.items() if name not in ("session_id", "ts")})
        assert errors[0] == errors[1]


async def test_signing_in_by_the_first_frame(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        made = (await service.http.post("/api/sessions", headers=ANN)).json()["session_id"]
        async with talking(service.url, made) as client:
            await client.send(type="authenticate", token="ann-0123456789abc")
            assert (await client.next())["type"] == "session_ready"
        for first in ({"type": "authenticate", "token": "wrong"}, {"type": "ping"}):
            async with talking(service.url, made) as client:
                await client.send(**first)
                assert (await client.next())["code"] == "unauthenticated"
                assert await client.closed() == 4401


async def test_a_burst_of_frames_is_answered_one_by_one(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        for _ in range(500):
            await client.send(type="ping")
        for _ in range(500):
            assert (await client.next())["type"] == "pong"


@pytest.mark.slow
@pytest.mark.nightly  # every day: tests/service_agent/chat/test_slow_reader.py
async def test_a_client_that_does_not_read_is_dropped_and_can_come_back(
    service: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "SEND_LIMIT_S", 0.5)
    session_id = await service.session()
    address = f"{service.url.replace('http', 'ws', 1)}/ws/chat/{session_id}"
    async with connect(address, max_queue=1, compression=None, proxy=None) as deaf:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(8):  # until nothing more fits into the line
                while True:
                    await deaf.send('{"type": "ping"}')
        async with asyncio.timeout(60):
            while await open_sockets(service):
                await asyncio.sleep(0.1)
        deaf.transport.abort()
    async with talking(service.url, session_id, 0) as again:
        assert (await again.next())["type"] == "session_ready"


async def open_sockets(service: Serving) -> int:
    """How many sockets the service holds."""
    figures = (await service.http.get("/metrics")).text
    line = next(line for line in figures.splitlines() if line.startswith("suffice_sockets_open "))
    return int(float(line.split()[1]))
