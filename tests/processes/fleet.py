"""Real `suffice serve` and `suffice worker` processes on one database, in front of one scripted model."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
from psycopg.rows import dict_row

from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress
from tests.databases import url_of
from tests.service_agent.cli.processes import free_port
from tests.stories.client import SocketClient, talking
from tests.stories.pauses import planning

SUFFICE = Path(sys.executable).with_name("suffice")
START_S = 120.0
"""A process imports for seconds where the machine is busy."""
TAKEN_OVER_S = 60.0
"""Far longer than a lease and a sweep; only a run nobody takes over meets it."""
HANGS = Reply(fault="hang")
ANSWER = Reply("찾은 자료를 요약합니다.[1]", piece=3, piece_delay_s=0.002)


@dataclass
class Member:
    """One process."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    async def ended(self) -> int:
        """Wait for its end; its exit code."""
        return await asyncio.to_thread(self.process.wait, 60)

    async def ready(self) -> httpx.Response:
        """What `/readyz` says."""
        async with httpx.AsyncClient(trust_env=False, timeout=20) as http:
            return await http.get(f"{self.url}/readyz")


@dataclass
class Fleet:
    """The processes of one test."""

    database: DatabaseAddress
    folder: Path
    script: dict[str, Line] = field(default_factory=dict[str, Line])
    members: list[Member] = field(default_factory=list[Member])
    model: ScriptedEndpoint = field(init=False)

    def __post_init__(self) -> None:
        self.script.update({"turn_planning": planning, "answer": ANSWER})
        self.model = ScriptedEndpoint(self.script)

    async def start(self, command: str = "serve", **settings: Any) -> Member:
        """A process that takes questions."""
        member = self.launch(command, **settings)
        if command == "serve":
            await self.until_up(member)
        return member

    def launch(self, command: str, **settings: Any) -> Member:
        """A process that begins to start."""
        port = free_port()
        log = self.folder / f"{command}-{port}.log"
        chosen = {
            "database_url": url_of(self.database),
            "data_dir": self.folder / "data",
            "port": port,
            "llm_base_url": self.model.base_url,
            "llm_model": "scripted",
            "llm_timeout_s": 120,
            "turn_limit_s": 120,
            "ask_worth_s": 0,
            "variant_weights": '{"hybrid_confirm": 1}',
            "log_format": "json",
            **settings,
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SUFFICE_", "OPENAI_"))}
        environment = kept | {f"SUFFICE_{name.upper()}": str(value) for name, value in chosen.items()}
        with log.open("wb") as out:
            process = subprocess.Popen([SUFFICE, command], env=environment, stdout=out, stderr=out)
        member = Member(process, f"http://127.0.0.1:{port}", log)
        self.members.append(member)
        return member

    async def until_up(self, member: Member) -> None:
        """Until it answers."""
        async with asyncio.timeout(START_S):
            while True:
                assert member.process.poll() is None, member.log.read_text("utf-8")[-2_000:]
                try:
                    if (await member.ready()).is_success:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.1)

    async def session(self, member: Member) -> str:
        """A new session's id."""
        async with httpx.AsyncClient(trust_env=False, timeout=20) as http:
            made = await http.post(f"{member.url}/api/sessions")
        assert made.status_code == 201, made.text
        return str(made.json()["session_id"])

    @asynccontextmanager
    async def talk(self, member: Member, session_id: str, last_seq: int | None = None) -> AsyncGenerator[SocketClient]:
        """A connection, past its `session_ready`."""
        async with talking(member.url, session_id, last_seq) as client:
            await client.next()
            yield client

    async def holder(self, run_id: str) -> Member:
        """The process that works on this run."""
        async with asyncio.timeout(TAKEN_OVER_S):
            while True:
                (row,) = self.rows("SELECT process_id FROM runs WHERE run_id = %s", run_id)
                found = [m for m in self.members if f"-{m.process.pid}-" in str(row["process_id"])]
                if found:
                    return found[0]
                await asyncio.sleep(0.05)

    def rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        """Look into the database."""
        with psycopg.connect(**self.database.psycopg_kwargs(), autocommit=True) as connection:
            done = connection.cursor(row_factory=dict_row).execute(query, values)  # type: ignore[arg-type]
            return done.fetchall() if done.description else []

    def stop(self) -> None:
        """Every process is gone."""
        for member in self.members:
            member.process.kill()
            member.process.wait()


async def until_called(model: ScriptedEndpoint, prompt: str, times: int = 1) -> None:
    """Until the model was asked this."""
    async with asyncio.timeout(TAKEN_OVER_S):
        while len(model.calls_of(prompt)) < times:
            await asyncio.sleep(0.05)
