"""A client that does not read: dropped before it costs memory, and whole again when it comes back."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from service_agent.chat import session
from service_agent.chat import socket as chat_socket
from service_agent.cli.serving import server
from service_agent.cli.serving.server import take_port
from tests.serving import Serve, Serving
from tests.stories.client import ClientState, talking

ASKED = 3
LONG = "가나다라마바사아자차카타파하 " * 400
SCRIPT: dict[str, Line] = {ANY: Reply(LONG, piece=64)}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits half a second for a client to take a frame, not ten, soon listens again to who sends too much,
    and the system holds little for it (a connection inherits the listening socket's buffer)."""

    def with_a_small_buffer(host: str, port: int) -> socket.socket:
        listening = take_port(host, port)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        return listening

    monkeypatch.setattr(server, "take_port", with_a_small_buffer)
    monkeypatch.setattr(chat_socket, "SEND_LIMIT_S", 0.5)
    monkeypatch.setattr(session, "NOT_LISTENED_S", 0.01)


class DeafClient:
    """A WebSocket written out by hand: it shakes hands, sends, and never reads. Its buffer is as small as can be."""

    def __init__(self, service: Serving, session_id: str) -> None:
        address = urlsplit(service.url)
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self._socket.connect((address.hostname, address.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /ws/chat/{session_id}?last_seq=0 HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self._socket.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):  # the handshake, and not a byte more
            answer += self._socket.recv(1)
        self._socket.settimeout(0.2)

    def send(self, text: str) -> None:
        """One masked text frame of less than 64 KB (RFC 6455 5.2)."""
        data, mask = text.encode(), os.urandom(4)
        size = bytes([0xFE]) + len(data).to_bytes(2, "big")
        self._socket.sendall(b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def press(self, times: int) -> None:
        """Sends pings nobody reads the answers of, as long as they are taken."""
        with suppress(OSError):
            for _ in range(times):
                self.send('{"type":"ping"}')

    def close(self) -> None:
        self._socket.close()


async def sockets_open(service: Serving) -> int:
    """Connections the service serves."""
    figures = (await service.http.get("/metrics")).text
    found = re.search(r"^suffice_sockets_open (\d+)", figures, re.MULTILINE)
    assert found, figures
    return int(found[1])


async def test_a_client_that_never_reads_is_dropped_and_loses_nothing(serve: Serve, impatient: None) -> None:
    async with serve() as service:
        session_id = await service.session()
        deaf = await asyncio.to_thread(DeafClient, service, session_id)
        for number in range(ASKED):
            question = {"type": "user_message", "message_id": f"m{number}", "content": "안녕하세요"}
            await asyncio.to_thread(deaf.send, json.dumps(question))
        try:
            assert await sockets_open(service) == 1
            async with asyncio.timeout(90):
                # First the system's buffers fill, then ours, then it is not listened to, then it is dropped. (What it
                # was sent stays with the system until the transport notices that nobody is there.)
                while await sockets_open(service):
                    await asyncio.to_thread(deaf.press, 200)
        finally:
            deaf.close()
        state = ClientState()
        async with talking(service.url, session_id, 0) as back:
            await back.next()
            await back.ask("안녕하세요", "the-last-one")
            begun: dict[str, str] = {}
            while begun.get("the-last-one") not in {f["run_id"] for f in state.durable if f["type"] == "run_completed"}:
                frame = await back.next(60)
                if frame.get("seq", 0) > state.last_seq:
                    state.take(frame)
                if frame["type"] == "run_started":
                    begun[frame["message_id"]] = frame["run_id"]
        assert [frame["seq"] for frame in state.durable] == list(range(1, state.last_seq + 1))
        assert begun.keys() >= {"m0", "the-last-one"}


async def test_while_one_client_does_not_read_another_one_reads_all(serve: Serve, impatient: None) -> None:
    async with ScriptedEndpoint(SCRIPT) as endpoint, serve(llm_base_url=endpoint.base_url, llm_model="m") as service:
        session_id = await service.session()
        deaf = await asyncio.to_thread(DeafClient, service, session_id)
        try:
            async with talking(service.url, session_id) as reading:
                await reading.next()
                for _ in range(3):
                    answer = await reading.turn("안녕하세요")
                    assert answer["type"] == "answer"
        finally:
            deaf.close()
