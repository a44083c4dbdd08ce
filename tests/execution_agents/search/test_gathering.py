"""The web is asked last, where a type's own sources find little, and its failure costs nothing that was found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from tests.execution_agents.search.test_search_executor import Room
from tests.supervisor.scene import DALSEO, LAW, PACK, KnownSource, item, market

PAGE = item("web", "https://a.example/", "웹의 제목", "웹의 말")


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    sources = {
        "law_guide": KnownSource("law_guide", "documents", always=LAW[:1]),
        "statutes": KnownSource("statutes", "documents", always=()),
        "trades": market(),
        "web": KnownSource("web", "web", always=(PAGE,)),
    }
    return Room(engine, principal, sources, pack=PACK.with_web())


async def test_where_documents_are_few_the_web_is_asked_and_stands_last(room: Room) -> None:
    finding = await room.search("legal")
    [evidence] = finding.evidence
    assert [each.is_web for each in evidence.items] == [False, True]
    assert (evidence.kind, "web" in evidence.sources) == ("documents", True)
    assert ("search:web", "done") in room.progress()


async def test_evidence_of_the_web_alone_is_of_its_own_kind(room: Room) -> None:
    room.sources["law_guide"] = KnownSource("law_guide", "documents")
    [evidence] = (await room.search("legal")).evidence
    assert (evidence.kind, [each.is_web for each in evidence.items]) == ("web", [True])


async def test_where_documents_are_enough_the_web_is_not_asked(room: Room) -> None:
    room.sources["law_guide"] = KnownSource("law_guide", "documents", always=LAW)
    finding = await room.search("legal")
    assert room.sources["web"].asked == []
    assert "web" not in finding.evidence[0].sources
    assert not [step for step, _ in room.progress() if step == "search:web"]


async def test_types_of_rows_alone_never_ask_the_web(room: Room) -> None:
    await room.search("market", region=DALSEO)
    assert room.sources["web"].asked == []


async def test_a_type_that_has_enough_gets_nothing_of_the_web(room: Room) -> None:
    found = await room.search("legal", "market", region=DALSEO)
    assert len(room.sources["web"].asked) == 1
    assert {each.data_type: "web" in each.sources for each in found.evidence} == {"legal": True, "market": False}


async def test_a_web_that_fails_leaves_what_was_found(room: Room) -> None:
    room.sources["web"] = replace(room.sources["web"], failure=SourceFailed("no"))
    finding = await room.search("legal")
    assert finding.missing == {}
    assert [each.is_web for each in finding.evidence[0].items] == [False]
    assert not finding.evidence[0].complete, "nobody may say that there is nothing else"
    assert finding.notices == ("웹은 검색하지 못했습니다. 이 답은 자체 자료에서만 찾은 것입니다.",)


async def test_a_web_that_fails_is_reported_where_nothing_was_found(room: Room) -> None:
    room.sources["law_guide"] = KnownSource("law_guide", "documents")
    room.sources["web"] = replace(room.sources["web"], failure=SourceFailed("no"))
    finding = await room.search("legal")
    assert "(웹: 응답하지 않음)" in finding.missing["legal"]
    assert finding.notices == (), "it is told once"
