"""What one endpoint with one model takes, found out once and remembered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel

from foundation.llm.budget import CallBudget
from foundation.llm.structured import schema_of

ReplyFormat = Literal["json_schema", "json_object", "text"]
REPLY_FORMATS: tuple[ReplyFormat, ...] = ("json_schema", "json_object", "text")
"""The one that says most first."""
NEXT_FORMAT: Mapping[ReplyFormat, ReplyFormat | None] = {
    "json_schema": "json_object",
    "json_object": "text",
    "text": None,
}
DROPPABLE = ("metadata", "stream_options", "temperature", "top_p", "max_tokens", "top_k", "repeat_penalty", "options")
"""Parts of a request that an endpoint may refuse and that an answer can be had without."""


@dataclass(frozen=True)
class Dialect:
    """How requests are written for this endpoint."""

    format: ReplyFormat = "json_schema"
    refused: frozenset[str] = frozenset()
    """Of DROPPABLE, what the endpoint answered with an error."""

    def parameters(self, prompt: str, budget: CallBudget, schema: type[BaseModel] | None) -> dict[str, Any]:
        """Everything of a request but model, messages and headers."""
        wanted: dict[str, Any] = {"temperature": budget.temperature, "max_tokens": budget.max_tokens}
        if budget.top_p is not None:
            wanted["top_p"] = budget.top_p
        # Not in OpenAI's own protocol: sent beside it, under the names vLLM, llama.cpp and Ollama know.
        options = None if budget.context is None else {"num_ctx": budget.context}
        beyond = {"top_k": budget.top_k, "repeat_penalty": budget.repeat_penalty, "options": options}
        beyond = {name: value for name, value in beyond.items() if value is not None and name not in self.refused}
        if schema is None:
            wanted |= {"metadata": {"prompt": prompt}, "stream": True, "stream_options": {"include_usage": True}}
        kept = {name: value for name, value in wanted.items() if name not in self.refused}
        if "max_tokens" in self.refused:
            # The reasoning models of OpenAI take the limit under this name alone.
            kept["max_completion_tokens"] = budget.max_tokens
        if beyond:
            kept["extra_body"] = beyond
        return kept | self._response_format(prompt, schema)

    def _response_format(self, prompt: str, schema: type[BaseModel] | None) -> dict[str, Any]:
        if schema is None or self.format == "text":
            return {}
        if self.format == "json_object":
            return {"response_format": {"type": "json_object"}}
        shape = {"name": prompt, "schema": schema_of(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": shape}}

    def without(self, complaint: str, parameters: Mapping[str, Any]) -> Dialect | None:
        """What to try after a 400 with this text; None when nothing is left to leave out."""
        beyond: Mapping[str, Any] = parameters.get("extra_body", {})
        sent = {*parameters, *beyond}
        named = frozenset(name for name in DROPPABLE if name in sent and _names(complaint, name))
        if named:
            return replace(self, refused=self.refused | named)
        simpler = NEXT_FORMAT[self.format]
        if "response_format" in parameters and simpler is not None:
            return replace(self, format=simpler)
        unnamed = [name for name in ("metadata", "stream_options") if name in parameters]
        return replace(self, refused=self.refused | {unnamed[0]}) if unnamed else None


def _names(complaint: str, name: str) -> bool:
    """As a word of its own: stream_options are no options."""
    return re.search(rf"(?<![A-Za-z_]){name}(?![A-Za-z_])", complaint) is not None
