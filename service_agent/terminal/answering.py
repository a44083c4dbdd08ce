"""Turns a person's keys into the answer to an open prompt: one key for a confirmation, a line for a clarification, a
line for each field of a form. Pure: keys in, frames to send out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from service_agent.terminal import keys
from service_agent.terminal.listing import SEEK, Listing
from service_agent.terminal.view import OpenPrompt

Frame = dict[str, Any]
KEEP_WAITING = "k"


@dataclass
class Answering:
    """One open prompt and the input typed so far."""

    prompt: OpenPrompt
    line: str = ""
    values: dict[str, str] = field(default_factory=dict[str, str])
    """Field -> the value typed."""
    errors: dict[str, str] = field(default_factory=dict[str, str])
    """Field -> the error that the service reported."""
    sent: bool = False
    listing: Listing | None = None
    """The whole list, while it is open."""

    @property
    def field_name(self) -> str | None:
        """The field that is asked for now; None: none is."""
        if self.prompt.kind != "form" or self.sent:
            return None
        return next((name for name in self._fields() if name not in self.values), None)

    def press(self, key: str) -> Frame | None:
        """A frame to send, where the key completes an answer."""
        if self.prompt.kind == "confirmation":
            return self._confirmed(key)
        if key == keys.BACK:
            self.line = self.line[:-1]
        elif key == keys.ENTER:
            return self._entered()
        elif key.isprintable():
            self.line += key
        return None

    def refused(self, wrong: dict[str, str]) -> None:
        """The service took some values not: these are asked for again."""
        self.errors, self.sent = wrong, False
        self.values = {name: value for name, value in self.values.items() if name not in wrong}

    def _confirmed(self, key: str) -> Frame | None:
        if key == KEEP_WAITING:
            return self._extended()
        options = self.prompt.options
        if not (key.isdecimal() and 1 <= int(key) <= len(options)):
            return None
        value = options[int(key) - 1]["value"]
        return {"type": "confirmation_response", "confirmation_id": self.prompt.prompt_id, "value": value}

    def _entered(self) -> Frame | None:
        text, self.line = self.line.strip(), ""
        if text == KEEP_WAITING:
            return self._extended()
        return self._filled(text) if self.prompt.kind == "form" else self._clarified(text)

    def _clarified(self, text: str) -> Frame | None:
        more = self.prompt.more
        if self.listing is not None and self.listing.command(text):
            self.listing = self.listing if self.listing.is_open else None
            return None
        if not text:
            return None
        options = self.prompt.options if self.listing is None else self.listing.found
        number = int(text) if text.isdecimal() and len(text) < 5 else 0
        if more and self.listing is None and (number == len(options) + 1 or text.startswith(SEEK)):
            self.listing = Listing(more, text.removeprefix(SEEK) if text.startswith(SEEK) else "")
            return None
        answer = {"option_id": options[number - 1]["value"]} if 1 <= number <= len(options) else {"text": text}
        return {"type": "clarification_response", "clarification_id": self.prompt.prompt_id, **answer}

    def _filled(self, text: str) -> Frame | None:
        name = self.field_name
        if name is None or (not text and self.is_required(name)):
            return None
        self.values[name] = self._chosen(name, text)
        if self.field_name is not None:
            return None
        self.sent, self.errors = True, {}
        values = {name: value for name, value in self.values.items() if value and name in self._fields()}
        return {"type": "form_response", "form_id": self.prompt.prompt_id, "values": values}

    def is_required(self, name: str) -> bool:
        """Whether a field must be filled."""
        return name in self.prompt.required or "x-when" in self.prompt.fields[name]

    def _chosen(self, name: str, text: str) -> str:
        choices = self.prompt.fields[name].get("oneOf", ())
        number = int(text) if text.isdecimal() and len(text) < 4 else 0
        return str(choices[number - 1]["const"]) if 1 <= number <= len(choices) else text

    def _fields(self) -> list[str]:
        """The fields that apply with the values typed so far."""
        declared = self.prompt.fields
        return [
            name
            for name, one in declared.items()
            if all(self._const(other) in values for other, values in one.get("x-when", {}).items())
        ]

    def _const(self, name: str) -> str | None:
        """A field's value as its schema writes it: a choice may have been typed by its title."""
        written = self.values.get(name)
        choices = self.prompt.fields.get(name, {}).get("oneOf", ())
        return next((str(one["const"]) for one in choices if written in (one["const"], one.get("title"))), written)

    def _extended(self) -> Frame:
        return {"type": "prompt_extend", "id": self.prompt.prompt_id}
