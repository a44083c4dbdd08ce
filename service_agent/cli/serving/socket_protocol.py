"""uvicorn's WebSocket with limits it has no setting for: of frames, and of places.

What a frame holds is limited (`ws_max_size`), their number is not: of a message in empty pieces, of pings and of pongs
the application never hears, so it cannot hold them up, and the six bytes of each cost as much time as a whole question.
One line that sends nothing else held the event loop for seconds at a time.

Of the server's places (`room.py`) a line keeps one once the application says that somebody signed in on it; until then
it makes room for others as any connection that waits for its client.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from service_agent.cli.serving.room import Room
from service_agent.limits.places import PLACE
from service_agent.protocol.failures import POLICY, TRY_AGAIN

FRAMES_S = 2_000
"""Frames of one line within a second. A client that types needs one; a page's signs of life are three a minute."""
PIECE = 4_096
"""Bytes that are read before the frames in them are counted: 682 at most."""


def counted_socket(room: Room) -> type[CountedSocket]:
    """The protocol over this room, as uvicorn takes it."""
    return type("CountedSocket", (CountedSocket,), {"room": room})


class CountedSocket(WebSocketsSansIOProtocol):
    """One line."""

    room: Room
    _second: int = 0
    _frames: int = 0
    """Of this second."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It has its connection's place."""
        super().connection_made(transport)
        self.room.wait(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.room.leave(self)
        self.connections.add(self)  # it may be out of them already (`Room.make`), and uvicorn takes it out once
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """The application is given its place to keep."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(Any, self.scope)["extensions"][PLACE] = self

    def keep(self, address: str) -> bool:
        """See `service_agent/limits/places.py`."""
        return self.disconnected or self.room.keep(self, address)

    def turn_away(self) -> None:
        """Its place is another's now."""
        self._end(TRY_AGAIN, "too many open conversations")

    def data_received(self, data: bytes) -> None:
        """What came is read piece by piece; a line with too many frames ends."""
        self.room.heard(self)
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])
            if self._frames > FRAMES_S:
                self._end(POLICY, "too many frames")

    def handle_events(self) -> None:
        """They are counted."""
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += len(self.conn.events)
        super().handle_events()

    def _end(self, code: int, reason: str) -> None:
        if self.transport.is_closing():
            return
        if not self.close_sent:
            self.close_sent = True
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
