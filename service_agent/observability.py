"""Logs: JSON lines or a console, with run, session and person bound; never content, never secrets."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import structlog

from service_agent.settings import Settings

WITHHELD = frozenset({"content", "question", "answer", "text", "token", "key", "password", "authorization", "api_key"})
"""Names whose values never reach a log, whoever logs them."""


def configure_logging(settings: Settings) -> None:
    """Send our logs and those of the libraries to standard error in one form."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        withhold,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False) if as_json else structlog.dev.ConsoleRenderer()
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for noisy in ("httpx", "httpcore", "openai", "websockets", "uvicorn", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def withhold(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Take the values of withheld names out of a log line."""
    return {name: "(withheld)" if name in WITHHELD else value for name, value in event.items()}


class Metrics:
    """Counts of this process, in Prometheus' text form."""

    def __init__(self) -> None:
        self._requests: Counter[int] = Counter()
        self._sockets = 0

    def request(self, status: int) -> None:
        """A request was answered."""
        self._requests[status] += 1

    @contextmanager
    def socket(self) -> Generator[None]:
        """While inside, a WebSocket is open."""
        self._sockets += 1
        try:
            yield
        finally:
            self._sockets -= 1

    def text(self, queued: int) -> str:
        """All figures; `queued` is the length of the run queue over all processes."""
        lines = ["# TYPE suffice_http_requests_total counter"]
        lines += [
            f'suffice_http_requests_total{{status="{status}"}} {count}'
            for status, count in sorted(self._requests.items())
        ]
        lines += ["# TYPE suffice_sockets_open gauge", f"suffice_sockets_open {self._sockets}"]
        lines += ["# TYPE suffice_runs_queued gauge", f"suffice_runs_queued {queued}"]
        return "\n".join(lines) + "\n"
