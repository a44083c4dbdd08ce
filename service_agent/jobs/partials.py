"""Text that was streamed but is not stored yet: kept per run, coalesced, handed to whoever listens here.

The truth is the final message; a piece that is lost costs a moment of watching, never a word of the answer.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

PIECES_PER_S = 20
"""Most frames a second a run sends; what comes faster is joined."""

BACKLOG = 512
"""Pieces a listener may fall behind before it is cut off (it can reconnect and gets the text in one piece)."""


@dataclass(frozen=True)
class AnswerPiece:
    """The next piece of a run's answer."""

    session_id: str
    run_id: str
    draft: int
    """How many drafts were thrown away before this one: a socket holds pieces back until it has sent as many
    `answer_retry` frames."""
    offset: int
    """Place of the first character, in UTF-16 code units from the draft's start."""
    text: str


class Subscription:
    """One listener's pieces, in order. Iterating ends when it is closed or has fallen behind."""

    def __init__(self, hub: DeltaHub, session_id: str) -> None:
        self._hub = hub
        self._session_id = session_id
        self._queue: asyncio.Queue[AnswerPiece | None] = asyncio.Queue(BACKLOG)
        self.overrun = False

    def push(self, piece: AnswerPiece) -> None:
        """Hand over a piece; a listener that is full is cut off."""
        if self.overrun:
            return
        try:
            self._queue.put_nowait(piece)
        except asyncio.QueueFull:
            self.overrun = True
            self._queue.get_nowait()
            self._queue.put_nowait(None)

    def close(self) -> None:
        """Stop listening."""
        self._hub.leave(self._session_id, self)
        if not self._queue.full():
            self._queue.put_nowait(None)

    def __aiter__(self) -> AsyncIterator[AnswerPiece]:
        return self

    async def __anext__(self) -> AnswerPiece:
        piece = await self._queue.get()
        if piece is None:
            raise StopAsyncIteration
        return piece

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


class DeltaHub:
    """Who listens to which session in this process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Subscription]] = defaultdict(set)

    def subscribe(self, session_id: str) -> Subscription:
        """Listen from now on. Read `Partials.of` without awaiting in between and nothing is lost or doubled."""
        subscription = Subscription(self, session_id)
        self._listeners[session_id].add(subscription)
        return subscription

    def leave(self, session_id: str, subscription: Subscription) -> None:
        """Forget a listener."""
        listeners = self._listeners.get(session_id)
        if listeners is None:
            return
        listeners.discard(subscription)
        if not listeners:
            del self._listeners[session_id]

    def publish(self, piece: AnswerPiece) -> None:
        """Hand a piece to every listener of its session; a slow one never holds the others up."""
        for subscription in tuple(self._listeners.get(piece.session_id, ())):
            subscription.push(piece)


@dataclass
class _Draft:
    """What one run has streamed so far."""

    session_id: str
    number: int = 0
    sent: list[str] = field(default_factory=list[str])
    offset: int = 0
    pending: list[str] = field(default_factory=list[str])
    last_sent: float = 0.0
    timer: asyncio.TimerHandle | None = None


class Partials:
    """The streamed text of every run of this process."""

    def __init__(self, hub: DeltaHub) -> None:
        self._hub = hub
        self._drafts: dict[str, _Draft] = {}

    def open(self, run_id: str, session_id: str) -> None:
        """A run begins (again): nothing streamed yet."""
        self.close(run_id)
        self._drafts[run_id] = _Draft(session_id)

    def of(self, run_id: str) -> str | None:
        """The text published so far; None when there is none here (perhaps another process writes it)."""
        draft = self._drafts.get(run_id)
        return "".join(draft.sent) if draft and draft.sent else None

    def draft_of(self, run_id: str) -> int:
        """How many drafts of this run were thrown away."""
        draft = self._drafts.get(run_id)
        return draft.number if draft else 0

    def write(self, run_id: str, text: str) -> None:
        """The next piece: sent at once after a silence, joined with its neighbours in a burst."""
        draft = self._drafts.get(run_id)
        if draft is None or not text:
            return
        draft.pending.append(text)
        if draft.timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = draft.last_sent + 1 / PIECES_PER_S - loop.time()
        if wait <= 0:
            self._send(run_id)
        else:
            draft.timer = loop.call_later(wait, self._send, run_id)

    def throw_away(self, run_id: str) -> None:
        """The draft is void; the next piece starts again at offset 0."""
        draft = self._drafts.get(run_id)
        if draft is None:
            return
        if draft.timer is not None:
            draft.timer.cancel()
        self._drafts[run_id] = _Draft(draft.session_id, number=draft.number + 1)

    def close(self, run_id: str) -> None:
        """The run ended or paused: what is pending is sent, the text is forgotten."""
        draft = self._drafts.get(run_id)
        if draft is None:
            return
        if draft.timer is not None:
            draft.timer.cancel()
        if draft.pending:
            self._send(run_id)
        del self._drafts[run_id]

    def _send(self, run_id: str) -> None:
        draft = self._drafts.get(run_id)
        if draft is None:
            return
        draft.timer = None
        text = "".join(draft.pending)
        draft.pending.clear()
        self._hub.publish(AnswerPiece(draft.session_id, run_id, draft.number, draft.offset, text))
        draft.sent.append(text)
        draft.offset += utf16_units(text)
        draft.last_sent = asyncio.get_running_loop().time()


def utf16_units(text: str) -> int:
    """Length as JavaScript counts it."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2
