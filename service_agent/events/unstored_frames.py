"""Texts of frames that are not stored: made here, for sockets and event streams alike."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, assert_never

from foundation.storage.records import StoredEvent
from service_agent.events.event_stream import Item, Missing, Piece
from service_agent.protocol.frames import AnswerDelta, Gap


def frame_text(item: Item, session_id: str) -> str:
    """What is sent for an item; a durable event as the text it was stored with."""
    match item:
        case StoredEvent():
            return item.text
        case Piece():
            return AnswerDelta(
                session_id=session_id, ts=now_text(), run_id=item.run_id, offset=item.offset, text=item.text
            ).model_dump_json()
        case Missing():
            values: dict[str, Any] = {"from": item.first, "to": item.last}
            return Gap(session_id=session_id, ts=now_text(), **values).model_dump_json(by_alias=True)
        case _:
            assert_never(item)


def now_text(now: datetime | None = None) -> str:
    """A time as frames carry it; without one, this process's (deadlines come from the database's)."""
    return (now or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
