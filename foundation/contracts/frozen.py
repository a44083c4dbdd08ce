"""Base of all contract types."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Immutable, and no field that nobody declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")
