"""Alive and ready."""

from __future__ import annotations

from tests.serving import Serving


async def test_the_service_says_that_it_lives_and_is_ready(service: Serving) -> None:
    assert (await service.http.get("/healthz")).json() == {"service": "suffice", "status": "ok"}
    ready = (await service.http.get("/readyz")).json()
    assert ready["ready"], ready
    assert set(ready["checks"]) == {"process", "database", "migrations", "pack", "index", "writes", "data folder"}
    figures = (await service.http.get("/metrics")).text
    assert "suffice_http_requests_total" in figures
    assert 'suffice_runs{state="queued"} 0.0' in figures
