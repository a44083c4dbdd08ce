"""A question to the person as an interrupt, and what a client resumes with as our answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ag_ui.core import Interrupt, ResumeEntry

from execution_agents.pausing.answers import Chosen, Given, Picked, Typed, Values
from foundation.contracts.errors import InvalidAnswer
from foundation.storage.records import Prompt
from service_agent.adapters.following import Paused

REASONS = {
    "user_confirmation_required": "confirmation",
    "clarification_required": "clarification",
    "form_required": "form",
}


def interrupt_of(paused: Paused) -> Interrupt:
    """What the client shows, with the schema of its answer; the whole frame goes along for clients that know it."""
    frame = paused.frame
    return Interrupt(
        id=paused.prompt_id,
        reason=REASONS[frame["type"]],
        message=str(frame["message"]),
        response_schema=_schema(frame),
        expires_at=frame.get("expires_at"),
        metadata={"suffice": dict(frame)},
    )


def given_of(prompt: Prompt, entry: ResumeEntry) -> Given | None:
    """The answer in our terms; None: the person gave none. Raises InvalidAnswer."""
    if entry.status == "cancelled":
        return None
    sent: object = entry.payload
    payload = cast("dict[str, Any]", sent) if isinstance(sent, dict) else {}
    match prompt.kind, payload:
        case "confirmation", {"value": str(value)}:
            return Chosen(value)
        case "clarification", {"option_id": str(option_id)}:
            return Picked(option_id)
        case "clarification", {"text": str(text)}:
            return Typed(text)
        case "form", _:
            return Values(payload)
        case _:
            raise InvalidAnswer("resume: the payload is not what this interrupt's responseSchema asks for.")


def _schema(frame: Mapping[str, Any]) -> dict[str, Any]:
    match frame["type"]:
        case "user_confirmation_required":
            named = [{"const": one["value"], "title": one["label"]} for one in frame["options"]]
            return {"type": "object", "properties": {"value": {"oneOf": named}}, "required": ["value"]}
        case "clarification_required":
            named = [{"const": one["id"], "title": one["label"]} for one in frame["options"]]
            choices = {"option_id": {"oneOf": named}} if named else {}
            return {"type": "object", "properties": {**choices, "text": {"type": "string"}}}
        case _:
            return dict(frame["schema"])
