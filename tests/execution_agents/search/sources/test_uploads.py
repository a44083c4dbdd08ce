"""The files of one conversation as a source: ranked, whole on request, changed when one is taken off."""

from __future__ import annotations

from dataclasses import replace

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index.memory import MemoryIndex
from execution_agents.retrieval.retriever import Retriever
from execution_agents.search.sources.uploads import AttachedFiles, Uploads
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.domains.schema.retrieving import RetrievalFigures
from foundation.domains.schema.saying import Dictionary

ANN = Principal(tenant_id="t", owner_id="ann")
TEXTS = {
    "lease.pdf": ["The annual rent is 48,000 pounds.", "Trucks are charged in bay 7.", "The tenant may give notice."],
    "memo.txt": ["The salad bar closes at 2 pm."],
}


def uploads(*names: str, version: str = "v1") -> Uploads:
    chunks = [
        chunk
        for name in names
        for chunk in chunks_of(
            Origin(name, "", "upload", name),
            [Passage(f"{name} > {at}", text, 0, 1) for at, text in enumerate(TEXTS[name])],
        )
    ]
    files = AttachedFiles(names, {one.chunk_id: one for one in chunks}, MemoryIndex.of(chunks), version)
    return Uploads(files, Retriever(Dictionary(), RetrievalFigures()))


def asked(question: str) -> SearchRequest:
    return SearchRequest(principal=ANN, question=question, slots={}, language="en", limit=8, timeout_s=5)


async def test_the_passage_that_says_it_comes_first_with_its_address() -> None:
    found = await uploads("lease.pdf", "memo.txt").search(asked("Where are trucks charged?"))
    assert (found.items[0].item_id, found.items[0].uri, found.items[0].source) == ("lease.pdf#2", "lease.pdf", "upload")
    assert found.source_version == "v1"


async def test_a_file_that_is_asked_for_by_name_is_given_from_its_beginning() -> None:
    found = await uploads("memo.txt", "lease.pdf").search(asked("lease.pdf"))
    assert [one.item_id for one in found.items] == ["lease.pdf#1", "lease.pdf#2", "lease.pdf#3"]


async def test_of_a_file_that_is_longer_than_what_is_given_the_part_is_said() -> None:
    whole, part = [
        await uploads("memo.txt", "lease.pdf").search(replace(asked("lease.pdf"), limit=limit)) for limit in (3, 2)
    ]
    assert (whole.complete, whole.notice) == (True, None)
    assert not part.complete
    assert part.notice is not None
    assert "the first 2 of its 3 parts (up to “1”)" in part.notice
    korean = await uploads("lease.pdf").search(replace(asked("lease.pdf"), limit=2, language="ko"))
    assert "모두 3개 부분 가운데 처음 2개(“1”까지)" in str(korean.notice)


async def test_a_passage_of_a_file_that_was_taken_off_has_changed() -> None:
    both = uploads("lease.pdf", "memo.txt")
    items = (await both.search(asked("memo.txt"))).items
    assert not await both.changed_items(ANN, items)
    assert await uploads("lease.pdf", version="v2").changed_items(ANN, items)
    assert await uploads("lease.pdf", version="v2").version(ANN) != await both.version(ANN)
