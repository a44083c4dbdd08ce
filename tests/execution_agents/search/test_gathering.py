"""The web is asked last, where a type's own sources find little, and its failure costs nothing that was found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.search.search_executor import SearchExecutor
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.domains.schema.grading import DocumentGradingFigures
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import ScriptedEndpoint
from prompts.budgets import BUDGETS
from tests.execution_agents.search.test_search_executor import Room
from tests.execution_agents.search.test_variations import brief
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


@pytest.mark.parametrize(("relevant", "kept"), [("yes no no", 1), ("no no no", 3)])
async def test_documents_that_a_model_holds_irrelevant_are_not_counted(room: Room, relevant: str, kept: int) -> None:
    close = tuple(one.model_copy(update={"score": 1000.0}) for one in LAW)
    room.sources["law_guide"] = KnownSource("law_guide", "documents", always=close)
    retrieval = room.pack.retrieval.model_copy(update={"grading": DocumentGradingFigures(enabled=True)})
    room = replace(room, pack=room.pack.model_copy(update={"retrieval": retrieval}))
    grades = [{"document": at, "relevant": one} for at, one in enumerate(relevant.split(), 1)]
    async with ScriptedEndpoint({"document_grading": {"grades": grades}}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        finding = await SearchExecutor().work(brief(), replace(room.deps(), model=model))
        await model.aclose()
    assert [each.is_web for each in finding.evidence[0].items] == [False] * kept + [True]
    assert len(endpoint.calls) == 1, "they are graded once"


@pytest.mark.parametrize(("passed", "asked"), [(True, 0), (False, 1)])
async def test_documents_that_hold_nothing_of_the_question_are_not_counted(
    room: Room, passed: bool, asked: int
) -> None:
    room.sources["law_guide"] = KnownSource("law_guide", "documents", always=LAW, trace={"guard_passed": passed})
    finding = await room.search("legal")
    assert len(room.sources["web"].asked) == asked
    assert len(finding.evidence[0].items) == len(LAW) + asked, "they are handed on all the same"


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
    assert finding.notices == (), "it is said once"
