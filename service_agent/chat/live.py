"""The text of answers while it is being written, held per session in the process that runs the turn.

It is not durable: the `answer` event is. Readers do not queue pieces; each looks at the draft as it is
now and sends what it has not sent yet, so a slow reader costs nothing and sees the same text.

How a draft and the durable events stay in one order: a draft remembers the last durable event before
its first piece (`after_seq`). A reader shows a draft only when it has delivered that event, and no
event after it that clears drafts. Whoever runs the turn calls, in this order:

    noted(run, seq)   after every durable event it stored
    add(run, text)    for every piece of text
    drop(run)         BEFORE storing an event that clears the draft (answer_retry, answer, the run's end)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from foundation.storage.records import Run


@dataclass
class Draft:
    """One answer being written."""

    run_id: str
    attempt: int
    after_seq: int
    """The last durable event stored before the first piece."""
    pieces: list[str] = field(default_factory=list[str])
    length: int = 0
    """UTF-16 code units so far."""

    def text(self) -> str:
        """All of it."""
        if len(self.pieces) > 1:
            self.pieces = ["".join(self.pieces)]
        return self.pieces[0] if self.pieces else ""


class LiveText:
    """Drafts of the sessions this process answers, and who is to be woken when they grow."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}
        self._last_seq: dict[str, int] = {}
        self._readers: dict[str, set[asyncio.Event]] = {}

    def noted(self, run: Run, seq: int) -> None:
        """A durable event of this run was stored: readers in this process are woken without a round trip."""
        self._last_seq[run.session_id] = seq
        self._wake(run.session_id)

    def add(self, run: Run, text: str) -> None:
        """The next piece of the answer."""
        draft = self._drafts.get(run.session_id)
        if draft is None or (draft.run_id, draft.attempt) != (run.run_id, run.attempt):
            draft = Draft(run.run_id, run.attempt, self._last_seq.get(run.session_id, 0))
            self._drafts[run.session_id] = draft
        draft.pieces.append(text)
        draft.length += utf16_length(text)
        self._wake(run.session_id)

    def drop(self, run: Run) -> None:
        """The draft is over (thrown away, or about to be stored as the answer)."""
        draft = self._drafts.get(run.session_id)
        if draft is not None and draft.run_id == run.run_id:
            del self._drafts[run.session_id]

    def end(self, run: Run) -> None:
        """This process has nothing to do with the run any more."""
        self.drop(run)
        self._last_seq.pop(run.session_id, None)
        self._wake(run.session_id)

    def draft(self, session_id: str) -> Draft | None:
        """The draft of a session, if this process is writing one."""
        return self._drafts.get(session_id)

    def wake(self, session_id: str) -> None:
        """Something durable changed in a session: look again."""
        self._wake(session_id)

    @contextmanager
    def watch(self, session_id: str, woken: asyncio.Event) -> Iterator[None]:
        """While inside, `woken` is set whenever the session's draft grows or an event was stored here."""
        readers = self._readers.setdefault(session_id, set())
        readers.add(woken)
        try:
            yield
        finally:
            readers.discard(woken)
            if not readers:
                self._readers.pop(session_id, None)

    def _wake(self, session_id: str) -> None:
        for woken in self._readers.get(session_id, ()):
            woken.set()


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, which is how browsers count."""
    return len(text) + sum(character > "\uffff" for character in text)


def utf16_from(text: str, offset: int) -> str:
    """The text from a UTF-16 offset on (offsets lie between characters: we only send whole ones)."""
    return text.encode("utf-16-le")[2 * offset :].decode("utf-16-le")
