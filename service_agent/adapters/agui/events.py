"""Our frames as AG-UI's events: steps, text, state, and the final message.

A draft may be thrown away after its text went out. Then the next text is another message, and at the end a snapshot of
the messages says which one stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ag_ui.core import (
    AssistantMessage,
    BaseEvent,
    CustomEvent,
    Message,
    MessagesSnapshotEvent,
    StateDeltaEvent,
    StepFinishedEvent,
    StepStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
)

from foundation.storage.records import StoredEvent
from service_agent.adapters.as_text import shown
from service_agent.events.event_stream import Item, Piece

STATE = {"plan_ready": "/plan", "data_reuse_decision": "/reuse"}
"""Frames that become a part of the state, and which."""
CUSTOM = frozenset({"run_queued", "team_progress", "answer_retry", "prompt_resolved"})
"""Frames that AG-UI has no event for."""


class Story:
    """The events of one run, in order."""

    def __init__(self, messages: list[Message], base: str) -> None:
        self._messages = messages
        self._base = base
        self._steps: list[str] = []
        self._drafts = 0
        self._writing: str | None = None
        self._run_id = ""
        self._text = ""

    def of(self, item: Item) -> Iterator[BaseEvent]:
        """The events for one frame."""
        if isinstance(item, Piece):
            yield from self._piece(item)
        elif isinstance(item, StoredEvent):
            yield from self._stored(item.type, json.loads(item.text))

    def ended(self) -> Iterator[BaseEvent]:
        """What is open is closed, in its order."""
        if self._writing is not None:
            yield TextMessageEndEvent(message_id=self._writing)
            self._writing = None
        while self._steps:
            yield StepFinishedEvent(step_name=self._steps.pop())

    def answered(self, final: dict[str, Any]) -> Iterator[BaseEvent]:
        """The final message: the rest of its text, or the text that stands."""
        text = shown(final, self._base).text
        answer_id = str(final["answer_id"])
        kept = self._writing is not None and self._drafts == 1 and text.startswith(self._text)
        if kept:
            assert self._writing is not None
            answer_id = self._writing
            if rest := text[len(self._text) :]:
                yield TextMessageContentEvent(message_id=answer_id, delta=rest)
            yield from self.ended()
        else:
            yield from self.ended()
            if not self._drafts:
                yield TextMessageStartEvent(message_id=answer_id, role="assistant")
                yield TextMessageContentEvent(message_id=answer_id, delta=text)
                yield TextMessageEndEvent(message_id=answer_id)
        if self._drafts and not kept:
            standing = AssistantMessage(id=answer_id, content=text)
            yield MessagesSnapshotEvent(messages=[*self._messages, standing])
        yield CustomEvent(name="suffice.answer", value=final)

    def _piece(self, piece: Piece) -> Iterator[BaseEvent]:
        if self._writing is None:
            self._drafts += 1
            self._text = ""
            self._writing = f"{piece.run_id}-{self._drafts}"
            yield TextMessageStartEvent(message_id=self._writing, role="assistant")
        self._text += piece.text
        yield TextMessageContentEvent(message_id=self._writing, delta=piece.text)

    def _stored(self, kind: str, frame: dict[str, Any]) -> Iterator[BaseEvent]:
        if kind == "team_started":
            yield from self._step(str(frame["team"]))
        elif kind == "team_completed":
            if frame["team"] not in self._steps:  # it began before an interrupt
                yield from self._step(str(frame["team"]))
            self._steps.remove(frame["team"])
            yield StepFinishedEvent(step_name=frame["team"])
        elif kind in STATE:
            yield StateDeltaEvent.model_validate({"delta": [{"op": "replace", "path": STATE[kind], "value": frame}]})
        elif kind in CUSTOM:
            yield CustomEvent(name=f"suffice.{kind}", value=frame)
        if kind in ("answer_retry", "run_restarted") and self._writing is not None:
            yield TextMessageEndEvent(message_id=self._writing)
            self._writing = None

    def _step(self, team: str) -> Iterator[BaseEvent]:
        if team not in self._steps:
            self._steps.append(team)
            yield StepStartedEvent(step_name=team)
