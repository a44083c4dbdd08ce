"""A real OTLP/HTTP collector: what it was sent, as spans."""

from __future__ import annotations

import gzip
import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector(ThreadingHTTPServer):
    """Listens on a free port of this machine."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[Span] = []
        self.headers: list[dict[str, str]] = []
        self.resources: list[dict[str, str]] = []
        self.paths: set[str] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def keep_run(self, run_id: str) -> None:
        """Forgets the traces of other runs: a service takes up what earlier tests left in the database they share."""
        self.spans = [span for span in self.spans if span.trace_id.hex() == uuid.UUID(run_id).hex]

    def named(self, beginning: str) -> list[Span]:
        return [span for span in self.spans if span.name.startswith(beginning)]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        collector = cast(Collector, self.server)
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            collector.resources.append({pair.key: pair.value.string_value for pair in resource.resource.attributes})
            for scope in resource.scope_spans:
                # As a tracing backend does: a sender that saw no reply in time sends a span again.
                known = {span.span_id for span in collector.spans}
                collector.spans.extend(span for span in scope.spans if span.span_id not in known)
        collector.headers.append({name.lower(): value for name, value in self.headers.items()})
        collector.paths.add(self.path)
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def collecting() -> Generator[Collector]:
    with Collector() as collector:
        thread = threading.Thread(target=collector.serve_forever, daemon=True)
        thread.start()
        yield collector
        collector.shutdown()
        thread.join()


def facts(span: Span) -> dict[str, Any]:
    """A span's attributes."""
    return {pair.key: getattr(pair.value, str(pair.value.WhichOneof("value"))) for pair in span.attributes}
