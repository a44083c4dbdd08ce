"""The one way a node asks the person: the interrupt, and what it carries out of the graph.

A node that asks runs again from its start when the answer comes, so nothing that costs or changes anything may stand
before the interrupt.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from langgraph.types import interrupt

from foundation.contracts.pauses import Pause
from foundation.contracts.ports import JsonObject


class PauseInterrupt(TypedDict):
    """What the interrupt carries out of the graph."""

    asked: JsonObject
    """`Pause`."""
    spent_ms: int
    """What the turn took so far."""


def answer_to(asked: Pause, spent_ms: int, schema: type | None = None) -> Any:
    """The answer, as it was stored; raises out of the graph until there is one. `schema`: what it must be."""
    value = PauseInterrupt(asked=asked.model_dump(mode="json"), spent_ms=spent_ms)
    return cast(Any, interrupt(value) if schema is None else interrupt(value, response_schema=schema))
