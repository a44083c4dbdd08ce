"""A final message in OpenAI's shapes: one completion, or its chunks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service_agent.adapters.as_text import Shown

PIECE = re.compile(r"\S+\s*|\s+")
WORDS_AT_ONCE = 4


@dataclass(frozen=True)
class Head:
    """What every chunk of a completion repeats."""

    id: str
    created: int
    model: str

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        """One chunk."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return self._named("chat.completion.chunk") | {"choices": [choice]}

    def completion(self, shown: Shown, final: Mapping[str, Any]) -> dict[str, Any]:
        """The whole answer in one response."""
        message = {
            "role": "assistant",
            "content": shown.text,
            "refusal": None,
            "annotations": annotations_of(shown),
            "suffice": suffice(final),
        }
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return self._named("chat.completion") | {"choices": [choice], "usage": usage(final)}

    def chunks(self, shown: Shown, final: Mapping[str, Any], *, with_usage: bool) -> Iterator[dict[str, Any]]:
        """The whole answer in pieces; the last chunk says what was reused."""
        for text in pieces(shown.text):
            yield self.chunk({"content": text})
        last = {"annotations": annotations_of(shown)} if shown.cited else {}
        extension = {"suffice": suffice(final)}
        if not with_usage:
            yield self.chunk(last, "stop") | extension
            return
        yield self.chunk(last, "stop")
        yield self._named("chat.completion.chunk") | {"choices": [], "usage": usage(final)} | extension

    def _named(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def pieces(text: str) -> Iterator[str]:
    """The text, a few words at a time."""
    words = PIECE.findall(text)
    for start in range(0, len(words), WORDS_AT_ONCE):
        yield "".join(words[start : start + WORDS_AT_ONCE])


def usage(final: Mapping[str, Any]) -> dict[str, int]:
    """Tokens of the model behind the answer; the rules use none."""
    spent = final["usage"]
    prompt, completion = int(spent["prompt_tokens"]), int(spent["completion_tokens"])
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def citations_of(shown: Shown) -> list[dict[str, Any]]:
    """Each `[n]` of the text as a citation of an address, with our passage's id."""
    return [
        {
            "start_index": one.start,
            "end_index": one.end,
            "url": one.url,
            "title": one.citation["title"],
            **{name: one.citation[name] for name in ("chunk_id", "source", "quote", "fetched_at")},
        }
        for one in shown.cited
    ]


def annotations_of(shown: Shown) -> list[dict[str, Any]]:
    """The same in the shape of a chat completion."""
    return [{"type": "url_citation", "url_citation": one} for one in citations_of(shown)]


SAID = (
    *("session_id", "run_id", "answer_id", "type", "route", "intent", "standalone_question", "reuse", "requests"),
    *("clarification", "form", "analysis", "notices", "marks", "confidence", "verification", "engine", "timings_ms"),
)


def suffice(final: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that OpenAI's format lacks: what was reused and why, and what was checked."""
    return {name: final[name] for name in SAID if name in final}
