"""`/ws/chat/{session_id}`: one WebSocket, one reading task, one writing task.

    handshake (Origin) -> [authenticate] -> session_ready -> events after last_seq, partial text, live
                                                |
       client frames -> ChatSession -> replies --+-> one writer

Close codes: 4401 not signed in, 4403 without the role, 4404 no such session of yours, 1008 abuse, 1013 come back
later (a client that does not read, a database that does not answer);
a wrong Origin is refused before the handshake (HTTP 403).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime
from typing import Any, assert_never

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from foundation.contracts.errors import ForbiddenOrigin, MalformedFrame, SufficeError, Unauthenticated, UnknownSession
from foundation.storage.database.engine import NO_ANSWER
from foundation.storage.records import Prompt, StoredEvent
from service_agent.auth.cookies import offered_by
from service_agent.auth.rules import need_of_route, require
from service_agent.auth.signed_in import Offered
from service_agent.auth.watch import Watched
from service_agent.chat.session import ChatSession, Phase
from service_agent.events.event_stream import Item, Missing, Piece
from service_agent.events.unstored_frames import frame_text, now_text
from service_agent.limits.places import keep_place
from service_agent.protocol.failures import POLICY, TRY_AGAIN, failure_of
from service_agent.protocol.frames import SessionReady
from service_agent.protocol.wire import CONTROL, PROTOCOL
from service_agent.services.parts import Standing
from service_agent.services.services import Services

log = structlog.get_logger(__name__)

SEND_LIMIT_S = 10.0
"""A client that does not take a frame for this long is dropped; it can come back with its last seq."""
SIGN_IN_LIMIT_S = 10.0
REPLIES = 64
"""Room for replies; at half of it the client's frames wait until its replies are written."""


class _Ending(Exception):
    """The connection is to be closed, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class ChatSocket:
    """One connection."""

    def __init__(self, socket: WebSocket, services: Services, session_id: str) -> None:
        self._socket = socket
        self._services = services
        self._gate = services.access.gate
        self._session_id = session_id
        self._replies: asyncio.Queue[str] = asyncio.Queue(REPLIES)
        self._address = socket.client.host if socket.client else ""
        clock = asyncio.get_running_loop().time
        self._chat = ChatSession(services, session_id, self._replies.put_nowait, clock, self._address)

    async def serve(self) -> None:
        """From the handshake to the close."""
        try:
            self._check_origin()
        except ForbiddenOrigin:
            await self._socket.close(POLICY)
            return
        offered = self._socket.scope.get("subprotocols", [])
        await self._socket.accept(subprotocol=PROTOCOL if PROTOCOL in offered else None)
        try:
            await self._converse()
        except _Ending as ending:
            await self._close(ending)
        except WebSocketDisconnect:
            return
        except Exception:
            log.exception("socket_failed", session=self._session_id)
            await self._close(_Ending(1011, "internal"))

    def _check_origin(self) -> None:
        headers, encrypted = self._socket.headers, self._socket.url.scheme == "wss"
        self._gate.check_origin(headers.get("origin"), headers.get("host"), encrypted=encrypted)
        # Browsers send the page's Origin; a cookie without it does not come from a browser.
        if self._gate.signs_in and self._offered().by_cookie and "origin" not in headers:
            raise ForbiddenOrigin

    def _offered(self) -> Offered:
        offered = offered_by(self._socket, self._services.access.sign_in.public_url)
        # In another site's page our cookie is not used: the sign-in comes as the first frame.
        by_frame = self._socket.query_params.get("sign_in") == "frame"
        return Offered(offered.authorization) if by_frame else offered

    async def _converse(self) -> None:
        replying = asyncio.create_task(self._write_replies())
        try:
            await self._sign_in()
            require(self._chat.principal, need_of_route("WEBSOCKET", "/ws/chat/{session_id}"))
            keep_place(self._socket.scope, self._address)
            if CONTROL.search(self._session_id):
                raise UnknownSession
            async with self._services.reader(self._chat.principal, self._session_id).opened() as reader:
                since = await self._services.now()
                with self._services.access.sign_in.watch.over(self._chat.signed_in, since) as watched:
                    standing = await self._services.standing(self._chat.principal, self._session_id)
                    after = self._chat.passed_seq = await self._begin(standing)
                    items = reader.items(after, standing.session.last_seq)
                    await self._both_ways(items, replying, watched)
        except (SufficeError, *NO_ANSWER) as error:
            failure = failure_of(error)
            self._chat.refuse(failure)
            await self._flush()
            close = failure.close or (TRY_AGAIN if failure.retryable else 1011)
            raise _Ending(close, str(failure.code)) from error
        finally:
            replying.cancel()
            await asyncio.gather(replying, return_exceptions=True)

    async def _sign_in(self) -> None:
        offered = self._offered()
        if not offered.nothing or not self._gate.signs_in:
            self._chat.admit(await self._services.audit_log.admit(offered, self._address))
            return
        try:
            async with asyncio.timeout(SIGN_IN_LIMIT_S):
                failure = await self._chat.take(await self._receive())
        except TimeoutError:
            raise Unauthenticated from None
        if self._chat.phase is not Phase.OPEN:
            await self._flush()
            raise _Ending((failure.close if failure else None) or 4401, "authenticate")

    async def _begin(self, standing: Standing) -> int:
        """`session_ready`; where to read from."""
        last_seq = standing.session.last_seq
        now = await self._services.now()
        ready = SessionReady(
            session_id=self._session_id,
            ts=now_text(now),
            last_seq=last_seq,
            active_run=standing.active.run_id if standing.active else None,
            pending_prompt=open_event(standing.prompt, now),
            partial=standing.partial,
            pack=standing.session.pack,
            variant=standing.session.variant,
            server_now=now,
        )
        await self._write(ready.model_dump_json())
        return self._cursor(last_seq)

    def _cursor(self, last_seq: int) -> int:
        given = self._socket.query_params.get("last_seq")
        if given is None or given == "":
            return last_seq
        if given.isascii() and given.isdigit() and len(given) <= 15:
            return int(given)
        self._chat.refuse(failure_of(MalformedFrame("last_seq: a whole number from 0 is taken.", field="last_seq")))
        return last_seq

    async def _both_ways(self, items: AsyncGenerator[Item], replying: asyncio.Task[None], watched: Watched) -> None:
        ways = (watched.until_ended(), self._write_all(items), self._take_all())
        tasks = tuple(asyncio.create_task(way) for way in ways)
        try:
            done, _ = await asyncio.wait((*tasks, replying), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _take_all(self) -> None:
        while True:
            failure = await self._chat.take(await self._receive())
            if failure is not None:
                await self._flush()
                raise _Ending(failure.close or POLICY, str(failure.code))
            if self._replies.qsize() > REPLIES // 2:
                # From a client that does not read nothing is received, until the writer's timeout.
                await self._replies.join()

    async def _receive(self) -> str | None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text")

    async def _write_all(self, items: AsyncGenerator[Item]) -> None:
        async with aclosing(items):
            async for item in items:
                await self._write(frame_text(item, self._session_id))
                self._chat.passed_seq = _passed(item, self._chat.passed_seq)

    async def _write_replies(self) -> None:
        while True:
            text = await self._replies.get()
            await self._write(text)
            self._replies.task_done()

    async def _flush(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._replies.join()

    async def _write(self, text: str) -> None:
        try:
            async with asyncio.timeout(SEND_LIMIT_S):
                await self._socket.send_text(text)
        except TimeoutError:
            raise _Ending(TRY_AGAIN, "not reading") from None

    async def _close(self, ending: _Ending) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(1):
                await self._socket.close(ending.code, ending.reason)


def _passed(item: Item, before: int) -> int:
    """The last durable event a client has after this item."""
    match item:
        case StoredEvent():
            return item.seq
        case Missing():
            return item.last
        case Piece():
            return before
        case _:
            assert_never(item)


def open_event(prompt: Prompt | None, now: datetime) -> dict[str, Any] | None:
    """The open question's full event, with the time left as of now."""
    if prompt is None:
        return None
    left = None if prompt.expires_at is None else max(0, int((prompt.expires_at - now).total_seconds() * 1000))
    expires_at = now_text(prompt.expires_at) if prompt.expires_at else None
    return {**prompt.event, "expires_at": expires_at, "expires_in_ms": left}
