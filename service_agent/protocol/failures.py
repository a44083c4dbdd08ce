"""The one table from an error's class to the outside world: HTTP status, problem document, socket close code.

Looked up along the class's MRO, so a new error class is served correctly by its place in the tree.
Errors that are not ours become `internal` with no word of their insides; the log has the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException

from foundation.contracts.errors import (
    DatabaseTakesNoWrites,
    DatabaseUnreachable,
    ErrorCode,
    MalformedFrame,
    MissingRole,
    OversizedFrame,
    SufficeError,
    Unauthenticated,
    UnknownAddress,
    UnknownFrame,
    UnknownSession,
)
from foundation.storage.database.engine import NO_ANSWER
from service_agent.protocol.mistakes import sentence_of

AGAIN_S = 5
"""When somebody may ask again while the database is away: a restart of it takes about as long."""
PROBLEM_JSON = "application/problem+json"


@dataclass(frozen=True)
class Failure:
    """An error as the outside sees it."""

    code: ErrorCode
    status: int
    message: str
    retryable: bool = False
    field: str | None = None
    """The field that is wrong, dotted."""
    fields: Mapping[str, str] | None = None
    """Field of a form -> one sentence."""
    retry_after_s: int | None = None
    close: int | None = None
    """WebSocket close code; None: the connection stays open."""

    def problem(self, instance: str) -> dict[str, Any]:
        """RFC 9457 problem document."""
        problem: dict[str, Any] = {
            "type": f"urn:suffice:error:{self.code}",
            "title": str(self.code).replace("_", " ").capitalize(),
            "status": self.status,
            "detail": self.message,
            "instance": instance,
            "code": str(self.code),
            "retryable": self.retryable,
        }
        extra = {"field": self.field, "fields": self.fields, "retry_after_s": self.retry_after_s}
        return problem | {name: value for name, value in extra.items() if value is not None}

    @property
    def openai_status(self) -> int:
        """What OpenAI's clients expect: they know no 422."""
        return 400 if self.status == 422 else self.status

    def openai(self) -> dict[str, Any]:
        """The error as OpenAI's clients read it."""
        code = OPENAI_CODES.get(self.code, str(self.code))
        error = {"message": self.message, "type": _openai_type(self.status), "param": self.field, "code": code}
        return {"error": error}


class Problem(BaseModel):
    """RFC 9457 problem document: the body of every error answer."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: ErrorCode
    retryable: bool
    field: str | None = None
    fields: dict[str, str] | None = None
    """Of a form's values: field -> one sentence."""
    retry_after_s: int | None = None


OPENAI_CODES: Mapping[ErrorCode, str] = {
    ErrorCode.UNAUTHENTICATED: "invalid_api_key",
    ErrorCode.SIGN_IN_ENDED: "invalid_api_key",
    ErrorCode.UNKNOWN_PACK: "model_not_found",
    ErrorCode.INVALID_INPUT: "invalid_value",
    ErrorCode.OVER_LIMIT: "rate_limit_exceeded",
    ErrorCode.BUSY: "rate_limit_exceeded",
}
"""Where OpenAI has a code of its own for the same; other codes are ours."""


def _openai_type(status: int) -> str:
    if status == 429:
        return "rate_limit_error"
    return "server_error" if status >= 500 else "invalid_request_error"


POLICY = 1008
"""RFC 6455 7.4.1: policy violation; here repeated abuse."""
TRY_AGAIN = 1013
"""IANA's WebSocket close code registry: try again later."""
CLOSES: dict[type[Exception], int] = {
    Unauthenticated: 4401,
    MissingRole: 4403,
    UnknownSession: 4404,
}
"""Errors that end a WebSocket, and its close code (4000 + the HTTP status, or RFC 6455's own)."""

BY_STATUS: dict[int, tuple[ErrorCode, str]] = {
    404: (ErrorCode.UNKNOWN_ADDRESS, UnknownAddress().message),
    405: (ErrorCode.INVALID_INPUT, "This address does not take that method; docs/openapi.json lists them."),
    413: (ErrorCode.OVERSIZED_FRAME, OversizedFrame().message),
}


def failure_of(error: BaseException) -> Failure:
    """The outside of an error, by the nearest class in its MRO."""
    for kind in type(error).__mro__:
        describe = TABLE.get(kind)
        if describe is not None:
            return describe(error)
    return INTERNAL


def frame_error(error: ValidationError, data: Mapping[str, Any]) -> MalformedFrame:
    """What is wrong with a client frame, with its field; UnknownFrame when the type is none of ours."""
    mistake = error.errors(include_url=False)[0]
    if mistake["type"] in ("union_tag_invalid", "union_tag_not_found"):
        sent = f"{str(data.get('type'))[:40]!a}"
        return UnknownFrame(
            f"type: {sent} is not a frame this protocol knows; see docs/events.schema.json.", field="type"
        )
    field = dotted(mistake["loc"][1:]) or "frame"
    return MalformedFrame(f"{field}: {sentence_of(mistake)}", field=field)


def dotted(location: Sequence[int | str]) -> str:
    """A pydantic location as people write it; names a client made up are cut and cleaned."""
    return ".".join(str(part) for part in location)[:100].encode(errors="replace").decode()


def _ours(error: Any) -> Failure:
    close = next((CLOSES[kind] for kind in type(error).__mro__ if kind in CLOSES), None)
    field, retry = error.data.get("field"), error.data.get("retry_after_s")
    fields = cast("dict[str, str] | None", error.data.get("fields"))
    return Failure(
        code=error.code,
        status=error.status,
        message=error.message,
        retryable=error.retryable,
        field=str(field) if field is not None else None,
        fields=fields,
        retry_after_s=retry if isinstance(retry, int) else None,
        close=close,
    )


def _invalid(error: Any) -> Failure:
    mistake = error.errors()[0]
    if mistake["type"] == "json_invalid":  # its location is an offset, not a field
        message = f"body: this is not JSON ({mistake['ctx']['error']})."
        return Failure(ErrorCode.INVALID_INPUT, 422, message, field="body")
    if mistake["loc"] == ("body",) and isinstance(
        mistake.get("input"), (bytes, str)
    ):  # JSON that was not said to be it
        message = "body: send JSON, with the header Content-Type: application/json."
        return Failure(ErrorCode.INVALID_INPUT, 422, message, field="body")
    location = [part for part in mistake["loc"] if part not in ("body", "query", "path", "header")]
    field = dotted(location) or "body"
    return Failure(ErrorCode.INVALID_INPUT, 422, f"{field}: {sentence_of(mistake)}", field=field)


def _http(error: Any) -> Failure:
    code, message = BY_STATUS.get(error.status_code, (ErrorCode.INVALID_INPUT, str(error.detail)))
    return Failure(code, error.status_code, message)


def _away(_error: Any) -> Failure:
    """Without the driver's words: they name addresses and accounts, and anybody may ask. The log has them."""
    return _ours(DatabaseUnreachable(retry_after_s=AGAIN_S))


INTERNAL = Failure(ErrorCode.INTERNAL, 500, SufficeError().message)

TABLE: dict[type, Callable[[Any], Failure]] = {
    SufficeError: _ours,
    DatabaseUnreachable: _away,
    DatabaseTakesNoWrites: _ours,
    RequestValidationError: _invalid,
    HTTPException: _http,
    **dict.fromkeys(NO_ANSWER, _away),
}
