"""Lines of a conversation as clients of others send them, and the question in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from foundation.contracts.errors import WrongUse
from foundation.language.script import composed
from service_agent.adapters.as_text import meant
from service_agent.protocol.wire import MAX_CONTENT


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
