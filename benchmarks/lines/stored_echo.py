"""`python -m benchmarks.lines.stored_echo PORT FOLDER`: an echo that stores each message before it sends it back.

What a service that promises to lose nothing does at the least: one row, committed, then the answer. The service's own
uvicorn settings, the database embedded in FOLDER, asyncpg without anything above it.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # it ships no types
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from benchmarks.lines.process import nothing_to_end
from foundation.storage.database.embedded import EmbeddedPostgres
from service_agent.cli.serving.server import HttpServer

CONNECTIONS = 10
"""As many as the service's own pool has by default."""
TABLE = "CREATE TABLE IF NOT EXISTS echoed (id bigserial PRIMARY KEY, content text NOT NULL)"
STORE = "INSERT INTO echoed (content) VALUES ($1)"

_create_pool: Any = asyncpg.create_pool  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def echoing(pool: Any) -> FastAPI:
    """The application: every message is stored, then sent back."""
    app = FastAPI()

    @app.websocket("/")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                content = await socket.receive_text()
                await pool.execute(STORE, content)
                await socket.send_text(content)

    return app


async def main() -> None:
    """Serve until a stop signal."""
    async with (
        EmbeddedPostgres(Path(sys.argv[2])) as address,
        _create_pool(**address.asyncpg_kwargs(), min_size=CONNECTIONS, max_size=CONNECTIONS) as pool,
    ):
        await pool.execute(TABLE)
        server = HttpServer(echoing(pool), "127.0.0.1", int(sys.argv[1]))
        await server.start()
        await server.until_stopped(nothing_to_end)


if __name__ == "__main__":
    asyncio.run(main())
