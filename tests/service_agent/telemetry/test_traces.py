"""Spans of whole turns, read by a real collector: who they are of, whose child is whose, and what they never hold."""

from __future__ import annotations

import socket
import uuid

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Status
from opentelemetry.semconv._incubating.attributes import (  # pyright: ignore[reportMissingTypeStubs]
    db_attributes,
    gen_ai_attributes,
    user_attributes,
)
from opentelemetry.semconv.attributes import db_attributes as stable_db
from opentelemetry.semconv.attributes import error_attributes

from foundation.contracts.errors import Fenced
from foundation.llm.scripted import ScriptedEndpoint
from service_agent.telemetry import names
from service_agent.telemetry.traces import open_tracer
from service_agent.telemetry.watch import Watch
from tests.service_agent.telemetry.collector import collecting, facts
from tests.serving import Serve
from tests.stories.test_judges import judged, script

CANARY = "canary-8472-canary 달서구 전세 시세"
PRICES = "대구 달서구 아파트 시세 알려줘"
NODES = {"initialize", "planning", "execute_teams", "search", "aggregate", "generate_response"}


async def asked(serve: Serve, endpoint: str, content: str = CANARY, **chosen: object) -> dict[str, str]:
    """One question to a service of these settings; its final message."""
    async with serve(otlp_endpoint=endpoint, **chosen) as serving:
        answer = await serving.http.post("/api/chat", json={"content": content})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_turn_is_one_trace_under_the_runs_own_id(serve: Serve) -> None:
    with collecting() as collector:
        answer = await asked(serve, collector.url)
    collector.keep_run(answer["run_id"])
    [run] = collector.named("invoke_workflow")
    assert run.trace_id.hex() == uuid.UUID(answer["run_id"]).hex
    assert run.parent_span_id == b""
    attributes = facts(run)
    assert attributes["suffice.run.id"] == answer["run_id"]
    assert attributes["gen_ai.conversation.id"] == answer["session_id"]
    assert (attributes["user.id"], attributes["suffice.tenant.id"]) == ("local", "local")
    assert attributes["suffice.outcome"] == "completed"
    assert collector.paths == {"/v1/traces"}
    assert {resource["service.name"] for resource in collector.resources} == {"suffice"}


async def test_nodes_hang_below_the_run_and_a_teams_nodes_below_the_team(serve: Serve) -> None:
    with collecting() as collector:
        answer = await asked(serve, collector.url)
    collector.keep_run(answer["run_id"])
    spans = {span.span_id: span for span in collector.spans}
    [run] = collector.named("invoke_workflow")
    nodes = collector.named("invoke_agent")
    above = {facts(span)["gen_ai.agent.name"]: span.parent_span_id for span in nodes}
    assert {name for name, parent in above.items() if parent == run.span_id} == NODES
    inner = spans[above["search/prepare_search"]]
    assert facts(inner)["gen_ai.agent.name"] == "search"
    queries = [span for span in collector.spans if facts(span).get("db.system.name") == "postgresql"]
    assert queries
    assert all(span.parent_span_id in spans for span in queries)
    assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in collector.spans)


async def test_a_model_call_names_its_prompt_model_and_tokens(serve: Serve) -> None:
    async with ScriptedEndpoint(script(judged(0.9))) as model:
        with collecting() as collector:
            await asked(serve, collector.url, PRICES, llm_base_url=model.base_url, llm_model="m")
    # A title is asked for in the background, below the run itself.
    calls = [call for call in collector.named("chat ") if call.name != "chat session_title"]
    assert calls
    parents = {span.span_id: span for span in collector.spans}
    for call in calls:
        attributes = facts(call)
        assert call.name == f"chat {attributes['gen_ai.prompt.name']}"
        assert attributes["gen_ai.request.model"] == "m"
        assert attributes["suffice.model.requests"] >= 1
        assert parents[call.parent_span_id].name.startswith("invoke_agent ")
        assert attributes["gen_ai.usage.input_tokens"] > 0
        assert attributes["gen_ai.usage.output_tokens"] > 0
        assert "error.type" not in attributes
    assert {facts(call)["gen_ai.prompt.name"] for call in calls} == {"turn_planning", "answer"}


async def test_a_model_call_that_fails_says_why_in_a_stable_word(serve: Serve) -> None:
    async with ScriptedEndpoint({}) as model:
        with collecting() as collector:
            await asked(serve, collector.url, PRICES, llm_base_url=model.base_url, llm_model="m")
    [call] = collector.named("chat turn_planning")
    assert facts(call)["error.type"] == "status"
    assert call.status.code == Status.STATUS_CODE_ERROR


async def test_no_span_holds_what_was_said(serve: Serve) -> None:
    with collecting() as collector:
        await asked(serve, collector.url)
    assert collector.spans
    # Not its digits alone: a span's time and number have digits of their own.
    assert "canary" not in str(collector.spans)


@pytest.mark.parametrize("kind", [pytest.param("closed", marks=pytest.mark.long), "silent"])
async def test_a_collector_that_is_away_fails_no_run(serve: Serve, kind: str) -> None:
    with socket.socket() as listening:  # a closed port refuses; one that never accepts keeps silent
        listening.bind(("127.0.0.1", 0))
        if kind == "silent":
            listening.listen(1)
        answer = await asked(serve, f"http://127.0.0.1:{listening.getsockname()[1]}")
    assert answer["content"]


async def test_the_standard_variables_reach_the_exporter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=abc")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "our-answers")
    with collecting() as collector:
        async with open_tracer(f"{collector.url}/v1/traces", "1") as tracer:
            with Watch(tracer=tracer).span("node", "planning"):
                pass
    assert collector.headers[0]["x-key"] == "abc"
    assert collector.resources[0]["service.name"] == "our-answers"


async def test_a_failure_is_reported_with_its_kind_and_a_pause_is_none() -> None:
    with collecting() as collector:
        async with open_tracer(f"{collector.url}/v1/traces", "1") as tracer:
            watch = Watch(tracer=tracer)
            with pytest.raises(KeyError), watch.span("node", "planning"):
                raise KeyError("secret text of an error")
            with pytest.raises(Fenced), watch.span("node", "search") as span:
                span.note(outcome="paused")
                raise Fenced
    broken, paused = sorted(collector.spans, key=lambda span: span.start_time_unix_nano)
    assert (broken.status.code, facts(broken)["error.type"]) == (Status.STATUS_CODE_ERROR, "KeyError")
    assert paused.status.code != Status.STATUS_CODE_ERROR
    assert "secret text" not in str(collector.spans)


async def test_without_an_endpoint_there_is_no_tracer_and_no_thread() -> None:
    async with open_tracer(None, "1") as tracer:
        assert tracer is None


def test_every_name_of_the_conventions_is_theirs() -> None:
    theirs = {
        value
        for module in (gen_ai_attributes, user_attributes, db_attributes, stable_db, error_attributes)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    assert set(names.CONVENTIONS) <= theirs
