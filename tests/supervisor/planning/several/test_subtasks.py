"""Parts of one sentence, told apart by a model in a call of this one task, or by rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foundation.contracts.ports import Usage
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from prompts.replies import SubtaskReply
from supervisor.planning.requests import Requests, leaning, looks_several
from supervisor.planning.several.subtasks import keep_to_it, needed, subtasks_by_model
from tests.supervisor.planning.talks import context_of, exchange_of, talk

QUESTION = "강남구 아파트 시세의 절반은 서초구 아파트 시세보다 높아?"


async def rarity_shares(line: Line) -> tuple[Requests, int]:
    """What comes of the model's reply, and how many calls it took."""
    async with ScriptedEndpoint({"subtask_planning": line}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        try:
            found = await subtasks_by_model(context_of(QUESTION), model, Usage())
        finally:
            await model.aclose()
        return found, len(endpoint.calls)


def parts(*given: tuple[str, list[int]]) -> dict[str, Any]:
    """A reply."""
    return {"subtasks": [{"question": question, "after": after} for question, after in given]}


async def test_parts_and_what_they_need_are_a_models() -> None:
    found, calls = await rarity_shares(
        parts(("강남구 아파트 시세는?", []), ("강남구 시세의 절반은 서초구 아파트 시세보다 높아?", [1]))
    )
    assert [one.question for one in found.read][0] == "강남구 아파트 시세는?"
    assert (found.after, found.needs(1), calls) == (((), (0,)), (0,), 1)


@pytest.mark.parametrize("reply", [parts((QUESTION, [])), "모르겠습니다", Reply("no", status=400)])
async def test_one_part_or_none_leaves_it_one_question(reply: Any) -> None:
    found, _ = await rarity_shares(reply)
    assert found == Requests()


@pytest.mark.parametrize(
    "other",
    ["What did flats in Gangnam cost in 2019?", "2019년 강남구 아파트 시세는?", "강남구 9억원 아파트 시세는?"],
    ids=["another language", "another year", "a price"],
)
async def test_a_part_that_asks_something_else_leaves_it_one_question(other: str) -> None:
    found, calls = await rarity_shares(parts((other, []), ("강남구 시세의 절반은 서초구 아파트 시세보다 높아?", [1])))
    assert (found, calls) == (Requests(), 1)


def test_parts_keep_every_figure_but_a_bare_number() -> None:
    asked = context_of("두 가지, 9억원 아파트 시세랑 대출 한도는?")
    assert keep_to_it(["9억원 아파트 시세는?", "9억원 아파트 대출 한도는?"], asked)
    assert not keep_to_it(["아파트 시세는?", "아파트 대출 한도는?"], asked)


def test_a_part_may_name_what_the_conversation_said() -> None:
    said = exchange_of(talk("강남구 시세")[0], "평균 9억원입니다.")
    asked = replace(context_of("그게 서초구보다 높고 대출은 얼마나 돼?"), exchanges=(said,))
    assert keep_to_it(["강남구 9억원은 서초구보다 높아?", "9억원 아파트 대출은 얼마나 돼?"], asked)
    assert not keep_to_it(["강남구 8억원은 서초구보다 높아?", "9억원 아파트 대출은 얼마나 돼?"], asked)


def test_only_parts_before_it_can_be_needed() -> None:
    assert needed(1, SubtaskReply(question="x", after=(2, 1, 0, -1, 9))) == (0,)


def test_a_question_that_points_back_needs_the_one_before_it() -> None:
    assert leaning(["마포구 시세는?", "그건 서초구보다 높아?", "대출 한도는?"]) == ((), (0,), ())


@pytest.mark.parametrize(("question", "several"), [(QUESTION, True), ("강남구 아파트 시세는?", False)])
def test_a_model_is_asked_only_where_there_may_be_parts(question: str, several: bool) -> None:
    assert looks_several(question) is several
