"""What `POST /v1/responses` takes. What is ignored and what is refused is as for chat completions."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from foundation.contracts.errors import WrongUse
from service_agent.adapters.messages import Message, Taken, TextPart
from service_agent.adapters.openai.chat_models import Metadata
from service_agent.protocol.wire import ForeignId

ID = "resp_"
"""What the ids of responses begin with; the run's id follows."""


class Item(Taken):
    """One item of the input: a message, or something of another kind, which is passed over."""

    type: str = "message"
    role: str | None = None
    content: str | list[TextPart] | None = None


class TextFormat(Taken):
    """How the text is to be."""

    format: dict[str, Any] | None = None


class Conversation(Taken):
    """A conversation, by its id: our session's."""

    id: ForeignId


def _by_id(given: object) -> object:
    return {"id": given} if isinstance(given, str) else given


class ResponseRequest(Taken):
    """One question; what was said before is known by the response before, by a session, or sent along."""

    model: str
    input: str | list[Item]
    previous_response_id: ForeignId | None = None
    conversation: Annotated[Conversation, BeforeValidator(_by_id, json_schema_input_type=str | Conversation)] | None = (
        None
    )
    store: bool | None = True
    """false: nothing is kept, and nobody can go on from this response."""
    stream: bool | None = False
    metadata: Metadata | None = None
    tool_choice: str | dict[str, Any] | None = None
    text: TextFormat | None = None
    background: bool | None = None


def require_possible(body: ResponseRequest) -> None:
    """Raises WrongUse for what would change the answer's form and cannot be given."""
    text_format = (body.text.format if body.text else None) or {}
    wrong = {
        "tool_choice": isinstance(body.tool_choice, dict) or body.tool_choice == "required",
        "text": text_format.get("type", "text") != "text",
        "background": bool(body.background),
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise WrongUse(f"{field}: this model gives one text and calls no tools; leave {field} out.", field=field)


def messages_of(body: ResponseRequest) -> list[Message]:
    """The input as lines of a conversation. Raises WrongUse."""
    if isinstance(body.input, str):
        return [Message(role="user", content=body.input)]
    lines = [one for one in body.input if one.type == "message"]
    known = ("system", "developer", "user", "assistant")
    if not lines or any(line.role not in known for line in lines):
        raise WrongUse("input: give a text, or messages with a role and text.", field="input")
    return [Message.model_validate({"role": line.role, "content": line.content}) for line in lines]
