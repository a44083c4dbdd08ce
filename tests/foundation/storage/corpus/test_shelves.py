"""Shelves: documents by source and title in pages, what sources hold and of which days."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.errors import UnknownDocument
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.corpus.shelves import ShelfAsk, ShelvesRepository, TableColumns
from foundation.storage.records import TableRow
from tests.foundation.storage.corpus.test_documents import LAW, passages
from tests.foundation.storage.desk import Desk


async def filled(desk: Desk) -> ShelvesRepository:
    corpus = CorpusRepository(desk.engine)
    for at, (source, title) in enumerate([("b", "나무"), ("a", "다리"), ("a", "가지"), ("a", "가지")]):
        document = replace(
            LAW,
            document_id=f"d{at}",
            source=source,
            title=title,
            content_hash=f"h{at}",
            metadata={"origin": "upload:x.md", "file": f"File{at}.md"},
        )
        await corpus.upsert_document(desk.principal, document, passages(document, at + 1))
    return ShelvesRepository(desk.engine)


async def test_documents_come_by_source_and_title_each_on_one_page(desk: Desk) -> None:
    shelves = await filled(desk)
    seen: list[str] = []
    after = ""
    while page := await shelves.page(desk.principal, ShelfAsk("real_estate", after=after, limit=1)):
        seen.append(page[0].document_id)
        after = page[0].document_id
    assert seen == ["d2", "d3", "d1", "d0"]
    assert await shelves.count(desk.principal, ShelfAsk("real_estate")) == 4


async def test_words_are_looked_for_in_titles_and_file_names(desk: Desk) -> None:
    shelves = await filled(desk)
    for words, found in (("가지", ["d2", "d3"]), ("file1", ["d1"]), ("%", [])):
        ask = ShelfAsk("real_estate", words=words)
        assert [one.document_id for one in await shelves.page(desk.principal, ask)] == found
        assert await shelves.count(desk.principal, ask) == len(found)
    ask = ShelfAsk("real_estate", source="b")
    assert [one.passages for one in await shelves.page(desk.principal, ask)] == [1]


async def test_another_tenants_shelves_are_empty(desk: Desk) -> None:
    shelves = await filled(desk)
    other = desk.principal.model_copy(update={"tenant_id": "elsewhere"})
    assert await shelves.page(other, ShelfAsk("real_estate")) == []
    with pytest.raises(UnknownDocument):
        await shelves.one(other, "real_estate", "d0")


async def test_a_table_says_its_days_and_whether_something_is_an_example(desk: Desk) -> None:
    rows = [TableRow(str(n), f"h{n}", {"month": f"2026-0{n}", "example": n == 2}) for n in (1, 2, 3)]
    await RowsRepository(desk.engine).upsert_rows(desk.principal, "p", "t", rows)
    shelves = ShelvesRepository(desk.engine)
    held = await shelves.rows_held(desk.principal, "p", "t", TableColumns("month", "example"))
    assert (held.parts, held.first, held.last, held.example) == (3, "2026-01", "2026-03", True)
    plain = await shelves.rows_held(desk.principal, "p", "t", TableColumns(None, None))
    assert (plain.parts, plain.first, plain.example) == (3, None, False)
    assert [row_id for row_id, _ in await shelves.rows(desk.principal, "p", "t", "1", 10)] == ["2", "3"]
