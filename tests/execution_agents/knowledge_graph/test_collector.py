"""Entities follow their sources: at an ingest, after a change, after an erasure, when the pack declares otherwise."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.pipeline import IngestService
from execution_agents.ingest.report import IngestReport
from execution_agents.knowledge_graph import provider
from execution_agents.knowledge_graph.collector import EntityCollector, collector_over
from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.provider import EntityIndexes
from foundation.contracts.entities import EntityCounts
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.entities import EntitiesRepository
from foundation.storage.corpus.entity_facts import FactsRepository
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.corpus.uploads import UPLOADED
from foundation.storage.people.person import PeopleRepository
from tests.execution_agents.ingest.test_pipeline import SALE, STATUTE

LAW = "보기법"


class Town:
    """One person's ingest, and what it makes of names."""

    def __init__(self, engine: AsyncEngine, principal: Principal, pack: Pack) -> None:
        self.engine, self.principal, self.pack = engine, principal, pack
        self.collector = collector_over(engine)
        self.entities = EntitiesRepository(engine)
        self.indexes = EntityIndexes(self.collector, FactsRepository(engine))
        self.corpus = CorpusRepository(engine)
        origins, rows = OriginsRepository(engine), RowsRepository(engine)
        self.service = IngestService(self.corpus, origins, rows, self.collector)

    async def ingest(self, path: Path, origin: str | None = None) -> IngestReport:
        return await self.service.ingest(path, self.pack, None, self.principal, _no_bar, origin)

    async def names(self, kind: str) -> set[str]:
        kept = await self.entities.kept(self.principal, self.pack.name)
        return {one.entity_id for one in kept.entities if one.type == kind}

    async def named(self, question: str) -> list[tuple[str, str]]:
        index = await self.indexes.current(self.principal, self.pack)
        return [(one.status, one.entities[0] if one.entities else one.type) for one in link(question, index)]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture
def town(engine: AsyncEngine, principal: Principal, pack: Pack) -> Town:
    return Town(engine, principal, pack)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path)
    names = ("보기타운", "보기타운", "다른타운")
    sales = [json.dumps(SALE | {"raw_id": at, "apt_name": name}) for at, name in enumerate(names)]
    (tmp_path / "trades").write_text("\n".join(sales))
    return tmp_path


def _no_bar(done: int, total: int, what: str) -> None:
    """Nobody watches."""
    del done, total, what


def write(folder: Path, law: str = LAW, first: str = "목적이다.") -> None:
    (folder / f"{law}.md").write_text(STATUTE.format(law=law, first=first, day="2025-07-01"))


async def test_an_ingest_collects_names_and_again_changes_nothing(town: Town, folder: Path) -> None:
    report = await town.ingest(folder)
    assert report.entities["statutes"].added >= 3
    assert report.entities["trades"] == EntityCounts(added=2)
    assert await town.names("article") == {f"article:{LAW}/제1조", f"article:{LAW}/제2조"}
    assert await town.names("complex") == {"complex:대구 달서구 두류동/보기타운", "complex:대구 달서구 두류동/다른타운"}
    again = await town.ingest(folder)
    assert again.entities == {}
    assert again.collisions == []


async def test_a_changed_article_touches_nothing_but_its_source(town: Town, folder: Path) -> None:
    await town.ingest(folder)
    write(folder, first="「형법」을 본다.")
    report = await town.ingest(folder)
    assert report.entities == {"statutes": EntityCounts()}
    assert ("unknown", "law") in await town.named("형법은?")
    (folder / f"{LAW}.md").unlink()
    write(folder, "새법")
    report = await town.ingest(folder)
    assert report.entities["statutes"].removed >= 3
    assert await town.names("law") == {"law:새법"}


async def test_collisions_of_what_came_are_listed(town: Town, folder: Path) -> None:
    write(folder, "다른법")
    places = ("대구광역시 달서구 두류동", "대구광역시 수성구 범어동")
    sales = [SALE | {"raw_id": at, "apt_name": "보기타운", "district": place} for at, place in enumerate(places)]
    (folder / "trades").write_text("\n".join(map(json.dumps, sales)))
    report = await town.ingest(folder)
    assert any(line.startswith("보기타운 names complex") for line in report.collisions)
    assert any("제1조 in 2" in line for line in report.collisions)


async def test_an_ingest_that_was_cut_short_is_caught_up_with(town: Town, folder: Path) -> None:
    class Dying(EntityCollector):
        async def bring_up_to_date(self, *_: object, **__: object) -> dict[str, EntityCounts]:
            raise KeyboardInterrupt

    dying = IngestService(
        town.corpus,
        OriginsRepository(town.engine),
        RowsRepository(town.engine),
        Dying(FactsRepository(town.engine), town.entities),
    )
    with pytest.raises(KeyboardInterrupt):
        await dying.ingest(folder, town.pack, None, town.principal, _no_bar)
    assert await town.names("article") == set()
    report = await town.ingest(folder)
    assert report.sources["statutes"].unchanged == 2
    assert report.entities["statutes"].added >= 3


async def test_another_declaration_is_collected_without_another_ingest(town: Town, folder: Path) -> None:
    await town.ingest(folder)
    sources = tuple(
        one.model_copy(update={"entities": ()}) if isinstance(one, DocumentsSource) else one
        for one in town.pack.sources
    )
    town.pack = town.pack.model_copy(update={"sources": sources})
    done = await town.collector.bring_up_to_date(town.principal, town.pack)
    assert set(done) == {"statutes"}
    assert await town.names("article") == set()


async def test_a_shipped_pack_knows_its_own_things(town: Town) -> None:
    report = await town.service.load_shipped(town.pack, town.principal, _no_bar)
    assert report.entities["law_guide"].added > 100
    assert report.entities["loan_products"].added == 23
    assert await town.named("주임법 제7조") == [("known", "article:주택임대차보호법/제7조")]
    assert (await town.service.load_shipped(town.pack, town.principal, _no_bar)).entities == {}


@pytest.mark.long  # every day: the shipped pack, above
async def test_rows_that_the_example_service_serves_stay_things_with_names(town: Town) -> None:
    (served,) = [one for one in town.pack.sources if isinstance(one, TableSource) and one.example_service]
    await town.service.load_shipped(town.pack, town.principal, _no_bar)
    with (town.pack.root / str(served.path)).open(encoding="utf-8", newline="") as file:
        products = {row["product"] for row in csv.DictReader(file)}
    assert await town.names("loan") == {f"loan:{name.split()[0]}/{name}" for name in products}
    assert await town.names("lender") == {f"lender:{name.split()[0]}" for name in products}
    assert ("known", "loan:새움/새움 청년 전세대출") in await town.named("새움 청년 전세대출 한도는?")


async def test_names_of_another_tenant_are_not_known(town: Town, stranger: Principal, folder: Path) -> None:
    await town.ingest(folder)
    assert await town.named("보기타운 시세") == [("known", "complex:대구 달서구 두류동/보기타운")]
    town.principal = stranger
    assert await town.named("보기타운 시세") == []
    assert await town.named("달서구 시세") == [("known", "region:대구 달서구")], "the pack's own names are everybody's"


# --- the index --------------------------------------------------------------------------------------------------------


async def test_the_index_is_kept_while_nothing_moves_and_built_once_for_all_who_ask(town: Town, folder: Path) -> None:
    await town.ingest(folder)
    found = await asyncio.gather(*(town.indexes.current(town.principal, town.pack) for _ in range(6)))
    assert len({id(one) for one in found}) == 1
    assert await town.indexes.current(town.principal, town.pack) is found[0]
    write(folder, "새법")
    await town.ingest(folder)
    assert await town.indexes.current(town.principal, town.pack) is not found[0]


async def test_what_was_uploaded_by_somebody_erased_is_named_no_more(town: Town, folder: Path) -> None:
    await town.ingest(folder, origin=f"{UPLOADED}town")
    assert await town.named("보기타운 시세") == [("known", "complex:대구 달서구 두류동/보기타운")]
    await PeopleRepository(town.engine).erase(town.principal)
    assert await town.indexes.refresh({town.pack.name: town.pack}) == 1
    assert await town.named("보기타운 시세") == []
    assert await town.names("law") == set()


async def test_names_of_somebody_erased_are_given_up_at_once(town: Town, folder: Path) -> None:
    await town.ingest(folder, origin=f"{UPLOADED}town")
    before = await town.named("보기타운 시세")
    await PeopleRepository(town.engine).erase(town.principal)
    town.indexes.renew(town.principal, town.pack)
    assert await town.indexes.refresh({town.pack.name: town.pack}) == 0, "nothing old is held"
    assert before
    assert await town.named("보기타운 시세") == []
    await town.indexes.aclose()


async def test_the_indexes_of_one_process_are_bounded(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "MAX_OPEN", 2)
    people = [Principal(tenant_id=f"{town.principal.tenant_id}-{at}", owner_id="somebody") for at in range(3)]
    first = await town.indexes.current(people[0], town.pack)
    for person in people[1:]:
        await town.indexes.current(person, town.pack)
    assert await town.indexes.current(people[0], town.pack) is not first
    await town.indexes.aclose()


async def test_an_upload_does_not_wait_until_its_whole_source_is_collected(town: Town, folder: Path) -> None:
    await town.ingest(folder)
    write(folder, "새법")
    report = await town.ingest(folder, origin=f"{UPLOADED}town")
    assert report.sources["statutes"].added
    assert report.entities == {}, "the whole source is read for them"
    assert await town.named("새법 제1조") == [("known", "article:새법/제1조")], "the next question has them collected"


async def test_many_uploads_have_names_collected_once_in_the_background(town: Town, folder: Path) -> None:
    collected = list[str]()

    class Counting(EntityCollector):
        async def bring_up_to_date(self, *given: Any, **named: Any) -> dict[str, EntityCounts]:
            collected.append("began")
            return await super().bring_up_to_date(*given, **named)

    facts = FactsRepository(town.engine)
    indexes = EntityIndexes(Counting(facts, town.entities), facts)
    for at in range(3):
        write(folder, f"새법{at}")
        await town.ingest(folder, origin=f"{UPLOADED}{at}")
        for _ in range(5):
            indexes.prepare(town.principal, town.pack)
    await indexes.settled()
    assert 1 <= len(collected) <= 3, "fifteen asked; one runs, and one more follows for what is newest"
    assert "law:새법2" in await town.names("law")
    before = len(collected)
    await indexes.current(town.principal, town.pack)
    assert len(collected) == before, "the next question finds it"
    await indexes.aclose()
