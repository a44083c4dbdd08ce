"""Figures of this process for Prometheus, in a registry of its own.

No label ever holds an id, a person or text: every label's values are a closed set (a route's template, a prompt's
name, a state). docs/operate.md lists them all; `tests/deploy/test_dashboard.py` holds that page and
`deploy/grafana/dashboard.json` to what is here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from foundation.contracts.telemetry import Fact, Kind
from foundation.storage.queue.queue_figures import QueueFigures
from foundation.storage.records import Finish
from prompts.catalog import shipped_prompts
from service_agent.telemetry.reuse_figures import ReuseGauges

OTHER = "other"
"""Stands for a name that is none of ours, so that nobody can make label values up."""
TURN_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120)
NODE_BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BREAKER_STATES = ("closed", "half_open", "open")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
RUN_STATES = ("queued", "running", "waiting")


class Metrics:
    """Everything this process counts. Counting never waits and never fails."""

    def __init__(self, version: str = "") -> None:
        self.registry = CollectorRegistry()
        self._prompts = frozenset(shipped_prompts().prompts)
        self._make_surface()
        self._make_work()
        self._make_model()
        self._make_background()
        self.reuse = ReuseGauges(self.registry)
        self._gauge("build_info", "Constant 1; the version that runs.", ["version"]).labels(version).set(1)

    def _counter(self, name: str, help_text: str, labels: Sequence[str] = ()) -> Counter:
        return Counter(f"suffice_{name}", help_text, labels, registry=self.registry)

    def _gauge(self, name: str, help_text: str, labels: Sequence[str] = ()) -> Gauge:
        return Gauge(f"suffice_{name}", help_text, labels, registry=self.registry)

    def _seconds(self, name: str, help_text: str, label: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"suffice_{name}", help_text, [label], buckets=buckets, registry=self.registry)

    def _make_surface(self) -> None:
        labels = ["method", "route", "status"]
        self._requests = self._counter("http_requests", "Requests answered.", labels)
        self._request_seconds = self._seconds(
            "http_request_seconds", "Time until a request's last byte.", "route", TURN_BUCKETS
        )
        self._sockets = self._gauge("sockets_open", "WebSockets open in this process.")
        self._events = self._counter("events", "Durable events stored.", ["type"])

    def _make_work(self) -> None:
        self._runs = self._gauge("runs", "Unfinished runs of the whole service, by state.", ["state"])
        self._queue_age = self._gauge("queue_age_seconds", "Age of the oldest queued run of the whole service.")
        self._in_flight = self._gauge("runs_in_flight", "Runs this process works on.")
        self._preparing = self._gauge("runs_preparing", "Of them, those being planned and searched.")
        self._run_seconds = self._seconds("run_seconds", "Work on a run in one process.", "outcome", TURN_BUCKETS)
        self._node_seconds = self._seconds("node_seconds", "Work of one node of a graph.", "node", NODE_BUCKETS)
        self._decisions = self._counter("decisions", "Reuse decisions.", ["variant", "outcome"])
        self._confirmations = self._counter("confirmations", "Questions to a person, by what became of them.", ["by"])
        self._takeovers = self._counter("lease_takeovers", "Runs taken from a process that stopped renewing.")

    def _make_model(self) -> None:
        self._calls = self._counter("model_calls", "Calls of a model, tries counted once.", ["prompt"])
        self._model_requests = self._counter("model_requests", "Requests to the endpoint, every try.", ["prompt"])
        self._tokens = self._counter("model_tokens", "Tokens.", ["prompt", "direction"])
        self._cost = self._counter("model_cost", "Price of the tokens, in the operator's currency.", ["prompt"])
        self._failures = self._counter("model_failures", "Calls that ended without an answer.", ["prompt", "reason"])
        self._model_seconds = self._seconds("model_seconds", "A call with all its tries.", "prompt", TURN_BUCKETS)
        self._breaker = self._gauge("model_breaker", "1 for the state the breaker is in.", ["state"])

    def _make_background(self) -> None:
        self._connections = self._gauge("database_connections", "Connections of this process.", ["pool", "state"])
        self._jobs = self._counter("jobs", "Background jobs ended.", ["task", "outcome"])
        self._removed = self._counter("rows_removed", "Rows retention removed.", ["kind"])

    # --- surfaces ---------------------------------------------------------------------------------

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; `route` is the template, never the path."""
        self._requests.labels(method if method in METHODS else OTHER, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    @contextmanager
    def socket(self) -> Generator[None]:
        """While inside, a WebSocket is open."""
        self._sockets.inc()
        try:
            yield
        finally:
            self._sockets.dec()

    def stored(self, frames: Iterable[Mapping[str, Any]]) -> None:
        """Durable events were stored."""
        for frame in frames:
            self._events.labels(str(frame["type"])).inc()

    # --- work -------------------------------------------------------------------------------------

    def worked(self, kind: Kind, name: str, facts: Mapping[str, Fact], seconds: float) -> None:
        """A piece of work ended."""
        match kind:
            case "run":
                self._run_seconds.labels(str(facts.get("outcome", "failed"))).observe(seconds)
            case "node":
                self._node_seconds.labels(name).observe(seconds)
            case "model":
                self._called(name if name in self._prompts else OTHER, facts, seconds)

    def _called(self, prompt: str, facts: Mapping[str, Fact], seconds: float) -> None:
        self._calls.labels(prompt).inc()
        self._model_requests.labels(prompt).inc(float(facts.get("requests", 0)))
        self._tokens.labels(prompt, "in").inc(float(facts.get("input_tokens", 0)))
        self._tokens.labels(prompt, "out").inc(float(facts.get("output_tokens", 0)))
        self._cost.labels(prompt).inc(float(facts.get("cost", 0)))
        if "failed" in facts and "outcome" not in facts:
            self._failures.labels(prompt, str(facts["failed"])).inc()
        self._model_seconds.labels(prompt).observe(seconds)

    def finished(self, finish: Finish) -> None:
        """A run's end is stored. `asked` counts beside its reuse decision when the person was asked."""
        self.stored(finish.frames)
        decision = finish.decision
        if decision is None:
            return
        self._decisions.labels(decision.variant, decision.decision).inc()
        if decision.asked:
            self._decisions.labels(decision.variant, "asked").inc()

    def asked(self) -> None:
        """A person is being asked."""
        self._confirmations.labels("asked").inc()

    def resolved(self, by: str) -> None:
        """A question was closed: by person, timeout, cancel or superseded."""
        self._confirmations.labels(by).inc()

    def taken_over(self, runs: int) -> None:
        """Runs of a process that is gone went back to the queue."""
        self._takeovers.inc(runs)

    # --- background -------------------------------------------------------------------------------

    def job(self, task: str, outcome: str) -> None:
        """A background job ended."""
        self._jobs.labels(task, outcome).inc()

    def removed(self, rows: Mapping[str, int]) -> None:
        """Retention removed these."""
        for kind, count in rows.items():
            self._removed.labels(kind).inc(count)

    def breaker_state(self) -> str | None:
        """The state this process's breaker is in."""
        samples = [sample for metric in self._breaker.collect() for sample in metric.samples]
        return next((sample.labels["state"] for sample in samples if sample.value == 1), None)

    def model_p95_ms(self) -> float | None:
        """Of this process's model calls, the upper bound of the bucket their 95th percentile lies in."""
        counts: dict[float, float] = {}
        for metric in self._model_seconds.collect():
            for sample in metric.samples:
                if sample.name.endswith("_bucket"):
                    bound = float(sample.labels["le"])
                    counts[bound] = counts.get(bound, 0.0) + sample.value
        total = counts.get(float("inf"), 0.0)
        reached = [bound for bound, count in sorted(counts.items()) if total and count >= 0.95 * total]
        return reached[0] * 1000 if reached and reached[0] != float("inf") else None

    # --- reading ----------------------------------------------------------------------------------

    def read_pool(self, name: str, used: Callable[[], float], size: Callable[[], float]) -> None:
        """A pool that is looked at when the figures are read."""
        self._connections.labels(name, "used").set_function(used)
        self._connections.labels(name, "size").set_function(size)

    def read_breaker(self, state: Callable[[], str]) -> None:
        """A breaker that is looked at when the figures are read."""
        for each in BREAKER_STATES:
            self._breaker.labels(each).set_function(partial(_is_state, state, each))

    def read_in_flight(self, count: Callable[[], float], preparing: Callable[[], float]) -> None:
        """The engine's runs in hand, and those of them being prepared, looked at when the figures are read."""
        self._in_flight.set_function(count)
        self._preparing.set_function(preparing)

    def text(self, queue: QueueFigures) -> str:
        """All figures in Prometheus' text form."""
        for state in RUN_STATES:
            self._runs.labels(state).set(queue.states.get(state, 0))
        self._queue_age.set(queue.oldest_s)
        return generate_latest(self.registry).decode()


def _is_state(state: Callable[[], str], wanted: str) -> float:
    return float(state() == wanted)
