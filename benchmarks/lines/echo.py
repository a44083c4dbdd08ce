"""`python -m benchmarks.lines.echo PORT`: sends back what it is sent, with the service's own uvicorn settings."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from benchmarks.lines.process import nothing_to_end
from service_agent.cli.serving.server import HttpServer

app = FastAPI()


@app.websocket("/")
async def echo(socket: WebSocket) -> None:
    """Echo until the client disconnects."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_text())


async def main() -> None:
    """Serve until a stop signal."""
    server = HttpServer(app, "127.0.0.1", int(sys.argv[1]))
    await server.start()
    await server.until_stopped(nothing_to_end)


if __name__ == "__main__":
    asyncio.run(main())
