"""What whoever watches a run sees of the analysis and the document team, and how it is ended while one of them works:
progress, spans, figures, a stop, the turn's time limit."""

from __future__ import annotations

import asyncio

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from execution_agents.roster import roster
from foundation.contracts.failpoints import Point
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.watch import Watch
from tests.supervisor.scene import Frame, Scene
from tests.supervisor.test_documents import DRAFT, LEASE, Stuck
from tests.supervisor.test_teams_together import RANKED

TEAMS = [
    pytest.param("analysis", RANKED, ("plan", "compute"), ("plan_analysis", "compute", "report"), id="analysis"),
    pytest.param("document", LEASE, ("review",), ("plan_document", "write_document", "look_up_law"), id="document"),
]
WORKING = [
    (Point.PLAN_ANALYSIS, RANKED),
    (Point.COMPUTE, RANKED),
    (Point.WRITE_DOCUMENT, DRAFT),
    (Point.LOOK_UP_LAW, LEASE),
]


@pytest.mark.parametrize(("team", "question", "steps", "nodes"), TEAMS)
async def test_a_teams_steps_its_nodes_and_their_time_are_told(
    scene: Scene, team: str, question: str, steps: tuple[str, ...], nodes: tuple[str, ...]
) -> None:
    metrics, spans, provider = Metrics(), InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    scene.telemetry = Watch(metrics, provider.get_tracer("test"))
    run = await scene.submit(await scene.session(), question)
    async with scene.process():
        await scene.frames_of(run, limit_s=30)
    frames = [one for one in await scene.frames(run) if one.get("team") == team]
    kinds = [one["type"] for one in frames]
    assert (kinds[0], kinds[-1]) == ("team_started", "team_completed")
    watched_steps = [one["step"] for one in frames if one["type"] == "team_progress"]
    assert tuple(dict.fromkeys(watched_steps)) == steps
    assert all(one["label"] for one in frames if one["type"] == "team_progress")
    counted = {
        sample.labels["node"]: sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "suffice_node_seconds_count"
    }
    assert {f"{team}/{node}": counted.get(f"{team}/{node}") for node in nodes} == {
        f"{team}/{node}": 1 for node in nodes
    }
    assert counted[team] == 1
    named = {str((span.attributes or {})["gen_ai.agent.name"]): span for span in spans.get_finished_spans()}
    above = {node: named[f"{team}/{node}"].parent for node in nodes}
    assert {node: span.span_id if span else 0 for node, span in above.items()} == dict.fromkeys(
        nodes, getattr(named[team].get_span_context(), "span_id", None)
    )


@pytest.mark.parametrize(("point", "question"), WORKING)
async def test_a_person_stops_a_run_while_a_team_works(scene: Scene, point: Point, question: str) -> None:
    stuck = Stuck(point)
    scene.teams = roster(stuck)
    run = await scene.submit(await scene.session(), question)
    async with scene.process():
        async with asyncio.timeout(20):
            await stuck.there.wait()
        assert await scene.runs.request_cancel(scene.principal, run) == "running"
        frames = await scene.frames_of(run, limit_s=20)
    assert "run_cancelled" in frames
    assert await scene.sql("SELECT count(*) FROM drafts") == [(0,)]


@pytest.mark.parametrize(("point", "question"), WORKING[1:3])
async def test_the_turns_time_ends_a_team_that_never_does(scene: Scene, point: Point, question: str) -> None:
    stuck, frames = Stuck(point), dict[str, Frame]()
    scene.teams = roster(stuck)
    for scene.limit_s in (1.0, 4.0, 16.0):  # until the time is long enough for the team to begin
        run = await scene.submit(await scene.session(), question)
        async with scene.process():
            frames = await scene.frames_of(run, limit_s=40)
        if stuck.there.is_set():
            break
    assert stuck.there.is_set()
    assert frames["run_failed"]["code"] == "turn_timeout"
