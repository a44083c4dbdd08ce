"""A threshold that is tried: over when its experiment ends or another takes its place, watched on the rows it was
proven on, and refused where it could get no session or would be watched by another bound."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from foundation.contracts.identity import LOCAL
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.experiments.declared import NewExperiment
from service_agent.experiments.audit.job import AuditJob, AuditRules
from service_agent.experiments.declared import Arm, arms_of, taken_back
from service_agent.services.turns import new_id
from tests.databases import filled_database
from tests.service_agent.experiments.audit.test_auditor import AGAIN, PRICES
from tests.service_agent.experiments.conftest import Stage
from tests.service_agent.experiments.test_asked_audits import nothing_is_audited
from tests.serving import serving

PACK = "real_estate"
TODAY, PLAIN, NONE = "today", "plain", "none"
ARMS = [
    {"name": TODAY, "variant": "hybrid_confirm", "weight": 1},
    {"name": PLAIN, "variant": "hybrid", "weight": 3},
    {"name": NONE, "variant": "supervisor_only", "weight": 0},
]
DECIDED = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types,
    decision, judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens, completion_tokens,
    pivots, experiment, arm)
SELECT CAST(%s AS text) || n, 'local', 'local', %s, 'real_estate', %s, '시세', '시세', 'market_inquiry', '{market}',
    'reuse', '{}', '{}', 700, 0, 0, 0, 0, 0, jsonb_build_object('market', CAST(%s AS int)), %s, %s
FROM generate_series(1, CAST(%s AS int)) AS n
"""
KNOWN = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited, pivot, pivot_wrong)
SELECT run_id, tenant_id, owner_id, session_id, CAST(now() AS date), pack, experiment, arm, variant, intent, 'rules',
    data_types, false, true, CASE WHEN n <= %s THEN 'incorrect_skip' ELSE 'correct_skip' END, 'audit', true, pivot,
    CASE WHEN n <= %s THEN pivot ELSE 0 END
FROM (SELECT *, CAST(pivots ->> 'market' AS int) AS pivot, row_number() OVER () AS n
      FROM decisions WHERE run_id LIKE CAST(%s AS text) || '%%') AS chosen
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def quiet(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """A service that draws nothing for audit: what is known of decisions is laid down."""
    database = filled_database(server, f"trials_{worker_id}_{uuid.uuid4().hex[:6]}")
    async with serving(database, tmp_path_factory.mktemp("trials"), audit_share=0.0, audit_per_minute=0) as service:
        yield Stage(service, database)


async def lay(
    stage: Stage, experiment: str, arm: str, variant: str, *, many: int, wrong: int = 0, pivot: int = 960
) -> None:
    """So many drawn and audited reuses of an arm."""
    session, prefix = (await stage.service.session()), f"laid{uuid.uuid4().hex[:8]}-"
    stage.sql(DECIDED, prefix, session, variant, pivot, experiment, arm, many)
    stage.sql(KNOWN, wrong, wrong, prefix)
    stage.later()


async def declared(stage: Stage, name: str, **more: Any) -> str:
    """An experiment of these arms; its first and its third are proven, and the first has most turns."""
    made = await stage.service.http.post("/api/experiments", json={"name": name, "pack": PACK, "arms": ARMS, **more})
    assert made.status_code == 201, made.text
    await lay(stage, name, TODAY, "hybrid_confirm", many=900)
    await lay(stage, name, NONE, "supervisor_only", many=500)
    return name


async def tries(stage: Stage, name: str, threshold: float = 0.95, **more: Any) -> Any:
    """What the route answers."""
    return await stage.service.http.post(
        f"/api/experiments/{name}/threshold", json={"threshold": threshold, "weight": 0.1, **more}
    )


async def end(stage: Stage, name: str) -> None:
    """The experiment ends now."""
    assert (await stage.service.http.post(f"/api/experiments/{name}/end")).status_code == 200


async def drawn_session(stage: Stage, experiment: str, arm: Arm) -> str:
    """A session of this arm."""
    sessions = stage.service.services.experiments.repositories.sessions
    return (await sessions.create(LOCAL, PACK, arm.variant, new_id(), drawn=(experiment, arm.name))).session_id


async def judged(stage: Stage, session: str, question: str) -> dict[str, float]:
    """The thresholds this question is judged by."""
    answer = await stage.ask(session, question)
    return dict((await stage.get(f"/api/decisions/{answer['run_id']}"))["thresholds"])


@pytest.mark.long
async def test_a_conversation_after_a_trials_end_is_judged_by_the_pack(
    quiet: Stage,
) -> None:
    repositories = quiet.service.services.experiments.repositories
    now = await repositories.clock.now()
    trial = Arm(name="trial", variant="hybrid_confirm", weight=1, reuse_above=700, tried_since=now)
    own = Arm(name="own", variant="hybrid_confirm", weight=1, reuse_above=840)
    arms = [arm.model_dump(mode="json", exclude_none=True) for arm in (trial, own)]
    await repositories.experiments.declare(LOCAL, NewExperiment("ending", PACK, arms, 0.01, now, None))
    sessions = {arm.name: await drawn_session(quiet, "ending", arm) for arm in (trial, own)}
    pack, lower = {"reuse_above": 0.9, "ask_above": 0.6}, {"reuse_above": 0.84, "ask_above": 0.6}
    assert await judged(quiet, sessions["trial"], PRICES) == {"reuse_above": 0.7, "ask_above": 0.6}
    assert await judged(quiet, sessions["own"], PRICES) == lower
    await end(quiet, "ending")
    assert await judged(quiet, sessions["trial"], AGAIN) == pack, "nobody watches it any more"
    assert await judged(quiet, sessions["own"], AGAIN) == lower, (
        "declared, not tried: its conversations go on as they were"
    )
    quiet.later()
    metrics = await quiet.get("/api/experiments/ending/metrics")
    assert {each["arm"]: each["running"] for each in metrics["variants"]} == {"trial": False, "own": False}
    curve = await quiet.get("/api/experiments/ending/threshold-curve?arm=trial")
    assert (curve["running"], curve["share"]) == (0.9, None), "what is in force now"


async def test_another_trial_replaces_the_one_before_and_says_nothing_against_it(quiet: Stage) -> None:
    name = await declared(quiet, "replacing")
    first = (await tries(quiet, name)).json()["arms"][-1]
    made = await tries(quiet, name, 0.96, arm=TODAY)
    assert made.status_code == 201, made.text
    arms = {arm["name"]: arm for arm in made.json()["arms"]}
    old, new = arms[first["name"]], made.json()["arms"][-1]
    assert (old["replaced_at"] is not None, old["stepped_back_at"], old["weight"]) == (True, None, 0)
    assert (new["replaced_at"], new["weight"], arms[TODAY]["weight"]) == (None, pytest.approx(0.1), pytest.approx(0.9))
    assert {each: arm["share"] for each, arm in arms.items()} == {
        TODAY: pytest.approx(0.225), PLAIN: pytest.approx(0.75), NONE: 0, old["name"]: 0,
        new["name"]: pytest.approx(0.025),
    }, "a tenth of the arm's sessions: it had a quarter of all"  # fmt: skip
    curve = await quiet.get(f"/api/experiments/{name}/threshold-curve")
    assert (curve["arm"], curve["share"]) == (TODAY, pytest.approx(0.25)), "what the next trial takes its part of"
    await lay(quiet, name, old["name"], "hybrid_confirm", many=2)
    (variant,) = [
        each for each in (await quiet.get(f"/api/experiments/{name}/metrics"))["variants"] if each["arm"] == old["name"]
    ]
    assert (variant["replaced_at"], variant["stepped_back_at"], variant["running"]) == (old["replaced_at"], None, False)
    beside = await tries(quiet, name, arm=old["name"])
    assert (beside.status_code, beside.json()["field"]) == (422, "arm")
    assert f"no session is drawn into {old['name']}, for another trial replaced it;" in beside.json()["detail"]
    await end(quiet, name)


@pytest.mark.long  # every day: another trial, in this module
async def test_a_trial_that_is_over_is_judged_as_its_first_arm(quiet: Stage) -> None:
    strict = {"name": TODAY, "variant": "hybrid_confirm", "weight": 1, "reuse_above": 0.97, "ask_above": 0.7}
    name = await declared(quiet, "stricter", arms=[strict])
    repositories = quiet.service.services.experiments.repositories

    async def tried_out(threshold: float, beside: str) -> tuple[Arm, str]:
        made = await tries(quiet, name, threshold, arm=beside)
        assert made.status_code == 201, made.text
        arm = arms_of(await repositories.experiments.get(LOCAL, name))[-1]
        return arm, await drawn_session(quiet, name, arm)

    async def proves_wrong(arm: Arm) -> None:
        await lay(quiet, name, arm.name, "hybrid_confirm", many=200, wrong=60)
        assert await AuditJob(repositories, AuditRules(share=0.0, per_minute=0), nothing_is_audited).step_back() == 1

    async def above(*sessions: str) -> list[float]:
        return [(await judged(quiet, each, AGAIN))["reuse_above"] for each in sessions]

    _, replaced = await tried_out(0.96, TODAY)
    assert await judged(quiet, replaced, PRICES) == {"reuse_above": 0.96, "ask_above": 0.7}
    first, of_first = await tried_out(0.95, TODAY)
    assert await above(replaced, of_first) == [0.97, 0.95], "the pack's are 0.9: looser than what was declared"
    await lay(quiet, name, first.name, "hybrid_confirm", many=900)
    second, of_second = await tried_out(0.94, first.name)
    assert await above(of_first, of_second) == [0.95, 0.94]
    await proves_wrong(second)
    assert await above(of_first, of_second) == [0.95, 0.95], "a trial goes back to the trial it came from"
    curve = await quiet.get(f"/api/experiments/{name}/threshold-curve?arm={second.name}")
    assert curve["running"] == 0.95
    await proves_wrong(first)
    assert await above(of_first, of_second) == [0.97, 0.97], "and with it to what was declared"
    assert await judged(quiet, of_second, AGAIN) == {"reuse_above": 0.97, "ask_above": 0.7}
    third, of_third = await tried_out(0.96, TODAY)
    assert await above(of_third) == [0.96], third.name
    await end(quiet, name)
    assert await above(of_third, of_second) == [0.97, 0.97]


async def test_a_trial_that_could_get_no_session_is_refused(quiet: Stage) -> None:
    name = await declared(quiet, "refusing")
    curve = await quiet.get(f"/api/experiments/{name}/threshold-curve?arm={NONE}")
    assert curve["proposal"]["threshold"] is not None, "500 clean audits prove what nobody is drawn into"
    assert curve["share"] == 0
    nobody = await tries(quiet, name, arm=NONE)
    assert (nobody.status_code, nobody.json()["field"]) == (422, "arm")
    assert nobody.json()["detail"] == (
        "arm: no session is drawn into none, for its weight is 0; try the threshold beside an arm that is drawn "
        "(today, plain)."
    )
    repositories = quiet.service.services.experiments.repositories
    stored = await repositories.experiments.get(LOCAL, name)
    back = taken_back(arms_of(stored), TODAY, await repositories.clock.now())
    arms = [arm.model_dump(mode="json", exclude_none=True) for arm in back]
    assert await repositories.experiments.change_arms(LOCAL, stored, arms) is not None
    over = await tries(quiet, name, arm=TODAY)
    assert (over.status_code, over.json()["field"]) == (422, "arm")
    assert "no session is drawn into today, for it stepped back;" in over.json()["detail"]
    unknown = await tries(quiet, name, arm="nobodys")
    assert (unknown.status_code, unknown.json()["field"]) == (422, "arm")
    await lay(quiet, name, PLAIN, "hybrid", many=3)
    assert (await quiet.get(f"/api/experiments/{name}/threshold-curve"))["arm"] == PLAIN, "of those that are drawn"
    assert (await tries(quiet, name)).status_code == 409, "3 audits prove nothing, whatever another arm's did"
    await end(quiet, name)


async def test_a_threshold_between_two_hundredths_is_refused_for_nothing_is_counted_there(quiet: Stage) -> None:
    name = await declared(quiet, "between")
    between = await tries(quiet, name, 0.945)
    assert (between.status_code, between.json()["field"]) == (422, "threshold")
    assert between.json()["detail"] == "threshold: write 0.94 or 0.95, for audits are counted in steps of 0.01."
    made = await tries(quiet, name, 0.95)
    assert made.json()["arms"][-1]["reuse_above"] == 0.95
    await end(quiet, name)


async def test_nothing_is_tried_in_an_experiment_that_has_ended(quiet: Stage) -> None:
    name = await declared(quiet, "ended")
    await end(quiet, name)
    refused = await tries(quiet, name)
    assert (refused.status_code, refused.json()["field"]) == (422, "experiment")
    assert refused.json()["detail"].startswith("experiment: ended has ended, so no session would try the threshold;")
    listed = (await quiet.get("/api/experiments"))["experiments"]
    assert [len(each["arms"]) for each in listed if each["name"] == name] == [len(ARMS)]


async def test_a_trial_is_proven_at_the_bound_it_is_watched_by(quiet: Stage) -> None:
    name = await declared(quiet, "bounded", bound=0.005)
    assert (await tries(quiet, name, bound=0.4)).json()["field"] == "bound"
    refused = await tries(quiet, name, bound=0.01)
    assert (refused.status_code, refused.json()["field"]) == (422, "bound")
    assert "bounded declares 0.005, and its trials are watched by that" in refused.json()["detail"]
    looser = await quiet.get(f"/api/experiments/{name}/threshold-curve?bound=0.01")
    assert looser["bound"] == 0.01, "to look at, any bound may be asked for"
    assert (await tries(quiet, name, bound=0.005)).status_code == 201, "the page names the declared one"
    await end(quiet, name)


async def test_a_trial_is_watched_on_the_rows_that_it_skips_without_asking(quiet: Stage) -> None:
    repositories = quiet.service.services.experiments.repositories
    now = await repositories.clock.now()
    arms = [
        Arm(name="confirmed", variant="hybrid_confirm", weight=1, reuse_above=900, tried_since=now),
        Arm(name="unasked", variant="hybrid_confirm", weight=1, reuse_above=900, tried_since=now),
    ]
    declared_arms = [arm.model_dump(mode="json", exclude_none=True) for arm in arms]
    await repositories.experiments.declare(LOCAL, NewExperiment("watching", PACK, declared_arms, 0.01, now, None))
    await lay(quiet, "watching", "confirmed", "hybrid_confirm", many=500)
    await lay(quiet, "watching", "confirmed", "hybrid_confirm", many=500, wrong=100, pivot=800)
    await lay(quiet, "watching", "unasked", "hybrid_confirm", many=500, wrong=15)
    await lay(quiet, "watching", "unasked", "hybrid_confirm", many=1_000, pivot=800)
    assert await AuditJob(repositories, AuditRules(share=0.0, per_minute=0), nothing_is_audited).step_back() == 1
    stored = arms_of(await repositories.experiments.get(LOCAL, "watching"))
    assert {arm.name: arm.stepped_back_at is not None for arm in stored} == {"confirmed": False, "unasked": True}, (
        "15 wrong of the 500 nobody was asked about, though of all 1,500 they are 1 %; what people confirmed is theirs"
    )
    await end(quiet, "watching")


async def test_of_which_sessions_a_share_is_shown(quiet: Stage) -> None:
    curve = await quiet.get("/api/experiments/default/threshold-curve")
    assert (curve["arm"], curve["share"]) == ("hybrid_confirm", 1), "all of the pack's weight"
    name = await declared(quiet, "shared")
    assert (await quiet.get(f"/api/experiments/{name}/threshold-curve"))["share"] == pytest.approx(0.25)
    await end(quiet, name)
