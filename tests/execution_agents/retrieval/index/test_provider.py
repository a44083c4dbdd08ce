"""Builds of a real index over a real PostgreSQL: whoever asked may go, the build stays."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index.lexical import IndexBuilder
from execution_agents.retrieval.index.provider import IndexProvider
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import CorpusRepository, CorpusSnapshot
from foundation.storage.records import Chunk, Document

TEXT = "임대차 계약을 갱신한다."


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


class Held(CorpusRepository):
    """The corpus; its reading waits in the middle until it is let go, and is counted."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.reads = 0
        self.reading, self.go = asyncio.Event(), asyncio.Event()
        self.failure: Exception | None = None

    @asynccontextmanager
    async def snapshot(self, principal: Principal, pack: str) -> AsyncGenerator[CorpusSnapshot]:
        self.reads += 1
        async with super().snapshot(principal, pack) as now:
            await now.marks()
            self.reading.set()
            await self.go.wait()
            if self.failure is not None:
                raise self.failure
            yield now


async def put(corpus: CorpusRepository, principal: Principal, pack: Pack, name: str, text: str = TEXT) -> None:
    document = Document(name, pack.name, "statutes", "", name, content_hash=text)
    await corpus.upsert_document(
        principal, document, chunks_of(Origin(name, pack.name, "statutes"), [Passage(name, text, 0, len(text))])
    )


@pytest.fixture
async def corpus(engine: AsyncEngine, principal: Principal, pack: Pack) -> Held:
    held = Held(engine)
    for number in range(3):
        await put(held, principal, pack, f"제{number}조")
    return held


def left(folder: Path) -> list[str]:
    """What lies in the shelves beside finished versions and the lock."""
    return [entry.name for entry in folder.glob("index/*/*/*") if entry.name[0] == "."]


async def test_a_build_outlives_who_asked_first(corpus: Held, tmp_path: Path, principal: Principal, pack: Pack) -> None:
    provider = IndexProvider(tmp_path, corpus)
    first = asyncio.create_task(provider.current(principal, pack))
    await corpus.reading.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    second = asyncio.create_task(provider.current(principal, pack))
    corpus.go.set()
    assert (await second).search("갱신", 8)
    assert corpus.reads == 1


async def test_an_index_is_current_until_the_corpus_moves_on(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    corpus.go.set()
    provider = IndexProvider(tmp_path, corpus)
    assert not await provider.is_current(principal, pack)
    await provider.current(principal, pack)
    assert await provider.is_current(principal, pack)
    await put(corpus, principal, pack, "제4조")
    assert not await provider.is_current(principal, pack)


async def test_a_build_everybody_left_is_there_for_the_next(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    provider = IndexProvider(tmp_path, corpus)
    for _ in range(3):  # probes that give up
        asked = asyncio.create_task(provider.current(principal, pack))
        await corpus.reading.wait()
        asked.cancel()
        await asyncio.wait((asked,))
    corpus.go.set()
    await provider.settle()
    assert len(await provider.current(principal, pack)) == 3
    assert corpus.reads == 1


async def test_a_failure_reaches_everybody_who_waits_and_the_next_one_tries_anew(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    provider = IndexProvider(tmp_path, corpus)
    known = await corpus.versions(principal, pack.name)
    asked = [asyncio.create_task(provider.current(principal, pack, known)) for _ in range(3)]
    await corpus.reading.wait()
    corpus.failure = OSError("the disk is full")
    corpus.go.set()
    failures = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(one) for one in failures] == ["the disk is full"] * 3
    corpus.failure = None
    assert len(await provider.current(principal, pack)) == 3
    assert corpus.reads == 2


async def test_a_failure_nobody_waits_for_is_no_complaint_of_the_loop(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))
    provider = IndexProvider(tmp_path, corpus)
    asked = asyncio.create_task(provider.current(principal, pack))
    await corpus.reading.wait()
    asked.cancel()
    await asyncio.wait((asked,))
    corpus.failure = OSError("the disk is full")
    corpus.go.set()
    await provider.settle()
    del asked
    gc.collect()
    assert complaints == []


async def test_another_version_waits_for_the_one_being_built_and_is_built_then(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    provider = IndexProvider(tmp_path, corpus)
    older = asyncio.create_task(provider.current(principal, pack))
    await corpus.reading.wait()
    await put(corpus, principal, pack, "제9조")
    newer = [asyncio.create_task(provider.current(principal, pack)) for _ in range(2)]
    corpus.go.set()
    await older
    assert [len(index) for index in await asyncio.gather(*newer)] == [4, 4]
    assert corpus.reads == 2


async def test_closing_ends_a_build_that_still_reads(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack
) -> None:
    provider = IndexProvider(tmp_path, corpus)
    asked = asyncio.create_task(provider.current(principal, pack))
    await corpus.reading.wait()
    await provider.aclose()
    await asyncio.wait((asked,))
    assert asked.cancelled()
    assert list(tmp_path.glob("index/*/*/*")) == []


async def test_closing_waits_for_the_thread_that_writes_and_leaves_no_half_folder(
    corpus: Held, tmp_path: Path, principal: Principal, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, go = threading.Event(), threading.Event()
    add = IndexBuilder.add

    def held(builder: IndexBuilder, chunks: Iterable[Chunk]) -> None:
        writing.set()
        go.wait()
        add(builder, chunks)

    monkeypatch.setattr(IndexBuilder, "add", held)
    provider = IndexProvider(tmp_path, corpus)
    corpus.go.set()
    asked = asyncio.create_task(provider.current(principal, pack))
    await asyncio.to_thread(writing.wait)
    half = left(tmp_path)
    closing = asyncio.create_task(provider.aclose())
    for _ in range(5):  # steps of the loop: the build is told to end
        await asyncio.sleep(0)
    waits = not closing.done()
    go.set()
    await closing
    await asyncio.wait((asked,))
    assert len(half) == 1
    assert waits
    assert [entry.name for entry in tmp_path.glob("index/*/*/*")] == ["build.lock"]
