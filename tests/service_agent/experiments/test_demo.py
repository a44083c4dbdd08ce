"""Demo traffic is an experiment of its own: marked, tried on its own conversations alone, and gone without a trace."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from evaluations.demo_experiment import BOUNDS, USUAL, bound_for, demo_experiment, threshold_sentence, turns_of
from evaluations.demo_traffic import Traffic, chosen, hold
from foundation.contracts.identity import DEMO_OWNER, LOCAL, Principal
from foundation.domains.loading.labels import read_demo
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.storage.experiments.declared import StoredExperiment
from service_agent.experiments.declared import Arm, arms_of
from service_agent.services.turns import new_id
from tests.service_agent.experiments.conftest import Stage

PACK = load_pack(shipped_packs() / "real_estate")
NAME = "demo-real_estate"
SPEAKER = Principal(tenant_id=LOCAL.tenant_id, owner_id="suffice-demo-planted")
DECIDED = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, experiment, arm, variant, question, standalone,
    intent, data_types, decision, judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens,
    completion_tokens, pivots, created_at)
SELECT %s || n, 'local', 'suffice-demo-planted', %s, 'real_estate', 'demo-real_estate', %s, 'hybrid_confirm', '시세',
    '시세', 'market_inquiry', '{market}', 'reuse', '{}', '{}', 700, 0, 0, 0, 0, 0, CAST(%s AS jsonb), clock_timestamp()
FROM generate_series(1, %s) AS n
"""
AUDITED = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited, pivot, pivot_wrong, decided_at)
SELECT run_id, tenant_id, owner_id, session_id, CAST(now() AS date), pack, experiment, arm, variant, intent, 'rules',
    data_types, true, true, %s, 'audit', true, %s, %s, created_at
FROM decisions WHERE starts_with(run_id, %s)
"""


COSTLY = """
INSERT INTO source_costs (tenant_id, owner_id, pack, source, cost_ms)
SELECT 'local', %s, 'real_estate', 'loan_products', 2000 FROM generate_series(1, 25)
"""


async def plant(stage: Stage, many: int, arm: str, *, wrong: bool = False, pivot: int = 960) -> None:
    """So many audited reuses of demo traffic in this arm."""
    session = (await stage.service.services.create_session(SPEAKER, "real_estate")).session_id
    run = new_id()
    stage.sql(DECIDED, run, session, arm, json.dumps({"market": pivot}), many)
    stage.sql(AUDITED, "incorrect_skip" if wrong else "correct_skip", pivot, pivot if wrong else 0, run)
    stage.later()


async def declared(stage: Stage) -> StoredExperiment:
    """The demo experiment, as for the 28 conversations of the command."""
    plan = chosen(Traffic(PACK, 28))
    return await demo_experiment(stage.service.services.experiments, LOCAL, PACK, plan)


@pytest_asyncio.fixture(loop_scope="session")
async def demo(stage: Stage) -> AsyncGenerator[Stage]:
    """The stage, without demo traffic before and after."""
    yield stage
    assert (await stage.service.http.delete("/api/experiments/default/demo")).is_success
    stage.later()


async def test_demo_traffic_lives_is_marked_and_goes_without_a_trace(demo: Stage) -> None:
    services = demo.service.services
    before = await demo.get("/api/experiments/default/metrics")
    held = await hold(services, LOCAL, Traffic(services.pack("real_estate"), 6, speed=1_000), lambda done, of: None)
    assert held.turns > 12 and held.failed == 0 and held.audited > 0
    for line in (await demo.get(f"/api/experiments/{NAME}/decisions?kind=reuse&limit=200"))["decisions"]:
        decision = await demo.get(f"/api/decisions/{line['run_id']}")
        assert decision["audit"] is not None and decision["audit"]["status"] == "done", (
            "every reuse of it was audited at once"
        )
        assert decision["line"]["demo"]
    demo.later()
    shown = await demo.get(f"/api/experiments/{NAME}/metrics")
    assert shown["demo_turns"] == shown["turns"] == held.needed > 4
    assert held.needed <= held.turns, "small talk needs no data, and the dashboard counts what does"
    arms = {"no_reuse", "supervisor_only", "hybrid", "hybrid_confirm"}
    assert {each["variant"] for each in shown["variants"]} == arms
    assert [each["arm"] for each in shown["variants"] if each["usual"]] == [USUAL]
    assert shown["figures"]["known"]["accuracy"]["of"] > 0
    assert (await demo.get("/api/experiments/default/metrics"))["turns"] == before["turns"], "people's figures stay"
    erased = await demo.service.http.delete("/api/experiments/default/demo")
    assert erased.json() == {"conversations": 6}
    assert NAME not in [each["name"] for each in (await demo.get("/api/experiments"))["experiments"]]


async def test_where_a_search_costs_its_people_are_asked_and_answer_as_labelled(demo: Stage) -> None:
    services = demo.service.services
    demo.sql(COSTLY, f"{DEMO_OWNER}planted")
    held = await hold(services, LOCAL, Traffic(services.pack("real_estate"), 3, speed=1_000), lambda done, of: None)
    demo.later()
    lines = (await demo.get(f"/api/experiments/{NAME}/decisions?arm={USUAL}&limit=200"))["decisions"]
    (asked,) = [line for line in lines if line["asked"]]
    assert asked["question"] in {turn.q for each in read_demo(PACK) for turn in each.turns if turn.may_ask}
    assert (asked["decision"], asked["person"], asked["audit"]) == ("reuse", "use_previous", "drawn")
    assert asked["truth"]["outcome"] == "correct_skip"
    points = (await demo.get(f"/api/experiments/{NAME}/threshold-curve?arm={USUAL}"))["points"]
    reused = {point["threshold"]: point["reuse"]["hits"] for point in points}
    assert reused[0.75] == reused[0.9] + 1, "a threshold of 0.75 would have reused it without asking"
    assert held.failed == 0


async def test_its_threshold_is_tried_on_demo_conversations_and_on_no_person(demo: Stage) -> None:
    services = demo.service.services
    experiment = await declared(demo)
    waiting = await threshold_sentence(services.experiments, LOCAL, experiment)
    assert "more audited decisions above 0.90 are needed" in waiting and NAME in waiting
    await plant(demo, 60, USUAL)
    curve = await demo.get(f"/api/experiments/{NAME}/threshold-curve")
    proven = curve["proposal"]["threshold"]
    assert (curve["arm"], curve["bound"], proven) == (USUAL, experiment.bound, 0.5)
    idle = await threshold_sentence(services.experiments, LOCAL, experiment)
    assert curve["proposal"]["proposed"] is None and "nothing to be gained yet below 0.90" in idle
    await plant(demo, 20, USUAL, pivot=705)
    curve = await demo.get(f"/api/experiments/{NAME}/threshold-curve")
    assert (curve["proposal"]["gain"]["hits"], curve["proposal"]["gain_audited"]) == (20, 20)
    proven = curve["proposal"]["proposed"]
    said = await threshold_sentence(services.experiments, LOCAL, experiment)
    assert proven == 0.7
    assert f"a threshold of {proven:.2f} (now 0.90) keeps wrong reuse of {USUAL} below {experiment.bound:.0%}" in said
    assert f"/dashboard?experiment={NAME}" in said and "demo conversations alone" in said
    tried = await demo.service.http.post(
        f"/api/experiments/{NAME}/threshold", json={"threshold": proven, "weight": 0.5}
    )
    assert tried.status_code == 201, tried.text
    assert tried.json()["demo"] is True
    (trial,) = [arm["name"] for arm in tried.json()["arms"] if arm["tried_since"]]
    drawn = {(await services.create_session(SPEAKER, "real_estate")).session_id for _ in range(40)}
    arms = {await arm_of(demo, SPEAKER, one) for one in drawn}
    assert arms >= {trial, USUAL}, "conversations of demo traffic are drawn into it"
    for _ in range(20):
        assert await arm_of(demo, LOCAL, await demo.service.session()) is None, "no person's ever is"
    running = await services.experiments.repositories.experiments.get(LOCAL, NAME)
    planned = [arm.name for arm in turns_of(arms_of(running), 24)]
    assert (planned.count(trial), planned.count(USUAL)) == (6, 6), "the next demo traffic asks in it, by its share"
    assert f"{trial} is being tried on demo conversations" in await threshold_sentence(
        services.experiments, LOCAL, running
    )


async def test_a_threshold_it_tries_steps_back_by_its_own_audits(demo: Stage) -> None:
    await declared(demo)
    await plant(demo, 60, USUAL)
    body = {"threshold": 0.5, "weight": 0.5}
    tried = (await demo.service.http.post(f"/api/experiments/{NAME}/threshold", json=body)).json()
    (trial,) = [arm["name"] for arm in tried["arms"] if arm["tried_since"]]
    await plant(demo, 30, trial, wrong=True)
    await demo.service.services.experiments.audit_pass(0)
    (listed,) = [each for each in (await demo.get("/api/experiments"))["experiments"] if each["name"] == NAME]
    assert [arm["name"] for arm in listed["arms"] if arm["stepped_back_at"]] == [trial]


async def test_peoples_experiment_runs_beside_it_and_draws_people_alone(demo: Stage) -> None:
    await declared(demo)
    arms = [{"name": "only", "variant": "hybrid", "weight": 1}]
    body = {"name": "beside", "pack": "real_estate", "arms": arms}
    made = await demo.service.http.post("/api/experiments", json=body)
    assert made.status_code == 201 and made.json()["demo"] is False
    try:
        assert await arm_of(demo, LOCAL, await demo.service.session()) == "only"
        theirs = await demo.service.services.create_session(SPEAKER, "real_estate")
        assert await arm_of(demo, SPEAKER, theirs.session_id) != "only"
    finally:
        await demo.service.http.post("/api/experiments/beside/end")


async def test_more_of_it_goes_on_in_what_runs_and_anew_after_its_end(demo: Stage) -> None:
    first = await declared(demo)
    assert await declared(demo) == first
    await demo.service.http.post(f"/api/experiments/{NAME}/end")
    assert (await declared(demo)).name == f"{NAME}-2"


@pytest.mark.parametrize(("many", "strictest"), [(4, 0.2), (28, 0.2), (80, 0.1), (1000, 0.01)])
def test_the_bound_is_the_strictest_that_so_many_can_prove(many: int, strictest: float) -> None:
    assert bound_for(chosen(Traffic(PACK, many))) == strictest
    assert strictest in BOUNDS


def test_arms_take_turns_by_their_shares() -> None:
    arms = [Arm(name=name, variant="hybrid", weight=weight) for name, weight in (("a", 2), ("b", 1), ("c", 1))]
    turns = [arm.name for arm in turns_of(arms, 8)]
    assert sorted(turns) == ["a"] * 4 + ["b"] * 2 + ["c"] * 2
    assert sorted(turns[:4]) == ["a", "a", "b", "c"], "each has been there before one comes again too often"


async def arm_of(stage: Stage, principal: Principal, session_id: str) -> str | None:
    """The arm of an experiment a session was drawn into."""
    repositories = stage.service.services.experiments.repositories
    opening = await repositories.openings.read(principal, session_id, "real_estate", ["market"])
    return None if opening.arm is None else str(opening.arm["name"])
