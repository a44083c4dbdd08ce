"""Passages of several sources are handed on best first; rows keep the order their source gave them."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.search.test_search_executor import Room
from tests.supervisor.scene import DALSEO, KnownSource, item, market


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
