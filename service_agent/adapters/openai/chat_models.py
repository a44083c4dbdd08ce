"""What `POST /v1/chat/completions` takes.

What only tunes a model's style (temperature, top_p, penalties, seed, max_tokens …) is taken and changes nothing, since
answers are written from evidence. What would change the answer's form (tools that must be called, JSON, several
choices) is refused as OpenAI's models refuse what they cannot do. Unknown fields are ignored: clients send their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.errors import WrongUse
from foundation.language.script import composed
from service_agent.adapters.as_text import meant
from service_agent.protocol.wire import MAX_CONTENT

MODEL = "suffice/"
"""What the ids of our models begin with; the pack's name follows."""


class Taken(BaseModel):
    """Base: fields of others are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class TextPart(Taken):
    """One part of a message."""

    type: str
    text: str | None = None


class Message(Taken):
    """One line of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[TextPart] | None = None


class StreamOptions(Taken):
    """How to stream."""

    include_usage: bool = False


class Metadata(BaseModel):
    """The client's own notes, and the two that we read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    session_id: str | None = None
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


def question_of(messages: Iterable[Message]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The last line of the person, and (role, content) of what was said before it. Raises WrongUse."""
    said = [(one.role, text_of(one.content)) for one in messages if one.role in ("user", "assistant")]
    if not said or said[-1][0] != "user" or not said[-1][1].strip():
        raise WrongUse("messages: the last one must be the user's, with text in it.", field="messages")
    before = tuple((role, content) for role, content in said[:-1] if content.strip())
    last_line = before[-1][1] if before and before[-1][0] == "assistant" else None
    content = composed(meant(said[-1][1], last_line))
    if len(content) > MAX_CONTENT:
        raise WrongUse(
            f"messages: a question has at most {MAX_CONTENT:,} characters; this one has {len(content):,}.",
            field="messages",
        )
    return content, before


def text_of(content: str | list[TextPart] | None) -> str:
    """The text of a message. Raises WrongUse for an image or a file."""
    if content is None or isinstance(content, str):
        return content or ""
    for part in content:
        if part.text is None or part.type not in ("text", "input_text", "output_text"):
            raise WrongUse(f"messages: parts of type {part.type[:40]!r} are not read; send text.", field="messages")
    return "\n".join(part.text or "" for part in content)
