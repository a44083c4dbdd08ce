"""The figures of the thinking mode (system 4), as a pack or a variant may set them. Thresholds are thousandths."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from foundation.contracts.work import PerMille
from foundation.domains.schema.declared import Declared

ThinkingStage = Literal["concepts", "decomposition", "ensemble", "facts", "refinement"]
"""What a thought can do without."""


class ThinkingFigures(Declared):
    """When a thought ends, and what it may take."""

    leave_out: tuple[ThinkingStage, ...] = ()
    """Stages that bring nothing with the model in use (`suffice eval thinking --base-url URL --model NAME --ablate`
    measures each): their calls are saved."""
    max_sub_questions: Annotated[int, Field(ge=2, le=3)] = 3
    ensemble_variants: Annotated[int, Field(ge=1, le=2)] = 2
    """2: accuracy and completeness are checked at once; 1: accuracy alone."""
    refinement_max: Annotated[int, Field(ge=0, le=1)] = 1
    high: PerMille = 850
    """From this consensus on an answer is believed at once."""
    medium: PerMille = 700
    """Below it an answer is refined, whatever its facts say."""
    low: PerMille = 500
    """Below it the answer is written once more."""
    fact: PerMille = 750
    """From this share of verified facts on an answer is believed."""
    accuracy: PerMille = 600
    """What the accuracy check counts in the consensus; completeness counts the rest."""
    discount: PerMille = 100
    """What every score loses before it is compared: small models are too sure."""
    simple_s: Annotated[float, Field(gt=0, le=600)] = 15.0
    complex_s: Annotated[float, Field(gt=0, le=600)] = 20.0
    calls: Annotated[int, Field(ge=3, le=50)] = 14
    """Requests to the model, repairs included."""
    document_tokens: Annotated[int, Field(ge=100, le=100_000)] = 1_600
    """Of the documents in one prompt."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.low <= self.medium <= self.high:
            raise ValueError(
                f"low {self.low}, medium {self.medium}, high {self.high} do not rise; write the smallest first"
            )
        return self
