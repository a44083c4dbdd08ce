"""What every frame has in common: its base, ids, texts, the name of the protocol."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL = "suffice.v1"
MAX_CONTENT = 8_000
"""Longest question in characters; longer texts are documents."""

Text = Annotated[str, Field(min_length=1, max_length=MAX_CONTENT)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Wire(BaseModel):
    """Base of all frames: unknown fields are refused, so a typo is told and not swallowed."""

    model_config = ConfigDict(frozen=True, extra="forbid")
