"""`/api/runs/{id}`: the events and the decision of one's own run; stopping it."""

from __future__ import annotations

import json
from dataclasses import asdict

from fastapi import APIRouter

from service_agent.api.conversation.models import TraceOut
from service_agent.api.requests.access import PROBLEMS, Asking, Service

router = APIRouter(tags=["runs"], responses=PROBLEMS)


@router.get("/api/runs/{run_id}/trace")
async def trace(run_id: str, asking: Asking, services: Service) -> TraceOut:
    """Every event of the run as it was sent, and its reuse decision with all inputs."""
    found = await services.trace(asking, run_id)
    return TraceOut(
        run_id=found.run.run_id,
        session_id=found.run.session_id,
        message_id=found.run.message_id,
        status=found.run.status,
        attempt=found.run.attempt,
        question=found.run.question,
        events=[json.loads(text) for text in found.events],
        decision=asdict(found.decision) if found.decision else None,
    )
