"""The common base of all structured replies. Extra keys are tolerated; a share outside 0..1 is malformed."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
MAX_WORDS = 4_000
"""Characters of any text in a reply; a longer one is malformed."""
Words = Annotated[str, Field(max_length=MAX_WORDS)]


class Reply(BaseModel):
    """Base of all replies."""

    model_config = ConfigDict(frozen=True, extra="ignore")
