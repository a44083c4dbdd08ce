"""Versions of an index in the search engine: built once, shown whole, taken over, swept, searched by the service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of, one_chunk
from execution_agents.retrieval.embedding import Dense
from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from execution_agents.retrieval.index.engine import client as client_room
from execution_agents.retrieval.index.engine import shelf as shelf_room
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import Names
from execution_agents.retrieval.index.engine.shelf import EngineShelves
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.retrieval.index.shelves import PassageWriter
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from execution_agents.search.sources.documents import Documents
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near, SearchRequest
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Dictionary, DocumentsSource, Pack
from foundation.domains.schema.retrieving import RetrievalFigures
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.records import Document
from tests.execution_agents.retrieval.index.engine.scripted_engine import Fault, ScriptedEngine
from tests.execution_agents.retrieval.index.engine.shelved import build, shelf_of

RENT = one_chunk("rent", "차임", "증액은 약정한 차임의 20분의 1을 넘지 못한다.")
PETS = one_chunk("pets", "반려동물", "개와 고양이를 기를 수 있다.")
QUESTION = "차임 증액"


def test_a_version_is_there_only_when_it_is_whole(client: EngineClient, scripted: ScriptedEngine) -> None:
    shelf = shelf_of(client)
    seen: list[object] = []

    def fill(writer: PassageWriter) -> None:
        writer.add("0", "", [RENT])
        seen.append(shelf.open("5-a"))

    assert shelf.open("5-a") is None
    assert len(shelf.build("5-a", fill)) == 1
    assert seen == [None]
    [(name, index)] = scripted.indexes.items()
    assert list(index.body["aliases"]) == [Names.of("testsuite", "tenant", "pack").base]
    assert name.endswith(".1-5-a")
    assert index.body["settings"]["index"]["blocks.write"] is True


def test_the_alias_moves_to_the_newest_version(client: EngineClient, scripted: ScriptedEngine) -> None:
    shelf = shelf_of(client)
    build(shelf, [RENT], "5-a")
    build(shelf, [RENT, PETS], "5-b")
    aliases = {name[-3:]: list(index.body["aliases"]) for name, index in scripted.indexes.items()}
    assert aliases == {"5-a": [], "5-b": [Names.of("testsuite", "tenant", "pack").base]}


def test_many_builders_of_one_version_write_it_once(
    client: EngineClient, scripted: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_room, "LOOK_S", 0.02)
    with ThreadPoolExecutor(4) as pool:
        builds = [pool.submit(build, shelf_of(client), [RENT, PETS]) for _ in range(4)]
    assert [len(each.result()) for each in builds] == [2] * 4
    assert sum(index.written for index in scripted.indexes.values()) == 2


def test_a_builder_that_died_is_taken_over(
    client: EngineClient, scripted: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_room, "LOOK_S", 0.02)
    monkeypatch.setattr(shelf_room, "STILL_S", 0.1)
    names = Names.of("testsuite", "tenant", "pack")
    client.get(lambda each: each.indices.create(index=names.index("5-a"), body={"mappings": {}, "settings": {}}))
    assert len(build(shelf_of(client), [RENT])) == 1
    assert list(scripted.indexes) == [names.index("5-a")]


def test_a_builder_that_was_given_up_leaves_the_index_of_the_next_one(client: EngineClient) -> None:
    """It stood still, was taken over, and then went on."""
    shelf = shelf_of(client)

    def stood_still(writer: PassageWriter) -> None:
        name = Names.of("testsuite", "tenant", "pack").index("5-a")
        client.get(lambda each: each.indices.delete(index=name))
        build(shelf_of(client), [RENT])

    with pytest.raises(IndexAway, match="Another process builds this index anew"):
        shelf.build("5-a", stood_still)
    there = shelf.open("5-a")
    assert there is not None and len(there) == 1


def test_an_index_that_lost_passages_is_not_shown(client: EngineClient, scripted: ScriptedEngine) -> None:
    scripted.faults.append(Fault("_count", 200, '{"count": 0}'))
    with pytest.raises(IndexAway, match="holds 0 of 1 passages"):
        build(shelf_of(client), [RENT])
    assert scripted.indexes == {}


async def test_without_the_engine_the_vectors_alone_find_passages(
    client: EngineClient, scripted: ScriptedEngine
) -> None:
    index = build(shelf_of(client), [RENT, PETS])

    async def search(*_: object) -> list[Near]:
        return [Near(PETS.chunk_id, PETS.content_hash, PETS.near_group, PETS.title, PETS.text, 0.9)]

    corpus = Corpus(index, "1", Dense("test-model", False, search))
    scripted.faults.append(Fault("_msearch", 503, "{}", times=99))
    found = await Retriever(Dictionary(), RetrievalFigures()).retrieve(corpus, Query(QUESTION, 4))
    assert [one.hit.item_id for one in found.contexts] == ["pets"]
    assert {stage.name: stage.note for stage in found.trace.stages}["lexical"] == "failed"
    assert not found.failed


@pytest.mark.parametrize(
    "question", ["차임을 증액하려면 어떻게 하나요?", "반려동물을길러도되나요", "What is the notice period for a lease?"]
)
async def test_a_question_takes_two_requests(client: EngineClient, scripted: ScriptedEngine, question: str) -> None:
    index = build(shelf_of(client), [RENT, PETS])
    before = len(scripted.calls)
    await Retriever(Dictionary(), RetrievalFigures()).retrieve(Corpus(index, "1"), Query(question, 4))
    assert len(scripted.calls) - before == 2


# --- the service's own use, over a real PostgreSQL --------------------------------------------------


class Library:
    """A tenant's corpus, searched in the scripted."""

    def __init__(self, engine: AsyncEngine, folder: Path, principal: Principal, url: str) -> None:
        self.corpus = CorpusRepository(engine)
        self.pack: Pack = load_pack(shipped_packs() / "real_estate")
        self.principal = principal
        self.shelves = EngineShelves(EngineAddress(url, prefix="testsuite", search_limit_s=2.0))
        self.indexes = IndexProvider(folder, self.corpus, shelves=self.shelves)

    async def put(self, name: str, text: str) -> None:
        document = Document(name, self.pack.name, "statutes", "", name, content_hash=text)
        origin = Origin(name, self.pack.name, "statutes")
        await self.corpus.upsert_document(
            self.principal, document, chunks_of(origin, [Passage(name, text, 0, len(text))])
        )

    async def ask(self, question: str) -> list[str]:
        documents = (each for each in self.pack.sources if isinstance(each, DocumentsSource))
        declared = next(each for each in documents if each.name == "statutes")
        source = Documents(declared, self.pack, self.corpus, self.indexes)
        return [item.title for item in (await source.search(request_of(self.principal, question))).items]


def request_of(principal: Principal, question: str) -> SearchRequest:
    return SearchRequest(principal, question, {}, "ko", 8, 5)


@pytest.fixture
async def library(
    scripted: ScriptedEngine, engine: AsyncEngine, tmp_path: Path, principal: Principal
) -> AsyncGenerator[Library]:
    made = Library(engine, tmp_path, principal, scripted.url)
    await made.put("제7조", "차임의 증액은 약정한 차임의 20분의 1을 넘지 못한다.")
    await made.put("제8조", "개와 고양이를 기를 수 있다.")
    yield made
    await made.indexes.aclose()
    made.shelves.close()


async def test_documents_are_found_in_the_engine_and_again_after_a_change(
    library: Library, scripted: ScriptedEngine
) -> None:
    assert (await library.ask("차임을 증액하려면?"))[0] == "제7조"
    await library.put("제9조", "관리비는 매달 말일에 낸다.")
    assert (await library.ask("관리비는 언제 내나요?"))[0] == "제9조"
    assert len(scripted.indexes) == 2
    # Another run of the background removes the version before, which may hold what was erased.
    assert await library.indexes.refresh({library.pack.name: library.pack}) == 1
    assert len(scripted.indexes) == 1
    assert (await library.ask("관리비는 언제 내나요?"))[0] == "제9조"


async def test_an_index_somebody_removed_is_built_again(library: Library, scripted: ScriptedEngine) -> None:
    assert await library.ask("차임을 증액하려면?")
    scripted.indexes.clear()
    with pytest.raises(SourceFailed):
        await library.ask("고양이를 길러도 되나요?")
    assert (await library.ask("고양이를 길러도 되나요?"))[0] == "제8조"


async def test_an_engine_that_is_away_is_said_and_found_again(
    library: Library, scripted: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_room, "REST_S", 0.0)
    scripted.faults.append(Fault("", 503, "{}", times=99))
    with pytest.raises(SourceFailed, match="could not be searched: the search engine does not answer"):
        await library.ask("차임을 증액하려면?")
    assert "503" in library.indexes.trouble
    corpus = await library.indexes.corpus(library.principal, library.pack)
    assert isinstance(corpus.index, AwayIndex)
    scripted.faults.clear()
    assert (await library.ask("차임을 증액하려면?"))[0] == "제7조"
    assert library.indexes.trouble == ""
