"""The wire, `suffice.v1`: everything a server may send. What clients send is in `inbound.py`.

Everything public (docs/events.schema.json, the OpenAPI page, the web client's types) is generated from these models.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from foundation.contracts.error_codes import ErrorCode
from service_agent.protocol.durable import DurableFrame
from service_agent.protocol.wire import Wire


class SessionReady(Wire):
    """First frame after the handshake: where the session stands."""

    type: Literal["session_ready"] = "session_ready"
    session_id: str
    ts: str
    last_seq: int
    active_run: str | None
    pending_prompt: dict[str, Any] | None
    """The full event of the open question, with `expires_in_ms` as of now."""
    partial: str | None
    pack: str
    variant: str
    server_now: datetime


class AnswerDelta(Wire):
    """The next piece of the answer; `offset` counts UTF-16 code units from the answer's start."""

    type: Literal["answer_delta"] = "answer_delta"
    session_id: str
    ts: str
    run_id: str
    offset: int
    text: str


class ErrorFrame(Wire):
    """Something in a client frame was wrong; the connection stays open unless the code says otherwise."""

    type: Literal["error"] = "error"
    session_id: str
    ts: str
    code: ErrorCode
    message: str
    field: str | None = None
    fields: dict[str, str] | None = None
    """Of a form's values: field -> one sentence."""


class BusyFrame(Wire):
    type: Literal["busy"] = "busy"
    session_id: str
    ts: str
    retry_after_s: int


class Pong(Wire):
    type: Literal["pong"] = "pong"
    session_id: str
    ts: str


class Gap(Wire):
    """The cursor is unknown or pruned: refetch the messages."""

    type: Literal["gap"] = "gap"
    session_id: str
    ts: str
    from_: int = Field(alias="from")
    to: int


ServerMessage = Annotated[
    DurableFrame | SessionReady | AnswerDelta | ErrorFrame | BusyFrame | Pong | Gap,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
