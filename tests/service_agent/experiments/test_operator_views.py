"""What operators see is true, in their own language, and told apart: judges' words, the control, shares, demo."""

from __future__ import annotations

import pytest

from tests.service_agent.experiments.audit.test_auditor import AGAIN, PRICES
from tests.service_agent.experiments.conftest import Stage

ELSEWHERE = "서울 서초구 아파트 시세 알려줘"
LOAN = "전세자금대출 금리 비교해줘"
PLAYED = "UPDATE {table} SET owner_id = 'suffice-demo-shown' WHERE run_id = %s"


async def test_judges_reasons_are_shown_in_both_languages_whatever_the_question_was_in(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    searched = await stage.ask(session, ELSEWHERE)
    decision = await stage.get(f"/api/decisions/{searched['run_id']}")
    (market,) = [each for each in decision["judge2"] if each["data_type"] == "market"]
    region = next(each for each in market["issues"] if each["issue"] == "slot_conflict:region")
    assert region["label"] == {"ko": "조건이 다름 (지역)", "en": "the conditions differ (Region)"}
    reasons = decision["judge1_reasons"]
    assert reasons["ko"] == decision["judge1"]["reasoning"], "the row's own words, worked out again"
    assert reasons["en"] == "Market prices: the conditions differ (Region)"
    reused = await stage.get(f"/api/decisions/{(await stage.ask(session, ELSEWHERE))['run_id']}")
    assert set(reused["judge1_reasons"]) == {"ko", "en"}
    assert reused["judge1_reasons"]["ko"] == reused["judge1"]["reasoning"]


async def test_of_the_control_no_judgement_is_made_up(stage: Stage) -> None:
    session = await stage.session("no_reuse")
    await stage.ask(session, PRICES)
    again = (await stage.ask(session, AGAIN))["run_id"]
    before = await stage.get(f"/api/decisions/{again}")
    assert (before["judge1"], before["judge2"], before["judge1_reasons"]) == (None, [], {}), (
        "nobody looked: there was data"
    )
    await stage.audit()
    after = await stage.get(f"/api/decisions/{again}")
    assert after["audit"]["status"] == "done"
    assert after["variants"]["hybrid"] == "reuse", "what the audit worked out"
    assert after["judge2"] == []


async def test_arms_with_as_many_questions_stand_in_one_order_and_the_usual_ones_threshold_is_shown(
    stage: Stage,
) -> None:
    stage.later()
    await stage.get("/api/experiments/default/metrics")
    stage.sql("DELETE FROM decision_days WHERE intent = 'loan_consult'")  # what other tests of this stage asked
    for variant in ("no_reuse", "supervisor_only", "hybrid", "hybrid_confirm"):
        await stage.ask(await stage.session(variant), LOAN)
    stage.later()
    view = await stage.get("/api/experiments/default/metrics?intent=loan_consult")
    assert {each["total"] for each in view["variants"]} == {1}
    assert [each["variant"] for each in view["variants"]] == [
        "hybrid_confirm",
        "hybrid",
        "supervisor_only",
        "no_reuse",
    ]
    curve = await stage.get("/api/experiments/default/threshold-curve?intent=loan_consult")
    assert (curve["arm"], curve["running"]) == ("hybrid_confirm", 0.9)
    assert view["measured_from"] == 100
    assert {each["share"] for each in view["variants"]} == {None}, "nothing was declared"


async def test_shares_of_new_sessions_are_reported_not_weights(stage: Stage) -> None:
    arms = [
        {"name": "control", "variant": "no_reuse", "weight": 1},
        {"name": "today", "variant": "hybrid_confirm", "weight": 8},
        {"name": "lower", "variant": "hybrid_confirm", "weight": 1, "reuse_above": 0.84},
    ]
    body = {"name": "shares", "pack": "handbook", "arms": arms}
    made = await stage.service.http.post("/api/experiments", json=body)
    try:
        assert {each["name"]: each["share"] for each in made.json()["arms"]} == {
            "control": pytest.approx(0.1), "today": pytest.approx(0.8), "lower": pytest.approx(0.1),
        }  # fmt: skip
    finally:
        await stage.service.http.post("/api/experiments/shares/end")


async def test_demo_traffic_is_left_out_of_what_waits_for_review_or_stands_there_alone(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    played, meant = [(await stage.ask(session, AGAIN)) for _ in range(2)]
    for answer in (played, meant):
        body = {"rating": -1, "reason": "", "kind": "thumbs"}
        await stage.service.http.post(f"/api/messages/{answer['answer_id']}/feedback", json=body)
    stage.sql(PLAYED.format(table="decisions"), played["run_id"])
    asked = {which: await stage.get(f"/api/reviews?demo={which}") for which in ("with", "without", "only")}
    found = {
        which: {each["run_id"] for each in shown["reviews"]} & {played["run_id"], meant["run_id"]}
        for which, shown in asked.items()
    }
    assert found == {
        "with": {played["run_id"], meant["run_id"]}, "without": {meant["run_id"]}, "only": {played["run_id"]},
    }  # fmt: skip
    assert all(each["demo"] for each in asked["only"]["reviews"])
