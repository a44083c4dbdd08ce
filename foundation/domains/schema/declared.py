"""What every part of a pack is made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

NAME_PATTERN = r"^[a-z][a-z0-9_]{0,39}$"
Name = Annotated[str, Field(pattern=NAME_PATTERN)]
Text = dict[str, str]
"""Language code -> words, e.g. {"ko": "시세", "en": "prices"}."""


class Declared(BaseModel):
    """Base of all pack parts: frozen, unknown keys refused (a typo must not be silently ignored)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
