"""The operator's routes over real decisions: figures, pages, labels, thresholds, export."""

from __future__ import annotations

import codecs
import csv
import io
from typing import Any

import pytest
from rich.console import Console

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL
from service_agent.experiments.other_figures import read_figures
from service_agent.experiments.replaying import Other, replay_all
from supervisor.replay import replay
from tests.service_agent.experiments.conftest import Stage

PRICES = "대구 달서구 아파트 시세 알려줘"
AGAIN = "그 지역 평균 시세를 다시 요약해줘"


async def talk(stage: Stage) -> tuple[str, str]:
    """A search and a reuse; their runs."""
    session = await stage.session("hybrid")
    return (await stage.ask(session, PRICES))["run_id"], (await stage.ask(session, AGAIN))["run_id"]


async def test_each_panel_tells_the_same_turns(stage: Stage) -> None:
    before = (await stage.get("/api/experiments/default/metrics?arm=hybrid"))["figures"]["totals"]
    stage.later()
    await talk(stage)
    metrics = await stage.get("/api/experiments/default/metrics?arm=hybrid")
    totals = metrics["figures"]["totals"]
    assert totals["turns"] - before["turns"] == 2
    assert totals["reused"] - before["reused"] == 1
    (variant,) = metrics["variants"]
    assert variant["total"] == totals["turns"] == metrics["turns"]
    assert (
        0 <= variant["figures"]["skip_rate"]["low"] <= variant["skip_rate"] <= variant["figures"]["skip_rate"]["high"]
    )
    for by in ("day", "data_type", "intent", "model", "pack", "arm"):
        groups = (await stage.get(f"/api/experiments/default/breakdown?by={by}&arm=hybrid"))["groups"]
        assert sum(group["figures"]["turns"] for group in groups) >= totals["turns"], by
    lines = (await stage.get("/api/experiments/default/decisions?arm=hybrid&limit=200"))["decisions"]
    assert len(lines) == totals["turns"]


async def test_pages_hold_every_decision_once_newest_first(stage: Stage) -> None:
    for _ in range(3):
        await talk(stage)
    stage.later()
    whole = (await stage.get("/api/experiments/default/decisions?limit=200"))["decisions"]
    seen: list[str] = []
    address = "/api/experiments/default/decisions?limit=2"
    following: str | None = ""
    while following is not None:
        page = await stage.get(f"{address}&before={following}" if following else address)
        seen += [line["run_id"] for line in page["decisions"]]
        following = page["next"]
    assert seen == [line["run_id"] for line in whole]
    assert len(set(seen)) == len(seen) > 5
    reused = (await stage.get("/api/experiments/default/decisions?kind=reuse&limit=200"))["decisions"]
    assert {line["decision"] for line in reused} == {"reuse"}
    assert {line["run_id"] for line in reused} == {line["run_id"] for line in whole if line["decision"] == "reuse"}


async def test_a_label_counts_at_once_and_can_be_taken_back(stage: Stage) -> None:
    _, reused = await talk(stage)
    address = f"/api/decisions/{reused}/label"
    shown = (await stage.service.http.post(address, json={"outcome": "wrong", "reason": "다른 달"})).json()
    assert shown["line"]["truth"] == {"outcome": "incorrect_skip", "source": "label", "contested": False}
    assert [(each["outcome"], each["mine"]) for each in shown["labels"]] == [("wrong", True)]
    shown = (await stage.service.http.post(address, json={"outcome": "right"})).json()
    assert shown["line"]["truth"]["outcome"] == "correct_skip", "the later word of the same person replaces the earlier"
    for expected in ("incorrect_skip", None):
        shown = (await stage.service.http.delete(address)).json()
        assert shown["line"]["truth"]["outcome"] == expected
    assert (await stage.service.http.delete(address)).status_code == 404


async def test_searching_again_and_a_thumb_are_the_persons_word(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    answer = await stage.ask(session, AGAIN)
    await stage.service.services.turns.override(LOCAL, answer["answer_id"], "search_again")
    decision = await stage.get(f"/api/decisions/{answer['run_id']}")
    assert decision["line"]["truth"] == {"outcome": "incorrect_skip", "source": "person", "contested": False}
    liked = await stage.ask(session, AGAIN)
    rated = await stage.service.http.post(
        f"/api/messages/{liked['answer_id']}/feedback", json={"rating": -1, "reason": "자료가 오래됐어요"}
    )
    assert rated.status_code < 300
    await stage.service.services.experiments.repositories.labels.hear()
    assert (await stage.get(f"/api/decisions/{liked['run_id']}"))["line"]["truth"]["source"] == "person"
    reviews = (await stage.get("/api/reviews"))["reviews"]
    assert {"thumbs_down"} <= {each["why"] for each in reviews}


async def test_the_last_thumb_counts_one_taken_back_none_and_a_correction_is_put_up_for_review(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    answer = await stage.ask(session, AGAIN)
    hear = stage.service.services.experiments.repositories.labels.hear

    async def say(rating: int, reason: str = "", kind: str = "thumbs") -> str | None:
        body = {"rating": rating, "reason": reason, "kind": kind}
        rated = await stage.service.http.post(f"/api/messages/{answer['answer_id']}/feedback", json=body)
        assert rated.status_code == 204
        await hear()
        return await stage.truth(answer["run_id"])

    async def up_for_review() -> list[tuple[str, str]]:
        reviews = (await stage.get("/api/reviews"))["reviews"]
        return [(each["why"], each["reason"]) for each in reviews if each["run_id"] == answer["run_id"]]

    assert await say(-1) is None, "what was not quite right, nobody said"
    assert await say(-1, "자료가 오래됐어요") == "incorrect_skip"
    assert await up_for_review() == [("thumbs_down", "자료가 오래됐어요")], "with the reason that came after"
    assert await say(0) is None, "taken back"
    assert await up_for_review() == []
    labels = (await stage.get(f"/api/decisions/{answer['run_id']}"))["labels"]
    assert [(each["outcome"], each["undone"]) for each in labels] == [("unsure", True), ("wrong", True)]
    assert await say(1) == "correct_skip"
    assert await say(0, "=평균이 아니라 중위가 맞아요", "correction") is None, "it says nothing of reuse"
    assert await up_for_review() == [("correction", "=평균이 아니라 중위가 맞아요")]


async def test_experiments_are_declared_drawn_from_ended_and_never_overlap(stage: Stage) -> None:
    body = {
        "name": "winter",
        "pack": "real_estate",
        "arms": [
            {"name": "control", "variant": "no_reuse", "weight": 1},
            {"name": "low", "variant": "hybrid", "weight": 3, "reuse_above": 0.5, "ask_above": 0.4},
        ],
    }
    made = await stage.service.http.post("/api/experiments", json=body)
    assert made.status_code == 201, made.text
    second = await stage.service.http.post("/api/experiments", json={**body, "name": "spring"})
    assert (second.status_code, second.json()["code"]) == (409, "overlapping_experiment")
    asked, drawn = 0, set[str]()
    while drawn != {"control", "low"} and asked < 60:  # one arm alone in all of them: once in 30 million
        session_id, asked = await stage.service.session(), asked + 1
        drawn.add({"no_reuse": "control"}.get((await stage.get(f"/api/sessions/{session_id}"))["variant"], "low"))
        await stage.ask(session_id, PRICES)
    stage.later()
    lines = (await stage.get("/api/experiments/winter/decisions"))["decisions"]
    assert len(lines) == asked
    assert {line["arm"] for line in lines} == {"control", "low"}
    assert await usual(stage, "winter") == ["low"]
    assert await usual(stage, "default") == [], "none is drawn by the pack's weights while winter runs"
    low = next(line for line in lines if line["arm"] == "low")
    assert (await stage.get(f"/api/decisions/{low['run_id']}"))["thresholds"] == {"reuse_above": 0.5, "ask_above": 0.4}
    ended = await stage.service.http.post("/api/experiments/winter/end")
    assert ended.json()["ends_at"] is not None
    session_id = await stage.service.session()
    session = await stage.get(f"/api/sessions/{session_id}")
    assert session["variant"] == "hybrid_confirm", "the pack's own weights again"
    await stage.ask(session_id, PRICES)
    assert [await usual(stage, name) for name in ("winter", "default")] == [[], ["hybrid_confirm"]]


async def usual(stage: Stage, experiment: str) -> list[str]:
    """The arm that is shown as the one where new sessions go."""
    stage.later()
    metrics = await stage.get(f"/api/experiments/{experiment}/metrics?pack=real_estate")
    return [each["arm"] for each in metrics["variants"] if each["usual"]]


async def test_an_arm_searches_with_figures_of_its_own_and_its_decisions_say_so(stage: Stage) -> None:
    figures = {"cut": {"base": 1, "base_many": 1, "least": 1, "most": 1}}
    arms = [
        {"name": "today", "variant": "hybrid", "weight": 1},
        {
            "name": "narrow",
            "variant": "hybrid",
            "weight": 1,
            "retrieval": figures,
            "answering": {"quoting": {"shown": 120}},
        },
    ]
    body = {"name": "figures", "pack": "real_estate", "arms": arms}
    made = await stage.service.http.post("/api/experiments", json=body)
    assert made.status_code == 201, made.text
    assert made.json()["arms"][1]["retrieval"] == figures
    answers: dict[str, dict[str, Any]] = {}
    for _ in range(60):
        if set(answers) == {"today", "narrow"}:
            break
        answer = await stage.ask(
            await stage.service.session(), "임대차 계약을 갱신할 때 차임은 얼마까지 올릴 수 있나요?"
        )
        shown = await stage.get(f"/api/decisions/{answer['run_id']}")
        record = (await stage.get(f"/api/answers/{answer['run_id']}"))["record"]
        answers[shown["line"]["arm"]] = {
            **record,
            "figures": shown["configuration"],
            "content": answer["content"],
        }
    await stage.service.http.post("/api/experiments/figures/end")
    today, narrow = answers["today"], answers["narrow"]
    assert [len(one["retrieval"][0]["contexts"]) for one in (today, narrow)] == [8, 1]
    assert len(narrow["content"]) < len(today["content"])
    for one in (today, narrow):
        assert one["figures"] == {"retrieval": one["retrieval"][0]["configuration"], "answering": one["configuration"]}
    assert today["figures"] != narrow["figures"]


async def test_an_arms_figure_that_does_not_fit_is_refused_in_one_sentence(stage: Stage) -> None:
    arms = [{"name": "wide", "variant": "hybrid", "weight": 1, "retrieval": {"hybrid": {"top": 9_000}}}]
    made = await stage.service.http.post("/api/experiments", json={"name": "n", "pack": "real_estate", "arms": arms})
    assert made.status_code == 422
    assert made.json()["detail"] == ("arms: wide: `retrieval.hybrid.top` is 9000; write a number that is at most 500.")


async def test_a_threshold_is_refused_with_the_audits_still_needed(stage: Stage) -> None:
    await talk(stage)
    refused = await stage.service.http.post("/api/experiments/default/threshold", json={"threshold": 0.8})
    assert (refused.status_code, refused.json()["code"]) == (409, "threshold_refused")
    curve = await stage.get("/api/experiments/default/threshold-curve")
    assert curve["proposal"]["threshold"] is None
    assert curve["proposal"]["needed"] > 0
    assert str(curve["proposal"]["needed"]) in refused.json()["detail"]


async def test_figures_leave_as_csv_and_words_never_as_formulas(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, "=SUM(A1) 대구 달서구 아파트 시세 알려줘")
    stage.later()
    text = await file_of(stage, "/api/experiments/default/decisions?format=csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert any(row["question"].startswith("'=SUM") for row in rows)
    curve = await file_of(stage, "/api/experiments/default/threshold-curve?arm=hybrid&format=csv")
    points = await stage.get("/api/experiments/default/threshold-curve?arm=hybrid")
    rows = list(csv.DictReader(io.StringIO(curve)))
    assert [float(row["threshold"]) for row in rows] == [each["threshold"] for each in points["points"]]
    assert {(row["experiment"], row["arm"], float(row["running"])) for row in rows} == {
        ("default", "hybrid", points["running"])
    }
    reviews = await file_of(stage, "/api/reviews?format=csv")
    waiting = (await stage.get("/api/reviews"))["reviews"]
    assert [row["run_id"] for row in csv.DictReader(io.StringIO(reviews))] == [each["run_id"] for each in waiting]
    nothing = await file_of(stage, "/api/experiments/default/breakdown?by=day&intent=write_letter&format=csv")
    assert nothing.startswith("value,kind,turns,") and nothing.count("\r\n") == 1, "a head, and no rows"
    figures = await file_of(stage, "/api/experiments/default/metrics?format=csv")
    rows = list(csv.DictReader(io.StringIO(figures)))
    assert rows and all(float(row["skip_rate_low"]) <= float(row["skip_rate_high"]) for row in rows)


async def test_who_says_so_what_was_saved_and_the_state_leave_as_files(stage: Stage) -> None:
    _, reused = await talk(stage)
    await stage.service.http.post(f"/api/decisions/{reused}/label", json={"outcome": "right"})
    stage.later()
    metrics = await stage.get("/api/experiments/default/metrics")
    sources = await stage.get("/api/experiments/default/sources")
    assert sources == {"experiment": "default", "sources": metrics["figures"]["by_source"]}
    rows = await csv_of(stage, "/api/experiments/default/sources?format=csv")
    assert {row["source"]: int(row["correct_skip"]) for row in rows} == {
        name: truth["counts"]["correct_skip"] for name, truth in sources["sources"].items()
    }
    assert {row["source"] for row in rows} >= {"label_chosen"}
    savings = await stage.get("/api/experiments/default/savings")
    assert savings == metrics["savings"]
    saved = {row["what"]: row for row in await csv_of(stage, "/api/experiments/default/savings?format=csv")}
    assert float(saved["waiting_ms"]["value"]) == pytest.approx(savings["waiting_ms"]["value"])
    assert {row["left_out"] for row in saved.values()} == {str(savings["left_out"])}
    health = await stage.get("/api/experiments/default/health")
    state = await csv_of(stage, "/api/experiments/default/health?format=csv")
    assert {row["name"] for row in state if row["kind"] == "source"} == {
        f"{each['pack']}/{each['source']}" for each in health["sources"]
    }
    assert next(row["value"] for row in state if row["name"] == "audits_due") == str(health["audits_due"])


async def csv_of(stage: Stage, address: str) -> list[dict[str, str]]:
    """The rows of a file."""
    return list(csv.DictReader(io.StringIO(await file_of(stage, address))))


async def file_of(stage: Stage, address: str) -> str:
    """A file as a spreadsheet reads it: its encoding is shown by the mark before the first one."""
    answer = await stage.service.http.get(address)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/csv"), answer.text
    assert answer.content.startswith(codecs.BOM_UTF8), address
    assert answer.content.count(codecs.BOM_UTF8) == 1, address
    return answer.content.decode("utf-8-sig")


DEMO_REUSES = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types,
    decision, judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens, completion_tokens,
    pivots)
SELECT 'played' || n, 'local', 'suffice-demo-played', %s, 'real_estate', 'hybrid_confirm', '시세', '시세',
    'market_inquiry', '{market}', 'reuse', '{}', '{}', 700, 0, 0, 0, 0, 0, '{"market": 960}'
FROM generate_series(1, 400) AS n
"""
DEMO_AUDITED = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited, pivot)
SELECT run_id, tenant_id, owner_id, session_id, CAST(now() AS date), pack, 'default', variant, variant, intent, 'rules',
    data_types, true, true, 'correct_skip', 'audit', true, 960
FROM decisions WHERE run_id LIKE 'played%%'
"""


async def test_demo_traffic_proves_no_threshold_for_people(stage: Stage) -> None:
    for _ in range(3):
        await talk(stage)
    session = await stage.session("hybrid_confirm")
    stage.sql(DEMO_REUSES, session)
    stage.sql(DEMO_AUDITED)
    stage.later()
    address = "/api/experiments/default/threshold-curve?arm=hybrid_confirm"
    alone = await stage.get(f"{address}&demo=only")
    assert alone["proposal"]["threshold"] is not None, "400 audited reuses without an error prove it: of demo traffic"
    mixed, without = await stage.get(address), await stage.get(f"{address}&demo=without")
    at = next(each for each in mixed["points"] if each["threshold"] == 0.9)
    assert at["wrong_reuse"]["of"] >= 400, "it is drawn"
    assert mixed["proposal"]["threshold"] is None and mixed["proposal"]["needed"] > 0
    assert mixed["proposal"]["audited"] == without["proposal"]["audited"] < 400
    assert at["reuse"]["of"] >= 400 and alone["proposal"]["reuse_now"] == 1, "all of it would be reused"
    for rate in ("reuse_now", "reuse_then"):
        assert mixed["proposal"][rate] == without["proposal"][rate], "computed from people's turns alone"
    every = "/api/experiments/default/threshold-curve"
    arms = [(await stage.get(f"{every}?demo={demo}"))["arm"] for demo in ("only", "with", "without")]
    assert arms[0] == "hybrid_confirm" and arms[1] == arms[2], "whose curve it is, people's turns say"
    body = {"threshold": 0.9, "arm": "hybrid_confirm"}
    refused = await stage.service.http.post("/api/experiments/default/threshold", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "threshold_refused")
    stage.sql("DELETE FROM decisions WHERE run_id LIKE 'played%%'")
    await stage.service.http.delete("/api/experiments/default/demo")


@pytest.mark.parametrize(
    "panel", ["metrics", "breakdown", "sources", "savings", "threshold-curve", "decisions", "decisions?format=csv"]
)
@pytest.mark.parametrize("field", ["pack", "arm", "intent", "data_type"])
async def test_a_filter_that_names_nothing_is_refused_with_what_there_is(stage: Stage, panel: str, field: str) -> None:
    address = f"/api/experiments/default/{panel}{'&' if '?' in panel else '?'}{field}="
    refused = await stage.get(f"{address}nobodys", 422)
    assert (refused["code"], refused["field"]) == ("invalid_input", field)
    there = {"pack": "real_estate", "arm": "hybrid", "intent": "market_inquiry", "data_type": "market"}[field]
    assert refused["detail"].startswith(f"{field}: nothing is called 'nobodys' here; there are ")
    assert there in refused["detail"]
    assert (await stage.service.http.get(f"{address}{there}")).is_success


async def test_a_filter_that_names_what_was_measured_once_is_taken(stage: Stage) -> None:
    await talk(stage)
    stage.later()
    await stage.get("/api/experiments/default/metrics")
    stage.sql(
        "INSERT INTO decision_days SELECT (jsonb_populate_record(one, "
        """'{"day": "2020-01-01", "arm": "left_over", "intent": "left_out"}')).* FROM decision_days AS one """
        "WHERE tenant_id = 'local' AND experiment = 'default' LIMIT 1"
    )
    metrics = await stage.get("/api/experiments/default/metrics?arm=left_over&intent=left_out")
    assert metrics["figures"]["totals"]["turns"] > 0
    stage.sql("DELETE FROM decision_days WHERE intent = 'left_out'")


async def test_what_cannot_be_is_one_sentence(stage: Stage) -> None:
    for address, status in (
        ("/api/experiments/nobodys/metrics", 404),
        ("/api/experiments/default/decisions?before=xx", 422),
        ("/api/experiments/default/metrics?since=2026-02-02&until=2026-01-01", 422),
        ("/api/decisions/none", 404),
    ):
        problem = await stage.get(address, status)
        assert problem["detail"], address
    arms = [{"name": "a", "variant": "hybrid", "weight": 0}]
    made = await stage.service.http.post("/api/experiments", json={"name": "n", "pack": "real_estate", "arms": arms})
    assert made.status_code == 422 and "weights" in made.json()["detail"]
    arms[0]["weight"] = 1
    over = {"starts_at": "2025-01-01T00:00:00+09:00", "ends_at": "2025-02-01T00:00:00+09:00"}
    made = await stage.service.http.post(
        "/api/experiments", json={"name": "n", "pack": "real_estate", "arms": arms, **over}
    )
    assert (made.status_code, made.json()["detail"]) == (422, "ends_at: it has passed already; give a later time.")


PROVEN = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited, pivot)
SELECT run_id, tenant_id, owner_id, session_id, CAST(now() AS date), pack, 'default', variant, variant, intent, 'rules',
    data_types, false, true, 'correct_skip', 'audit', true, 960
FROM decisions WHERE run_id LIKE 'proven%%'
"""


async def test_no_threshold_is_tried_beside_an_arm_that_nobody_is_drawn_into(stage: Stage) -> None:
    session = await stage.session("supervisor_only")
    person = DEMO_REUSES.replace("suffice-demo-played", "local").replace("'hybrid_confirm'", "'supervisor_only'")
    # Enough also where another test has planted a wrong reuse into the arm.
    stage.sql(person.replace("'played'", "'proven'").replace("(1, 400)", "(1, 900)"), session)
    stage.sql(PROVEN)
    stage.later()
    try:
        body = {"threshold": 0.95, "arm": "supervisor_only"}
        refused = await stage.service.http.post("/api/experiments/default/threshold", json=body)
    finally:
        stage.sql("DELETE FROM decisions WHERE run_id LIKE 'proven%%'")
        stage.sql("DELETE FROM decision_days WHERE arm = 'supervisor_only'")
    assert (refused.status_code, refused.json()["field"]) == (422, "arm"), refused.text
    assert "new sessions of real_estate are not drawn into supervisor_only" in refused.json()["detail"]
    assert not [
        each
        for each in (await stage.get("/api/experiments"))["experiments"]
        if each["ends_at"] is None and each["declared"]
    ]


async def test_kept_decisions_are_replayed_under_other_thresholds(stage: Stage) -> None:
    await talk(stage)
    repositories = stage.service.services.experiments.repositories
    same = await replay_all(repositories, LOCAL, Other(), 500)
    assert same.rows > 0
    strict = await replay_all(repositories, LOCAL, Other(variant="hybrid", reuse_above=1000, ask_above=1000), 500)
    assert strict.skips_now == 0 < strict.skips_then


async def test_kept_decisions_are_replayed_under_other_rule_figures(stage: Stage) -> None:
    _, reused = await talk(stage)
    row = await stage.service.services.experiments.repositories.decisions.get(LOCAL, reused)
    assert row is not None and row.decision == "reuse"

    def now(*figures: str) -> str:
        return replay(Other(figures=read_figures(figures)).row(row)).decision

    assert now() == now("loan.judge2.sufficient_above=1000") == "reuse", "another type's figures are another matter"
    assert now("judge2.sufficient_above=1000", "judge2.uncertain_from=1000") == "search"
    assert now("judge1_rules.start=100") == "search"
    assert now("market.judge2.min_results=100000", "market.judge2.few_results_penalty=900") == "search"
    before = row.inputs
    assert now("freshness.stale_after_s=none", "freshness.warn_after_s=none") == "reuse"
    assert row.inputs == before, "the row itself stays as it was"


async def test_a_replay_says_what_it_could_not_ask(stage: Stage) -> None:
    session = await stage.session("no_reuse")
    await stage.ask(session, PRICES)
    repositories = stage.service.services.experiments.repositories
    out = io.StringIO()
    other = Other(variant="hybrid", figures=read_figures(["markt.judge2.min_results=2"]))
    Console(file=out, width=200).print(await replay_all(repositories, LOCAL, other, 500))
    assert "searched without a judge" in out.getvalue()
    assert "No decision needed markt: those figures changed nothing." in out.getvalue()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("judge2.min_results", "has no value"),
        ("judge2.min_result=2", "did you mean judge2.min_results"),
        ("judge2.min_results=-1", "greater than or equal to 0"),
        ("judge2.sufficient_above=[", "is no number"),
        ("judge3.start=1", "there is no figure judge3.start; there are judge1_rules.start"),
        ("market.judge1_rules.start=1", "there is no figure"),
        ("probe.first=2", "cannot be replayed: only what the probe found"),
        ("market.matching_slots=region", "cannot be replayed: only which of them conflicted"),
        ("ask_worth_s=3", "cannot be replayed: whether asking was worth it"),
    ],
)
def test_a_figure_that_cannot_be_replayed_is_refused_in_one_sentence(given: str, sentence: str) -> None:
    with pytest.raises(WrongUse) as refused:
        read_figures([given])
    assert sentence in refused.value.message
