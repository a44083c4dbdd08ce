"""The chore that keeps this machine's copies of corpora in order: no index outlives what was erased elsewhere."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index.provider import IndexProvider
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.uploads import UPLOADED
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.people.person import PeopleRepository
from foundation.storage.records import Document
from service_agent.jobs import housekeeping
from service_agent.jobs.background import Background
from service_agent.jobs.housekeeping import House, Housekeeping
from service_agent.settings.operation import OperationSettings
from service_agent.telemetry.metrics import Metrics
from tests.databases import new_database

SOON_S = 30.0
TEXT = "전세 계약은 확정일자를 받아야 합니다."


@pytest.fixture(scope="module")
def jobs_database(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """A queue of these tests' own."""
    return new_database(server, f"suffice_{worker_id}_index_jobs", migrated=True)


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "INDEXES_PAUSE_S", 0.05)


async def uploaded(engine: AsyncEngine, principal: Principal, pack: Pack) -> None:
    """A document one person brought in."""
    origin = Origin("mine", pack.name, "law_guide", "mine.md", None)
    document = Document(
        "mine", pack.name, "law_guide", "mine.md", "안내", TEXT, metadata={"origin": f"{UPLOADED}mine.md"}
    )
    await CorpusRepository(engine).upsert_document(
        principal, document, chunks_of(origin, [Passage("안내", TEXT, 0, len(TEXT))])
    )


def versions(folder: Path) -> list[Path]:
    return [entry for entry in folder.glob("index/*/*/*-*") if entry.is_dir()]


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON_S):
        while not holds():
            await asyncio.sleep(0.02)


class Host:
    """A machine with its folder; each of its processes has a provider of its own."""

    def __init__(self, engine: AsyncEngine, jobs: DatabaseAddress, folder: Path, pack: Pack) -> None:
        self.engine, self.jobs, self.folder, self.pack = engine, jobs, folder, pack

    def provider(self) -> IndexProvider:
        return IndexProvider(self.folder, CorpusRepository(self.engine))

    def keeping(self, provider: IndexProvider) -> Background:
        """The chore as a process has it, without the jobs that are everybody's."""

        async def nothing(_threads: Sequence[str]) -> None:
            """No checkpoints here."""

        refresh: Callable[[], Awaitable[int]] = partial(provider.refresh, {self.pack.name: self.pack})
        house = House(self.engine, self.jobs, OperationSettings(), self.folder / "uploads", nothing, Metrics(), refresh)
        chores = [task for task in Housekeeping(house).jobs() if task.name == "indexes"]
        assert len(chores) == 1
        return Background(self.jobs, chores, Metrics(), "one")


@pytest.fixture
def host(engine: AsyncEngine, jobs_database: DatabaseAddress, tmp_path: Path, pack: Pack) -> Host:
    return Host(engine, jobs_database, tmp_path, pack)


async def test_an_open_index_is_exchanged_when_another_machine_erased_its_content(
    host: Host, principal: Principal
) -> None:
    await uploaded(host.engine, principal, host.pack)
    provider = host.provider()
    assert len(await provider.current(principal, host.pack)) == 1
    [before] = versions(host.folder)
    async with host.keeping(provider).working():
        await asyncio.sleep(0.2)  # four of its pauses
        assert versions(host.folder) == [before], "what is current stays"
        await PeopleRepository(host.engine).erase(principal)
        await until(lambda: bool(versions(host.folder)) and before not in versions(host.folder))
    assert len(await provider.current(principal, host.pack)) == 0


async def test_an_index_an_earlier_process_left_goes_although_nobody_asks_that_pack(
    host: Host, principal: Principal, colleague: Principal
) -> None:
    await uploaded(host.engine, principal, host.pack)
    assert len(await host.provider().current(principal, host.pack)) == 1
    gc.collect()  # the process that built it is gone, and its hold on the folder with it
    assert len(versions(host.folder)) == 1
    half = versions(host.folder)[0].parent / ".build-killed"
    half.mkdir()
    async with host.keeping(host.provider()).working():
        await until(lambda: not half.exists())
        assert len(versions(host.folder)) == 1, "what is current stays, for the next question"
        await PeopleRepository(host.engine).erase(principal)
        await until(lambda: not versions(host.folder))


async def test_no_other_account_of_the_machine_reads_the_copies(host: Host, principal: Principal) -> None:
    await uploaded(host.engine, principal, host.pack)
    await host.provider().current(principal, host.pack)
    copies = host.folder / "index"
    assert copies.stat().st_mode & 0o777 == 0o700
    copies.chmod(0o755)  # as versions before this one made it
    async with host.keeping(host.provider()).working():
        await until(lambda: copies.stat().st_mode & 0o777 == 0o700)


async def test_an_index_another_process_reads_stays_until_it_lets_go(host: Host, principal: Principal) -> None:
    await uploaded(host.engine, principal, host.pack)
    other = host.provider()
    reading = await other.current(principal, host.pack)
    await PeopleRepository(host.engine).erase(principal)
    async with host.keeping(host.provider()).working():
        await asyncio.sleep(0.2)
        assert len(versions(host.folder)) == 1
        assert [passage.title for passage in reading.search("확정일자", 1)] == ["안내"]
        del reading, other
        gc.collect()
        await until(lambda: not versions(host.folder))
