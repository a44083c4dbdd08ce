"""A final message in the shapes of OpenAI's responses: one response, or its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from service_agent.adapters.as_text import Shown
from service_agent.adapters.openai.completions import citations_of, pieces, suffice
from service_agent.protocol.failures import Failure

FAILED_CODES = {429: "rate_limit_exceeded"}


@dataclass(frozen=True)
class ResponseHead:
    """What a response says of itself from the beginning."""

    id: str
    created_at: int
    model: str
    previous: str | None
    session_id: str | None
    """None: nothing is kept."""
    numbers: Iterator[int] = field(default_factory=count)

    @property
    def item_id(self) -> str:
        """The id of its one message."""
        return f"msg_{self.id.partition('_')[2]}"

    def response(self, status: str, **more: Any) -> dict[str, Any]:
        """The response as it stands."""
        known: dict[str, Any] = {
            "id": self.id,
            "object": "response",
            "created_at": self.created_at,
            "status": status,
            "model": self.model,
            "output": [],
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": {"session_id": self.session_id} if self.session_id else {},
            "parallel_tool_calls": False,
            "previous_response_id": self.previous,
            "store": self.session_id is not None,
            "tool_choice": "none",
            "tools": [],
            "usage": None,
        }
        return known | more

    def completed(self, shown: Shown, final: Mapping[str, Any]) -> dict[str, Any]:
        """The finished response."""
        spent = final["usage"]
        tokens = int(spent["prompt_tokens"]), int(spent["completion_tokens"])
        usage = {
            "input_tokens": tokens[0],
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": tokens[1],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sum(tokens),
        }
        return self.response("completed", output=[self._item(_part(shown))], usage=usage, suffice=suffice(final))

    def begun(self) -> Iterator[dict[str, Any]]:
        """Events before there is any text."""
        yield self._event("response.created", response=self.response("in_progress"))
        yield self._event("response.in_progress", response=self.response("in_progress"))
        yield self._event("response.output_item.added", output_index=0, item=self._item())
        yield self._in_text("response.content_part.added", part=_part(Shown("")))

    def written(self, shown: Shown, final: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Events of the text, and the end."""
        for text in pieces(shown.text):
            yield self._in_text("response.output_text.delta", delta=text, logprobs=[])
        part = _part(shown)
        for place, citation in enumerate(part["annotations"]):
            yield self._in_text("response.output_text.annotation.added", annotation_index=place, annotation=citation)
        yield self._in_text("response.output_text.done", text=shown.text, logprobs=[])
        yield self._in_text("response.content_part.done", part=part)
        yield self._event("response.output_item.done", output_index=0, item=self._item(part))
        yield self._event("response.completed", response=self.completed(shown, final))

    def failed(self, failure: Failure) -> dict[str, Any]:
        """The last event of a response that came to nothing."""
        error = {"code": FAILED_CODES.get(failure.status, "server_error"), "message": failure.message}
        return self._event("response.failed", response=self.response("failed", error=error))

    def _event(self, kind: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "sequence_number": next(self.numbers), **more}

    def _in_text(self, kind: str, **more: Any) -> dict[str, Any]:
        return self._event(kind, item_id=self.item_id, output_index=0, content_index=0, **more)

    def _item(self, part: Mapping[str, Any] | None = None) -> dict[str, Any]:
        status = "completed" if part else "in_progress"
        return {
            "id": self.item_id,
            "type": "message",
            "role": "assistant",
            "status": status,
            "content": [part] if part else [],
        }


def _part(shown: Shown) -> dict[str, Any]:
    cited = [{"type": "url_citation"} | one for one in citations_of(shown)]
    return {"type": "output_text", "text": shown.text, "annotations": cited, "logprobs": []}
