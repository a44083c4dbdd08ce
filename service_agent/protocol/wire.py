"""What every frame has in common: its base, ids, texts, the name of the protocol."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError, PydanticKnownError

from foundation.language.script import composed

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no id, name or cursor of ours holds: C0, DEL, C1 (terminals obey it too) and halves of surrogate pairs; the
database takes neither the first nor the last."""
PROTOCOL = "suffice.v1"
MAX_CONTENT = 8_000
"""Longest question in characters; longer texts are documents."""


def _composed(value: object) -> object:
    return composed(value) if isinstance(value, str) else value


def _named(value: str) -> str:
    if CONTROL.search(value):
        raise PydanticCustomError("control_characters", "control characters are not taken here; leave them out")
    return value


def _said(value: str) -> str:
    if not value.strip():
        raise PydanticKnownError("string_too_short", {"min_length": 1})
    return value


def _in_the_calendar(value: datetime) -> datetime:
    try:
        value.astimezone(UTC)
    except OverflowError:
        raise PydanticCustomError("beyond_calendar", "it lies beyond the years 1 to 9999 in UTC") from None
    return value


Composed = BeforeValidator(_composed)
"""The same words typed on another system (NFD Hangul) are the same text: composed before they are counted or kept."""
Text = Annotated[
    str,
    Field(min_length=1, max_length=MAX_CONTENT, json_schema_extra={"pattern": r"\S"}),
    Composed,
    AfterValidator(_said),
]
"""Blanks alone are no question."""
SlotNames = Annotated[list[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]], Field(max_length=32)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]

Named = AfterValidator(_named)
"""An id or a name without what no id of ours holds (`CONTROL`): the database cannot even look for it."""
ForeignId = Annotated[str, Field(max_length=1_000), Named]
"""An id as a client sends it back, or a name of its own for a thing of ours."""

InCalendar = AfterValidator(_in_the_calendar)
"""A time that is one in every zone: the database keeps them in UTC."""


class Wire(BaseModel):
    """Base of all frames: unknown fields are refused, so a typo is reported and not ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")
