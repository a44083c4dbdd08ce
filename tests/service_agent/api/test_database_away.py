"""A database that dies under a running service: reported as what it is, and the embedded one is started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import psycopg
import pytest
import pytest_asyncio
import websockets

from foundation.contracts.errors import DatabaseUnreachable
from foundation.storage.database.embedded import EmbeddedPostgres, embedded_files
from foundation.storage.database.engine import DatabaseAddress
from tests.databases import lay_filled_cluster
from tests.serving import Serving, serving

BACK_S = 30
"""Far longer than a restart takes; only a service that never comes back meets it."""


@pytest_asyncio.fixture(loop_scope="session")
async def own(tmp_path: Path, filled_cluster: Path) -> AsyncGenerator[Serving]:
    """A service on an embedded server of its own."""
    lay_filled_cluster(filled_cluster, tmp_path)
    async with serving(None, tmp_path) as opened:
        yield opened
    EmbeddedPostgres(tmp_path).remove()


def postmaster(data_dir: Path) -> int:
    return int((embedded_files(data_dir) / "data" / "postmaster.pid").read_text().split()[0])


def address_of(data_dir: Path) -> DatabaseAddress:
    """The address of the server that runs for this folder."""
    with EmbeddedPostgres(data_dir) as address:
        return address


async def until_made(service: Serving) -> list[httpx.Response]:
    """Everything answered to making a session, until one is made."""
    answers: list[httpx.Response] = []
    async with asyncio.timeout(BACK_S):
        while not answers or answers[-1].status_code != 201:
            answers.append(await service.http.post("/api/sessions"))
            await asyncio.sleep(0.05)
    return answers


async def test_a_killed_embedded_server_comes_back_and_its_absence_is_said(own: Serving, tmp_path: Path) -> None:
    session_id = await own.session()
    dead = postmaster(tmp_path)
    os.kill(dead, signal.SIGKILL)
    async with asyncio.timeout(60):
        while postmaster(tmp_path) == dead:  # its children may serve a request or two before they notice
            for answer in (await until_made(own))[:-1]:
                assert answer.status_code == 503, answer.text
                assert answer.json()["code"] == "database_unreachable"
                assert answer.json()["retryable"] is True
            await asyncio.sleep(0.1)
    asked = await own.http.post("/api/chat", json={"content": "안녕", "session_id": session_id})
    assert asked.status_code == 200, asked.text
    assert (await own.http.get("/readyz")).json()["checks"]["database"]["ok"] is True


async def test_one_killed_connection_costs_no_request_a_500(own: Serving, tmp_path: Path) -> None:
    await own.session()
    with psycopg.connect(**address_of(tmp_path).psycopg_kwargs()) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'suffice' AND pid <> pg_backend_pid() LIMIT 1"
        ).fetchone()
    assert found is not None
    os.kill(int(found[0]), signal.SIGKILL)
    for answer in (await until_made(own))[:-1]:
        assert answer.json()["code"] == "database_unreachable", answer.text


@pytest.mark.long  # every day: a killed embedded server, above
async def test_a_database_away_is_named_by_checks_and_over_the_socket(tmp_path: Path) -> None:
    data_dir = tmp_path / "embedded"
    data_dir.mkdir()
    database = EmbeddedPostgres(data_dir)
    async with serving(database.start(), tmp_path) as service:
        session_id = await service.session()
        address = service.url.replace("http", "ws", 1) + f"/ws/chat/{session_id}"
        async with websockets.connect(address, proxy=None) as socket:
            assert json.loads(await socket.recv())["type"] == "session_ready"
            os.kill(postmaster(data_dir), signal.SIGKILL)
            async with asyncio.timeout(BACK_S):
                said = json.loads(await socket.recv())
                await socket.wait_closed()
            assert (said["type"], said["code"]) == ("error", "database_unreachable")
            assert socket.close_code == 1013
        asked = await service.http.post("/api/chat", json={"content": "안녕"})
        assert (asked.status_code, asked.json()["code"]) == (503, "database_unreachable")
        readiness = await service.http.get("/readyz")
        assert readiness.status_code == 503
        needing = {name: check for name, check in readiness.json()["checks"].items() if not check["ok"]}
        assert {"database", "migrations", "pack"} <= needing.keys()
        messages = {said["message"], asked.json()["detail"], *(check["message"] for check in needing.values())}
        assert messages == {DatabaseUnreachable().message}, "where it is and as whom we come is nobody's business"
        database.ensure_running()
        assert (await until_made(service))[-1].status_code == 201
    database.remove()
