"""What a client sees of an error that nobody foresaw."""

from __future__ import annotations

from typing import Any, cast

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams

from foundation.contracts.errors import UnknownDocument
from service_agent.adapters.mcp.reach import Reach
from service_agent.adapters.mcp.server import in_own_words
from service_agent.adapters.mcp.tools import call


class _Failing:
    @property
    def default_pack(self) -> str:
        raise ValueError("SELECT secret FROM sessions")


async def test_an_unforeseen_error_is_reported_without_its_words() -> None:
    with pytest.raises(MCPError) as failed:
        async with in_own_words():
            raise ValueError("SELECT secret FROM sessions")
    assert "SELECT" not in str(failed.value)
    reach = Reach(cast("Any", _Failing()), cast("Any", None), "")
    result = await call(reach, cast("Any", None), CallToolRequestParams(name="search", arguments={"query": "leave"}))
    assert "SELECT" not in str(result)
    assert cast("Any", result).is_error


async def test_an_error_of_ours_is_reported_in_its_words() -> None:
    with pytest.raises(MCPError, match=UnknownDocument().message):
        async with in_own_words():
            raise UnknownDocument
