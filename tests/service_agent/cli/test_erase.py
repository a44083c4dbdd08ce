"""`suffice db erase` takes what is remembered of a person, and nobody else's."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from pathlib import Path

import pytest

from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory, MemoryChanges, NewMemory
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.memories import MemoriesRepository
from tests.databases import new_database, url_of
from tests.service_agent.cli.conftest import Suffice

ANN, BOB = (Principal(tenant_id="local", owner_id=f"{name}-{uuid.uuid4().hex[:6]}") for name in ("ann", "bob"))


def adds(text: str) -> MemoryChanges:
    """This sentence is kept."""
    return MemoryChanges(added=(NewMemory(kind="preference", text=text, topic="area"),))


async def kept_of(address: DatabaseAddress, *said: tuple[Principal, str]) -> dict[str, list[str]]:
    """Keep what was said; what is remembered of both then, with its history."""
    engine = open_engine(address, 2)
    repository = MemoriesRepository(engine)
    try:
        for who, text in said:
            await repository.change(who, lambda _, text=text: adds(text))
            [memory, *_] = await repository.current(who)
            again = NewMemory(kind="preference", text=f"아니, {text}", topic="area")
            await repository.correct(who, memory.memory_id, again)
        found: dict[str, Sequence[Memory]] = {who.owner_id: await repository.list(who) for who in (ANN, BOB)}
        return {name: [one.text for one in memories] for name, memories in found.items()}
    finally:
        await engine.dispose()


def test_the_command_erases_memories_with_their_history(
    suffice: Suffice, server: DatabaseAddress, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = new_database(server, f"suffice_erase_{uuid.uuid4().hex[:8]}", migrated=True)
    monkeypatch.setenv("SUFFICE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SUFFICE_DATABASE_URL", url_of(database))
    before = asyncio.run(kept_of(database, (ANN, "관심 지역은 달서구"), (BOB, "관심 지역은 수성구")))
    assert {len(texts) for texts in before.values()} == {2}
    assert suffice("db", "erase", "--person", ANN.owner_id, "--yes").code == 0
    assert asyncio.run(kept_of(database)) == {**before, ANN.owner_id: []}
