"""Other wordings of a question, written by a model, are searched for beside it; never without one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.search.search_executor import SearchExecutor
from execution_agents.search.variations import LONGEST, other_wordings
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Usage
from foundation.contracts.work import Brief
from foundation.domains.schema.judging import ReadingWeights
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from tests.execution_agents.search.test_search_executor import Room
from tests.supervisor.scene import PACK, law, market

QUESTION = "보증금은 5% 넘게 올릴 수 있나요?"
OTHER = "임대료 증액 한도 5%"


def brief(data_type: str = "legal") -> Brief:
    return Brief(
        run_id="run",
        session_id="session",
        question=QUESTION,
        original_question=QUESTION,
        language="ko",
        intent="legal_consult",
        slots={},
        data_types=(data_type,),
    )


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    weights = ReadingWeights(variations=2, variation=400)
    pack = PACK.model_copy(update={"readings": weights})
    return Room(engine, principal, {"trades": market(), "law_guide": law()}, pack=pack)


async def searched(room: Room, reply: Any, data_type: str = "legal") -> tuple[list[str], Usage]:
    """The texts the documents were searched for, and what it cost."""
    usage = Usage()
    async with ScriptedEndpoint({"query_variations": reply}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        try:
            await SearchExecutor().work(brief(data_type), replace(room.deps(), model=model, usage=usage))
        finally:
            await model.aclose()
    asked = [*room.sources["law_guide"].asked, *room.sources["trades"].asked]
    return [reading.text for request in asked for reading in request.readings], usage


async def test_documents_are_searched_for_every_wording(room: Room) -> None:
    texts, usage = await searched(room, {"variations": [OTHER, QUESTION, "보증금 인상 5%", "월세 인상 5%"]})
    assert texts == [QUESTION, OTHER, "보증금 인상 5%"]
    assert usage.by_prompt == {"query_variations": 1}
    assert [reading.weight for reading in room.sources["law_guide"].asked[0].readings] == [1000, 400, 400]


@pytest.mark.parametrize("reply", [{"variations": []}, Reply("no", status=500), "모르겠습니다"])
async def test_a_reply_of_no_use_leaves_the_question(room: Room, reply: Any) -> None:
    texts, usage = await searched(room, reply)
    assert texts in ([], [QUESTION])
    assert 1 <= usage.model_calls <= 2


async def test_rows_need_no_other_wordings(room: Room) -> None:
    assert (await searched(room, {"variations": [OTHER]}, "market"))[1].model_calls == 0


async def test_none_are_written_where_the_pack_wants_none(room: Room) -> None:
    room.pack = PACK
    assert await searched(room, {"variations": [OTHER]}) == ([], Usage())


async def test_without_a_model_the_question_is_searched_alone(room: Room) -> None:
    await SearchExecutor().work(brief(), room.deps())
    assert room.sources["law_guide"].asked[0].readings == ()


def test_another_figure_makes_it_another_question() -> None:
    said = ["보증금 10% 인상", "보증금 인상", " 보증금  5%  인상 ", "보증금 5% 인상", "보증금 5% " + "인상 " * LONGEST]
    assert other_wordings(QUESTION, [QUESTION], said) == ("보증금 5% 인상",)


def test_another_year_makes_it_another_question() -> None:
    question = "2026년 1월 보증금 한도는?"
    assert other_wordings(question, [question], ["2019년 1월 보증금 상한", "2026년 1월 보증금 상한"]) == (
        "2026년 1월 보증금 상한",
    )
