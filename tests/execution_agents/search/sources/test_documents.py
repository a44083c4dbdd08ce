"""Documents sources on a real database and a real index."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.search.sources.documents import Documents
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult, Source
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.records import Document

LARGE = 3_000
"""Passages from which on the database gets statistics at once."""
ARTICLES = {
    "보기법-제7조": ("보기법 제7조 (증감청구권)", "증액 청구는 약정한 차임의 20분의 1을 넘지 못한다. <개정 2020.7.31>"),
    "사본/보기법": ("보기법 제7조(증감청구권)", "증액 청구는, 약정한 차임의 20분의 1을 넘지 못한다"),
    "보기법-제6조": ("보기법 제6조 (계약의 갱신)", "임대인이 갱신 거절을 알리지 않으면 다시 임대차한 것으로 본다."),
    "다른법-제7조": ("다른법 제7조", "증액 청구는 약정한 차임의 20분의 1을 넘지 못한다."),
    "셋째법-제7조": ("보기법 제7조 (증감청구권)", "증액 청구는 약정한 차임의 10분의 1을 넘지 못한다."),
}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


class Library:
    """A tenant's corpus with the sources over it."""

    def __init__(self, engine: AsyncEngine, data_dir: Path, pack: Pack, principal: Principal) -> None:
        self.corpus = CorpusRepository(engine)
        self.rows = RowsRepository(engine)
        self.pack = pack
        self.principal = principal
        self.data_dir = data_dir
        self.indexes = IndexProvider(data_dir, self.corpus)
        self.client = httpx.AsyncClient(trust_env=False)

    @property
    def sources(self) -> dict[str, Source]:
        declared = (source for source in self.pack.sources if isinstance(source, DocumentsSource))
        return {source.name: Documents(source, self.pack, self.corpus, self.indexes) for source in declared}

    async def put(self, document_id: str, title: str, text: str, source: str = "statutes") -> None:
        origin = Origin(document_id, self.pack.name, source, f"https://example.org/{document_id}", "2025-07-01")
        document = Document(document_id, self.pack.name, source, origin.uri, title, content_hash=text)
        passages = chunks_of(origin, [Passage(title, text, 0, len(text))])
        await self.corpus.upsert_document(self.principal, document, passages)

    async def ask(self, question: str, source: str = "statutes", limit: int = 8) -> SearchResult:
        return await self.sources[source].search(SearchRequest(self.principal, question, {}, "ko", limit, 5))


@pytest.fixture
async def library(engine: AsyncEngine, tmp_path: Path, pack: Pack, principal: Principal) -> Library:
    made = Library(engine, tmp_path / "data dir", pack, principal)
    for document_id, (title, text) in ARTICLES.items():
        await made.put(document_id, title, text)
    return made


def _ids(result: SearchResult) -> list[str]:
    return [item.item_id for item in result.items]


async def test_the_best_passage_comes_first_as_postgresql_holds_it(library: Library) -> None:
    result = await library.ask("보기법에서 차임 증액은 얼마까지?")
    first = result.items[0]
    assert first.title.startswith("보기법 제7조")
    assert first.source == "statutes"
    assert first.uri == f"https://example.org/{first.item_id}"
    assert str(first.as_of) == "2025-07-01"
    assert first.score > result.items[-1].score > 0
    assert result.source_version == await library.corpus.version(library.principal, library.pack.name, "statutes")


async def test_a_near_duplicate_comes_once_but_another_number_or_another_statute_stays(library: Library) -> None:
    found = _ids(await library.ask("차임 증액 청구는 약정한 차임의 몇 분의 1"))
    assert len({"보기법-제7조", "사본/보기법"} & set(found)) == 1
    assert {"셋째법-제7조", "다른법-제7조"} <= set(found)


async def test_a_source_sees_its_own_passages_alone(library: Library) -> None:
    await library.put("law_guide/a", "차임 증액 안내", "차임 증액은 20분의 1까지 할 수 있다고 안내한다.", "law_guide")
    assert _ids(await library.ask("차임 증액", "law_guide")) == ["law_guide/a"]
    assert "law_guide/a" not in _ids(await library.ask("차임 증액"))


async def test_the_planner_knows_of_a_large_corpus_before_its_search(engine: AsyncEngine, library: Library) -> None:
    passages = [Passage(f"제{n}조", f"{n}번째 조문의 글이다.", 0, 12) for n in range(LARGE)]
    document = Document("large", library.pack.name, "statutes", "", "큰 법", content_hash="large")
    origin = Origin("large", library.pack.name, "statutes")
    await library.corpus.upsert_document(library.principal, document, chunks_of(origin, passages))
    estimate = sql("EXPLAIN (FORMAT JSON) SELECT 1 FROM chunks WHERE tenant_id = :tenant AND pack = :pack")
    values = {"tenant": library.principal.tenant_id, "pack": library.pack.name}

    assert (await library.ask("2777번째 조문")).items[0].title == "제2777조"

    async with engine.connect() as connection:
        plan = (await connection.execute(estimate, values)).scalar_one()[0]["Plan"]
    assert LARGE / 2 < plan["Plan Rows"] < LARGE * 2, plan


async def test_the_limit_holds_and_an_empty_source_gives_nothing(library: Library) -> None:
    assert len((await library.ask("차임 갱신", limit=1)).items) == 1
    assert (await library.ask("차임", "contract_guide")).items == ()


async def test_a_changed_passage_is_found_as_it_is_now_and_known_to_have_changed(library: Library) -> None:
    before = await library.ask("다른법 차임 증액")
    source = library.sources["statutes"]
    assert not await source.changed_items(library.principal, before.items)
    await library.put("다른법-제7조", "다른법 제7조", "증액 청구는 약정한 차임의 30분의 1을 넘지 못한다.")
    assert await source.changed_items(library.principal, before.items)
    assert await source.version(library.principal) != before.source_version
    after = await library.ask("차임 증액 30분의 1")
    assert "30분의 1" in after.items[0].text


async def test_nothing_in_hand_has_not_changed(library: Library) -> None:
    assert not await library.sources["statutes"].changed_items(library.principal, [])


async def test_a_removed_passage_is_no_longer_found(library: Library) -> None:
    await library.ask("계약의 갱신")
    await library.corpus.delete_document(library.principal, library.pack.name, "보기법-제6조")
    assert "보기법-제6조" not in _ids(await library.ask("계약의 갱신 거절"))


async def test_one_index_is_built_for_many_questions_at_once_and_kept_while_nothing_changes(library: Library) -> None:
    indexes = await asyncio.gather(*(library.indexes.current(library.principal, library.pack) for _ in range(8)))
    assert len({id(index) for index in indexes}) == 1
    assert await library.indexes.current(library.principal, library.pack) is indexes[0]


async def test_another_process_opens_what_is_built_and_a_new_version_replaces_the_old(library: Library) -> None:
    await library.indexes.current(library.principal, library.pack)
    [version] = _versions(library)
    other = IndexProvider(library.data_dir, library.corpus)
    assert len(await other.current(library.principal, library.pack)) == len(ARTICLES)
    assert _versions(library) == [version]
    await library.put("넷째법-제1조", "넷째법 제1조", "새 조문이다.")
    assert len(await library.indexes.current(library.principal, library.pack)) == len(ARTICLES) + 1
    assert version in _versions(library)
    assert len(_versions(library)) == 2


async def test_another_tenant_has_another_index(library: Library, pack: Pack) -> None:
    stranger = Principal(tenant_id="stranger", owner_id=library.principal.owner_id)
    await library.indexes.current(library.principal, pack)
    assert len(await library.indexes.current(stranger, pack)) == 0


def _versions(library: Library) -> list[str]:
    return sorted(entry.name for entry in library.data_dir.glob("index/*/*/*-*") if entry.is_dir())
