"""The figures of what is checked with a model (system 5), of a draft and of documents, as a pack or a variant may set
them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foundation.contracts.work import PerMille
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


class DocumentGradingFigures(Declared):
    """Whether a model says which of the documents found are relevant, where the scores of the search are close."""

    enabled: bool = False
    """A call for each search of documents whose best are close; none on a reused turn."""
    near: PerMille = 900
    """From this share of the best score on a document is close to it; the others stay as the rules ranked them."""
    most: Annotated[int, Field(ge=2, le=20)] = 8
    """Documents of one batch, best first; what is beyond stays."""
    characters: Annotated[int, Field(ge=100, le=4_000)] = 500
    """Of each document that the model is shown."""
