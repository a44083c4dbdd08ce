"""Fail points: read from their setting, refused where others can reach the service, and each one really there."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
import structlog

from execution_agents.roster import roster
from execution_agents.search.search_executor import search_graph
from foundation.contracts.errors import UnsafeHost, WrongSetting
from foundation.contracts.failpoints import Point, watched
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.database.migrate import upgrade
from foundation.storage.people import maintenance
from foundation.storage.records import RunOptions
from service_agent.settings.environment import read_settings
from service_agent.settings.failpoints import STRUCK, ArmedPoints, FailPointReached, Strike, points_of, read_points
from service_agent.settings.settings import Settings
from supervisor.team_supervisor import supervisor_graph
from tests.serving import PLAIN_LOG
from tests.supervisor.scene import Scene, sure
from tests.supervisor.test_documents import DRAFT
from tests.supervisor.test_pauses import INDEX, LACKING, SHARED

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
LEANING = "서울에서 아파트 매매 평균이 제일 싼 구는 어디야? 거기 전세 평균은?"


class Counted:
    """Implements `FailPoints`: counts, and does nothing."""

    def __init__(self) -> None:
        self.counts: Counter[Point] = Counter()

    async def reached(self, point: Point) -> None:
        self.counts[point] += 1

    def reached_in_thread(self, point: Point) -> None:
        self.counts[point] += 1


@pytest.mark.parametrize(
    ("text", "strikes"),
    [
        ("after_claim=kill:0.05", {Point.AFTER_CLAIM: Strike("kill", 0.05)}),
        ("planning=stop", {Point.PLANNING: Strike("stop")}),
        (
            " fetch=raise , prune=sleep:15",
            {Point.FETCH: Strike("raise"), Point.PRUNE: Strike("sleep", seconds=15)},
        ),
        ("prune=sleep:0.5:0.1", {Point.PRUNE: Strike("sleep", 0.1, None, 0.5)}),
        ("*=raise:0,prune=kill", {**dict.fromkeys(Point, Strike("raise", 0)), Point.PRUNE: Strike("kill")}),
    ],
)
def test_a_setting_names_points_and_what_happens_there(text: str, strikes: dict[Point, Strike]) -> None:
    assert read_points(text) == strikes


@pytest.mark.parametrize(
    "text",
    ["", "after_claim", "nowhere=kill", "planning=explode", "planning=kill:2", "planning=kill:-0.1", "planning=kill:x",
     "planning=kill:nan", "planning=kill:0.1:0.1",
     "planning=kill:1:0", "planning=kill:1:1:1", "prune=sleep:1e9", "prune=sleep:1:0.5:1:1"],
)  # fmt: skip
def test_a_setting_that_is_none_stops_the_start_with_its_name(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError):
        read_points(text)
    if text:
        monkeypatch.setenv("SUFFICE_FAIL_POINTS", text)
        with pytest.raises(WrongSetting, match="SUFFICE_FAIL_POINTS"):
            read_settings()


def test_a_service_others_can_reach_is_never_broken_on_purpose() -> None:
    # Built by hand: an environment that signs people in may listen everywhere, and still not break.
    keys = "me:0123456789abcdef"
    open_to_all = Settings(host="0.0.0.0", auth_keys=keys, fail_points="prune=kill")  # pyright: ignore[reportArgumentType]
    with pytest.raises(UnsafeHost, match="SUFFICE_FAIL_POINTS"):
        open_to_all.checked()
    assert Settings(host="::1", fail_points="prune=kill").checked().fail_points == "prune=kill"


def test_whoever_sets_it_is_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_FAIL_POINTS", "prune=sleep:0")
    assert any("breaks on purpose" in warning for warning in read_settings().warnings)


def test_without_the_setting_there_is_nothing_and_no_node_is_wrapped() -> None:
    async def node(_state: object) -> None: ...

    assert points_of(None) is None
    assert watched(node, "planning", None) is node


async def test_a_strike_hits_its_share_of_the_passages_and_no_other_point(capsys: pytest.CaptureFixture[str]) -> None:
    points = ArmedPoints({Point.PLANNING: Strike("raise", 0.25)}, random.Random(7))
    struck = 0
    for _ in range(400):
        await points.reached(Point.FETCH)
        try:
            await points.reached(Point.PLANNING)
        except FailPointReached:
            struck += 1
    assert 70 < struck < 130
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == struck
    assert lines[0].split()[:3] == [STRUCK, "planning", "raise"]


async def test_a_point_with_a_number_of_times_is_struck_so_often_and_no_more() -> None:
    points = ArmedPoints(read_points("planning=raise:1:2"))
    struck = 0
    for _ in range(5):
        try:
            await points.reached(Point.PLANNING)
        except FailPointReached:
            struck += 1
    assert struck == 2


async def test_a_sleep_in_the_loop_holds_up_nobody_else() -> None:
    points = ArmedPoints({Point.PLANNING: Strike("sleep", seconds=60)})
    sleeping = asyncio.create_task(points.reached(Point.PLANNING))
    await asyncio.sleep(0)
    sleeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeping


def test_a_kill_is_a_kill() -> None:
    program = (
        "from service_agent.settings.failpoints import points_of; from foundation.contracts.failpoints import Point;"
        "points_of('migration=kill').reached_in_thread(Point.MIGRATION); print('alive')"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == -9
    assert (run.stdout, run.stderr.split()[:3]) == ("", [STRUCK, "migration", "kill"])


def test_every_node_of_the_graphs_has_a_point_of_its_own(scene: Scene) -> None:
    points = Counted()
    # Adding a node without a point fails here, in `watched`: add it to `Point`.
    drawn = {*supervisor_graph(roster(points), scene.saver, points).get_graph().nodes} | {
        "fetch" if name == "search" else name for name in search_graph(points).get_graph().nodes
    }
    assert {name for name in drawn if not name.startswith("__")} <= {*Point}


async def test_turns_pass_every_point_of_theirs(scene: Scene, database: DatabaseAddress) -> None:
    points = Counted()
    scene = replace(scene, points=points, teams=roster(points), pack=sure(950))
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.ask(session, PRICES)
        await scene.ask(await scene.session(), "연봉 5천이면 DSR 40 %로 얼마까지?")
        await scene.ask(await scene.session(), DRAFT)
        await scene.ask(await scene.session(), LEANING)
    scene = replace(scene, pack=sure(800), wait_s=0.2, entities=INDEX)
    async with scene.process():
        await scene.ask(session, PRICES, RunOptions())
        await scene.ask(await scene.session(), SHARED)
        await scene.ask(await scene.session(), LACKING)
    await maintenance.prune(scene.engine, maintenance.Keep.for_all(timedelta(days=30)), points)
    await asyncio.to_thread(upgrade, database, points)
    assert set(points.counts) == set(Point)
    assert points.counts[Point.BEFORE_PAUSE] == points.counts[Point.AFTER_PAUSE] == 3
    assert points.counts[Point.AFTER_FINISH] == 8


async def test_a_node_that_breaks_fails_its_run_and_a_search_node_only_its_team(scene: Scene) -> None:
    structlog.configure(PLAIN_LOG)
    points = ArmedPoints({Point.FETCH: Strike("raise")})
    broken_team = replace(scene, points=points, teams=roster(points))
    async with broken_team.process():
        answer = await broken_team.ask(await scene.session(), PRICES)
    assert answer["reuse"]["data_types"] == {} or not answer["citations"]
    broken = replace(scene, points=ArmedPoints({Point.PLANNING: Strike("raise")}))
    async with broken.process():
        failed = await broken.frames_of(await broken.submit(await scene.session(), PRICES))
    assert failed["run_failed"]["code"] == "internal"
    assert "fail_point" not in str(failed["run_failed"])
