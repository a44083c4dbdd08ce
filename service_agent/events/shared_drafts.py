"""Answers that other processes are writing, received over Redis: one copy for each session that is read here.

A copy is sent in pieces. When a piece does not fit (this process joined late, or pieces were lost), the copy asks for
the whole draft, and the process that writes it sends it. Nothing is stored in Redis. A copy is always some past state
of the writer's draft, which is all that the reader's rules need. A later attempt's draft replaces an earlier one's,
never the other way round.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from foundation.storage.queue.redis_line import EVERYBODY, Ears, Message, RedisLine
from foundation.storage.queue.wake_ups import SESSION
from service_agent.events.partials import AnswerPiece, DeltaHub, Draft, Partials, utf16_units

ARRIVAL_S = 0.1
"""Seconds that a reader who joins in the middle of an answer waits for the draft so far."""


class _PieceMessage(BaseModel):
    """A piece as it travels."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    run: str
    attempt: int = Field(ge=1)
    draft: int = Field(ge=0)
    offset: int = Field(ge=0)
    text: str


@dataclass
class _Copy:
    """One session's draft as far as it was received."""

    readers: int = 0
    run_id: str = ""
    draft: Draft = Draft(0, 0, "")
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


class SharedDrafts:
    """Drafts of this process and, while Redis is available, of the others."""

    def __init__(self, partials: Partials, hub: DeltaHub, line: RedisLine) -> None:
        self._partials = partials
        self._hub = hub
        self._line = line
        self._copies: dict[str, _Copy] = {}
        hub.outlet = self._send
        line.listen(Ears(self._heard, self._joined, _nothing, _nothing))

    def now(self, run_id: str) -> Draft | None:
        """See Drafts. Of two attempts of a run the later one counts."""
        here = self._partials.now(run_id)
        there = next((copy.draft for copy in self._copies.values() if copy.run_id == run_id and copy.draft.text), None)
        if here is None or there is None:
            return here or there
        return here if here.attempt >= there.attempt else there

    @asynccontextmanager
    async def follow(self, session_id: str) -> AsyncGenerator[None]:
        """See Drafts."""
        copy = self._copies.setdefault(session_id, _Copy())
        copy.readers += 1
        try:
            with self._line.joined(SESSION + session_id):
                if self._want(session_id) and not copy.arrived.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(ARRIVAL_S):
                            await copy.arrived.wait()
                yield
        finally:
            copy.readers -= 1
            if not copy.readers:
                del self._copies[session_id]

    def _want(self, session_id: str) -> bool:
        return self._line.send(EVERYBODY, json.dumps({"want": session_id}).encode())

    def _send(self, piece: AnswerPiece) -> None:
        message = {
            "run": piece.run_id,
            "attempt": piece.attempt,
            "draft": piece.draft,
            "offset": piece.offset,
            "text": piece.text,
        }
        self._line.send(SESSION + piece.session_id, json.dumps(message).encode())

    def _joined(self, channel: str) -> None:
        session_id = channel.removeprefix(SESSION)
        if session_id in self._copies:
            self._want(session_id)

    def _heard(self, message: Message) -> None:
        if message.channel == EVERYBODY:
            self._answer(message.payload)
        elif message.payload:
            session_id = message.channel.removeprefix(SESSION)
            copy = self._copies.get(session_id)
            if copy is not None:
                self._take(session_id, copy, message.payload)

    def _answer(self, payload: bytes) -> None:
        """Another process asks for the drafts of a session: send those written here, each as a whole."""
        try:
            asked: Any = json.loads(payload)
        except ValueError:
            return
        wanted = cast("dict[str, Any]", asked).get("want") if isinstance(asked, dict) else None
        if not isinstance(wanted, str):
            return
        known = False
        for run_id, draft in self._partials.of_session(wanted):
            known = True
            self._send(AnswerPiece(wanted, run_id, draft.attempt, draft.number, 0, draft.text))
        copy = self._copies.get(wanted)
        if copy is not None and known:
            copy.arrived.set()

    def _take(self, session_id: str, copy: _Copy, payload: bytes) -> None:
        try:
            message = _PieceMessage.model_validate_json(payload)
        except ValidationError:
            return  # not a piece of ours
        here = self._partials.now(message.run)
        if here is not None and here.attempt >= message.attempt:
            return  # our own message, received back
        fits = _fitted(copy, message)
        if fits is None:
            self._want(session_id)
            return
        if fits is copy.draft and copy.run_id == message.run:
            return
        copy.run_id, copy.draft = message.run, fits
        copy.arrived.set()
        self._hub.deliver(
            AnswerPiece(session_id, message.run, message.attempt, message.draft, message.offset, message.text)
        )


def _fitted(copy: _Copy, message: _PieceMessage) -> Draft | None:
    """The draft with this piece added. The same draft when the piece is not new; None when earlier text is missing."""
    whole = Draft(message.attempt, message.draft, message.text)
    known = copy.draft if copy.run_id == message.run else Draft(0, 0, "")
    age, message_age = (known.attempt, known.number), (message.attempt, message.draft)
    if message_age < age:
        return known
    if message_age > age:
        return whole if message.offset == 0 else None
    if message.offset == 0:
        return whole if len(message.text) > len(known.text) else known
    written = utf16_units(known.text)
    if message.offset == written:
        return Draft(known.attempt, known.number, known.text + message.text)
    return known if message.offset < written else None


def _nothing(_: object) -> None:
    """A lost connection or piece needs no action: the next piece that does not fit asks for the whole draft."""
