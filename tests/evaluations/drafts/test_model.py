"""The scripted model does not play every prompt, and is not down for that."""

from __future__ import annotations

import pytest

from evaluations.drafts.model import ScriptedModel
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage
from foundation.llm.client import Endpoint, ModelClient
from prompts.budgets import BUDGETS
from prompts.catalog import shipped_prompts
from prompts.replies import QueryRouterReply


async def test_prompts_it_does_not_play_leave_the_endpoint_asked() -> None:
    async with ScriptedModel().endpoint as endpoint:
        client = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        messages = shipped_prompts().render("query_router", history="", question="?")
        for _ in range(6):
            with pytest.raises(ModelFailed) as caught:
                await client.structured("answer_grader", messages, QueryRouterReply, Usage())
            assert caught.value.data["reason"] == "status"
        assert client.breaker.state == "closed"
        await client.aclose()
