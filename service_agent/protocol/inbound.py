"""What a client may send: one closed union, discriminated by `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from service_agent.protocol.wire import Id, SlotNames, Text, Wire


class Authenticate(Wire):
    """First frame of a client that cannot set headers."""

    type: Literal["authenticate"]
    token: Annotated[str, Field(min_length=1, max_length=8_000)]


class UserMessage(Wire):
    """A question. The same message_id is never run twice."""

    type: Literal["user_message"]
    message_id: Id
    content: Text
    use_memories: bool = True
    """false: answered as if nothing were remembered of you."""
    alone: bool = False
    """true: read as in a conversation of its own (`other_readings`)."""
    without: SlotNames = []
    """Names of slots whose values are not taken over from the conversation (`conditions`)."""


class ConfirmationResponse(Wire):
    """The person's answer to `user_confirmation_required`."""

    type: Literal["confirmation_response"]
    confirmation_id: Id
    value: Annotated[str, Field(min_length=1, max_length=64)]


class ClarificationResponse(Wire):
    """The person's answer to `clarification_required`: an option, or free text."""

    type: Literal["clarification_response"]
    clarification_id: Id
    option_id: Id | None = None
    text: Text | None = None


class FormResponse(Wire):
    """The person's answer to `form_required`."""

    type: Literal["form_response"]
    form_id: Id
    values: dict[str, Any]


class PromptExtend(Wire):
    """Keep waiting: the open question's deadline moves on by its own length."""

    type: Literal["prompt_extend"]
    id: Id


class ReuseOverride(Wire):
    """Under an answer: search again although it reused, or use the earlier results although it searched."""

    type: Literal["reuse_override"]
    message_id: Id
    action: Literal["search_again", "use_previous"]


class Cancel(Wire):
    """Stop a run."""

    type: Literal["cancel"]
    run_id: Id


class Ping(Wire):
    """Answered by `pong`."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Authenticate
    | UserMessage
    | ConfirmationResponse
    | ClarificationResponse
    | FormResponse
    | PromptExtend
    | ReuseOverride
    | Cancel
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
