"""Text that was streamed but is not stored yet: kept per run, coalesced, handed to whoever listens here.

The truth is the final message; a piece that is lost costs a moment of watching, never a word of the answer.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

PIECES_PER_S = 20
"""Most frames a second a run sends; what comes faster is joined."""

BACKLOG = 512
"""Pieces a listener may fall behind before it is cut off (it can reconnect and gets the text in one piece)."""


@dataclass(frozen=True)
class Draft:
    """What one attempt of a run has written so far."""

    attempt: int
    number: int
    """How many drafts of this attempt were thrown away before it."""
    text: str


class Drafts(Protocol):
    """The text runs are writing, here or in another process."""

    def now(self, run_id: str) -> Draft | None:
        """None when nothing is known of this run."""
        ...

    def follow(self, session_id: str) -> AbstractAsyncContextManager[None]:
        """While inside, the session's drafts of other processes are heard too, as far as anything carries them."""
        ...


@dataclass(frozen=True)
class AnswerPiece:
    """The next piece of a run's answer."""

    session_id: str
    run_id: str
    attempt: int
    """Of the run: what an earlier attempt still writes is void."""
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
        self.outlet: Callable[[AnswerPiece], None] | None = None
        """Carries the pieces written here to other processes."""

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
        """A piece written here goes to every listener of its session, here and elsewhere."""
        self.deliver(piece)
        if self.outlet is not None:
            self.outlet(piece)

    def deliver(self, piece: AnswerPiece) -> None:
        """Hand a piece to the listeners here; a slow one never holds the others up."""
        for subscription in tuple(self._listeners.get(piece.session_id, ())):
            subscription.push(piece)


@dataclass
class _Draft:
    """What one run has streamed so far."""

    session_id: str
    attempt: int
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

    def open(self, run_id: str, session_id: str, attempt: int = 1) -> None:
        """A run begins (again): nothing streamed yet."""
        self.close(run_id)
        self._drafts[run_id] = _Draft(session_id, attempt)

    def now(self, run_id: str) -> Draft | None:
        """The text published so far; None when there is none here (perhaps another process writes it)."""
        draft = self._drafts.get(run_id)
        return Draft(draft.attempt, draft.number, "".join(draft.sent)) if draft and draft.sent else None

    def of_session(self, session_id: str) -> Generator[tuple[str, Draft]]:
        """Run and text of everything this process writes in a session."""
        for run_id, draft in self._drafts.items():
            if draft.session_id == session_id and draft.sent:
                yield run_id, Draft(draft.attempt, draft.number, "".join(draft.sent))

    @asynccontextmanager
    async def follow(self, session_id: str) -> AsyncGenerator[None]:
        """Only this process's drafts are known here: nothing to follow."""
        del session_id
        yield

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
        self._drafts[run_id] = _Draft(draft.session_id, draft.attempt, number=draft.number + 1)

    def close(self, run_id: str, attempt: int | None = None) -> None:
        """The run ended or paused: what is pending is sent, the text is forgotten. With an attempt: only what that one
        wrote, for a later one may have begun here."""
        draft = self._drafts.get(run_id)
        if draft is None or attempt not in (None, draft.attempt):
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
        piece = AnswerPiece(draft.session_id, run_id, draft.attempt, draft.number, draft.offset, text)
        draft.sent.append(text)
        self._hub.publish(piece)
        draft.offset += utf16_units(text)
        draft.last_sent = asyncio.get_running_loop().time()


def utf16_units(text: str) -> int:
    """Length as JavaScript counts it."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2
