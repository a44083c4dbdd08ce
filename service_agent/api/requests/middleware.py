"""What every HTTP request passes: its origin, its size, and a problem document when something breaks."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import cast

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foundation.contracts.errors import ForbiddenOrigin, OversizedFrame
from service_agent.api.admin.acts import write_down
from service_agent.api.requests.problems import problem_response
from service_agent.services.services import Services
from service_agent.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

MAX_BODY_BYTES = 1_000_000
"""Largest JSON body; documents have their own, larger limit."""
DOCUMENTS = "/api/corpora/"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Whatever a browser is led to here, somebody else's text in it is no page and runs nothing. The page has its own."""


class Door:
    """ASGI middleware around all routes; WebSockets pass to their own checks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        structlog.contextvars.clear_contextvars()
        scope.setdefault("state", {})
        started = time.perf_counter()

        async def ends(status: int) -> None:
            log_of = cast("Services", scope["app"].state.services).audit_log
            await write_down(log_of, scope, status, time.perf_counter() - started)

        seen = _Seen(send, ends)
        try:
            await self._serve(scope, receive, seen)
        except ClientDisconnect:
            log.debug("client_left", path=_logged_path(scope), method=scope["method"])
        except Exception as error:
            if not isinstance(error, (ForbiddenOrigin, OversizedFrame, HTTPException)):
                log.exception("request_failed", path=_logged_path(scope), method=scope["method"])
            if seen.status is None:
                await problem_response(error, scope["path"])(scope, receive, seen)
        seconds = time.perf_counter() - started
        elapsed_ms = round(seconds * 1000)
        _metrics(scope).request(scope["method"], _route(scope), seen.status or 499, seconds)
        log.debug(
            "request", path=_logged_path(scope), method=scope["method"], status=seen.status, elapsed_ms=elapsed_ms
        )

    async def _serve(self, scope: Scope, receive: Receive, send: _Seen) -> None:
        headers = Headers(scope=scope)
        services = cast("Services", scope["app"].state.services)
        if len(headers.getlist("host")) > 1:  # which of them a check or a link believes would be the client's choice
            raise HTTPException(400, "Host: it is sent twice; send it once.")
        encrypted = scope["scheme"] == "https"
        services.access.gate.check_origin(headers.get("origin"), headers.get("host"), encrypted=encrypted)
        document = scope["path"].startswith(DOCUMENTS)
        limit = services.access.upload_limit_bytes if document else MAX_BODY_BYTES
        declared = headers.get("content-length", "")
        if declared.isdigit() and int(declared) > limit:
            raise _oversized(limit, document=document)
        # What reads JSON passes this exception on as it is, and wraps every other one.
        too_large = _oversized(limit, document=True) if document else HTTPException(413)
        await self._app(scope, _Measured(receive, limit, too_large), send)


def _oversized(limit: int, *, document: bool) -> OversizedFrame:
    sentence = (
        f"The document is larger than {limit // 2**20} MB; split it."
        if document
        else f"The body is larger than {limit:,} bytes; split the text, or upload it as a document."
    )
    return OversizedFrame(sentence, field="body")


class _Seen:
    """Remembers the status that was sent; `ends` is called with it before that."""

    def __init__(self, send: Send, ends: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._ends = ends
        self.status: int | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = int(message["status"])
            await self._ends(self.status)
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


class _Measured:
    """Counts a body while it comes: its declared length may be missing or a lie."""

    def __init__(self, receive: Receive, limit: int, too_large: Exception) -> None:
        self._receive = receive
        self._left = limit
        self._too_large = too_large

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise self._too_large
        return message


def _logged_path(scope: Scope) -> str:
    """The path as the log has it: a link to a shared conversation opens it, so it stands nowhere."""
    path: str = scope["path"]
    return _route(scope) if "/shared/" in path else path


def _route(scope: Scope) -> str:
    """The route's template; a path of nobody's could be anything."""
    return str(getattr(scope.get("route"), "path", "none"))


def _metrics(scope: Scope) -> Metrics:
    return cast("Services", scope["app"].state.services).counters
