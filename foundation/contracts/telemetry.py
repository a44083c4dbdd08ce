"""The port for what operators watch: running work, as spans. The packages below report their work and its outcome;
where it goes (traces, metrics, nothing) is chosen in `service_agent/telemetry/`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal, Protocol

Kind = Literal["run", "node", "model"]
"""A run's work in one process, one node of a graph, one call of a model with all its retries."""

Fact = str | int | float | bool
"""Never content: names, ids, counts, seconds."""


class Span(Protocol):
    """A piece of running work."""

    def note(self, **facts: Fact) -> None:
        """Adds facts that are known by now. `outcome` is how it ended if that is no error (paused, cancelled), `failed`
        a stable word for the reason of a failure."""
        ...


class Telemetry(Protocol):
    """Records running work. Never waits, never raises anything of its own."""

    def span(self, kind: Kind, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A span for the work inside the context; an exception that leaves it marks the span as failed."""
        ...


class NoTelemetry:
    """Implements Telemetry and Span by doing nothing: for work that is not observed."""

    def note(self, **facts: Fact) -> None:
        del facts

    @contextmanager
    def span(self, kind: Kind, name: str, **facts: Fact) -> Generator[Span]:
        del kind, name, facts
        yield self


NO_TELEMETRY: Telemetry = NoTelemetry()
"""The default telemetry."""
