"""Requests that still wait when the server stops are answered, instead of being cut off with a traceback in the log.

Who asked over HTTP and waits may wait for an answer another process is writing by now. That one is stored: the same
`message_id`, sent again, gets it.
"""

from __future__ import annotations

import asyncio
import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foundation.contracts.errors import GoingDown
from service_agent.protocol.failures import PROBLEM_JSON, failure_of


class Ending:
    """An ASGI application that can end the requests in progress on demand."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._tasks: set[asyncio.Task[object]] = set()
        self._ending = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task, reply = asyncio.current_task(), _Reply(send)
        assert task is not None
        self._tasks.add(task)
        try:
            await self._app(scope, receive, reply)
        except asyncio.CancelledError:
            if not self._ending:
                raise
            if scope["type"] == "http":
                await reply.end(str(scope["path"]))
        finally:
            self._tasks.discard(task)

    def end(self) -> None:
        """End everything in progress: HTTP requests get 503, or the end of their stream."""
        self._ending = True
        for task in self._tasks:
            task.cancel()


class _Reply:
    """What has been sent in reply to a request so far."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False
        self._whole = False

    async def __call__(self, message: Message) -> None:
        self._begun = self._begun or message["type"] == "http.response.start"
        self._whole = self._whole or (message["type"] == "http.response.body" and not message.get("more_body", False))
        await self._send(message)

    async def end(self, path: str) -> None:
        """The rest: nothing of a stream, a problem document where nothing was sent."""
        if self._whole:
            return
        body = b""
        if not self._begun:
            failure = failure_of(GoingDown())
            body = json.dumps(failure.problem(path), ensure_ascii=False).encode()
            headers = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", str(len(body)).encode())]
            await self._send({"type": "http.response.start", "status": failure.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body, "more_body": False})
