"""uvicorn's WebSocket with a limit it has no setting for: of frames.

What a frame holds is limited (`ws_max_size`), their number is not: of a message in empty pieces, of pings and of pongs
the application never hears, so it cannot hold them up, and the six bytes of each cost as much time as a whole question.
One line that sends nothing else held the event loop for seconds at a time.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from service_agent.protocol.failures import POLICY

FRAMES_S = 2_000
"""Frames of one line within a second. A client that types needs one; a page's signs of life are three a minute."""
PIECE = 4_096
"""Bytes that are read before the frames in them are counted: 682 at most."""


class CountedSocket(WebSocketsSansIOProtocol):
    """One line."""

    _second: int = 0
    _frames: int = 0
    """Of this second."""

    def data_received(self, data: bytes) -> None:
        """What came is read piece by piece; a line with too many frames ends."""
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])
            if self._frames > FRAMES_S:
                self._end()

    def handle_events(self) -> None:
        """They are counted."""
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += len(self.conn.events)
        super().handle_events()

    def _end(self) -> None:
        if self.transport.is_closing():
            return
        if not self.close_sent:
            self.close_sent = True
            self.conn.send_close(POLICY, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
