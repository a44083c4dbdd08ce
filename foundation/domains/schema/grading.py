"""The figures of what is checked of a draft with a model (system 5), as a pack or a variant may set them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foundation.domains.schema.declared import Declared


class GradingFigures(Declared):
    """Which checks are made, and what an answer may take with them."""

    claims: bool = True
    """Sentences that rules doubt are looked up by a model."""
    grade: bool = True
    """A model says whether a draft answers, where rules doubt it."""
    claims_at_once: Annotated[int, Field(ge=1, le=40)] = 12
    """Sentences of one look-up; what is beyond stays as rules left it."""
    claim_retries: Annotated[int, Field(ge=0, le=2)] = 2
    """How often a draft is written again because of what it claims."""
    grade_retries: Annotated[int, Field(ge=0, le=1)] = 1
    """How often because it does not answer."""
    calls: Annotated[int, Field(ge=1, le=50)] = 12
    """Requests to the model from the answer's first draft on, repairs and tries included."""
    turn_s: Annotated[float, Field(gt=0, le=600)] = 60.0
    """From the turn's start on; then what there is is quoted. A shorter limit of the operator's holds."""
