"""Conversations over HTTP."""

from __future__ import annotations

from tests.service_agent.api.test_routes import problem_of
from tests.serving import Serving


async def test_a_session_is_made_listed_renamed_and_erased(service: Serving) -> None:
    made = await service.http.post("/api/sessions", json={"pack": "real_estate"})
    session_id = made.json()["session_id"]
    assert made.json()["variant"] == "hybrid_confirm"
    listed = (await service.http.get("/api/sessions", params={"limit": 5})).json()["sessions"]
    assert session_id in [session["session_id"] for session in listed]

    renamed = await service.http.patch(f"/api/sessions/{session_id}", json={"title": "달서구"})
    assert renamed.json()["title"] == "달서구"
    assert (await service.http.get(f"/api/sessions/{session_id}")).json()["title"] == "달서구"

    assert (await service.http.delete(f"/api/sessions/{session_id}")).status_code == 204
    for answer in (
        await service.http.get(f"/api/sessions/{session_id}"),
        await service.http.get(f"/api/sessions/{session_id}/messages"),
        await service.http.delete(f"/api/sessions/{session_id}"),
    ):
        assert problem_of(answer).code == "unknown_session"


async def test_a_session_needs_no_body(service: Serving) -> None:
    assert (await service.http.post("/api/sessions")).status_code == 201
