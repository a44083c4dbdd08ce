"""Every decision can be made again from its row alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.reuse.pivots import ALWAYS
from foundation.contracts.plan import VariantName
from foundation.domains.schema.pack import Thresholds
from foundation.storage.records import DecisionRow, RunOptions
from supervisor.replay import replay
from tests.supervisor.conftest import database, engine, scene
from tests.supervisor.scene import Scene, sure

__all__ = ["database", "engine", "scene"]
PRICES = "대구 달서구 아파트 매매 시세 알려줘"
QUESTIONS = (
    PRICES,
    "그 지역 평균 시세를 다시 요약해줘",
    "서초구는?",
    "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",
    "대구 달서구 아파트 매매 시세랑 법적으로 주의할 점을 종합해서 알려줘",
    "안녕하세요",
)


async def rows_of(scene: Scene) -> list[DecisionRow]:
    """A conversation with what changes decisions: other places, age, a changed source, the person's word."""
    async with scene.process():
        session = await scene.session()
        for question in QUESTIONS:
            await scene.ask(session, question)
        await scene.sql("UPDATE evidence SET fetched_at = fetched_at - interval '8 days'")
        await scene.ask(session, PRICES)
        scene.market.present, scene.market.changed = "v2", True
        await scene.ask(session, PRICES)
        await scene.ask(session, PRICES, RunOptions(reuse="always"))
        await scene.ask(session, PRICES, RunOptions(reuse="never"))
    return await scene.decisions.list(scene.principal, 20)


@pytest.mark.parametrize("variant", ["no_reuse", "supervisor_only", "hybrid", "hybrid_confirm"])
async def test_a_row_alone_gives_the_same_judgements_and_the_same_decision(scene: Scene, variant: VariantName) -> None:
    scene.variant, scene.may_ask = variant, False
    rows = await rows_of(scene)
    assert len(rows) == len(QUESTIONS) + 4
    assert len({row.decision for row in rows}) == (1 if variant == "no_reuse" else 3)
    for row in rows:
        again = replay(row)
        assert again.decision == row.decision, row.question
        assert (again.judge1.model_dump(mode="json") if again.judge1 else None) == row.judge1
        if variant.startswith("hybrid"):
            assert {
                name: (each.verdict, each.confidence, list(each.issues)) for name, each in again.verdicts.items()
            } == {name: (kept["verdict"], kept["confidence"], kept["issues"]) for name, kept in row.judge2.items()}


async def test_other_thresholds_decide_a_kept_turn_otherwise(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.ask(session, PRICES)
    row = (await scene.decisions.list(scene.principal, 1))[0]
    assert row.decision == replay(row).decision == "reuse"
    assert replay(row, Thresholds(reuse_above=1000, ask_above=1000)).decision == "search"


async def test_what_judge_2_decided_alone_is_decided_so_again_whatever_the_threshold(scene: Scene) -> None:
    scene.ask_worth_s = 600.0
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
    scene.pack = sure(800)
    async with scene.process():
        await scene.ask(session, PRICES)
    row = (await scene.decisions.list(scene.principal, 1))[0]
    assert row.inputs["unasked"] == ["market"]
    assert row.decision == replay(row).decision == replay(row, Thresholds(reuse_above=990)).decision == "reuse"
    assert replay(row, Thresholds(reuse_above=990, ask_above=900)).decision == "search"
    assert row.pivots == {"market": ALWAYS}, "no threshold of reuse keeps it back: it counts above each"


async def test_a_row_without_its_inputs_is_named(scene: Scene) -> None:
    async with scene.process():
        await scene.ask(await scene.session(), PRICES)
    row = (await scene.decisions.list(scene.principal, 1))[0]
    with pytest.raises(ValueError, match=f"inputs of run {row.run_id} are not complete"):
        replay(replace(row, inputs={}))
