"""The pipeline on a real database: incremental, resumable, and nothing removed that did not vanish."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest import run
from execution_agents.ingest.imported import ImportedDocument
from execution_agents.ingest.importers.markdown import MarkdownDocuments
from execution_agents.ingest.pipeline import IngestService
from execution_agents.ingest.reading import apart
from execution_agents.ingest.report import IngestReport, SourceReport
from execution_agents.knowledge_graph.collector import collector_over
from execution_agents.retrieval.chunking import Passage
from foundation.contracts.errors import NothingToIngest, UnknownSource
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.records import Chunk, Document
from tests.execution_agents.ingest.originals import lines, pdf, workbook

STATUTE = """---
제목: {law}
시행일자: {day}
---

##### 제1조 (목적)

{first}

##### 제2조 (뜻)

뜻을 정한다.
"""
SALE = {"trade_type": "아파트", "raw_id": 7, "district": "대구광역시 달서구 두류동", "apt_name": "보기", "area": 84.9,
        "contract_date": "2026-01-06", "amount": 215000000, "floor": 2}  # fmt: skip


class Bench:
    """The service with its repositories, for one person."""

    def __init__(self, engine: AsyncEngine, principal: Principal, pack: Pack) -> None:
        self.corpus = CorpusRepository(engine)
        self.rows = RowsRepository(engine)
        self.origins = OriginsRepository(engine)
        self.service = IngestService(self.corpus, self.origins, self.rows, collector_over(engine))
        self.principal = principal
        self.pack = pack
        self.seen: list[tuple[int, int, str]] = []

    async def ingest(self, path: Path, source: str | None = None) -> IngestReport:
        return await self.service.ingest(path, self.pack, source, self.principal, self.progress)

    def progress(self, done: int, total: int, label: str) -> None:
        self.seen.append((done, total, label))

    async def versions(self) -> tuple[str, str]:
        who, pack = self.principal, self.pack.name
        return await self.corpus.version(who, pack, "statutes"), await self.rows.version(who, pack, "trades")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture
def bench(engine: AsyncEngine, principal: Principal, pack: Pack) -> Bench:
    return Bench(engine, principal, pack)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "public data"
    (root / "laws").mkdir(parents=True)
    for law in ("보기법", "다른법"):
        _statute(root, law)
    (root / "README.md").write_text("# 설명\n\n시행일자: 없음")
    (root / "notes.json").write_text("{}")
    (root / "trades").write_text("\n".join(json.dumps(SALE | {"raw_id": at}) for at in range(5)))
    return root


def _statute(root: Path, law: str, first: str = "목적이다.", day: str = "2025-07-01") -> None:
    (root / "laws" / f"{law}.md").write_text(STATUTE.format(law=law, first=first, day=day))


async def test_a_folder_is_sorted_by_content_and_the_rest_is_counted(bench: Bench, folder: Path) -> None:
    report = await bench.ingest(folder)
    assert report.sources["statutes"] == SourceReport(added=4)
    assert report.sources["trades"] == SourceReport(added=5)
    assert "law_guide" not in report.sources
    assert {(one.kind, one.count) for one in report.skipped} == {(".md", 1), (".json", 1)}
    assert report.broken == []
    assert not report.seen_before


async def test_the_progress_ends_at_its_total_and_never_goes_back(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    done = [one for one, _, _ in bench.seen]
    assert done == sorted(done)
    assert bench.seen[-1][0] == bench.seen[-1][1] > 0


async def test_doing_it_again_changes_nothing_and_moves_no_version(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    before = await bench.versions()
    again = await bench.ingest(folder)
    assert again.sources["statutes"] == SourceReport(unchanged=4)
    assert again.sources["trades"] == SourceReport(unchanged=5)
    assert again.seen_before
    assert not again.touched
    assert await bench.versions() == before


async def test_one_changed_article_moves_the_version_and_replaces_its_passage(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    before = await bench.versions()
    old = await bench.corpus.chunk(bench.principal, "보기법-제1조")
    _statute(folder, "보기법", first="새로 정한 목적이다.")
    report = await bench.ingest(folder)
    assert report.sources["statutes"] == SourceReport(changed=1, unchanged=3)
    after = await bench.versions()
    assert after[0] != before[0]
    assert after[1] == before[1]
    assert await bench.corpus.present(bench.principal, bench.pack.name, [old.content_hash]) == set()
    assert (await bench.corpus.chunk(bench.principal, "보기법-제1조")).text == "새로 정한 목적이다."


async def test_what_vanished_from_the_same_folder_is_removed(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    (folder / "laws" / "다른법.md").unlink()
    (folder / "trades").write_text(json.dumps(SALE | {"raw_id": 0}))
    report = await bench.ingest(folder)
    assert report.sources["statutes"] == SourceReport(removed=2, unchanged=2)
    assert report.sources["trades"] == SourceReport(removed=4, unchanged=1)


async def test_another_folder_removes_nothing_of_the_first(bench: Bench, folder: Path, tmp_path: Path) -> None:
    await bench.ingest(folder)
    other = tmp_path / "other"
    (other / "laws").mkdir(parents=True)
    _statute(other, "셋째법")
    report = await bench.ingest(other)
    assert report.sources == {"statutes": SourceReport(added=2)}
    assert len(await bench.corpus.documents(bench.principal, bench.pack.name, "statutes")) == 6


async def test_the_planner_knows_of_many_rows_as_soon_as_they_are_stored(
    engine: AsyncEngine, bench: Bench, tmp_path: Path
) -> None:
    many = 3_000
    (tmp_path / "trades").write_text("\n".join(json.dumps(SALE | {"raw_id": at}) for at in range(many)))
    report = await bench.ingest(tmp_path, "trades")
    assert report.sources["trades"] == SourceReport(added=many)
    # One column: of two the planner multiplies the shares, and what other tests left in the table would count.
    estimate = text("EXPLAIN (FORMAT JSON) SELECT 1 FROM table_rows WHERE tenant_id = :tenant")
    async with engine.connect() as connection:
        found = await connection.execute(estimate, {"tenant": bench.principal.tenant_id})
        rows = found.scalar_one()[0]["Plan"]["Plan Rows"]
    assert many / 2 < rows < many * 2


async def test_a_broken_file_is_named_and_what_it_held_before_stays(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    (folder / "laws" / "다른법.md").write_text("---\n제목: 다른법\n시행일자: 2025-07-01\n출처: [\n---\n")
    (folder / "trades").write_text(json.dumps(SALE | {"raw_id": 0}) + "\n{broken")
    report = await bench.ingest(folder)
    assert sorted((part.file, part.line) for part in report.broken) == [("laws/다른법.md", 5), ("trades", 2)]
    assert report.sources["statutes"] == SourceReport(unchanged=2)
    assert report.sources["trades"] == SourceReport(unchanged=1)
    assert len(await bench.corpus.documents(bench.principal, bench.pack.name, "statutes")) == 4
    assert await bench.rows.count(bench.principal, bench.pack.name, "trades") == 5


@pytest.fixture
def office(tmp_path: Path) -> Path:
    root = tmp_path / "office"
    root.mkdir()
    pdf(root / "편람.pdf", [lines(800, (10, "펌프는 매일 점검한다."))])
    workbook(root / "요금.xlsx", {"요금": [["구간", "단가"], ["가정", 100]]})
    (root / "쪽.html").write_text("<html><body><p>기본 요금은 1,000원이다.</p></body></html>")
    (root / "글.txt").write_text("짧은 글이다.")
    return root


async def test_all_formats_are_taken_and_unchanged_files_not_read_again(
    bench: Bench, office: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf(office / "locked.pdf", [lines(800, (10, "x"))], password="p")
    report = await bench.ingest(office, "law_guide")
    assert report.sources["law_guide"] == SourceReport(added=4)
    assert [part.file for part in report.broken] == ["locked.pdf"]
    before = await bench.corpus.version(bench.principal, bench.pack.name, "law_guide")
    (office / "locked.pdf").unlink()
    monkeypatch.setattr(apart.subprocess, "run", None)  # a reading process would fail now
    again = await bench.ingest(office, "law_guide")
    assert again.sources["law_guide"] == SourceReport(unchanged=4)
    assert again.broken == []
    assert await bench.corpus.version(bench.principal, bench.pack.name, "law_guide") == before


async def test_one_document_of_many_is_added_changed_and_removed_without_the_others(bench: Bench, office: Path) -> None:
    await bench.ingest(office, "law_guide")
    workbook(office / "요금.xlsx", {"요금": [["구간", "단가"], ["가정", 200]]})
    (office / "글.txt").unlink()
    (office / "새글.txt").write_text("새 글이다.")
    report = await bench.ingest(office, "law_guide")
    assert report.sources["law_guide"] == SourceReport(added=1, changed=1, removed=1, unchanged=2)
    texts = [chunk.text async for chunk in bench.corpus.chunks(bench.principal, bench.pack.name)]
    assert "| 구간 | 단가 |\n| 가정 | 200 |" in texts
    assert not [text for text in texts if "| 100 |" in text or "짧은" in text]


async def test_a_document_locked_meanwhile_stays_whole(bench: Bench, office: Path) -> None:
    await bench.ingest(office, "law_guide")
    pdf(office / "편람.pdf", [lines(800, (10, "다른 글이다."))], password="geheim")
    report = await bench.ingest(office, "law_guide")
    assert report.sources["law_guide"] == SourceReport(unchanged=3)
    assert [str(part) for part in report.broken] == ["편람.pdf: locked with a password; save it without one"]
    texts = [chunk.text async for chunk in bench.corpus.chunks(bench.principal, bench.pack.name)]
    assert "펌프는 매일 점검한다." in texts


async def test_an_old_unreadable_file_keeps_its_document_while_others_vanish(bench: Bench, office: Path) -> None:
    await bench.ingest(office, "law_guide")
    (office / "편람.pdf").write_bytes(b"no longer a pdf")
    (office / "글.txt").unlink()
    report = await bench.ingest(office, "law_guide")
    assert report.sources["law_guide"] == SourceReport(removed=1, unchanged=2)
    assert "named .pdf, but its content is no PDF" in str(report.broken[0])


async def test_a_workbook_feeds_its_table_and_an_unreadable_file_says_why(bench: Bench, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"상품": [["product", "rate_min", "example"], ["가 대출", 2.5, True]]})
    report = await bench.ingest(path)
    assert report.sources == {"loan_products": SourceReport(added=1)}
    again = await bench.ingest(path)
    assert again.sources == {"loan_products": SourceReport(unchanged=1)}
    (tmp_path / "a.hwp").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"HWP Document File")
    with pytest.raises(NothingToIngest, match=r"a\.hwp: an HWP document; save it as HWPX, DOCX or PDF.*--source NAME"):
        await bench.ingest(tmp_path / "a.hwp", "law_guide")


async def test_passages_of_every_format_are_found_by_their_offsets(bench: Bench, office: Path) -> None:
    await bench.ingest(office, "law_guide")
    found = [chunk async for chunk in bench.corpus.chunks(bench.principal, bench.pack.name)]
    assert len(found) == 4
    for chunk in found:
        excerpt = await bench.corpus.excerpt(bench.principal, chunk.document_id)
        assert excerpt.text[chunk.start - excerpt.start : chunk.end - excerpt.start] == chunk.text
        assert excerpt.passage_count == len(excerpt.passages) == 1


class Dying(CorpusRepository):
    """Stops as a killed process does: after two documents."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.left = 2

    async def upsert_document(self, principal: Principal, document: Document, passages: Iterable[Chunk]) -> bool:
        if not self.left:
            self._die()
        self.left -= 1
        return await super().upsert_document(principal, document, passages)

    def _die(self) -> NoReturn:
        raise KeyboardInterrupt


async def test_a_run_that_was_killed_in_the_middle_is_continued(
    bench: Bench, folder: Path, engine: AsyncEngine
) -> None:
    dying = IngestService(Dying(engine), bench.origins, bench.rows, collector_over(engine))
    with suppress(KeyboardInterrupt):
        await dying.ingest(folder, bench.pack, None, bench.principal, bench.progress)
    assert len(await bench.corpus.documents(bench.principal, bench.pack.name, "statutes")) == 2
    report = await bench.ingest(folder)
    assert report.sources["statutes"] == SourceReport(added=2, unchanged=2)


async def test_markdown_goes_only_where_the_person_says(bench: Bench, folder: Path) -> None:
    report = await bench.ingest(folder / "README.md", "law_guide")
    assert report.sources == {"law_guide": SourceReport(added=1)}
    with pytest.raises(NothingToIngest, match="--source"):
        await bench.ingest(folder / "README.md")


async def test_equal_names_in_two_folders_stay_two_documents(bench: Bench, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"# {name}\n\n내용 {name}")
        await bench.ingest(tmp_path / name, "law_guide")
    assert len(await bench.corpus.documents(bench.principal, bench.pack.name, "law_guide")) == 2


@pytest.mark.parametrize("source", ["nowhere", "market"])
async def test_a_source_the_pack_lacks_is_refused_with_those_it_has(bench: Bench, folder: Path, source: str) -> None:
    with pytest.raises(UnknownSource, match="law_guide"):
        await bench.ingest(folder, source)


@pytest.mark.long  # every day: each run fills a database with it, tests/filling.py
async def test_the_shipped_pack_is_loaded_once_and_found_unchanged_after(bench: Bench) -> None:
    first = await bench.service.load_shipped(bench.pack, bench.principal, bench.progress)
    assert first.broken == []
    assert first.sources["law_guide"].added > 0
    assert first.sources["district_prices"].added > 1_000
    assert first.sources["loan_products"].added >= 12
    again = await bench.service.load_shipped(bench.pack, bench.principal, bench.progress)
    assert not again.touched


async def test_two_tenants_do_not_see_each_others_documents(bench: Bench, folder: Path) -> None:
    await bench.ingest(folder)
    stranger = Principal(tenant_id="somebody-else", owner_id=bench.principal.owner_id)
    assert await bench.corpus.documents(stranger, bench.pack.name, "statutes") == {}
    assert await bench.origins.documents_of(stranger, bench.pack.name, "statutes", str(folder)) == set()
    assert not await bench.origins.has_rows_of(stranger, bench.pack.name, "trades", str(folder))


@pytest.mark.public_data
async def test_a_public_statute_is_taken_whole_once(bench: Bench) -> None:
    public = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))
    statute = public / "kr_statutes" / "md" / "주택임대차보호법__법률.md"
    if not statute.exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold the public files")
    report = await bench.ingest(statute)
    articles = report.sources["statutes"].added
    assert articles >= 31, "its newest article is the 31st"
    assert report.broken == []
    assert (await bench.ingest(statute)).sources["statutes"] == SourceReport(unchanged=articles)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.public_data
async def test_the_public_folder_gives_2621_articles_and_4150_trades(bench: Bench, tmp_path: Path) -> None:
    public = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))
    if not (public / "kr_statutes").exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold the public files")
    report = await bench.ingest(public)
    assert report.sources["statutes"] == SourceReport(added=2_621)
    assert report.sources["trades"] == SourceReport(added=4_150)
    assert report.broken == []
    before = await bench.versions()
    copy = tmp_path / "copy"
    shutil.copytree(public / "kr_statutes" / "md", copy)
    again = await bench.ingest(copy)
    assert again.sources["statutes"] == SourceReport(unchanged=2_621)
    assert await bench.versions() == before


async def test_endless_rows_or_mistakes_are_left_out_in_one_sentence(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "MAX_PARTS", 300)
    monkeypatch.setattr(run, "MAX_BROKEN", 200)
    good = "\n".join(json.dumps(SALE | {"raw_id": at}) for at in range(301))
    for name, written in (("long", good), ("wrong", good[: good.index("\n")] + "\n1" * 201)):
        (tmp_path / name).write_text(written)
    report = await bench.ingest(tmp_path)
    assert [str(part) for part in report.broken] == [
        "long: holds more than 300 rows or articles; split it",
        "wrong: has more than 200 lines that cannot be read, the first one because: not a transaction of either known "
        "shape; mend it",
    ]
    assert report.sources["trades"] == SourceReport()


async def test_of_many_broken_lines_some_are_named_and_all_are_counted(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(json.dumps(SALE) + "\n1" * 150)
    report = await bench.ingest(tmp_path)
    assert report.sources["trades"] == SourceReport(added=1)
    assert len(report.broken) == run.NAMED + 1
    assert str(report.broken[-1]) == "a: 50 more lines cannot be read"


async def test_no_importer_gets_an_address_of_another_kind_stored(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = ImportedDocument("a", "가", "글", (Passage("가", "글", 0, 1),), "javascript:alert(1)")

    def read(*_: object) -> Iterator[ImportedDocument]:
        return iter([document])

    monkeypatch.setattr(MarkdownDocuments, "read", read)
    (tmp_path / "a.md").write_text("글")
    await bench.ingest(tmp_path, "law_guide")
    [stored] = await bench.corpus.documents(bench.principal, bench.pack.name, "law_guide")
    assert (await bench.corpus.chunk(bench.principal, stored)).uri == ""
