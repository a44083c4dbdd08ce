"""Which documents are relevant, said by a model where the search's scores are close; else the search decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.reuse.judge2 import Standing
from execution_agents.reuse.policy import Judged
from execution_agents.search.relevance import PROMPT
from execution_agents.search.search_executor import SearchExecutor
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Usage
from foundation.contracts.work import Brief
from foundation.domains.schema.grading import DocumentGradingFigures
from foundation.domains.schema.pack import Pack
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from tests.execution_agents.search.test_search_executor import Room, in_hand
from tests.execution_agents.search.test_variations import QUESTION, brief
from tests.supervisor.scene import LAW, PACK, KnownSource, market

CLOSE = (1000.0, 950.0, 900.0)
CLEAR = (1000.0, 899.0, 10.0)
ALL = [one.item_id for one in LAW]


def law(scores: Sequence[float]) -> KnownSource:
    """Three passages with these scores."""
    scored = tuple(one.model_copy(update={"score": score}) for one, score in zip(LAW, scores, strict=True))
    return KnownSource("law_guide", "documents", always=scored)


def grades(*said: str) -> dict[str, Any]:
    """A reply about documents 1, 2, 3."""
    return {"grades": [{"document": at, "relevant": one} for at, one in enumerate(said, 1)]}


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    pack = grading(DocumentGradingFigures(enabled=True))
    return Room(engine, principal, {"trades": market(), "law_guide": law(CLOSE)}, pack=pack)


def grading(figures: DocumentGradingFigures) -> Pack:
    """The pack with these figures."""
    return PACK.model_copy(update={"retrieval": PACK.retrieval.model_copy(update={"grading": figures})})


@dataclass(frozen=True)
class Searched:
    """What one search found, and what was asked for it."""

    items: list[str]
    calls: list[Call]
    usage: Usage


async def searched(room: Room, reply: Any, asked: Brief | None = None) -> Searched:
    """The documents in the evidence."""
    usage, budgets = Usage(), dict(BUDGETS)
    if isinstance(reply, Reply) and reply.fault == "hang":
        budgets[PROMPT] = replace(budgets[PROMPT], timeout_s=0.2)
    async with ScriptedEndpoint({"document_grading": reply}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), budgets)
        whole, deps = asked or brief(), replace(room.deps(), model=model, usage=usage)
        others = (Judged(None, {}),) * (len(whole.parts) - 1)
        try:
            finding = await SearchExecutor().work(whole, replace(deps, reuse=replace(deps.reuse, others=others)))
        finally:
            await model.aclose()
    return Searched([item.item_id for one in finding.evidence for item in one.items], endpoint.calls, usage)


async def test_what_the_model_holds_irrelevant_is_left_out(room: Room) -> None:
    one = await searched(room, grades("yes", "no", "yes"))
    assert one.items == [ALL[0], ALL[2]]
    assert one.usage.by_prompt == {"document_grading": 1}
    assert all(passage.title in one.calls[0].text for passage in LAW)


FAILURES: dict[str, Any] = {
    "prose": "모르겠습니다",
    "nothing": "",
    "no grade": {"grades": []},
    "half": Reply('{"grades"', fault="half"),
    "away": Reply("no", status=500),
    "hangs": Reply(fault="hang"),
    "nothing relevant": grades("no", "no", "no"),
    "another number": {"grades": [{"document": 9, "relevant": "no"}]},
}


@pytest.mark.parametrize("name", FAILURES)
async def test_a_reply_of_no_use_leaves_what_was_found(room: Room, name: str) -> None:
    one = await searched(room, FAILURES[name])
    assert one.items == ALL
    assert 1 <= one.usage.model_calls <= 2


async def test_a_document_the_reply_does_not_name_stays(room: Room) -> None:
    assert (await searched(room, {"grades": [{"document": 2, "relevant": "no"}]})).items == [ALL[0], ALL[2]]


async def test_where_the_scores_are_clear_nothing_is_asked(room: Room) -> None:
    room.sources["law_guide"] = law(CLEAR)
    one = await searched(room, grades("no", "no", "no"))
    assert (one.items, one.calls) == (ALL, [])


async def test_a_document_far_below_the_best_is_not_asked_about(room: Room) -> None:
    room.sources["law_guide"] = law((1000.0, 900.0, 899.0))
    one = await searched(room, grades("yes", "no", "no"))
    assert one.items == [ALL[0], ALL[2]]
    assert LAW[2].title not in one.calls[0].text


async def test_only_the_best_of_a_long_list_are_graded(room: Room) -> None:
    room.pack = grading(DocumentGradingFigures(enabled=True, most=2, characters=100))
    one = await searched(room, grades("no", "yes", "no"))
    assert one.items == [ALL[1], ALL[2]]


async def test_rows_are_never_graded(room: Room) -> None:
    assert (await searched(room, grades("no"), brief("market"))).calls == []


async def test_each_subtask_that_searches_grades_its_own_documents(room: Room) -> None:
    two = brief().model_copy(update={"requests": (brief(), brief().model_copy(update={"question": "대항력은?"}))})
    one = await searched(room, grades("yes", "no", "yes"), two)
    assert sorted("대항력은?" in call.text for call in one.calls) == [False, True]
    assert one.items == [ALL[0], ALL[2]] * 2


async def test_a_reused_turn_grades_nothing(room: Room) -> None:
    held = await in_hand(room, "legal", query=QUESTION)
    room.standings = {"legal": Standing("legal", held, age_s=60)}
    one = await searched(room, grades("no", "no", "yes"))
    assert (one.items, one.calls) == (ALL, [])


async def test_nothing_is_graded_where_the_pack_does_not_want_it(room: Room) -> None:
    room.pack = PACK
    one = await searched(room, grades("no", "no", "yes"))
    assert (one.items, one.usage) == (ALL, Usage())


async def test_without_a_model_the_search_decides(room: Room) -> None:
    [evidence] = (await SearchExecutor().work(brief(), room.deps())).evidence
    assert [item.item_id for item in evidence.items] == ALL
