"""The client across lost lines: nothing missed, nothing asked twice, refusals in one sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen

from foundation.contracts.errors import (
    MalformedFrame,
    MissingRole,
    ServiceUnreachable,
    SignInEnded,
    SufficeError,
    Unauthenticated,
    UnknownSession,
    WrongUse,
)
from service_agent.terminal.client import ServiceClient, SessionClient, address_of
from tests.serving import Serve, Serving

Frame = dict[str, Any]
KEY = "a-key-of-sixteen-characters"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("[::1]", "http://[::1]:8000"),
        ("suffice.example", "http://suffice.example:8000"),
    ],
)
def test_a_service_is_reached_where_it_listens(host: str, address: str) -> None:
    assert address_of(host, 8000) == address


async def refusal(service: Serving, method: str, path: str, body: Frame | None = None, token: str = "") -> SufficeError:
    client = ServiceClient(service.url, token or None)
    try:
        with pytest.raises(SufficeError) as refused:
            await client.request(method, path, body)
    finally:
        await client.close()
    return refused.value


async def test_a_refusal_keeps_its_class_and_sentence(service: Serving) -> None:
    unknown = await refusal(service, "GET", "/api/sessions/nope/messages")
    assert type(unknown) is UnknownSession
    wrong = await refusal(service, "POST", "/api/chat", {"content": ""})
    assert isinstance(wrong, WrongUse)
    assert wrong.message.startswith("content: ")


async def test_sign_in_that_is_missing_is_reported_in_the_command_lines_words(serve: Serve) -> None:
    async with serve(auth_keys=f"anna:{KEY}") as service:
        missing = await refusal(service, "POST", "/api/sessions", {})
        assert isinstance(missing, Unauthenticated)
        assert "--token" in missing.message
        client = ServiceClient(service.url, KEY)
        session = await client.request("POST", "/api/sessions", {})
        assert len(await frames_until(client.session(session["session_id"]), "session_ready")) == 1
        await client.close()


async def test_what_is_not_suffice_is_not_taken_for_it(service: Serving) -> None:
    async def page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(page, "127.0.0.1", 0)
    client = ServiceClient(f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}")
    real = ServiceClient(service.url)
    assert await real.is_suffice()
    assert not await client.is_suffice()
    with pytest.raises(ServiceUnreachable, match="is not a Suffice service"):
        await client.request("GET", "/api/packs")
    other.close()
    await client.close()
    await real.close()


Handler = Callable[[ServerConnection, int], Coroutine[Any, Any, None]]


@asynccontextmanager
async def scripted(handler: Handler) -> AsyncGenerator[SessionClient]:
    """A client of a service that behaves as scripted, connection by connection (from 1)."""
    count = 0

    async def connected(socket: ServerConnection) -> None:
        nonlocal count
        count += 1
        await handler(socket, count)

    async with listen(connected, "127.0.0.1", 0, subprotocols=["suffice.v1"]) as server:  # pyright: ignore[reportArgumentType]
        port = next(iter(server.sockets)).getsockname()[1]
        yield SessionClient(f"ws://127.0.0.1:{port}/ws/chat/s1", {})


async def tell(socket: ServerConnection, *frames: Frame) -> None:
    for frame in frames:
        await socket.send(json.dumps(frame))


def ready(last_seq: int) -> Frame:
    return {"type": "session_ready", "last_seq": last_seq, "active_run": None, "pending_prompt": None, "partial": None}


def cursor(socket: ServerConnection) -> str | None:
    assert socket.request is not None
    return parse_qs(urlsplit(socket.request.path).query).get("last_seq", [None])[0]


async def frames_until(client: SessionClient, kind: str, send: Frame | None = None) -> list[Frame]:
    """All frames up to the first of this type; `send` goes out after the first session_ready."""
    found: list[Frame] = []
    async with asyncio.timeout(20):
        async for frame in client.frames():
            found.append(frame)
            if frame["type"] == "session_ready" and send is not None:
                await client.send(send)
                send = None
            if frame["type"] == kind:
                break
    return found


QUESTION: Frame = {"type": "user_message", "message_id": "m1", "content": "서초구는?"}


async def test_it_comes_back_with_what_it_has_seen_and_says_so() -> None:
    cursors: list[str | None] = []

    async def handler(socket: ServerConnection, number: int) -> None:
        cursors.append(cursor(socket))
        if number == 1:
            await tell(socket, ready(4), {"type": "plan_ready", "seq": 5})
            await socket.close(1012)
            return
        await tell(socket, ready(6), {"type": "answer", "seq": 6})
        await socket.wait_closed()

    async with scripted(handler) as client:
        frames = await frames_until(client, "answer")
    assert cursors == [None, "5"]
    assert [frame.get("state") for frame in frames if frame["type"] == "connection"] == ["lost", "back"]


async def test_a_question_that_died_with_its_line_is_asked_again_once_everything_stored_was_read() -> None:
    received: list[tuple[int, str]] = []
    steps: list[str] = []

    async def handler(socket: ServerConnection, number: int) -> None:
        await tell(socket, ready(0 if number == 1 else 1))
        if number == 1:
            await socket.recv()
            await socket.close(1012)
            return
        steps.append("replay")
        await tell(socket, {"type": "prompt_resolved", "run_id": "r0", "seq": 1})
        message = json.loads(await socket.recv())
        received.append((number, message["message_id"]))
        await tell(socket, {"type": "run_started", "run_id": "r1", "message_id": "m1", "seq": 2})
        await socket.wait_closed()

    async with scripted(handler) as client:
        await frames_until(client, "run_started", QUESTION)
    assert received == [(2, "m1")]


async def test_a_question_whose_run_began_is_not_asked_again() -> None:
    extra: list[str] = []

    async def handler(socket: ServerConnection, number: int) -> None:
        if number == 1:
            await tell(socket, ready(0))
            await socket.recv()
            await socket.close(1012)
            return
        await tell(socket, ready(1), {"type": "run_started", "run_id": "r1", "message_id": "m1", "seq": 1})
        try:
            async with asyncio.timeout(0.5):
                extra.append(str(await socket.recv()))
        except TimeoutError:
            await tell(socket, {"type": "answer", "run_id": "r1", "seq": 2})
        await socket.wait_closed()

    async with scripted(handler) as client:
        await frames_until(client, "answer", QUESTION)
    assert extra == []


@pytest.mark.parametrize(
    ("code", "reason", "error", "named"),
    [
        (4404, "unknown_session", UnknownSession, "no such session"),
        (4403, "forbidden", MissingRole, "may not"),
        (4401, "unauthenticated", Unauthenticated, "wants sign-in"),
        (4401, "sign_in_ended", SignInEnded, "sign in again"),
        (1008, "malformed_frame", MalformedFrame, "did not understand"),
    ],
)
async def test_a_line_closed_for_good_is_not_tried_again_and_says_what_it_is(
    code: int, reason: str, error: type[Exception], named: str
) -> None:
    async def handler(socket: ServerConnection, number: int) -> None:
        assert number == 1
        await socket.close(code, reason)

    async with scripted(handler) as client:
        with pytest.raises(error, match=named):
            await frames_until(client, "never")
