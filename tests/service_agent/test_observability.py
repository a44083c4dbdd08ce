"""Logs say who and where, never what was said; figures are in Prometheus' form."""

from __future__ import annotations

from service_agent.observability import Metrics, withhold


def test_content_and_secrets_are_withheld_whoever_logs_them() -> None:
    line = withhold(None, "info", {"event": "x", "run_id": "r", "content": "비밀", "authorization": "Bearer k"})
    assert line == {"event": "x", "run_id": "r", "content": "(withheld)", "authorization": "(withheld)"}


def test_figures_count_requests_and_open_sockets() -> None:
    metrics = Metrics()
    metrics.request(200)
    metrics.request(200)
    metrics.request(404)
    with metrics.socket():
        inside = metrics.text(queued=3)
    assert 'suffice_http_requests_total{status="200"} 2' in inside
    assert 'suffice_http_requests_total{status="404"} 1' in inside
    assert "suffice_sockets_open 1" in inside
    assert "suffice_runs_queued 3" in inside
    assert "suffice_sockets_open 0" in metrics.text(queued=0)
