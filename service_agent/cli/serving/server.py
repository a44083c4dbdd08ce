"""uvicorn inside a running loop: started when the port is open, stopped by signal or by the caller."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Generator

import uvicorn
from fastapi import FastAPI

from service_agent.cli.serving.ending import Ending
from service_agent.cli.serving.http_protocol import log_seldom, timed_http
from service_agent.cli.serving.listening import take_port
from service_agent.cli.serving.room import Room
from service_agent.cli.serving.socket_protocol import counted_socket

MAX_FRAME_BYTES = 1024 * 1024
"""Above this the transport closes (1009). The protocol's own limit lies far below and is answered with a sentence."""


ACCEPTED_AT_ONCE = 64
"""Connections asyncio accepts before it does anything else: they are counted after that (`http_protocol.py`)."""
QUEUED = 2048
"""Connections the kernel queues meanwhile (the listen backlog); uvicorn's own default."""


STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a supervisor's stop, the terminal's end."""


WAITING_S = 4
"""Seconds that requests in progress get to finish at a stop. The others are answered with a request to come back."""


class _Server(uvicorn.Server):
    """uvicorn without its own signal handlers: who owns the loop owns the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


class HttpServer:
    """One listening server, on a port of its own or one taken before (see `take_port`). Raises PortTaken."""

    def __init__(
        self,
        app: FastAPI,
        host: str,
        port: int,
        taken: socket.socket | None = None,
        max_connections: int | None = None,
    ) -> None:
        self._ending = Ending(app)
        room = Room(max_connections)
        config = uvicorn.Config(
            self._ending,
            log_config=None,
            access_log=False,
            server_header=False,  # whoever looks for its faults does not see what it runs on
            lifespan="off",
            http=timed_http(room),
            ws=counted_socket(room),
            backlog=ACCEPTED_AT_ONCE,
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=WAITING_S + 5,
        )
        self._server = _Server(config)
        self._socket = taken or take_port(host, port)
        self._task: asyncio.Task[None] | None = None
        self.port: int = self._socket.getsockname()[1]

    async def start(self) -> None:
        """Until requests are taken."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(log_seldom(loop.get_exception_handler()))  # stays: see there, after a stop too
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started and not self._task.done():
            await asyncio.sleep(0.01)
        if self._task.done():
            await self._task
        self._socket.listen(QUEUED)

    async def until_stopped(self, drain: Callable[[], Awaitable[None]]) -> None:
        """Wait for Ctrl-C or SIGTERM, drain while everybody is still listened to (a second signal ends that), then stop
        taking requests and end those under way."""
        await drained(drain)
        await self.stop()

    async def stop(self) -> None:
        """Close the port and every connection."""
        self._server.should_exit = True
        if self._task is not None:
            await asyncio.wait([self._task], timeout=WAITING_S)
            self._ending.end()
            await self._task
        self._socket.close()


async def drained(drain: Callable[[], Awaitable[None]]) -> None:
    """Wait for Ctrl-C or SIGTERM, then drain; a second signal ends that."""
    await stop_signal()
    draining = asyncio.ensure_future(drain())
    hurried = asyncio.ensure_future(stop_signal())
    await asyncio.wait({draining, hurried}, return_when=asyncio.FIRST_COMPLETED)
    for waiting in (draining, hurried):
        waiting.cancel()
    await asyncio.gather(draining, hurried, return_exceptions=True)


async def stop_signal() -> None:
    """Until the next Ctrl-C or SIGTERM."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in STOPPING:
        loop.add_signal_handler(name, stopped.set)
    await stopped.wait()
