"""The way out for what operators watch: the work being done, as spans. The floors below say what they do and how it
went; what becomes of it (traces, metrics, nothing) is chosen in `service_agent/telemetry/`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal, Protocol

Kind = Literal["run", "node", "model"]
"""A run's work in one process, one node of a graph, one call of a model with all its tries."""

Fact = str | int | float | bool
"""Never content: names, ids, counts, seconds."""


class Span(Protocol):
    """A piece of work under way."""

    def note(self, **facts: Fact) -> None:
        """What is known of it by now. `outcome` is how it ended where that is no error (paused, cancelled), `failed`
        a stable word for why it failed."""
        ...


class Telemetry(Protocol):
    """Where work is told. Never waits, never raises anything of its own."""

    def span(self, kind: Kind, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """The work inside, from entering to leaving; an exception that leaves is its failure."""
        ...


class NoTelemetry:
    """Implements Telemetry and Span by doing nothing: for work nobody watches."""

    def note(self, **facts: Fact) -> None:
        del facts

    @contextmanager
    def span(self, kind: Kind, name: str, **facts: Fact) -> Generator[Span]:
        del kind, name, facts
        yield self


NO_TELEMETRY: Telemetry = NoTelemetry()
"""What a part has that was given nothing else."""
