"""The one implementation of the Telemetry port: every piece of work becomes figures, and a span where there is a
tracer."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager

import structlog
from opentelemetry import context, trace
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer

from foundation.contracts.errors import Fenced
from foundation.contracts.telemetry import Fact, Kind, Span
from foundation.storage.records import Run
from service_agent.telemetry import names
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.traces import traced_run

OPERATIONS: dict[Kind, str] = {"run": "invoke_workflow", "node": "invoke_agent", "model": "chat"}
"""`gen_ai.operation.name` of each kind."""


class Work:
    """The known facts of one unit of work."""

    def __init__(self, span: trace.Span | None, facts: dict[str, Fact]) -> None:
        self._span = span
        self.facts = facts

    def note(self, **facts: Fact) -> None:
        """Add to it."""
        self.facts.update(facts)
        if self._span is not None:
            self._span.set_attributes({names.attribute(name): value for name, value in facts.items()})


class Watch:
    """Reports every unit of work to the metrics, and to the tracer where there is one."""

    def __init__(self, metrics: Metrics | None = None, tracer: Tracer | None = None) -> None:
        self.metrics = metrics or Metrics()
        self._tracer = tracer

    @contextmanager
    def run(self, run: Run) -> Generator[Span]:
        """This process's work on a run; every log line inside names the run, its session and its person."""
        who = {
            "run_id": run.run_id,
            "session_id": run.session_id,
            "owner_id": run.principal.owner_id,
            "tenant_id": run.principal.tenant_id,
        }
        attributes = {**who, "attempt": run.attempt, "pack": run.pack, "variant": run.variant}
        with structlog.contextvars.bound_contextvars(**who), self.span("run", "turn", **attributes) as span:
            try:
                yield span
            except Fenced:  # another process has it: nothing failed here
                span.note(outcome="lost")
                raise

    @contextmanager
    def span(self, kind: Kind, name: str, **facts: Fact) -> Generator[Span]:
        """See the port."""
        started = time.perf_counter()
        span = None if self._tracer is None else self._begun(self._tracer, kind, name, facts)
        # A model's stream is a generator that another task may close, so its span is never made the current one.
        attached = None if span is None or kind == "model" else context.attach(trace.set_span_in_context(span))
        work = Work(span, facts)
        try:
            yield work
        except BaseException as error:
            work.facts.setdefault("failed", type(error).__name__)
            raise
        finally:
            self.metrics.worked(kind, name, work.facts, time.perf_counter() - started)
            if attached is not None:
                context.detach(attached)
            if span is not None:
                _end(span, work.facts)

    def _begun(self, tracer: Tracer, kind: Kind, name: str, facts: dict[str, Fact]) -> trace.Span:
        given = {names.attribute(fact): value for fact, value in facts.items()}
        given[names.OPERATION] = OPERATIONS[kind]
        if kind == "node":
            given[names.AGENT] = name
        if kind == "model":
            given[names.PROMPT] = name
            given[names.PROVIDER] = "openai"
        run_id = facts.get("run_id")
        token = traced_run.set(str(run_id) if run_id is not None else None)
        try:
            client = SpanKind.CLIENT if kind == "model" else SpanKind.INTERNAL
            return tracer.start_span(f"{OPERATIONS[kind]} {name}", kind=client, attributes=given)
        finally:
            traced_run.reset(token)


def _end(span: trace.Span, facts: dict[str, Fact]) -> None:
    if "failed" in facts and "outcome" not in facts:
        span.set_attribute(names.ERROR, str(facts["failed"]))
        span.set_status(Status(StatusCode.ERROR, str(facts["failed"])))
    span.end()
