"""Spans to any OTLP/HTTP endpoint: off unless one is set, and then in a thread of its own.

The exporter reads the other standard variables itself (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME,
OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER …). A collector that does not answer costs spans, never a run: finished
spans go into a bounded queue, and what does not fit is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Tracer

SCOPE = "suffice"
QUEUE = 8_192
"""Finished spans kept for the collector; about 40 turns a second over its default delay of 5 s."""
EXPORT_LIMIT_S = 5.0
"""Longest try to send a batch."""
CLOSING_LIMIT_S = 2.0
"""How long a stopping process waits for the last batch."""

traced_run: ContextVar[str | None] = ContextVar("traced_run", default=None)
"""Id of the run whose first span is being begun."""


class RunIds(RandomIdGenerator):
    """A run's trace has the run's own id: a log line's `run_id` finds the trace, and a run that paused and went on in
    another process is one trace."""

    def generate_trace_id(self) -> int:
        run_id = traced_run.get()
        if run_id is not None:
            with suppress(ValueError):
                return uuid.UUID(run_id).int
        return super().generate_trace_id()


@asynccontextmanager
async def open_tracer(traces_endpoint: str | None, version: str) -> AsyncGenerator[Tracer | None]:
    """The tracer that sends to this address; None: nobody wants spans, and nothing is made."""
    if traces_endpoint is None:
        yield None
        return
    logging.getLogger("opentelemetry").setLevel(logging.ERROR)
    ours = Resource({"service.name": "suffice", "service.version": version})
    provider = TracerProvider(
        resource=ours.merge(OTELResourceDetector().detect()), id_generator=RunIds(), shutdown_on_exit=False
    )
    exporter = OTLPSpanExporter(endpoint=traces_endpoint, timeout=EXPORT_LIMIT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter, max_queue_size=QUEUE))
    try:
        yield provider.get_tracer(SCOPE, version)
    finally:
        await _shut_down(provider)


async def _shut_down(provider: TracerProvider) -> None:
    """Send the last batch. A thread of our own, because the loop waits for those of its executor without limit."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def work() -> None:
        provider.shutdown()
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=work, name="suffice-last-spans", daemon=True).start()
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_LIMIT_S):
            await done.wait()
