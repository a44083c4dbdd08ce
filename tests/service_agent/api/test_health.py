"""Alive and ready."""

from __future__ import annotations

from foundation.llm.scripted import Reply, ScriptedEndpoint
from tests.serving import Serve, Serving


async def test_the_service_says_that_it_lives_and_is_ready(service: Serving) -> None:
    assert (await service.http.get("/healthz")).json() == {"service": "suffice", "status": "ok"}
    ready = (await service.http.get("/readyz")).json()
    assert ready["ready"], ready
    assert set(ready["checks"]) == {"process", "database", "migrations", "pack", "index", "writes", "data folder"}
    figures = (await service.http.get("/metrics")).text
    assert "suffice_http_requests_total" in figures
    assert 'suffice_runs{state="queued"} 0.0' in figures


async def test_a_model_left_alone_is_said_and_costs_no_readiness(serve: Serve) -> None:
    async with (
        ScriptedEndpoint({"turn_planning": Reply(status=500)}) as model,
        serve(llm_base_url=model.base_url, llm_model="m") as served,
    ):
        assert "model" not in (await served.http.get("/readyz")).json()["checks"]
        for _ in range(2):
            await served.http.post("/api/chat", json={"content": "대구 달서구 아파트 시세 알려줘"})
        ready = (await served.http.get("/readyz")).json()
    assert (ready["ready"], ready["checks"]["model"]["ok"]) == (True, True)
    assert "left alone for a moment" in ready["checks"]["model"]["message"]
