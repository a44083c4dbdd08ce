"""`suffice mcp` as a client starts it: a process of its own, spoken to over its standard input and output."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database, url_of

SUFFICE = Path(sys.executable).with_name("suffice")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_starts_it_and_its_person_is_asked(
    server: DatabaseAddress, worker_id: str, tmp_path: Path, mode: str
) -> None:
    asked: list[str] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"choice": "use_previous"})

    database = filled_database(server, f"suffice_{worker_id}_mcp_{mode}")
    started = StdioServerParameters(
        command=str(SUFFICE),
        args=["mcp"],
        env={
            "SUFFICE_DATABASE_URL": url_of(database),
            "SUFFICE_DATA_DIR": str(tmp_path),
            "SUFFICE_ASK_WORTH_S": "0",
        },
    )
    async with Client(started, mode=mode, elicitation_callback=person) as client:
        first = await client.call_tool("ask", {"question": "대구 달서구 아파트 시세 알려줘"})
        session = first.structured_content["session_id"]
        again = await client.call_tool("ask", {"question": "평균은 얼마야?", "session": session})
    assert len(asked) == 1
    assert again.structured_content["reuse"]["decision"] == "reuse"
