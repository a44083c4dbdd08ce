"""An index carried on from the one before it: what it finds is what one built whole finds, and what went is gone."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index import parts
from execution_agents.retrieval.index.lexical import LENGTHS
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.retrieval.index.ranked import RankedIndex
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.parts import PARTS, PartMark
from foundation.storage.records import Document

DOCUMENTS = 48
QUESTIONS = ("갱신 거절의 통지", "차임을 증액하는 한도", "보기법 제7조", "제31조 통지", "보증금 반환 xylophone")
WORDS = ("임대차", "갱신", "차임", "증액", "보증금", "반환", "통지", "거절", "한도", "확정일자")


class Library:
    """A tenant's corpus and what indexes it."""

    def __init__(self, engine: AsyncEngine, principal: Principal, pack: Pack, folder: Path) -> None:
        self.corpus = CorpusRepository(engine)
        self.principal, self.pack, self.folder = principal, pack, folder
        self.provider = self.another("grown")

    def another(self, folder: str) -> IndexProvider:
        return IndexProvider(self.folder / folder, self.corpus)

    async def put(self, number: int, more: str = "", source: str = "statutes", title: str = "") -> None:
        text = " ".join(WORDS[(number * step) % len(WORDS)] for step in range(1, 4 + number % 7)) + f" {more}."
        title, name = title or f"보기법 제{number}조", f"article-{number}"
        document = Document(name, self.pack.name, source, "", title, content_hash=f"{title}{text}")
        origin = Origin(name, self.pack.name, source)
        passages = [Passage(title, text, 0, len(text)), Passage(title, f"{number}항 {text}", 0, len(text))]
        await self.corpus.upsert_document(self.principal, document, chunks_of(origin, passages))

    async def remove(self, number: int) -> None:
        assert await self.corpus.delete_document(self.principal, self.pack.name, f"article-{number}")

    async def index(self) -> RankedIndex:
        return await self.provider.current(self.principal, self.pack)

    async def built_whole(self) -> RankedIndex:
        return await self.another("whole").current(self.principal, self.pack)

    def newest(self, folder: str = "grown") -> Path:
        found = [entry for entry in (self.folder / folder).glob("index/*/*/*-*") if entry.is_dir()]
        return max(found, key=lambda entry: (entry / "lease").stat().st_mtime_ns)


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture
async def library(
    engine: AsyncEngine, principal: Principal, pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Library:
    monkeypatch.setattr(parts, "PARTED_FROM", ((2 * DOCUMENTS + 4, 16), (10, 4)))
    made = Library(engine, principal, pack, tmp_path)
    for number in range(DOCUMENTS):
        await made.put(number)
    return made


def segments(folder: Path) -> dict[str, int]:
    """File -> its inode, of what tantivy reads."""
    return {file.name: file.stat().st_ino for file in folder.iterdir() if len(file.name.partition(".")[0]) == 32}


def order_of(index: RankedIndex) -> dict[str, object]:
    """All that a search's order hangs on."""
    terms = [term for question in QUESTIONS for term in index.plain_terms(question)]
    statistics = index.statistics()
    return {
        "hits": {question: [(hit.item_id, hit.score) for hit in index.search(question, 20)] for question in QUESTIONS},
        "in one source": [(hit.item_id, hit.score) for hit in index.search("갱신", 20, ("law_guide",))],
        "holders": {term: index.holders(term) for term in terms},
        "count": (len(index), statistics.passages),
        "average": statistics.average_length,
    }


async def test_an_index_carried_on_finds_and_scores_what_one_built_whole_does(library: Library) -> None:
    await library.index()
    before = segments(library.newest())
    await library.put(DOCUMENTS, "xylophone")
    grown = await library.index()
    after = segments(library.newest())
    kept = {name for name, inode in after.items() if before.get(name) == inode}
    assert len(kept) > len(after) / 2, "only the new document's part is written"
    assert [hit.item_id for hit in grown.search("xylophone", 1)] == [f"article-{DOCUMENTS}#1"]
    for change in (
        library.put(3, "갱신 갱신 갱신"),
        library.put(5, title="셋째법 제5조"),
        library.put(6, source="law_guide"),
        library.put(DOCUMENTS + 1),
        library.remove(7),
        library.remove(DOCUMENTS),
    ):
        await change
        grown = await library.index()
    assert order_of(grown) == order_of(await library.built_whole())
    lengths = [(library.newest(folder) / LENGTHS).read_text("ascii") for folder in ("grown", "whole")]
    assert lengths[0] == lengths[1]


async def test_a_text_spaced_anew_is_found_as_it_is_now(library: Library) -> None:
    await library.put(1, "빈 칸")
    await library.index()
    await library.put(1, "빈  칸")
    assert "빈  칸" in (await library.index()).search("빈 칸", 1)[0].text


async def test_what_was_deleted_is_in_no_file_of_the_index_carried_on(library: Library) -> None:
    await library.put(DOCUMENTS, "xylophone")
    await library.index()
    holding = [file for file in library.newest().iterdir() if b"xylophone" in file.read_bytes()]
    assert holding, "what is searched for can be seen"
    await library.remove(DOCUMENTS)
    await library.index()
    left = [file for file in library.folder.rglob("*") if file.is_file() and b"xylophone" in file.read_bytes()]
    assert left == []


async def test_what_cannot_be_taken_over_is_built_whole(library: Library) -> None:
    await library.index()
    for file in library.newest().glob("*.store"):
        file.unlink()
    await library.put(DOCUMENTS)
    assert order_of(await library.index()) == order_of(await library.built_whole())


@pytest.mark.parametrize("damage", ["{", "[]", '{"grams": [2, 3], "parts": {"": {}}}'])
async def test_a_list_of_parts_that_cannot_be_read_is_no_reason_to_fail(library: Library, damage: str) -> None:
    await library.index()
    (library.newest() / "parts.json").write_text(damage)
    await library.put(DOCUMENTS)
    assert len(await library.index()) == 2 * (DOCUMENTS + 1)


async def test_another_process_carries_on_what_it_finds_on_the_disk(library: Library) -> None:
    first = await library.index()  # held: what nobody holds goes with the next version
    before = segments(library.newest())
    await library.put(DOCUMENTS)
    other = library.another("grown")
    assert len(await other.current(library.principal, library.pack)) == len(first) + 2
    assert set(segments(library.newest()).items()) & set(before.items())


async def test_an_emptied_corpus_and_one_filled_again(library: Library) -> None:
    await library.index()
    for number in range(DOCUMENTS):
        await library.remove(number)
    assert len(await library.index()) == 0
    gc.collect()
    await library.put(1)
    assert (await library.index()).search("보기법 제1조", 1)


def test_how_many_parts_an_index_has_hangs_on_its_passages_alone() -> None:
    [(many, _), (some, _)] = parts.PARTED_FROM

    def names(passages: int) -> list[str]:
        return list(parts.wanted_parts({each: PartMark(passages // 16, each) for each in PARTS}))

    assert names(some - 16) == [PARTS]
    assert names(some) == names(many - 16) == ["0123", "4567", "89ab", "cdef"]
    assert names(many) == ["01", "23", "45", "67", "89", "ab", "cd", "ef"]
    assert list(parts.wanted_parts({})) == [PARTS], "an empty index is one, too"
    assert list(parts.wanted_parts({"5": PartMark(some, "mark")})) == ["4567"]


def test_a_part_is_another_one_when_anything_of_it_moves() -> None:
    marks = {each: PartMark(1, each) for each in PARTS}
    before = parts.wanted_parts(marks)
    assert parts.wanted_parts({**marks, "7": PartMark(1, "other")}) != before
    assert parts.wanted_parts({each: mark for each, mark in marks.items() if each != "7"}) != before
