"""Vectors in the search engine: what is sent, what is removed, what happens when it is away. All against the scripted
stand-in, which is no OpenSearch (`scripted_engine.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.embedding import Dense, VectorKeeper
from execution_agents.retrieval.index.away import IndexAway
from execution_agents.retrieval.index.engine import client as client_room
from execution_agents.retrieval.index.engine import vectors as room
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import Names
from execution_agents.retrieval.index.engine.shelf import EngineShelves
from execution_agents.retrieval.index.engine.vectors import EngineVectors
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.retrieval.retriever import Query
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus import vectors as stored
from foundation.storage.corpus.vector_copies import VectorCopyRepository
from foundation.storage.corpus.vectors import VectorRepository
from tests.execution_agents.retrieval.index.engine.scripted_engine import Fault, Index, ScriptedEngine
from tests.execution_agents.retrieval.index.vector_shelf import MODEL, PACK, WIDTH, Drawn, Library, drawn

TEXTS = [f"제{at}조 차임" for at in range(9)]
SEARCH = "_msearch"


@pytest.fixture
async def library(engine: AsyncEngine, principal: Principal) -> Library:
    made = Library(engine, principal)
    await made.put("law", TEXTS)
    await made.embed()
    return made


@pytest.fixture
def vectors(client: EngineClient, engine: AsyncEngine) -> EngineVectors:
    return EngineVectors(client, VectorCopyRepository(engine))


async def follow(vectors: EngineVectors, library: Library) -> None:
    await vectors.follow(library.who, PACK, MODEL, WIDTH)


async def near(vectors: EngineVectors, library: Library, limit: int = 3) -> list[Near]:
    return await vectors.nearest(library.who, PACK, MODEL, drawn(TEXTS[4]).tolist(), (limit, ()))


def only(scripted: ScriptedEngine) -> Index:
    [index] = scripted.indexes.values()
    return index


async def test_vectors_lie_in_an_index_of_their_own_with_a_graph(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await follow(vectors, library)
    [(name, index)] = scripted.indexes.items()
    base = Names.of("testsuite", library.who.tenant_id, PACK).base
    assert name == f"{base}.vectors1-{WIDTH}-{stored.shelf(library.who, PACK, MODEL)}"
    assert index.body["settings"]["index"]["knn"] is True
    embedding = index.body["mappings"]["properties"]["embedding"]
    assert (embedding["type"], embedding["dimension"]) == ("knn_vector", WIDTH)
    assert (embedding["method"]["name"], embedding["method"]["space_type"]) == ("hnsw", "cosinesimil")
    assert len(index.refreshed) == len(TEXTS)
    assert all(text not in str(index.refreshed) for text in TEXTS)


async def test_only_what_differs_is_written_and_removed(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await follow(vectors, library)
    before = set(only(scripted).refreshed)
    await library.put("law", [*TEXTS[1:], "관리비"])
    await library.embed()
    await follow(vectors, library)
    after = set(only(scripted).refreshed)
    assert (len(before - after), len(after - before)) == (1, 1)
    assert only(scripted).written == len(TEXTS) + 1
    calls = len(scripted.calls)
    await follow(vectors, library)
    assert not [call for call in scripted.calls[calls:] if "_bulk" in call or "scroll" in call]


async def test_long_lists_are_read_and_written_page_by_page(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PAGE", 2)
    monkeypatch.setattr(client_room, "LISTED", 2)
    await follow(vectors, library)
    await library.take("law")
    await library.put("law", TEXTS[:2])
    await library.embed()
    await follow(vectors, library)
    assert len(only(scripted).refreshed) == 2
    assert scripted.scrolls == {}


async def test_processes_that_follow_at_once_write_each_vector_once(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await asyncio.gather(*(follow(vectors, library) for _ in range(4)))
    assert len(only(scripted).refreshed) == only(scripted).written == len(TEXTS)


async def test_vectors_that_go_on_changing_are_left_for_a_while(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    scripted.faults.append(Fault("_refresh", 200, '{"acknowledged": true}', times=99))
    with pytest.raises(IndexAway, match="differ from those stored after 3 comparisons"):
        await follow(vectors, library)


# --- what is gone ----------------------------------------------------------------------------------


async def test_a_sweep_removes_what_was_erased_though_nobody_asks(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await library.put("erased", ["보증금"])
    await library.embed()
    await follow(vectors, library)
    key = (library.who.tenant_id, PACK)
    assert await vectors.sweep({key: "1"}) == 0
    await library.take("erased")
    assert await vectors.sweep({key: "2"}) == 1
    assert len(only(scripted).refreshed) == len(TEXTS)
    calls = len(scripted.calls)
    assert await vectors.sweep({key: "2"}) == 0
    assert len(scripted.calls) - calls == 1, "what was compared at this version is not compared again"


async def test_a_sweep_removes_indexes_of_models_and_packs_that_are_gone(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await follow(vectors, library)
    await library.embed("second")
    await library.vectors.tidy(library.who, PACK, "second")
    await vectors.follow(library.who, PACK, "second", WIDTH)
    assert len(scripted.indexes) == 2
    assert await vectors.sweep({(library.who.tenant_id, PACK): "1"}) == 1
    assert [name.rpartition("-")[2] for name in scripted.indexes] == [stored.shelf(library.who, PACK, "second")]
    assert await vectors.sweep({}) == 1
    assert scripted.indexes == {}


async def test_a_sweep_removes_an_index_of_another_layout(scripted: ScriptedEngine, vectors: EngineVectors) -> None:
    base = Names.of("testsuite", "tenant", PACK).base
    scripted.indexes[f"{base}.vectors0-8-abc"] = Index({"aliases": {}})
    assert await vectors.sweep({("tenant", PACK): "1"}) == 1
    assert scripted.indexes == {}


async def test_a_sweep_of_an_engine_that_is_away_waits(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library
) -> None:
    await follow(vectors, library)
    scripted.faults.append(Fault("_alias", 503, "{}"))
    assert await vectors.sweep({}) == 0
    assert len(scripted.indexes) == 1


# --- an engine that fails --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(SEARCH, 503, "{}"), "answered 503"),
        (Fault(SEARCH, 200, '{"hello": 1}'), "no search result"),
        (
            Fault(
                SEARCH, 200, '{"responses": [{"timed_out": false, "_shards": {"failed": 0}, "hits": {"hits": [{}]}}]}'
            ),
            "vectors that cannot be read",
        ),
    ],
)
async def test_each_failure_of_a_search_by_vector_is_said(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library, fault: Fault, said: str
) -> None:
    await follow(vectors, library)
    scripted.faults.append(fault)
    with pytest.raises(IndexAway, match=said):
        await near(vectors, library)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault("PUT /testsuite", 400, '{"error": {"reason": "unknown setting [index.knn]"}}'), "answered 400"),
        (Fault("_search$", 200, '{"timed_out": true}'), "could not count all"),
        (Fault("_search$", 200, '{"timed_out": false, "_shards": {"failed": 0}}'), "counts that cannot be read"),
        (
            Fault("_bulk", 200, '{"errors": true, "items": [{"create": {"status": 400, "error": "odd"}}]}'),
            "did not take",
        ),
    ],
)
async def test_each_failure_to_follow_is_said(
    scripted: ScriptedEngine, vectors: EngineVectors, library: Library, fault: Fault, said: str
) -> None:
    scripted.faults.append(fault)
    with pytest.raises(IndexAway, match=said):
        await follow(vectors, library)


class Kept:
    """The vectors of a library as the service keeps them."""

    def __init__(self, library: Library, vectors: EngineVectors, engine: AsyncEngine) -> None:
        self._library = library
        self.keeper = VectorKeeper(VectorRepository(engine), Drawn(), 0.0, vectors)

    async def dense(self) -> Dense:
        """What can be searched once the background has done its work."""
        self.keeper.dense(self._library.who, PACK, "1")
        await self.keeper.settle()
        dense = self.keeper.dense(self._library.who, PACK, "1")
        await self.keeper.settle()
        assert dense is not None
        return dense


@pytest.fixture
async def kept(
    library: Library, vectors: EngineVectors, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Kept]:
    monkeypatch.setattr(client_room, "REST_S", 0.0)
    made = Kept(library, vectors, engine)
    yield made
    await made.keeper.aclose()


async def test_while_the_engine_is_away_the_database_searches_few_vectors(
    scripted: ScriptedEngine, kept: Kept, library: Library
) -> None:
    dense = await kept.dense()
    wanted = await library.near(TEXTS[4], 3)
    assert await dense.search(TEXTS[4], 3, ()) == wanted
    searches = [call for call in scripted.calls if SEARCH in call]
    assert len(searches) == 1
    scripted.faults.append(Fault("", 503, "{}", times=99))
    assert await dense.search(TEXTS[4], 3, ()) == wanted


async def test_while_the_engine_is_away_many_vectors_are_not_scanned(
    scripted: ScriptedEngine, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    dense = await kept.dense()
    monkeypatch.setattr(stored, "INDEX_FROM", len(TEXTS))
    scripted.faults.append(Fault("", 503, "{}", times=99))
    with pytest.raises(IndexAway, match="answered 503"):
        await dense.search(TEXTS[4], 3, ())


async def test_a_service_that_starts_without_the_engine_finds_passages_by_vectors(
    scripted: ScriptedEngine, kept: Kept, library: Library
) -> None:
    scripted.faults.append(Fault("", 503, "{}", times=99))
    dense = await kept.dense()
    assert await dense.search(TEXTS[4], 3, ()) == await library.near(TEXTS[4], 3)
    assert scripted.indexes == {}
    scripted.faults.clear()
    await kept.dense()
    assert len(only(scripted).refreshed) == len(TEXTS)


async def test_an_index_of_vectors_somebody_removed_is_made_again(
    scripted: ScriptedEngine, kept: Kept, library: Library
) -> None:
    dense = await kept.dense()
    scripted.indexes.clear()
    assert await dense.search(TEXTS[4], 3, ()) == await library.near(TEXTS[4], 3)
    await kept.dense()
    assert len(only(scripted).refreshed) == len(TEXTS)


# --- the service's own use -------------------------------------------------------------------------


async def test_words_and_vectors_of_one_corpus_lie_in_one_engine(
    scripted: ScriptedEngine, library: Library, engine: AsyncEngine, tmp_path: Path
) -> None:
    pack: Pack = load_pack(shipped_packs() / PACK)
    shelves = EngineShelves(EngineAddress(scripted.url, prefix="testsuite"))
    near = shelves.vectors(VectorCopyRepository(engine))
    keeper = VectorKeeper(VectorRepository(engine), Drawn(), index=near)
    indexes = IndexProvider(tmp_path, library.corpus, None, keeper, None, shelves)
    await indexes.corpus(library.who, pack)
    await indexes.settle()
    corpus = await indexes.corpus(library.who, pack)
    found = await indexes.retriever(pack).retrieve(corpus, Query("아무 말", 4))
    assert {stage.name: stage.note for stage in found.trace.stages}["dense"] == ""
    assert found.contexts
    assert sorted(name.split(".")[1].split("-")[0] for name in scripted.indexes) == ["1", "vectors1"]
    await library.take("law")
    await indexes.refresh({pack.name: pack})
    assert [name for name in scripted.indexes if "vectors" in name] == []
    await indexes.aclose()
    shelves.close()
