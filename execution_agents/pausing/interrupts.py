"""How a node asks the person: by the interrupt, with its payload.

A node that asks runs again from its start when the answer comes, so nothing that costs money or has side effects may
precede the interrupt.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from langgraph.types import interrupt

from foundation.contracts.pauses import Pause
from foundation.contracts.ports import JsonObject


class PauseInterrupt(TypedDict):
    """The payload of the interrupt."""

    asked: JsonObject
    """`Pause`."""
    spent_ms: int
    """Time the turn took so far."""


def answer_to(asked: Pause, spent_ms: int, schema: type | None = None) -> Any:
    """The answer, as it was stored; raises the interrupt until there is one. `schema`: the model it is validated by."""
    value = PauseInterrupt(asked=asked.model_dump(mode="json"), spent_ms=spent_ms)
    return cast(Any, interrupt(value) if schema is None else interrupt(value, response_schema=schema))
