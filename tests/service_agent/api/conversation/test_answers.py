"""How an answer came about, over HTTP: its owner reads it, operators review what did not answer."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from tests.serving import Serve, Serving

LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
INVENTED = "보증금은 37%까지 올릴 수 있습니다 [1]."
REFUSED = "제공된 자료에는 이 내용이 나와 있지 않습니다."
LONG = pytest.mark.long
"""Every day one of each family; all without a service: tests/execution_agents/answer/writing/test_recovery.py."""
PLAN: dict[str, Any] = {
    "route": "rag_required",
    "standalone_question": LAW,
    "intent": "legal_consult",
    "confidence": 0.9,
    "slots": {},
    "ambiguity_reason": None,
    "sufficiency": None,
}


async def test_an_answer_quoted_without_a_model_has_its_record(service: Serving) -> None:
    answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
    kept = (await service.http.get(f"/api/answers/{answer['run_id']}")).json()
    record = kept["record"]
    assert (kept["session_id"], kept["engine"], kept["failure"]) == (answer["session_id"], "rules", None)
    assert record["path"] == "extractive"
    assert record["question_type"] == "numeric"
    assert record["contexts"]
    assert record["times_ms"]["total"] > 0
    assert record["timings_ms"] == answer["timings_ms"]
    assert record["confidence"] == round(1000 * answer["confidence"])


async def test_an_answer_nobody_gave_is_not_found(service: Serving) -> None:
    refused = await service.http.get("/api/answers/nothing")
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown_run")


@pytest.mark.parametrize(
    ("script", "fallback", "drafts"),
    [
        ({"answer": Reply(status=500)}, "extractive", 1),
        pytest.param({"answer": Reply("slow down", status=429, retry_after="0")}, "extractive", 1, marks=LONG),
        pytest.param({"answer": Reply(fault="broken")}, "extractive", 1, marks=LONG),
        pytest.param({"answer": Reply("보증금은 " * 20, fault="half")}, "extractive", 1, marks=LONG),
        pytest.param({"answer": Reply("")}, "extractive", 2, marks=LONG),
        ({"answer": INVENTED, "answer_strict": INVENTED}, "extractive", 3),
        pytest.param(
            {"answer": "The deposit may rise by five percent at most, says the law. " * 3}, "extractive", 1, marks=LONG
        ),
        pytest.param(
            {"answer": "가나다라 " * 4_000, "answer_strict": "가나다라 " * 4_000}, "extractive", 3, marks=LONG
        ),
    ],
    ids=[
        "fails",
        "429",
        "bad JSON",
        "half a stream",
        "writes nothing",
        "invents a number",
        "writes English",
        "writes 20,000 characters",
    ],
)
async def test_a_model_that_fails_leaves_an_honest_answer_and_its_record(
    serve: Serve, script: dict[str, Line], fallback: str, drafts: int
) -> None:
    lines: dict[str, Line] = {"turn_planning": PLAN, **script}
    async with ScriptedEndpoint(lines) as model:
        async with serve(llm_base_url=model.base_url, llm_model="scripted") as service:
            answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
            record = (await service.http.get(f"/api/answers/{answer['run_id']}")).json()["record"]
        calls = [call.prompt for call in model.calls if call.prompt.startswith("answer")]
    assert answer["verification"]["fallback"] == fallback == record["fallback"]
    assert len(record["drafts"]) >= drafts
    assert len(calls) <= 8, "no loop: at most three drafts and the client's own retries"
    assert "37%" not in answer["content"]
    assert "20분의 1" in answer["content"] or "5%" in answer["content"]
    assert answer["citations"]


@pytest.mark.parametrize(
    "broken",
    [
        Reply(status=500),
        pytest.param(Reply("slow down", status=429, retry_after="0"), marks=LONG),
        pytest.param(Reply(fault="broken"), marks=LONG),
        pytest.param(Reply("x" * 400, fault="half"), marks=LONG),
        pytest.param(Reply("There is no JSON in this reply at all."), marks=LONG),
        pytest.param(Reply("가" * 20_000), marks=LONG),
    ],
    ids=["fails", "429", "bad JSON", "half an answer", "no JSON", "20,000 characters"],
)
async def test_a_model_that_cannot_plan_leaves_planning_to_rules(serve: Serve, broken: Reply) -> None:
    async with ScriptedEndpoint({"turn_planning": broken, "answer": broken, "answer_strict": broken}) as model:
        async with serve(llm_base_url=model.base_url, llm_model="scripted") as service:
            answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
            record = (await service.http.get(f"/api/answers/{answer['run_id']}")).json()["record"]
        planned = [call for call in model.calls if call.prompt == "turn_planning"]
    assert len(planned) <= 3, "one call and its two retries, or one re-ask"
    assert len(model.calls) <= 12, "no loop"
    assert (answer["engine"], record["path"]) == ("rules", "extractive")
    assert "20분의 1" in answer["content"]
    assert answer["citations"]


async def test_a_refusal_is_listed_for_review_until_somebody_looked_at_it(serve: Serve) -> None:
    script: dict[str, Line] = {"turn_planning": PLAN, "answer": REFUSED, "answer_strict": REFUSED}
    async with ScriptedEndpoint(script) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted"}
        async with serve(**chosen) as service:
            answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
            run_id = answer["run_id"]
            listed = (await service.http.get("/api/answers/failed")).json()["answers"]
            mine = next(one for one in listed if one["run_id"] == run_id)
            assert (mine["failure"], mine["question_type"]) == ("insufficient_answer", "numeric")
            assert mine["contexts"] >= 1
            table = (await service.http.get("/api/answers/failed?format=csv")).content.decode("utf-8-sig")
            (row,) = [each for each in csv.DictReader(io.StringIO(table)) if each["run_id"] == run_id]
            assert (row["failure"], row["question"], row["contexts"]) == (mine["failure"], LAW, str(mine["contexts"]))
            assert (mine["demo"], row["demo"]) == (False, "False")
            people, demo = [
                [
                    one["run_id"]
                    for one in (await service.http.get(f"/api/answers/failed?demo={which}")).json()["answers"]
                ]
                for which in ("without", "only")
            ]
            assert run_id in people and demo == [], "nobody played"
            seen = await service.http.post(f"/api/answers/{run_id}/review", json={"note": "제7조가 빠졌다"})
            assert seen.json()["note"] == "제7조가 빠졌다"
            after = (await service.http.get("/api/answers/failed")).json()["answers"]
            assert run_id not in [one["run_id"] for one in after]
            kept = (await service.http.get("/api/answers/failed?reviewed=true")).json()["answers"]
            assert run_id in [one["run_id"] for one in kept]
            await service.http.delete(f"/api/sessions/{answer['session_id']}")
            assert (await service.http.get(f"/api/answers/{run_id}")).status_code == 404
