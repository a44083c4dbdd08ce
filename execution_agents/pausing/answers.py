"""Validates a person's answer by the kind of its question: returns it as it is stored, or why it is rejected."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from execution_agents.pausing.form_values import filled
from foundation.contracts.errors import InvalidAnswer
from foundation.contracts.pauses import PauseKind
from foundation.language.script import language_of
from foundation.storage.records import Prompt


@dataclass(frozen=True)
class Chosen:
    """A confirmation's answer: one of its values."""

    value: str
    kind: PauseKind = "confirmation"

    @property
    def raw(self) -> str:
        return self.value


@dataclass(frozen=True)
class Picked:
    """A clarification's answer: an option, by its id."""

    option_id: str
    kind: PauseKind = "clarification"

    @property
    def raw(self) -> str:
        return self.option_id


@dataclass(frozen=True)
class Typed:
    """Free text by the person."""

    text: str
    kind: PauseKind = "clarification"

    @property
    def raw(self) -> str:
        return self.text


@dataclass(frozen=True)
class Values:
    """A form's fields."""

    values: Mapping[str, Any]
    kind: PauseKind = "form"

    @property
    def raw(self) -> str:
        return json.dumps(self.values, ensure_ascii=False, sort_keys=True)


Given = Chosen | Picked | Typed | Values


def stored(given: Given, prompt: Prompt) -> str:
    """The answer as it is stored with its question. Raises InvalidAnswer; the question then stays open."""
    if given.kind != prompt.kind:
        raise InvalidAnswer(f"This question is a {prompt.kind}; answer it with {prompt.kind}_response.")
    match given:
        case Picked():
            options = [*_options(prompt, "options"), *_options(prompt, "more")]
            if given.option_id not in options:
                raise InvalidAnswer(f"option_id: {given.option_id!r} is not one of {', '.join(options)}.")
            return given.option_id
        case Values():
            event = prompt.event
            done = require_filled(event["schema"], given.values, str(event["message"]))
            return json.dumps(done, ensure_ascii=False, sort_keys=True)
        case _:
            return given.raw


def require_filled(schema: Mapping[str, Any], given: Mapping[str, Any], message: str) -> Mapping[str, Any]:
    """The values as they are stored. Raises InvalidAnswer with a sentence for each invalid field, in the language of
    the form's message."""
    done = filled(schema, given, language_of(message))
    if done.errors:
        raise InvalidAnswer(" ".join(done.errors.values()), fields=dict(done.errors))
    return done.values


def _options(prompt: Prompt, name: str) -> list[str]:
    listed = cast("Sequence[Mapping[str, str]]", prompt.event.get(name, ()))
    return [each["id"] for each in listed]
