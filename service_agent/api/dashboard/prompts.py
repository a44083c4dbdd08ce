"""`/api/prompts`: every prompt with its version, what it cost and how often its replies had to be asked for again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from foundation.storage.experiments.decision_filters import Demo
from service_agent.api.requests.access import PROBLEMS, Asking, Service

router = APIRouter(tags=["experiments"], responses=PROBLEMS)


class PromptOut(BaseModel):
    """One version of one prompt. Counts are of the answers that were given in the time asked for."""

    name: str
    room: str
    """What it is for: planning, answer, grading, thinking, document, analysis, memory; "" where it is gone."""
    version: str
    """The beginning of a hash of its text; "" where it was sent before versions were kept."""
    current: bool
    """It is the text that is sent now."""
    answers: int
    calls: int
    """Requests, repairs included."""
    tokens: int
    cost: float
    """As the configured prices have it."""
    repaired: int
    """Replies that were of no use and were asked for once more."""
    repaired_share: float | None
    """Of the replies that were asked for first; null: none was."""


class PromptsOut(BaseModel):
    """Every prompt there is, those with most tokens first."""

    days: int
    prompts: list[PromptOut]


@router.get("/api/prompts")
async def prompts(
    asking: Asking, services: Service, days: Annotated[int, Query(ge=1, le=3_650)] = 30, demo: Demo = "with"
) -> PromptsOut:
    """Each prompt's cost and share of repaired replies in the last days. Titles of conversations are written beside
    answers, and are not counted."""
    found = await services.answers.prompts(asking, days, demo)
    return PromptsOut(days=days, prompts=[PromptOut(**vars(one), repaired_share=one.repaired_share) for one in found])
