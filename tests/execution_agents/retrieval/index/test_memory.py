"""Passages in memory: found like those on disk, and weighed among the passages beside them."""

from __future__ import annotations

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.index.memory import HeldPassages, MemoryIndex

CHUNKS = [
    one_chunk("a", "Lease > Rent", "The annual rent is 48,000 pounds.", "upload"),
    one_chunk("b", "Lease > Trucks", "Forklift trucks are charged in bay 7.", "upload"),
    one_chunk("c", "규약 > 제7조", "이사는 7일 전에 알리고 승강기 사용료 12만원을 낸다.", "upload"),
]
PACK = [one_chunk(f"p{at}", "Rent", f"The rent of flat {at} is paid on the first day.") for at in range(30)]


def test_the_same_passages_are_found_as_on_disk_in_the_same_order() -> None:
    mine, on_disk = MemoryIndex.of(CHUNKS), build_in_memory(CHUNKS)
    for question in ("How much is the annual rent?", "Where are trucks charged?", "승강기 사용료는 얼마야?", "?"):
        found = [(hit.item_id, round(hit.score, 2)) for hit in mine.search(question, 5)]
        assert found == [(hit.item_id, round(hit.score, 2)) for hit in on_disk.search(question, 5)]


def test_only_the_sources_named_are_searched() -> None:
    assert MemoryIndex.of(CHUNKS).search("annual rent", 5, ["chapters"]) == ()
    assert MemoryIndex.of(CHUNKS).search("annual rent", 5, ["upload"])[0].item_id == "a"


def test_a_word_that_the_pack_is_full_of_weighs_less_beside_it() -> None:
    held, pack = HeldPassages(CHUNKS), build_in_memory(PACK)
    alone, beside = MemoryIndex(held), MemoryIndex(held, pack)
    [rent] = beside.search("rent", 5)
    assert rent.score < alone.search("rent", 5)[0].score
    assert beside.search("forklift", 5)[0].score > rent.score
    assert len(beside) == len(CHUNKS)
