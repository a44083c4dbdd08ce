"""A database that stands still, or keeps nothing, under a running service: all get an error in time, and nothing that
was accepted is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from foundation.storage.database.embedded import EmbeddedPostgres, embedded_files
from foundation.storage.database.engine import PATIENCE_S, DatabaseAddress
from tests.databases import lay_filled_cluster
from tests.full_disk import tables_on_small_disk
from tests.serving import Serve, Serving, serving

PRICES = {"content": "대구 달서구 아파트 매매 시세 알려줘"}
FROZEN_S = PATIENCE_S + 8.0
"""Longer than a lease (10 s) and than any statement is waited for."""
BACK_S = 20.0
"""The test's patience: within this everything that was at work goes on, once the database does. What it took is
printed (`pytest -rP`), since no test asserts a time; docs/trust.md has the figure."""
LONG_S = 90.0
"""Far longer than anything here takes; only what hangs meets it."""
STORED = ["run_events", "messages", "write_checks"]


def family(data_dir: Path) -> list[int]:
    """The server's processes."""
    postmaster = int((embedded_files(data_dir) / "data" / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    return [postmaster, *map(int, children)]


@contextmanager
def frozen(data_dir: Path) -> Generator[None]:
    """Every process of the server stands still while inside."""
    stopped = family(data_dir)
    try:
        for process in stopped:
            with suppress(ProcessLookupError):  # one of its helpers (autovacuum) may just have ended
                os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


@asynccontextmanager
async def own_database(folder: Path, **settings: Any) -> AsyncGenerator[Serving]:
    """A service on an embedded server of its own."""
    try:
        async with serving(None, folder, **settings) as opened:
            yield opened
    finally:
        EmbeddedPostgres(folder).remove()


def runs_of(address: DatabaseAddress) -> list[tuple[str, int, int]]:
    """(status, attempt, stalls) of every run."""
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        return connection.execute("SELECT status, attempt, stalls FROM runs").fetchall()


def gone_on(address: DatabaseAddress, since: datetime) -> list[float]:
    """For each run that got ahead within BACK_S, the seconds until its first event since, the quickest first."""
    first = "SELECT min(created_at) FROM run_events WHERE created_at BETWEEN %s AND %s GROUP BY run_id"
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        found = connection.execute(first, (since, since + timedelta(seconds=BACK_S))).fetchall()
    return sorted((at - since).total_seconds() for (at,) in found)


async def ready(service: Serving) -> dict[str, str]:
    """What `/readyz` says is wrong."""
    checks = (await service.http.get("/readyz")).json()["checks"]
    return {name: check["message"] for name, check in checks.items() if not check["ok"]}


@pytest.mark.long  # every day: the full disk, below
async def test_a_standing_database_is_said_and_what_was_accepted_is_answered_later(
    tmp_path: Path, filled_cluster: Path
) -> None:
    lay_filled_cluster(filled_cluster, tmp_path)
    async with own_database(tmp_path, fail_points="execute_teams=sleep:2") as service:
        asked = [asyncio.create_task(service.http.post("/api/chat", json=PRICES, timeout=LONG_S)) for _ in range(14)]
        with EmbeddedPostgres(tmp_path) as address:
            async with asyncio.timeout(LONG_S):  # ten are at work, four wait in the queue
                while sorted(status for status, *_ in runs_of(address)) != ["queued"] * 4 + ["running"] * 10:
                    await asyncio.sleep(0.05)
            with frozen(tmp_path):
                over = asyncio.create_task(asyncio.sleep(FROZEN_S))
                async with asyncio.timeout(FROZEN_S):  # in time: all checks wait side by side
                    wrong = await ready(service)
                assert {"database", "migrations", "writes"} <= wrong.keys()
                refused = await service.http.post("/api/sessions", timeout=FROZEN_S)
                assert (refused.status_code, refused.json()["code"]) == (503, "database_unreachable")
                assert not over.done(), "who asks is not held as long as the database stands still"
                await over
                back = datetime.now(UTC)
                assert not any(task.done() for task in asked), "who was accepted is not sent away"
            answers = await asyncio.gather(*asked)
            ended = runs_of(address)
            onward = gone_on(address, back)
            print("seconds until each run went on:", *(round(each, 2) for each in onward))  # noqa: T201
            assert len(onward) >= 10
        assert [answer.status_code for answer in answers] == [200] * 14, [answer.text for answer in answers]
        assert all(answer.json()["citations"] for answer in answers), "no answer lacks what only stood still"
        assert {status for status, *_ in ended} == {"completed"}
        assert max(attempt for _, attempt, _ in ended) <= 3
        assert {stalls for *_, stalls in ended} == {0}, "nobody's question was to blame"
        assert await ready(service) == {}


async def test_what_a_full_disk_held_up_is_answered_with_room(
    serve: Serve, server: DatabaseAddress, worker_id: str
) -> None:
    address = replace(server, database=f"suffice_{worker_id}_chosen")
    async with serve(run_attempts=3, fail_points="initialize=sleep:1") as service:
        with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
            connection.execute("DELETE FROM sessions")
        with tables_on_small_disk(address, STORED) as disk:
            asked = asyncio.create_task(service.http.post("/api/chat", json=PRICES, timeout=LONG_S))
            async with asyncio.timeout(LONG_S):
                while not runs_of(address):
                    await asyncio.sleep(0.01)
            disk.fill()
            async with asyncio.timeout(LONG_S):
                while "writes" not in (wrong := await ready(service)):
                    await asyncio.sleep(0.1)
            assert wrong["writes"].startswith("The database takes no more writes")
            one_more = {"content": "".join(chr(random.randint(0xAC00, 0xD7A3)) for _ in range(7_000))}
            refused = await service.http.post("/api/chat", json=one_more)
            assert (refused.status_code, refused.json()["code"]) == (503, "database_takes_no_writes"), refused.text
            await asyncio.sleep(3)  # far more tries than three fit into this
            assert not asked.done()
            assert max(attempt for _, attempt, _ in runs_of(address)) <= 3
            disk.make_room()
            answer = await asked
            async with asyncio.timeout(LONG_S):
                while await ready(service) or any(status == "queued" for status, *_ in runs_of(address)):
                    await asyncio.sleep(0.1)
        ended = runs_of(address)
    assert answer.status_code == 200, answer.text
    assert answer.json()["citations"]
    assert "failed" not in {status for status, *_ in ended}
    assert max(attempt for _, attempt, _ in ended) <= 3
