"""The analysis team: operations a model chose are ours to carry out, and its own arithmetic is nowhere taken up."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.computing.analysis_executor import AnalysisExecutor
from execution_agents.computing.nodes import lacking_form
from execution_agents.reuse.policy import ReuseTerms
from execution_agents.team import EvidenceStore, TeamDeps
from foundation.contracts.events import RunEvent, TeamProgressed
from foundation.contracts.formulas import Analysis
from foundation.contracts.identity import Principal
from foundation.contracts.ports import LanguageModel
from foundation.contracts.work import Evidence
from foundation.llm.scripted import Reply
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.database.clock import DatabaseClock
from tests.execution_agents.analysis.formulas.talks import asked_last, brief, pack_of
from tests.execution_agents.analysis.tables import HOMES, items, month
from tests.foundation.llm.scripts import Wired, scripted

MAPO, EUN = "서울 마포구", "서울 은평구"
ROWS = (month(MAPO, "2026-02", 680_000_000), month(EUN, "2026-02", 390_000_000))
TRIPLE = "마포구 보증금에 3을 곱한 값을 계산해줘"
TIMES_3 = {"kind": "arithmetic", "column": "mean_won", "operator": "times", "operand": "3"}


def prices() -> Evidence:
    """Two districts of one month."""
    return Evidence(
        evidence_id="prices", session_id="s", run_id="r", data_type="market", sources=("district_prices",),
        kind="table", query="q", slots={"deal": ("jeonse",)}, items=tuple(items(HOMES, "district_prices", ROWS)),
        fetched_at=datetime(2026, 11, 25, tzinfo=UTC), source_version="1", aggregate=True,
    )  # fmt: skip


@dataclass
class Room:
    """The team with everything it may use, and the events it emitted."""

    engine: AsyncEngine
    principal: Principal
    events: list[RunEvent] = field(default_factory=list[RunEvent])

    async def emit(self, event: RunEvent) -> None:
        self.events.append(event)

    async def work(self, question: str, *evidence: Evidence, model: LanguageModel | None = None) -> Analysis | None:
        """What comes of a question over this evidence."""

        async def load(evidence_id: str) -> Evidence:
            raise AssertionError(f"{evidence_id} was to be in the store")

        deps = TeamDeps(
            principal=self.principal, pack=HOMES, sources={}, costs=CostsRepository(self.engine),
            store=EvidenceStore(load, {}), clock=DatabaseClock(self.engine), emit=self.emit,
            reuse=ReuseTerms("hybrid", None), elapsed_ms=lambda: 0,
        )  # fmt: skip
        asked = brief(question, asked_last("real_estate", question), evidence)
        return (await AnalysisExecutor().work(asked, replace(deps, model=model))).analysis


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    return Room(engine, principal)


@asynccontextmanager
async def plans(operations: list[Any], **more: Any) -> AsyncGenerator[Wired]:
    """A model that plans these operations."""
    reply = json.dumps({"source": "district_prices", "operations": operations, **more}, ensure_ascii=False)
    async with scripted({"analysis_planning": Reply(reply)}) as wired:
        yield wired


async def test_a_formula_needs_no_evidence_and_no_model(room: Room) -> None:
    async with plans([]) as wired:
        done = await room.work("연봉 5천이면 DSR 40 %로 얼마까지?", model=wired.model)
    assert done is not None
    assert (done.value, done.unit) == ("20000000", "won")
    assert not wired.endpoint.calls
    steps = [(one.step, one.status) for one in room.events if isinstance(one, TeamProgressed)]
    assert steps == [("plan", "running"), ("compute", "done")]


async def test_rows_that_rules_compare_ask_no_model(room: Room) -> None:
    async with plans([]) as wired:
        done = await room.work("마포랑 은평 중에 어디가 더 비싸?", prices(), model=wired.model)
    assert done is not None
    assert (done.value, done.unit, done.by_model) == ("290000000", "won", False)
    assert done.chart is not None
    assert (done.chart.kind, done.chart.labels) == ("bars", (MAPO, EUN))
    assert not wired.endpoint.calls


async def test_operations_of_a_model_are_carried_out_by_us(room: Room) -> None:
    select = {"kind": "select", "column": "region", "values": [MAPO]}
    async with plans([select, TIMES_3], result=999, answer="9억원입니다") as wired:
        done = await room.work(TRIPLE, prices(), model=wired.model)
    assert [call.prompt for call in wired.endpoint.calls] == ["analysis_planning"]
    assert done is not None
    assert (done.value, done.by_model) == ("2040000000", True)
    assert done.working == ("680,000,000 × 3 = 2,040,000,000",)
    assert "20억 4,000만원" in done.lead
    assert "999" not in done.model_dump_json()


@pytest.mark.parametrize(
    ("operations", "why"),
    [
        ([{**TIMES_3, "operand": "5"}], "not_said"),
        ([{**TIMES_3, "column": "profit"}], "no_such_column"),
        ([{"kind": "select", "column": "region", "values": ["없는 곳"]}, TIMES_3], "nothing_to_compare"),
        ([{"kind": "rank", "column": "region", "descending": True}], "no_such_column"),
    ],
)
async def test_wrong_operations_of_a_model_come_to_nothing(room: Room, operations: list[Any], why: str) -> None:
    async with plans(operations) as wired:
        done = await room.work(TRIPLE, prices(), model=wired.model)
    assert done is not None
    assert (done.value, done.refused, done.lead) == (None, why, "")


@pytest.mark.parametrize("reply", ["네, 20억원입니다.", '{"operations": [{"kind": "eval", "code": "1+1"}]}', "{}"])
async def test_a_model_without_a_plan_leaves_nothing_computed(room: Room, reply: str) -> None:
    async with scripted({"analysis_planning": Reply(reply)}) as wired:
        assert await room.work(TRIPLE, prices(), model=wired.model) is None


def test_a_product_without_such_a_cell_asks_for_nothing_and_a_missing_term_is_asked_for() -> None:
    pack = pack_of("real_estate")
    deps = cast("TeamDeps", SimpleNamespace(pack=pack))
    said = {"said_before": ("든든 고정금리 담보대출의 한도는 3억 6,000만원입니다.",)}
    for question, asks in (("집이 4억짜린데 최대 얼마?", False), ("3억 빌리면 매달 얼마씩 내?", True)):
        asked = asked_last("real_estate", question)
        assert asked is not None
        given = brief(question, asked.model_copy(update=said))
        assert calculated(asked, given, pack).refused == "missing"
        assert (lacking_form(given, deps) is not None) is asks
