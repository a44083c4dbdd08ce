"""Documents and table rows: unchanged things are left alone, versions move when content does, tenants are apart."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Select, func, select, text

from foundation.contracts.errors import DatabaseUnreachable, UnknownDocument
from foundation.contracts.identity import Principal
from foundation.storage.corpus import documents as document_store
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.parts import PARTS, PartMark, part_of
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.records import Chunk, Document, TableRow
from foundation.storage.tables.corpus import table_rows, tenant_rows
from foundation.storage.tables.turns import sessions
from tests.foundation.storage.desk import Desk

LAW = Document("law/7", "real_estate", "law", "law.md#7", "제7조", "hash-law-7", {"effective": "2020-07-31"})


def passages(document: Document, count: int = 2, **changes: Any) -> list[Chunk]:
    return [
        replace(
            Chunk(
                chunk_id=f"{document.document_id}#{place}",
                document_id=document.document_id,
                pack=document.pack,
                source=document.source,
                title=document.title,
                text=f"약정한 차임 {place}",
                content_hash=f"{document.content_hash}-{place}",
                near_group=f"group-{place}",
                uri=f"{document.uri}-{place}",
                start=place * 10,
                end=place * 10 + 9,
                as_of="2020-07-31",
                example=False,
                position=place,
            ),
            **changes,
        )
        for place in range(count)
    ]


async def everything(corpus: CorpusRepository, principal: Principal) -> list[Chunk]:
    return [chunk async for chunk in corpus.chunks(principal, "real_estate")]


async def test_a_document_comes_back_passage_by_passage(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    assert await corpus.version(desk.principal, "real_estate", "law") == "0"
    assert await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    assert await everything(corpus, desk.principal) == passages(LAW)
    assert await corpus.chunk(desk.principal, "law/7#1") == passages(LAW)[1]
    named = await corpus.chunks_named(desk.principal, LAW.pack, ["law/7#1", "law/7#99"])
    assert named == {"law/7#1": passages(LAW)[1]}
    assert await corpus.chunks_named(desk.principal, "another", ["law/7#1"]) == {}
    assert await corpus.documents(desk.principal, "real_estate", "law") == {"law/7": "hash-law-7"}
    assert await corpus.counts(desk.principal, "real_estate") == {"law": (1, 2)}
    assert await corpus.version(desk.principal, "real_estate", "law") != "0"


async def test_the_same_document_again_changes_nothing(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    version = await corpus.version(desk.principal, "real_estate", "law")
    assert not await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    assert await corpus.version(desk.principal, "real_estate", "law") == version


@pytest.mark.parametrize(
    ("document", "chunks"),
    [
        (replace(LAW, content_hash="amended"), passages(replace(LAW, content_hash="amended"))),
        (LAW, passages(LAW, 3)),
        (LAW, passages(LAW, near_group="other")),
        (replace(LAW, metadata={}), passages(LAW)),
    ],
    ids=["content", "one passage more", "other neighbours", "metadata"],
)
async def test_any_change_moves_the_version(desk: Desk, document: Document, chunks: list[Chunk]) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    version = await corpus.version(desk.principal, "real_estate", "law")
    other = await corpus.version(desk.principal, "real_estate", "guide")
    assert await corpus.upsert_document(desk.principal, document, chunks)
    assert await corpus.version(desk.principal, "real_estate", "law") != version
    assert await corpus.version(desk.principal, "real_estate", "guide") == other
    assert await everything(corpus, desk.principal) == chunks


async def test_a_changed_passage_is_no_longer_present(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    hashes = ["hash-law-7-0", "hash-law-7-1", "never"]
    assert await corpus.present(desk.principal, "real_estate", hashes) == set(hashes[:2])
    amended = replace(LAW, content_hash="amended")
    await corpus.upsert_document(desk.principal, amended, [passages(LAW)[0]])
    assert await corpus.present(desk.principal, "real_estate", hashes) == {"hash-law-7-0"}
    assert await corpus.present(desk.principal, "handbook", hashes) == set()


async def test_a_deleted_document_takes_its_passages_and_moves_the_version(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    version = await corpus.version(desk.principal, "real_estate", "law")
    assert await corpus.delete_document(desk.principal, "real_estate", "law/7")
    assert not await corpus.delete_document(desk.principal, "real_estate", "law/7")
    assert await corpus.version(desk.principal, "real_estate", "law") not in ("0", version)
    with pytest.raises(UnknownDocument):
        await corpus.chunk(desk.principal, "law/7#0")


async def test_a_document_that_changes_its_source_moves_both_versions(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    version = await corpus.version(desk.principal, "real_estate", "law")
    moved = replace(LAW, source="guide")
    await corpus.upsert_document(desk.principal, moved, passages(moved))
    assert await corpus.version(desk.principal, "real_estate", "law") != version
    assert await corpus.version(desk.principal, "real_estate", "guide") != "0"
    assert await corpus.counts(desk.principal, "real_estate") == {"guide": (1, 2)}


async def test_ten_ingests_at_once_keep_every_document(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    given = [replace(LAW, document_id=f"law/{number}") for number in range(10)]
    await asyncio.gather(*(corpus.upsert_document(desk.principal, one, passages(one)) for one in given))
    assert await corpus.counts(desk.principal, "real_estate") == {"law": (10, 20)}


async def test_a_corpus_is_the_tenants(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    assert await everything(corpus, colleague) == passages(LAW)
    assert await everything(corpus, stranger) == []
    assert await corpus.documents(stranger, "real_estate", "law") == {}
    assert await corpus.present(stranger, "real_estate", ["hash-law-7-0"]) == set()
    assert await corpus.version(stranger, "real_estate", "law") == "0"
    assert await corpus.counts(stranger, "real_estate") == {}
    assert not await corpus.delete_document(stranger, "real_estate", "law/7")
    with pytest.raises(UnknownDocument):
        await corpus.chunk(stranger, "law/7#0")


def prices(*figures: int) -> list[TableRow]:
    return [
        TableRow(f"row-{place}", f"hash-{place}-{figure}", {"region": "대구 달서구", "price": figure, "month": None})
        for place, figure in enumerate(figures)
    ]


async def test_rows_are_added_changed_kept_and_removed(desk: Desk) -> None:
    rows = RowsRepository(desk.engine)
    assert await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2, 3)) == (3, 0, 0)
    version = await rows.version(desk.principal, "p", "t")
    assert await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2, 3), replace_missing=True) == (0, 0, 0)
    assert await rows.version(desk.principal, "p", "t") == version
    assert await rows.upsert_rows(desk.principal, "p", "t", prices(1, 9), replace_missing=True) == (0, 1, 1)
    assert await rows.version(desk.principal, "p", "t") != version
    assert await rows.count(desk.principal, "p", "t") == 2
    hashes = ["hash-0-1", "hash-1-2", "hash-1-9", "hash-2-3"]
    assert await rows.present(desk.principal, "p", "t", hashes) == {"hash-0-1", "hash-1-9"}


async def test_only_what_changed_has_a_new_time_and_a_removed_row_keeps_its_data(desk: Desk) -> None:
    rows = RowsRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2, 3))
    (before,) = await rows.select(desk.principal, select(func.clock_timestamp().label("now")))
    await rows.upsert_rows(desk.principal, "p", "t", prices(1, 9), replace_missing=True)
    columns = (tenant_rows.c.row_id, tenant_rows.c.data, tenant_rows.c.removed_at)
    changed = await rows.select(
        desk.principal,
        select(*columns).where(tenant_rows.c.updated_at > before["now"]).order_by(tenant_rows.c.row_id),
    )
    assert [row["row_id"] for row in changed] == ["row-1", "row-2"]
    assert changed[1]["removed_at"] is not None
    assert changed[1]["data"] == {"region": "대구 달서구", "price": 3, "month": None}


async def test_a_row_that_comes_back_is_a_change(desk: Desk) -> None:
    rows = RowsRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2))
    await rows.upsert_rows(desk.principal, "p", "t", prices(1), replace_missing=True)
    assert await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2)) == (0, 1, 0)
    assert await rows.count(desk.principal, "p", "t") == 2


async def test_only_rows_of_the_same_origin_go_missing(desk: Desk) -> None:
    rows = RowsRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "p", "t", prices(1), origin="january.csv")
    other = [TableRow("other", "other-hash", {"price": 5})]
    assert await rows.upsert_rows(
        desk.principal, "p", "t", other, replace_missing=True, origin="february.csv"
    ) == (1, 0, 0)  # fmt: skip
    assert await rows.count(desk.principal, "p", "t") == 2
    # The file was renamed: the rows move with it, and nothing in them changed.
    version = await rows.version(desk.principal, "p", "t")
    assert await rows.upsert_rows(desk.principal, "p", "t", prices(1), origin="2026-01.csv") == (0, 0, 0)
    assert await rows.upsert_rows(
        desk.principal, "p", "t", [], replace_missing=True, origin="january.csv"
    ) == (0, 0, 0)  # fmt: skip
    assert await rows.version(desk.principal, "p", "t") == version


async def test_a_row_given_twice_counts_once_and_many_batches_are_one_ingest(desk: Desk) -> None:
    rows = RowsRepository(desk.engine)
    many = [TableRow(f"r{number}", f"h{number}", {"n": number}) for number in range(4_500)]
    assert await rows.upsert_rows(desk.principal, "p", "t", [*many, *many[:10]]) == (4_500, 0, 0)
    assert await rows.count(desk.principal, "p", "t") == 4_500


async def test_figures_are_computed_by_the_database_over_ones_tenant_alone(desk: Desk, stranger: Principal) -> None:
    rows = RowsRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2, 3))
    await rows.upsert_rows(stranger, "p", "t", prices(100, 200))
    price = tenant_rows.c.data["price"].as_integer()
    plain = select(func.sum(price).label("sum"), func.count().label("n")).select_from(tenant_rows)
    assert await rows.select(desk.principal, plain) == [{"sum": 6, "n": 3}]
    assert await rows.select(stranger, plain) == [{"sum": 300, "n": 2}]
    newest = select(func.max(price)).scalar_subquery()
    nested = select(tenant_rows.c.row_id).where(price == newest)
    assert await rows.select(desk.principal, nested) == [{"row_id": "row-2"}]
    grouped = select(price.label("price")).group_by(price).having(price > 1).subquery()
    outer = select(func.count().label("n")).select_from(grouped)
    assert await rows.select(desk.principal, outer) == [{"n": 2}]
    union = select(tenant_rows.c.row_id).union_all(select(tenant_rows.c.row_id)).subquery()
    assert await rows.select(desk.principal, select(func.count().label("n")).select_from(union)) == [{"n": 6}]


@pytest.mark.parametrize(
    "statement",
    [
        select(table_rows.c.row_id),
        select(table_rows.alias("twin").c.row_id),
        select(tenant_rows.c.row_id).where(tenant_rows.c.row_id.in_(select(table_rows.c.row_id))),
        select(sessions.c.session_id),
        select(tenant_rows.c.row_id).where(tenant_rows.c.row_id.in_(select(sessions.c.session_id))),
        select(tenant_rows.c.row_id).where(text("true")),
        select(func.count()).select_from(table_rows.tablesample(50)),
    ],
    ids=["all tenants", "alias", "all tenants below", "another table", "another table below", "text", "sample"],
)
async def test_what_the_tenant_cannot_be_added_to_is_refused(desk: Desk, statement: Select[*tuple[Any, ...]]) -> None:
    with pytest.raises(ValueError, match="may not read"):
        await RowsRepository(desk.engine).select(desk.principal, statement)


async def test_tables_are_the_tenants(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    rows = RowsRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "p", "t", prices(1))
    assert await rows.count(colleague, "p", "t") == 1
    assert await rows.count(stranger, "p", "t") == 0
    assert await rows.present(stranger, "p", "t", ["hash-0-1"]) == set()
    assert await rows.version(stranger, "p", "t") == "0"
    assert await rows.version(desk.principal, "q", "t") == "0"


async def test_neighbours_are_the_passages_beside_one_in_its_document_alone(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    other = replace(LAW, document_id="law/8")
    given = passages(LAW, 5)
    await corpus.upsert_document(desk.principal, LAW, given)
    await corpus.upsert_document(desk.principal, other, passages(other, 5))
    assert await corpus.neighbours(desk.principal, given[2]) == [given[1], given[3]]
    assert await corpus.neighbours(desk.principal, given[0], reach=2) == given[1:3]
    stranger = Principal(tenant_id="somebody-else", owner_id=desk.principal.owner_id)
    assert await corpus.neighbours(stranger, given[2]) == []


async def test_of_a_long_document_the_part_about_a_passage_is_read_with_its_text(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foundation.storage.corpus.documents.PASSAGES", 4)
    monkeypatch.setattr("foundation.storage.corpus.documents.BATCH", 3)
    corpus = CorpusRepository(desk.engine)
    text = "".join(f"{place:<10}" for place in range(10))
    await corpus.upsert_document(desk.principal, replace(LAW, text=text), iter(passages(LAW, 10)))
    for around, first, start, end in (
        (None, 0, 0, 39), ("law/7#1", 0, 0, 39), ("law/7#6", 4, 40, 79), ("law/7#9", 6, 60, 100), ("gone", 0, 0, 39),
    ):  # fmt: skip
        excerpt = await corpus.excerpt(desk.principal, "law/7", around)
        assert [one.position for one in excerpt.passages] == list(range(first, first + 4))
        assert (excerpt.start, excerpt.text, excerpt.passage_count) == (start, text[start:end], 10)
    with pytest.raises(UnknownDocument):
        await corpus.excerpt(desk.principal, "law/9")


async def test_a_place_comes_back_as_it_was(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    given = passages(LAW, place={"sheet": "요율", "row": 2, "row_to": 9})
    await corpus.upsert_document(desk.principal, LAW, given)
    assert await everything(corpus, desk.principal) == given
    assert not await corpus.upsert_document(desk.principal, LAW, given)


async def test_marks_count_the_parts_and_move_with_what_is_searched_alone(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    documents = [replace(LAW, document_id=f"law/{number}", content_hash=f"{number}") for number in range(20)]
    for document in documents:
        await corpus.upsert_document(desk.principal, document, passages(document))

    async def marks() -> Mapping[str, PartMark]:
        async with corpus.snapshot(desk.principal, LAW.pack) as now:
            return await now.marks()

    before = await marks()
    counted = Counter(part_of(passage.document_id) for passage in await everything(corpus, desk.principal))
    assert {part: mark.passages for part, mark in before.items()} == counted
    assert await corpus.upsert_document(desk.principal, documents[3], passages(documents[3], uri="elsewhere"))
    assert await marks() == before
    assert await corpus.upsert_document(desk.principal, documents[3], passages(documents[3], text="약정한  차임"))
    after = await marks()
    assert {part for part in before if after[part] != before[part]} == {part_of("law/3")}
    assert await corpus.upsert_document(desk.principal, documents[3], passages(documents[3]))
    assert await marks() == before


async def test_a_snapshot_sees_one_moment_and_the_parts_asked_for(desk: Desk) -> None:
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    mine = part_of(LAW.document_id)
    async with corpus.snapshot(desk.principal, LAW.pack) as now:
        seen = await now.marks()
        assert await corpus.delete_document(desk.principal, LAW.pack, LAW.document_id)
        assert [chunk async for chunk in now.chunks(None)] == passages(LAW)
        assert [chunk async for chunk in now.chunks([mine])] == passages(LAW)
        assert [chunk async for chunk in now.chunks([part for part in PARTS if part != mine])] == []
        assert await now.marks() == seen
    assert await everything(corpus, desk.principal) == []


async def test_a_long_reading_under_which_the_database_falls_silent_is_given_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_store, "WHOLE_S", 0.2)
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    async with asyncio.timeout(15), desk.engine.begin() as held:
        await held.execute(text("LOCK TABLE chunks"))
        async with corpus.snapshot(desk.principal, LAW.pack) as now:
            with pytest.raises(DatabaseUnreachable):
                await anext(now.chunks(None))
    assert await everything(corpus, desk.principal) == passages(LAW)


@pytest.mark.parametrize("reading", ["marks", "first page"])
async def test_what_reads_all_passages_first_may_take_longer_than_a_page(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    monkeypatch.setattr(document_store, "SILENT_S", 0.1)
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW))
    async with asyncio.timeout(15), corpus.snapshot(desk.principal, LAW.pack) as now:
        async with desk.engine.begin() as held:
            await held.execute(text("LOCK TABLE chunks"))
            read = asyncio.create_task(now.marks() if reading == "marks" else anext(now.chunks(None)))
            done, _ = await asyncio.wait([read], timeout=0.5)
            assert not done, "it waits, five times as long as a page may take"
        assert await read


async def test_a_long_reading_is_whole_however_many_pages_it_has(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_store, "BATCH", 2)
    corpus = CorpusRepository(desk.engine)
    await corpus.upsert_document(desk.principal, LAW, passages(LAW, 5))
    assert await everything(corpus, desk.principal) == passages(LAW, 5)


async def test_passages_are_made_off_the_event_loop(desk: Desk) -> None:
    corpus, makers = CorpusRepository(desk.engine), set[int]()

    def made() -> Iterator[Chunk]:
        for passage in passages(LAW):
            makers.add(threading.get_ident())
            yield passage

    assert await corpus.upsert_document(desk.principal, LAW, made())
    assert not await corpus.upsert_document(desk.principal, LAW, made()), "compared with what is there"
    assert await everything(corpus, desk.principal) == passages(LAW)
    assert makers
    assert threading.get_ident() not in makers, "a thousand take half a second, and everybody waits for the loop"
