"""Audits against planted truth: wrong reuses and needless searches are found and labelled, right ones are not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from service_agent.experiments.audit import auditor
from supervisor.planning import alone
from tests.service_agent.experiments.conftest import Stage

PRICES = "대구 달서구 아파트 시세 알려줘"
AGAIN = "그 지역 평균 시세를 다시 요약해줘"
ELSEWHERE = "서초구는?"
LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
REMOVE = "UPDATE table_rows SET removed_at = clock_timestamp() WHERE row_id = ANY(%s) AND removed_at IS NULL"
RETURN = "UPDATE table_rows SET removed_at = NULL WHERE row_id = ANY(%s)"


async def rows_of(stage: Stage, session_id: str) -> list[str]:
    """Ids of the rows a session has in hand."""
    records = (await stage.get(f"/api/sessions/{session_id}/evidence"))["records"]
    items = (await stage.get(f"/api/sessions/{session_id}/evidence/{records[0]['evidence_id']}"))["items"]
    return [item["item_id"] for item in items if not item["derived"]]


async def test_right_decisions_are_found_right(stage: Stage) -> None:
    session = await stage.session("hybrid")
    runs = [(await stage.ask(session, question))["run_id"] for question in (PRICES, AGAIN, ELSEWHERE, LAW)]
    assert await stage.audit() >= 4
    found = [await stage.truth(run) for run in runs]
    assert found == ["correct_search", "correct_skip", "correct_search", "correct_search"]


async def test_a_planted_wrong_reuse_is_found_labelled_and_put_up_for_review(stage: Stage) -> None:
    session = await stage.session("supervisor_only")
    await stage.ask(session, PRICES)
    rows = (await rows_of(stage, session))[:2]
    stage.sql(REMOVE, rows)
    try:
        reused = await stage.ask(session, PRICES)
        assert reused["reuse"]["decision"] == "reuse", "judge 1 alone does not see that the rows are gone"
        await stage.audit()
    finally:
        stage.sql(RETURN, rows)
    decision = await stage.get(f"/api/decisions/{reused['run_id']}")
    assert decision["line"]["truth"] == {"outcome": "incorrect_skip", "source": "audit", "contested": False}
    (compared,) = decision["audit"]["types"]
    assert not compared["agrees"]
    assert {line["mark"] for line in compared["lines"]} >= {"−"}
    assert decision["audit"]["search_calls"] > 0
    assert decision["variants"]["no_reuse"] == "search"
    reviews = (await stage.get("/api/reviews"))["reviews"]
    assert [each["why"] for each in reviews if each["run_id"] == reused["run_id"]] == ["wrong_reuse"]
    metrics = await stage.get("/api/experiments/default/metrics?arm=supervisor_only")
    assert metrics["figures"]["known"]["counts"]["incorrect_skip"] == 1
    assert metrics["figures"]["known"]["wrong_reuse"]["method"] == "clopper-pearson"


async def test_a_planted_needless_search_is_found_and_the_judges_are_heard_in_the_control(stage: Stage) -> None:
    session = await stage.session("no_reuse")
    first = await stage.ask(session, PRICES)
    second = await stage.ask(session, PRICES)
    assert second["reuse"]["decision"] == "search"
    await stage.audit()
    assert await stage.truth(first["run_id"]) == "correct_search"
    assert await stage.truth(second["run_id"]) == "incorrect_search"
    decision = await stage.get(f"/api/decisions/{second['run_id']}")
    assert decision["audit"]["search_calls"] == 0, "what was searched is there already"
    assert decision["variants"] == {
        "no_reuse": "search", "supervisor_only": "reuse", "hybrid": "reuse", "hybrid_confirm": "reuse"
    }  # fmt: skip


async def test_what_was_erased_cannot_be_audited_and_nothing_is_concluded(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    reused = await stage.ask(session, AGAIN)
    stage.sql("DELETE FROM evidence WHERE session_id = %s", session)
    await stage.audit()
    decision = await stage.get(f"/api/decisions/{reused['run_id']}")
    assert (decision["audit"]["status"], decision["line"]["truth"]["outcome"]) == ("failed", None)
    assert decision["audit"]["why"]


async def test_an_audit_leaves_no_trace_in_the_conversation(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    await stage.ask(session, AGAIN)
    before = [await stage.get(f"/api/sessions/{session}/{room}") for room in ("messages", "evidence")]
    await stage.audit()
    after = [await stage.get(f"/api/sessions/{session}/{room}") for room in ("messages", "evidence")]
    for body in (*before, *after):
        body.pop("now", None)
    assert before == after


async def test_comparing_now_works_without_waiting_for_the_background(stage: Stage) -> None:
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    reused = await stage.ask(session, AGAIN)
    answer = await stage.service.http.post(f"/api/decisions/{reused['run_id']}/audit")
    assert answer.json()["status"] == "done"
    assert await stage.truth(reused["run_id"]) == "correct_skip"


async def test_an_audit_reads_and_judges_beside_the_event_loop(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[str]] = {}

    def noted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*args: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread().name.split("_")[0])
            return work(*args)

        return noting

    session = await stage.session("no_reuse")
    await stage.ask(session, PRICES)
    await stage.ask(session, PRICES)
    for module, name in ((auditor, "_decided"), (alone, "read_question")):
        monkeypatch.setattr(module, name, noted(name, getattr(module, name)))
    assert await stage.audit() >= 1
    assert threads == {"_decided": {"compute"}, "read_question": {"compute"}}
