"""What `suffice doctor` says of the grounding model."""

from __future__ import annotations

import pytest

from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from service_agent.cli.doctor.health import grounding_lines
from service_agent.settings.settings import Settings


@pytest.mark.parametrize(
    ("reply", "mark", "said"),
    [("Yes", "ok", "it may mark, not drop"), (Reply("", status=404), "wrong", "the rules alone check")],
)
async def test_the_grounding_model_is_asked_something_plain(reply: Line, mark: str, said: str) -> None:
    async with ScriptedEndpoint({"grounding": reply}) as served:
        [line] = await grounding_lines(Settings(check_base_url=served.base_url, check_model="minicheck"))
    assert (line.mark, line.what) == (mark, "checks")
    assert said in line.text


async def test_nothing_is_said_where_none_is_named() -> None:
    assert await grounding_lines(Settings()) == []
