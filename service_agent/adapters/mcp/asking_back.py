"""A question of the service to the person, as an elicitation; and what was given, as our answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from mcp_types import ElicitRequestFormParams, ElicitResult

from execution_agents.pausing.answers import Chosen, Given, Picked, Typed, Values
from foundation.contracts.errors import InvalidAnswer
from foundation.language.script import language_of

CHOICE, WORDS = "choice", "words"
IN_YOUR_WORDS = {"ko": "직접 쓰기", "en": "In your own words"}
TAKEN = (
    "type",
    "title",
    "description",
    "enum",
    "oneOf",
    "minimum",
    "maximum",
    "default",
    "format",
    "minLength",
    "maxLength",
)
"""Keys of a field that an elicitation's restricted schema knows."""


def elicitation(frame: Mapping[str, Any]) -> ElicitRequestFormParams:
    """What the client shows its person."""
    return ElicitRequestFormParams(message=str(frame["message"]), requested_schema=_schema(frame))


def given_of(frame: Mapping[str, Any], answered: ElicitResult) -> Given | None:
    """The answer in our terms; None: the person declined. Raises InvalidAnswer for what answers nothing."""
    if answered.action != "accept":
        return None
    content: dict[str, Any] = dict(answered.content or {})
    if frame["type"] == "form_required":
        return Values({name: value for name, value in content.items() if value is not None})
    choice, words = content.get(CHOICE), content.get(WORDS)
    if frame["type"] == "user_confirmation_required" and isinstance(choice, str):
        return Chosen(choice)
    if frame["type"] == "clarification_required" and isinstance(words, str) and words.strip():
        return Typed(words)
    if frame["type"] == "clarification_required" and isinstance(choice, str):
        return Picked(choice)
    raise InvalidAnswer(f"{CHOICE}: choose one of those that were offered.")


def _schema(frame: Mapping[str, Any]) -> dict[str, Any]:
    match frame["type"]:
        case "user_confirmation_required":
            named = [{"const": one["value"], "title": one["label"]} for one in frame["options"]]
            return _object({CHOICE: {"type": "string", "oneOf": named}}, [CHOICE])
        case "clarification_required":
            named = [{"const": one["id"], "title": one["label"]} for one in frame["options"]]
            words = {"type": "string", "title": IN_YOUR_WORDS[language_of(str(frame["message"]))]}
            choice = {CHOICE: {"type": "string", "oneOf": named}} if named else {}
            return _object({**choice, WORDS: words}, [])
        case _:
            return _of_form(cast("Mapping[str, Any]", frame["schema"]))


def _of_form(schema: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, declared in schema.get("properties", {}).items():
        field = {key: value for key, value in declared.items() if key in TAKEN}
        if unit := declared.get("unit"):
            field["title"] = f"{field.get('title', name)} ({unit})"
        fields[name] = field
    return _object(fields, list(schema.get("required", fields)))


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}
