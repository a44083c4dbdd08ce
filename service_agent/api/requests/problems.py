"""Errors as RFC 9457 problem documents, or in the shape of the protocol that was spoken."""

from __future__ import annotations

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from foundation.contracts.errors import SufficeError
from foundation.storage.database.engine import NO_ANSWER
from service_agent.protocol.failures import PROBLEM_JSON, failure_of

log = structlog.get_logger(__name__)
OPENAI = "/v1/"
"""Below this, errors have OpenAI's shape."""


def problem_response(error: BaseException, instance: str) -> JSONResponse:
    """The answer for an error."""
    failure = failure_of(error)
    headers: dict[str, str] = {}
    if failure.retry_after_s is not None:
        headers["Retry-After"] = str(failure.retry_after_s)
    if failure.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if instance.startswith(OPENAI):
        return JSONResponse(failure.openai(), failure.openai_status, headers)
    return JSONResponse(failure.problem(instance), failure.status, headers, media_type=PROBLEM_JSON)


def handle_problems(app: FastAPI) -> None:
    """Every expected error of every route becomes a problem document."""

    async def problem(request: Request, error: Exception) -> JSONResponse:
        request.state.failure_code = str(failure_of(error).code)
        return problem_response(error, request.url.path)

    async def away(request: Request, error: Exception) -> JSONResponse:
        # Each request of an outage ends so: one line says it, a traceback would say it a thousand times.
        log.warning("database_away", path=request.url.path, reason=type(error).__name__)
        return problem_response(error, request.url.path)

    for kind in NO_ANSWER:
        app.add_exception_handler(kind, away)
    for kind in (SufficeError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, problem)
