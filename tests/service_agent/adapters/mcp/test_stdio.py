"""`suffice mcp` as a client starts it: a process of its own, spoken to over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psycopg
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult, TextContent

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database, url_of

pytestmark = pytest.mark.slow

SUFFICE = Path(sys.executable).with_name("suffice")
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"
ANN = "ann-0123456789abc"
GIVEN = (("deal", "jeonse"), ("words", "대구 중구"), ("choice", "use_previous"))
"""What the person gives to the first of these fields that is asked of them."""


def started(database: DatabaseAddress, folder: Path, *arguments: str, **more: str) -> StdioServerParameters:
    """How a client is told to start it."""
    environment = {"SUFFICE_DATABASE_URL": url_of(database), "SUFFICE_DATA_DIR": str(folder), **more}
    return StdioServerParameters(command=str(SUFFICE), args=["mcp", *arguments], env=environment)


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.long)])
async def test_a_client_starts_it_and_its_person_is_asked(
    server: DatabaseAddress, worker_id: str, tmp_path: Path, mode: str
) -> None:
    asked: list[set[str]] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert params.mode == "form"
        fields = set(params.requested_schema["properties"])
        asked.append(fields)
        name, value = next((name, value) for name, value in GIVEN if name in fields)
        return ElicitResult(action="accept", content={name: value})

    database = filled_database(server, f"suffice_{worker_id}_mcp_{mode}")
    async with Client(
        started(database, tmp_path, SUFFICE_ASK_WORTH_S="0"), mode=mode, elicitation_callback=person
    ) as client:
        first = await client.call_tool("ask", {"question": PRICES})
        assert not asked
        again = await client.call_tool("ask", {"question": DOUBTFUL, "session": first.structured_content["session_id"]})
        named = await client.call_tool("ask", {"question": SHARED})
        filled = await client.call_tool("ask", {"question": LACKING})
    assert again.structured_content["reuse"]["decision"] == "reuse"
    assert [answer.structured_content["type"] for answer in (again, named, filled)] == ["answer"] * 3
    assert isinstance(named.content[0], TextContent)
    assert "대구 중구" in named.content[0].text
    assert isinstance(filled.content[0], TextContent)
    assert "90만" in filled.content[0].text
    assert asked[:2] == [{"choice"}, {"choice", "words"}]
    assert len(asked) == 3
    assert "deal" in asked[2]


@pytest.mark.long  # every day: test_http.py
async def test_its_token_says_whose_conversations_they_are(
    server: DatabaseAddress, worker_id: str, tmp_path: Path
) -> None:
    database = filled_database(server, f"suffice_{worker_id}_mcp_token")
    async with Client(started(database, tmp_path, "--token", ANN, SUFFICE_AUTH_KEYS=f"ann:{ANN}")) as client:
        answer = await client.call_tool("ask", {"question": PRICES})
    with psycopg.connect(**database.psycopg_kwargs()) as connection:
        owners = connection.execute("SELECT session_id, owner_id FROM sessions").fetchall()
    assert owners == [(answer.structured_content["session_id"], "ann")]


@pytest.mark.long  # every day: test_http.py
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "suffice mcp --token KEY"),
        pytest.param(["--token", "wrong-key-0123456789"], "No valid sign-in", marks=pytest.mark.nightly),
    ],
    ids=["none", "wrong"],
)
async def test_nobody_is_served_without_a_key_that_holds(
    server: DatabaseAddress, worker_id: str, tmp_path: Path, arguments: list[str], said: str
) -> None:
    database = filled_database(server, f"suffice_{worker_id}_mcp_{len(arguments)}")
    how = started(database, tmp_path, *arguments, SUFFICE_AUTH_KEYS=f"ann:{ANN}")
    process = await asyncio.create_subprocess_exec(
        how.command,
        *how.args,
        env=how.env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(300):
        out, err = await process.communicate(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n')
    assert process.returncode == 1
    assert out == b""
    assert said in err.decode()
