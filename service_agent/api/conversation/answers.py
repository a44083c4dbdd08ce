"""`/api/answers`: how one answer came about, and the answers that did not answer, to be reviewed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query

from foundation.storage.experiments.decision_filters import Demo
from foundation.storage.records import StoredAnswer
from service_agent.api.conversation.answer_models import (
    AnswerRecordOut,
    FailedAnswerOut,
    FailedAnswers,
    RecordOut,
    ReviewRequest,
)
from service_agent.api.dashboard.csv_export import csv_file, failed_csv
from service_agent.api.dashboard.queries import Format
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute

router = APIRouter(route_class=BodyRoute, tags=["answers"], responses=PROBLEMS)
RunId = Annotated[str, Path(max_length=64)]


@dataclass(frozen=True)
class FailedQuery:
    """Which failed answers; `demo` as everywhere on the dashboard."""

    limit: Annotated[int, Query(ge=1, le=200)] = 50
    before: Annotated[str | None, Query(max_length=64)] = None
    reviewed: bool = False
    demo: Demo = "with"


@router.get("/api/answers/failed", response_model=FailedAnswers)
async def failed(
    asked: Annotated[FailedQuery, Depends(FailedQuery)], asking: Asking, services: Service, format: Format = "json"
) -> Any:
    """Answers of the tenant that found nothing or did not answer, newest first; reviewed ones only when asked for.
    `format=csv`: the same page as a table."""
    found = await services.answers.failed(asking, asked.limit, asked.before, reviewed=asked.reviewed, demo=asked.demo)
    answers = [_failed(one) for one in found]
    return csv_file(failed_csv(answers), "failed-answers") if format == "csv" else FailedAnswers(answers=answers)


@router.get("/api/answers/{run_id}")
async def record(run_id: RunId, asking: Asking, services: Service) -> AnswerRecordOut:
    """How one answer came about: contexts, drafts with what was measured on them, times. Its owner's and operators'."""
    found = await services.answers.record(asking, run_id)
    return AnswerRecordOut(
        run_id=found.run_id,
        session_id=found.session_id,
        created_at=found.created_at,
        pack=found.row.pack,
        question=found.row.question,
        engine=found.row.engine,
        failure=found.row.failure,
        answer_ms=found.row.answer_ms,
        record=RecordOut.model_validate(found.row.record),
    )


@router.post("/api/answers/{run_id}/review")
async def review(run_id: RunId, body: ReviewRequest, asking: Asking, services: Service) -> FailedAnswerOut:
    """Takes a failed answer off the list, with a note of what was found."""
    return _failed(await services.answers.review(asking, run_id, body.note))


def _failed(one: StoredAnswer) -> FailedAnswerOut:
    row = one.row
    return FailedAnswerOut(
        run_id=one.run_id,
        session_id=one.session_id,
        created_at=one.created_at,
        pack=row.pack,
        question=row.question,
        question_type=row.question_type,
        failure=row.failure or "insufficient_answer",
        engine=row.engine,
        path=row.path,
        fallback=row.fallback,
        contexts=row.contexts,
        top_scores=row.top_scores,
        confidence=row.confidence,
        reviewed_at=one.reviewed_at,
        reviewed_by=one.reviewed_by,
        note=one.note,
        demo=one.demo,
    )
