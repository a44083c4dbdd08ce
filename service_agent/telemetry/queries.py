"""Spans of database statements, inside a run only: the queries that the engine sends each second are not traced."""

from __future__ import annotations

from typing import Any

from opentelemetry import trace
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.ext.asyncio import AsyncEngine

from service_agent.telemetry import names

_SPAN = "suffice_span"
LONGEST_STATEMENT = 2_000
"""Characters of a statement that are recorded."""


def trace_queries(engine: AsyncEngine, tracer: Tracer) -> None:
    """Every statement of this engine inside a recorded span becomes a span below it."""
    queries = _Queries(tracer)
    event.listen(engine.sync_engine, "before_cursor_execute", queries.begin)
    event.listen(engine.sync_engine, "after_cursor_execute", queries.end)
    event.listen(engine.sync_engine, "handle_error", queries.fail)


class _Queries:
    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def begin(self, _connection: Any, _cursor: Any, statement: str, _values: Any, execution: Any, _many: bool) -> None:
        """A statement goes out."""
        if not trace.get_current_span().is_recording():
            return
        shown = " ".join(statement[:LONGEST_STATEMENT].split())
        span = self._tracer.start_span(
            shown.split(" ", 1)[0].upper(),
            kind=SpanKind.CLIENT,
            attributes={names.DATABASE: "postgresql", names.STATEMENT: shown},
        )
        setattr(execution, _SPAN, span)

    def end(self, _connection: Any, _cursor: Any, _statement: str, _values: Any, execution: Any, _many: bool) -> None:
        """It was answered."""
        span = _taken(execution)
        if span is not None:
            span.end()

    def fail(self, failure: ExceptionContext) -> None:
        """It was not."""
        span = _taken(failure.execution_context)
        if span is not None:
            kind = type(failure.original_exception).__name__
            span.set_attribute(names.ERROR, kind)
            span.set_status(Status(StatusCode.ERROR, kind))
            span.end()


def _taken(execution: Any) -> trace.Span | None:
    span: trace.Span | None = getattr(execution, _SPAN, None)
    if span is not None:
        setattr(execution, _SPAN, None)
    return span
