"""A client as it may be written from the protocol alone: it connects, collects, and keeps a state."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from service_agent.protocol.frames import SERVER_MESSAGE
from service_agent.protocol.wire import PROTOCOL

Frame = dict[str, Any]
PATIENCE_S = 20.0


@dataclass
class ClientState:
    """What a page shows: everything durable, in order, and the text being written."""

    durable: list[Frame] = field(default_factory=list[Frame])
    text: str = ""
    last_seq: int = 0

    def take(self, frame: Frame) -> None:
        """One frame, as the protocol says to read it."""
        if frame["type"] == "answer_delta":
            self.text = cut_utf16(self.text, frame["offset"]) + frame["text"]
            return
        if "seq" not in frame or frame["seq"] <= self.last_seq:
            return
        assert frame["seq"] == self.last_seq + 1, "seq grows by one, without gaps"
        self.last_seq = frame["seq"]
        self.durable.append(frame)
        if frame["type"] in ("run_started", "run_restarted", "answer_retry", "answer", "clarify"):
            self.text = ""


def cut_utf16(text: str, units: int) -> str:
    """The first UTF-16 code units of a text."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le")


class SocketClient:
    """One open connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.frames: list[Frame] = []

    async def send(self, **frame: Any) -> None:
        """One frame."""
        await self._socket.send(json.dumps(frame, ensure_ascii=False))

    async def send_raw(self, data: str | bytes) -> None:
        """Anything at all."""
        await self._socket.send(data)

    async def ask(self, content: str, message_id: str | None = None) -> str:
        """A question; its message id."""
        sent = message_id or uuid.uuid4().hex
        await self.send(type="user_message", message_id=sent, content=content)
        return sent

    async def next(self, patience_s: float = PATIENCE_S) -> Frame:
        """The next frame, which the protocol must know."""
        async with asyncio.timeout(patience_s):
            frame: Frame = json.loads(await self._socket.recv())
        SERVER_MESSAGE.validate_python(frame)
        self.frames.append(frame)
        return frame

    async def until(self, wanted: str | Callable[[Frame], bool], patience_s: float = PATIENCE_S) -> Frame:
        """Frames up to the first of this type."""
        async with asyncio.timeout(patience_s):
            while True:
                frame = await self.next(patience_s)
                if frame["type"] == wanted if isinstance(wanted, str) else wanted(frame):
                    return frame

    async def turn(self, content: str, message_id: str | None = None) -> Frame:
        """A question and its final message, read to the run's end."""
        await self.ask(content, message_id)
        answer = await self.until(lambda frame: frame["type"] in ("answer", "clarify", "run_failed", "run_cancelled"))
        if answer["type"] in ("answer", "clarify"):
            await self.until("run_completed")
        return answer

    def cut(self) -> None:
        """As if the cable had been pulled: no close frame."""
        self._socket.transport.abort()

    async def closed(self, patience_s: float = PATIENCE_S) -> int:
        """Wait for the server's close; its code."""
        async with asyncio.timeout(patience_s):
            await self._socket.wait_closed()
        assert self._socket.close_code is not None
        return self._socket.close_code

    async def rest(self) -> list[Frame]:
        """Every frame up to the server's close."""
        frames: list[Frame] = []
        with suppress(ConnectionClosed):
            while True:
                frames.append(await self.next())
        return frames

    def types(self) -> list[str]:
        """Types of the frames so far."""
        return [frame["type"] for frame in self.frames]


@asynccontextmanager
async def talking(
    base_url: str, session_id: str, last_seq: int | str | None = None, headers: dict[str, str] | None = None
) -> AsyncGenerator[SocketClient]:
    """A connection to a session."""
    cursor = "" if last_seq is None else f"?last_seq={last_seq}"
    address = f"{base_url.replace('http', 'ws', 1)}/ws/chat/{session_id}{cursor}"
    async with connect(
        address,
        subprotocols=[Subprotocol(PROTOCOL)],
        additional_headers=headers,
        compression=None,
        proxy=None,
        close_timeout=2,
    ) as socket:
        yield SocketClient(socket)
