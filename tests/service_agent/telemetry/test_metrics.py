"""Figures count what happened, under labels that come from a closed set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from foundation.storage.queue.queue_figures import FiguresRepository, QueueFigures
from foundation.storage.records import Finish
from service_agent.telemetry.metrics import OTHER, Metrics
from tests.foundation.storage.desk import Desk, decision_of, ending

Sample = tuple[str, tuple[tuple[str, str], ...]]


def read(metrics: Metrics, queue: QueueFigures | None = None) -> dict[Sample, float]:
    """Every sample, as Prometheus itself reads them."""
    families = text_string_to_metric_families(metrics.text(queue or QueueFigures()))
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return read(metrics).get((f"suffice_{name}", tuple(sorted(labels.items()))))


def test_requests_are_counted_by_method_route_and_status() -> None:
    metrics = Metrics()
    metrics.request("GET", "/api/sessions/{session_id}/messages", 200, 0.1)
    metrics.request("GET", "/api/sessions/{session_id}/messages", 200, 0.2)
    metrics.request("BREW", "none", 404, 0.0)
    known = {"method": "GET", "route": "/api/sessions/{session_id}/messages", "status": "200"}
    assert value(metrics, "http_requests_total", **known) == 2
    assert value(metrics, "http_requests_total", method=OTHER, route="none", status="404") == 1


def test_a_socket_counts_while_it_is_open_also_when_it_breaks() -> None:
    metrics = Metrics()
    with pytest.raises(RuntimeError), metrics.socket():
        assert value(metrics, "sockets_open") == 1
        raise RuntimeError
    assert value(metrics, "sockets_open") == 0


def test_a_model_call_counts_its_tries_tokens_price_and_failure() -> None:
    metrics = Metrics()
    facts = {"requests": 3, "input_tokens": 700, "output_tokens": 20, "cost": 0.5, "failed": "timeout"}
    metrics.worked("model", "turn_planning", facts, 2.0)
    metrics.worked("model", "turn_planning", {"requests": 1, "input_tokens": 300, "output_tokens": 10}, 1.0)
    assert value(metrics, "model_calls_total", prompt="turn_planning") == 2
    assert value(metrics, "model_requests_total", prompt="turn_planning") == 4
    assert value(metrics, "model_tokens_total", prompt="turn_planning", direction="in") == 1000
    assert value(metrics, "model_tokens_total", prompt="turn_planning", direction="out") == 30
    assert value(metrics, "model_cost_total", prompt="turn_planning") == 0.5
    assert value(metrics, "model_failures_total", prompt="turn_planning", reason="timeout") == 1


def test_a_call_its_caller_left_is_no_failure_of_the_model() -> None:
    metrics = Metrics()
    metrics.worked("model", "answer", {"failed": "CancelledError", "outcome": "abandoned"}, 0.1)
    assert not [sample for sample in read(metrics) if sample[0] == "suffice_model_failures_total"]


def test_a_prompt_nobody_knows_makes_no_label_of_its_own() -> None:
    metrics = Metrics()
    for number in range(50):
        metrics.worked("model", f"made-up-{number}", {}, 0.0)
    labels = {labels for name, labels in read(metrics) if name == "suffice_model_calls_total"}
    assert labels == {(("prompt", OTHER),)}


async def test_decisions_count_by_variant_and_outcome_and_whether_somebody_was_asked(desk: Desk) -> None:
    run = await desk.working()
    decision = decision_of(run)
    metrics = Metrics()
    metrics.finished(ending(run, decision=replace(decision, variant="hybrid", decision="reuse", asked=False)))
    metrics.finished(ending(run, decision=replace(decision, variant="hybrid", decision="search", asked=True)))
    metrics.finished(Finish("failed", ({"type": "run_failed"},)))
    assert value(metrics, "decisions_total", variant="hybrid", outcome="reuse") == 1
    assert value(metrics, "decisions_total", variant="hybrid", outcome="search") == 1
    assert value(metrics, "decisions_total", variant="hybrid", outcome="asked") == 1
    assert value(metrics, "events_total", type="run_failed") == 1


async def test_the_queue_is_counted_by_state_with_the_age_of_its_oldest(desk: Desk) -> None:
    before = await FiguresRepository(desk.engine).queue()
    session = await desk.session()
    run_id = (await desk.ask(session.session_id)).run_id
    await desk.sql("UPDATE runs SET created_at = created_at - interval '1 hour' WHERE run_id = :id", id=run_id)
    queue = await FiguresRepository(desk.engine).queue()
    assert queue.states["queued"] == before.states.get("queued", 0) + 1
    assert 3600 <= queue.oldest_s < 4000
    metrics = Metrics()
    assert read(metrics, queue)["suffice_runs", (("state", "queued"),)] == queue.states["queued"]
    assert read(metrics, queue)["suffice_queue_age_seconds", ()] == queue.oldest_s
    await desk.runs.request_cancel(desk.principal, run_id)


def test_two_services_of_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.taken_over(3)
    assert value(one, "lease_takeovers_total") == 3
    assert value(other, "lease_takeovers_total") == 0


def test_a_breaker_is_reported_as_it_is_when_asked() -> None:
    metrics, state = Metrics(), ["closed"]
    metrics.read_breaker(lambda: state[0])
    assert value(metrics, "model_breaker", state="closed") == 1
    state[0] = "open"
    assert (value(metrics, "model_breaker", state="closed"), value(metrics, "model_breaker", state="open")) == (0, 1)
