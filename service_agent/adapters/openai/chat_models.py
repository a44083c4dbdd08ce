"""What `POST /v1/chat/completions` takes.

What only tunes a model's style (temperature, top_p, penalties, seed, max_tokens …) is taken and changes nothing, since
answers are written from evidence. What would change the answer's form (tools that must be called, JSON, several
choices) is refused as OpenAI's models refuse what they cannot do. Unknown fields are ignored: clients send their own.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.errors import WrongUse
from service_agent.adapters.messages import Message, Taken
from service_agent.protocol.wire import ForeignId

MODEL = "suffice/"
"""What the ids of our models begin with; the pack's name follows."""


class StreamOptions(Taken):
    """How to stream."""

    include_usage: bool = False


class Metadata(BaseModel):
    """The client's own notes, and the two that we read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    session_id: ForeignId | None = None
    """Goes on with this conversation; the messages before the last one are not read then."""
    reuse: Literal["always", "never"] | None = None


class ChatCompletionRequest(Taken):
    """One question, with the conversation before it."""

    model: str
    messages: Annotated[list[Message], Field(min_length=1)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    metadata: Metadata | None = None
    n: int | None = 1
    tool_choice: str | dict[str, Any] | None = None
    response_format: dict[str, Any] | None = None
    logprobs: bool | None = None
    modalities: list[str] | None = None
    stop: str | list[str] | None = None


def require_possible(body: ChatCompletionRequest) -> None:
    """Raises WrongUse for what would change the answer's form and cannot be given."""
    forced = isinstance(body.tool_choice, dict) or body.tool_choice == "required"
    wrong = {
        "n": body.n not in (None, 1),
        "tool_choice": forced,
        "response_format": (body.response_format or {}).get("type", "text") != "text",
        "logprobs": bool(body.logprobs),
        "modalities": body.modalities not in (None, [], ["text"]),
        "stop": bool(body.stop),
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise WrongUse(f"{field}: this model gives one text and calls no tools; leave {field} out.", field=field)
