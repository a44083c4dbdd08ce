"""A model's title takes the place of the rules' once, and of a person's never."""

from __future__ import annotations

import json

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import ModelFailed
from foundation.contracts.identity import Principal
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from foundation.storage.repositories import Repositories
from prompts.budgets import BUDGETS
from service_agent.jobs.titling import Titling, is_title
from tests.foundation.storage.desk import Desk, ending

QUESTION = "마포구 아파트 전세 시세 알려줘"
RULES = "서울 마포구 아파트 전세 시세"


async def titled(engine: AsyncEngine, principal: Principal, reply: Line, own: str = "") -> tuple[str, int]:
    """The title after two tries of the model with this reply, and how often it was asked."""
    desk = Desk(engine, principal)
    run = await desk.working(QUESTION)
    await desk.runs.finish(run, ending(run))
    assert await desk.sessions.title(principal, run.session_id, RULES, "rules", "question")
    if own:
        await desk.sessions.rename(principal, run.session_id, own)
    async with ScriptedEndpoint({"session_title": reply}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS, Limits())
        titling = Titling(Repositories.over(engine), lambda _: model)
        try:
            for _ in range(2):
                try:
                    await titling.title(run, model)
                except ModelFailed:
                    continue
        finally:
            await model.aclose()
        asked = len(endpoint.calls)
    return (await desk.sessions.get(principal, run.session_id)).title, asked


def said(title: str) -> Reply:
    return Reply(json.dumps({"title": title}, ensure_ascii=False))


async def test_a_models_title_is_taken_after_one_try(engine: AsyncEngine, principal: Principal) -> None:
    assert await titled(engine, principal, said("마포구 아파트 전세")) == ("마포구 아파트 전세", 1)


async def test_a_persons_title_is_no_question_for_a_model(engine: AsyncEngine, principal: Principal) -> None:
    assert await titled(engine, principal, said("마포구 아파트 전세"), own="이사 준비") == ("이사 준비", 0)


@pytest.mark.parametrize("reply", [Reply("{broken"), Reply("", status=500), said("마포구 전세 9억원"), said("x" * 200)])
async def test_what_is_no_title_leaves_the_rules_title(engine: AsyncEngine, principal: Principal, reply: Reply) -> None:
    assert (await titled(engine, principal, reply))[0] == RULES


@pytest.mark.parametrize(
    ("title", "good"),
    [
        ("마포구 전세", True),
        ("Jeonse in Mapo-gu", False),
        ("[링크](http://a.example)", False),
        ("전세는 얼마인가요?", False),
        ("마포구 84㎡ 전세", False),
    ],
)
def test_a_title_is_plain_words_of_the_question(title: str, good: bool) -> None:
    assert is_title(title, QUESTION) is good
