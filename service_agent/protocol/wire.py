"""What every frame has in common: its base, ids, texts, the name of the protocol."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from foundation.language.script import composed

PROTOCOL = "suffice.v1"
MAX_CONTENT = 8_000
"""Longest question in characters; longer texts are documents."""


def _composed(value: object) -> object:
    return composed(value) if isinstance(value, str) else value


Composed = BeforeValidator(_composed)
"""The same words typed on another system (NFD Hangul) are the same text: composed before they are counted or kept."""
Text = Annotated[str, Field(min_length=1, max_length=MAX_CONTENT), Composed]
SlotNames = Annotated[list[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]], Field(max_length=32)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Wire(BaseModel):
    """Base of all frames: unknown fields are refused, so a typo is told and not swallowed."""

    model_config = ConfigDict(frozen=True, extra="forbid")
