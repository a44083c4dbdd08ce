"""Passages of several sources are handed on best first; rows keep the order their source gave them."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.search.search_executor import SearchExecutor
from foundation.contracts.identity import Principal
from foundation.contracts.work import Brief, EvidenceItem
from tests.execution_agents.search.test_search_executor import Room
from tests.supervisor.scene import DALSEO, SEOCHO, KnownSource, item, market, sales


def scored(source: str, name: str, score: float) -> EvidenceItem:
    return item(source, name, name, name).model_copy(update={"score": score})


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    guide = KnownSource("law_guide", "documents", always=(scored("law_guide", "a", 9), scored("law_guide", "c", 2)))
    statutes = KnownSource("statutes", "documents", always=(scored("statutes", "b", 5), scored("statutes", "d", 2)))
    return Room(engine, principal, {"law_guide": guide, "statutes": statutes, "trades": market()})


async def test_passages_of_all_sources_come_best_first(room: Room) -> None:
    finding = await room.search("legal")
    assert [each.item_id for each in finding.evidence[0].items] == ["a", "b", "c", "d"]


async def test_rows_keep_their_order_whatever_their_scores(room: Room) -> None:
    rows = tuple(
        each.model_copy(update={"score": float(at)}) for at, each in enumerate(room.sources["trades"].by_region[DALSEO])
    )
    room.sources["trades"] = KnownSource("trades", "table", {DALSEO: rows})
    finding = await room.search("market", region=DALSEO)
    assert [each.item_id for each in finding.evidence[0].items] == [row.item_id for row in rows]


def several(*regions: str) -> Brief:
    return Brief(
        run_id="run",
        session_id="session",
        question="아파트 시세 비교",
        original_question="아파트 시세 비교",
        language="ko",
        intent="market_inquiry",
        slots={"region": regions} if regions else {},
        data_types=("market",),
    )


@pytest.mark.parametrize(
    ("regions", "asked_of_the_table"),
    [((DALSEO, SEOCHO), (SEOCHO,)), ((SEOCHO,), (SEOCHO,)), ((DALSEO,), None), ((), None)],
)
async def test_a_better_source_makes_another_needless_region_by_region(
    room: Room, regions: tuple[str, ...], asked_of_the_table: tuple[str, ...] | None
) -> None:
    sold = sales(DALSEO)
    better = KnownSource("trades", "table", {DALSEO: sold}, always=() if regions else sold)
    table = KnownSource("district_prices", "table", {SEOCHO: sales(SEOCHO)})
    room.sources |= {"trades": better, "district_prices": table}
    await SearchExecutor().work(several(*regions), room.deps())
    assert [request.slots.get("region") for request in table.asked] == (
        [] if asked_of_the_table is None else [asked_of_the_table]
    )
