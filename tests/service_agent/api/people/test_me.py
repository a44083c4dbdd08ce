"""What a person sets for themselves."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.contracts.identity import LOCAL
from service_agent.services.services import effective_wait
from tests.serving import Serve, Serving


async def test_what_a_person_sets_is_kept(service: Serving) -> None:
    first = (await service.http.get("/api/me/settings")).json()
    assert first["confirm_timeout_s"] == 30
    wanted = {"confirm_timeout_s": None, "language": "en", "ask": False, "remembers": True}
    try:
        assert (await service.http.put("/api/me/settings", json=wanted)).json() == wanted
        assert (await service.http.get("/api/me/settings")).json() == wanted
    finally:
        await service.http.put("/api/me/settings", json=first)


async def test_the_services_own_waiting_time_is_what_people_start_with(serve: Serve) -> None:
    async with serve(confirm_timeout_s=300) as service:
        assert (await service.http.get("/api/me/settings")).json()["confirm_timeout_s"] == 300


@pytest.mark.parametrize(
    ("sent", "waits"),
    [
        ({"confirm_timeout_s": 30, "language": "ko"}, 30),
        ({"confirm_timeout_s": 45}, 45),
        ({"confirm_timeout_s": None}, None),
        ({"language": "ko"}, 300),
    ],
)
async def test_thirty_seconds_of_a_person_are_their_own(
    serve: Serve, sent: dict[str, Any], waits: float | None
) -> None:
    async with serve(confirm_timeout_s=300) as service:
        assert (await service.http.put("/api/me/settings", json=sent)).json()["confirm_timeout_s"] == waits
        opened = await service.services.experiments.repositories.openings.read(LOCAL, "none", "real_estate", ())
        assert effective_wait(opened.person, 300) == waits, "what the next turn waits"
