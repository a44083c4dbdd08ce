"""An experiment that lies ahead: ended before it began it never runs, says so, and is in no other's way; one declared
over HTTP is refused in the words a file is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.service_agent.experiments.conftest import Stage
from tests.service_agent.experiments.test_declaring import arm, declared

ARMS = [{"name": "today", "variant": "hybrid", "weight": 1}]


async def ahead(stage: Stage, name: str, *, ends_in_days: float | None) -> dict[str, Any]:
    """An experiment of the handbook that begins in a day."""
    starts = (await stage.service.services.experiments.repositories.clock.now()) + timedelta(days=1)
    ends = None if ends_in_days is None else (starts + timedelta(days=ends_in_days)).isoformat()
    body = {"name": name, "pack": "handbook", "arms": ARMS, "starts_at": starts.isoformat(), "ends_at": ends}
    made = await stage.service.http.post("/api/experiments", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json())


@pytest.mark.parametrize("ends_in_days", [None, 7.0])
async def test_one_that_is_ended_before_it_begins_is_over_and_in_nobodys_way(
    stage: Stage, ends_in_days: float | None
) -> None:
    name = "unlimited" if ends_in_days is None else "limited"
    await ahead(stage, name, ends_in_days=ends_in_days)
    over = await stage.service.http.post(f"/api/experiments/{name}/end")
    now = await stage.service.services.experiments.repositories.clock.now()
    starts, ends = (datetime.fromisoformat(over.json()[key]) for key in ("starts_at", "ends_at"))
    assert starts == ends <= now, "it ended before it drew anybody"
    again = await stage.service.http.post(f"/api/experiments/{name}/end")
    assert (again.status_code, again.json()["ends_at"]) == (200, over.json()["ends_at"]), "ended once is ended"
    await ahead(stage, f"{name}-next", ends_in_days=ends_in_days)
    await stage.service.http.post(f"/api/experiments/{name}-next/end")


async def test_one_that_an_older_service_ended_before_it_began_is_in_nobodys_way(stage: Stage) -> None:
    await ahead(stage, "backwards", ends_in_days=None)
    stage.sql("UPDATE experiments SET ends_at = starts_at - interval '1 hour' WHERE name = 'backwards'")
    await ahead(stage, "forwards", ends_in_days=7)
    for name in ("backwards", "forwards"):
        ended = (await stage.service.http.post(f"/api/experiments/{name}/end")).json()
        assert ended["starts_at"] <= ended["ends_at"]


async def test_before_its_first_question_a_threshold_is_that_of_the_declared_arms(stage: Stage) -> None:
    arms = [
        {"name": "control", "variant": "no_reuse", "weight": 3},
        {"name": "today", "variant": "hybrid", "weight": 1, "ask_above": 0.7},
        {"name": "careful", "variant": "supervisor_only", "weight": 2},
    ]
    starts = (await stage.service.services.experiments.repositories.clock.now()) + timedelta(days=1)
    body = {"name": "fresh", "pack": "handbook", "arms": arms, "starts_at": starts.isoformat()}
    assert (await stage.service.http.post("/api/experiments", json=body)).status_code == 201
    address = "/api/experiments/fresh/threshold-curve"
    curves = [await stage.get(f"{address}{query}") for query in ("", "?arm=today")]
    assert [(each["arm"], each["variant"]) for each in curves] == [("careful", "supervisor_only"), ("today", "hybrid")]
    assert curves[1]["running"] == pytest.approx(0.7), "of its own variant: two judges skip where others would ask"
    refused = await stage.service.http.get(f"{address}?arm=control")
    assert (refused.status_code, refused.json()["field"]) == (422, "arm")
    assert "control always searches, so it has no threshold" in refused.json()["detail"]
    await stage.service.http.post("/api/experiments/fresh/end")


@pytest.mark.parametrize(
    ("declaration", "field", "sentence"),
    [
        (declared(bond=0.1), "bond", "`bond` is no key here; did you mean `bound`?"),
        (declared(starts_at="2026-12-01T00:00:00"), "starts_at", "write a time with its zone, as 2026-12-01T00"),
        (declared(name="Winter"), "name", "`name` is 'Winter'; write small letters, digits, - and _, a letter first"),
        (declared(name="default"), "name", "name: default is what runs when no experiment does; choose another name."),
        (declared(ends_at="2026-11-01T00:00:00+09:00"), "ends_at", "ends_at: it ends before it starts; give a later"),
        (declared(arms=[]), "arms", "`arms` is []; write from 1 to 12 arms."),
        (arm(variant="hybird"), "arms.0.variant", "`arms[1].variant` is 'hybird'; write one of: 'no_reuse', "),
        (arm(reuse_above=84), "arms.0.reuse_above", "`arms[1].reuse_above` is 84; write a number that is at most 1.0."),
        (arm(wieght=2), "arms.0.wieght", "`wieght` is no key here; did you mean `weight`?"),
        ({"pack": "handbook", "arms": ARMS}, "name", "`name` is missing; add it."),
    ],
)
async def test_a_mistake_over_http_is_reported_as_one_in_a_file(
    stage: Stage, declaration: dict[str, Any], field: str, sentence: str
) -> None:
    body = {name: each.isoformat() if isinstance(each, datetime) else each for name, each in declaration.items()}
    refused = await stage.service.http.post("/api/experiments", json=body)
    assert (refused.status_code, refused.json()["field"]) == (422, field), refused.text
    assert sentence in refused.json()["detail"]


async def test_a_body_that_is_no_declaration_at_all_is_refused(stage: Stage) -> None:
    for content in ("[]", "3", "null", '"winter"', "{", ""):
        headers = {"Content-Type": "application/json"}
        refused = await stage.service.http.post("/api/experiments", content=content, headers=headers)
        assert (refused.status_code, refused.json()["field"]) == (422, "body"), (content, refused.text)
