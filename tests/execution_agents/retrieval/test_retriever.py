"""Retrieval as a whole: over a real index, with legs that break, a re-ranker that breaks, caches and fallbacks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.embedding import Dense, in_memory
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.index.prepared import FoundPassage
from execution_agents.retrieval.retriever import Corpus, Query, Retrieved, Retriever
from execution_agents.retrieval.trace import RetrievalTrace
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Near
from foundation.domains.schema.pack import Dictionary
from foundation.domains.schema.retrieving import CutFigures, FilterFigures, HybridFigures, RetrievalFigures
from foundation.storage.records import Chunk

TEXTS = {
    "반환": "임대인은 임대차가 끝나면 보증금을 임차인에게 반환하여야 한다. 이자는 따로 정한다.",
    "증액": "차임의 증액은 약정한 차임의 20분의 1을 넘지 못한다.",
    "갱신": "임차인은 계약갱신을 한 번 요구할 수 있다.",
    "수선": "임대인은 목적물을 사용에 필요한 상태로 유지할 의무를 부담한다.",
    "해지": "묵시적으로 갱신된 임대차를 임차인은 언제든지 해지할 수 있다.",
    "신고": "계약을 체결한 날부터 30일 이내에 신고하여야 한다.",
}
CHUNKS: list[Chunk] = [one_chunk(name, f"예시법 {name}", text) for name, text in TEXTS.items()]
SYNONYMS = Dictionary(synonyms={"집주인": ("임대인",), "올려": ("증액",)})


def near(chunk: Chunk, cosine: float = 0.0) -> Near:
    return Near(chunk.chunk_id, chunk.content_hash, chunk.near_group, chunk.title, chunk.text, cosine)


def ids(found: Retrieved) -> list[str]:
    return [one.hit.item_id for one in found.contexts]


async def ask(
    question: str,
    figures: RetrievalFigures | None = None,
    dense: Dense | None = None,
    dictionary: Dictionary = SYNONYMS,
    limit: int = 8,
) -> Retrieved:
    index = build_in_memory(CHUNKS, dictionary.synonyms)
    corpus = Corpus(index, "1", dense)
    return await Retriever(dictionary, figures or RetrievalFigures()).retrieve(corpus, Query(question, limit))


def leg(search: object) -> Dense:
    return Dense("test-model", False, search)  # pyright: ignore[reportArgumentType]


async def test_the_passage_that_says_it_comes_first_with_a_whole_trace() -> None:
    found = await ask("임대차가 끝나면 보증금은 어떻게 되나요?")
    assert ids(found)[0] == "반환"
    trace = found.trace
    assert [stage.name for stage in trace.stages] == [
        *("analysis", "dense", "lexical", "merge", "deduplicate", "prefilter", "confidence", "diversity", "rerank"),
        *("guard", "neighbours"),
    ]
    assert all(before.count_out >= 0 and before.ms >= 0 for before in trace.stages)
    assert trace.guard_passed
    assert [one.item_id for one in trace.contexts] == ids(found)
    assert RetrievalTrace.from_json(trace.as_json()) == trace


async def test_synonyms_find_the_statutes_words() -> None:
    assert ids(await ask("집주인이 월세를 올려도 되나요?"))[0] == "증액"


async def test_scores_fall_with_the_order_of_the_contexts() -> None:
    found = await ask("임대인은 보증금을 언제 반환하나요?")
    scores = found.scores()
    assert len(scores) == len(found.contexts) > 1
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0


async def test_a_broken_dense_leg_leaves_the_words() -> None:
    async def broken(question: str, limit: int, sources: Sequence[str]) -> list[Near]:
        raise ModelFailed("The embeddings endpoint failed.")

    found = await ask("보증금 반환", dense=leg(broken))
    assert ids(found)[0] == "반환"
    assert found.trace.stages[1].note == "failed"
    assert (found.trace.weight_dense, found.trace.weight_lexical) == (0, 1000)
    assert not found.failed


async def test_a_slow_dense_leg_is_left_behind() -> None:
    async def slow(question: str, limit: int, sources: Sequence[str]) -> list[Near]:
        await asyncio.Event().wait()
        return []

    figures = RetrievalFigures(hybrid=HybridFigures(leg_limit_s=1.0))  # the other leg has the same limit
    found = await ask("보증금 반환", figures, leg(slow))
    assert ids(found)[0] == "반환"
    assert found.trace.stages[1].note == "timeout"


@pytest.mark.parametrize("note", ["timeout", "failed"])
async def test_words_that_come_too_late_or_break_are_reported_and_nothing_else_waits(
    note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    index = build_in_memory(CHUNKS)
    search = index.search_terms

    def slow(*given: Any) -> tuple[FoundPassage, ...]:
        let_go.wait()
        return search(*given)

    def broken(*given: Any) -> tuple[FoundPassage, ...]:
        raise ValueError("the index is gone")

    monkeypatch.setattr(index, "search_terms", slow if note == "timeout" else broken)
    figures = RetrievalFigures(hybrid=HybridFigures(leg_limit_s=0.05 if note == "timeout" else 60))
    try:
        found = await Retriever(Dictionary(), figures).retrieve(Corpus(index, "1"), Query("보증금 반환", 8))
    finally:
        let_go.set()
    assert (found.contexts, found.failed) == ((), True)
    stages = [(stage.name, stage.note) for stage in found.trace.stages]
    assert stages[1:4] == [("dense", "off"), ("lexical", note), ("merge", "")]
    assert [name for name, _ in stages].count("rerank") == 1


async def test_vectors_find_what_no_word_finds() -> None:
    async def only_renewal(question: str, limit: int, sources: Sequence[str]) -> list[Near]:
        return [near(CHUNKS[2], 0.9)]

    found = await ask("extension please", dense=leg(only_renewal), dictionary=Dictionary())
    assert ids(found) == ["갱신"]
    assert (found.trace.weight_dense, found.trace.weight_lexical) == (1000, 0), "what counted, not what was meant to"
    # Nothing in the passage speaks for it but the vector: said with the single span.
    assert found.trace.fallbacks == ("low_conf_retry", "single_span")


async def test_the_built_in_embedder_serves_as_a_leg() -> None:
    dense, _ = in_memory([(near(chunk), f"{chunk.title}\n{chunk.text}") for chunk in CHUNKS])
    figures = RetrievalFigures(hybrid=HybridFigures(built_in_dense_share=100))
    found = await ask("계약갱신을 요구할 수 있나요?", figures, dense)
    assert ids(found)[0] == "갱신"
    assert found.trace.embedder.startswith("built-in/lsa")
    assert found.trace.weight_dense == 60


async def test_the_same_question_comes_from_the_cache_until_the_corpus_or_a_figure_moves() -> None:
    index = build_in_memory(CHUNKS)
    retriever = Retriever(Dictionary(), RetrievalFigures())
    query = Query("보증금 반환", 8)
    first = await retriever.retrieve(Corpus(index, "1"), query)
    again = await retriever.retrieve(Corpus(index, "1"), query)
    moved = await retriever.retrieve(Corpus(index, "2"), query)
    assert [one.trace.cache_hit for one in (first, again, moved)] == [False, True, False]
    assert again.contexts == first.contexts
    assert RetrievalFigures(cache=1).hash != RetrievalFigures().hash


async def test_the_limit_and_the_least_hold() -> None:
    assert len(ids(await ask("임대차 임대인 임차인 계약", limit=2))) == 2
    figures = RetrievalFigures(filters=FilterFigures(rerank_least=1000))
    assert len(ids(await ask("임대인은 보증금을 언제 반환하나요?", figures))) == 1


async def test_a_question_with_nothing_in_it_finds_nothing() -> None:
    found = await ask("?!")
    assert (found.contexts, found.failed) == ((), False)


async def test_neighbours_come_with_their_passage_where_a_pack_wants_them() -> None:
    async def beside(item_id: str, reach: int) -> list[object]:
        return [one.hit for one in (await ask("계약갱신")).contexts[:1]]

    index = build_in_memory(CHUNKS)
    figures = RetrievalFigures(cut=CutFigures(neighbours=1))
    corpus = Corpus(index, "1", None, beside)  # pyright: ignore[reportArgumentType]
    found = await Retriever(Dictionary(), figures).retrieve(corpus, Query("차임 증액 20분의 1", 8))
    assert [(one.hit.item_id, one.neighbour) for one in found.contexts][-1] == ("갱신", True)


class Endpoint:
    """A re-ranker that prefers the longest text, or fails."""

    name = "test-reranker"

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure

    async def scores(self, question: str, texts: Sequence[str], limit_s: float) -> list[float]:
        if self.failure:
            raise self.failure
        return [float(len(text)) for text in texts]


async def test_a_reranking_endpoint_orders_and_a_broken_one_leaves_the_built_in_order() -> None:
    index = build_in_memory(CHUNKS)
    query = Query("임대인은 무엇을 하나요?", 8)
    wanted = FilterFigures(rerank_endpoint_share=1000)
    figures = RetrievalFigures(filters=wanted)
    ordered = await Retriever(Dictionary(), figures, Endpoint()).retrieve(Corpus(index, "1"), query)
    assert ids(ordered)[0] == "반환"
    assert ordered.trace.reranker == "test-reranker"
    for failure, note in ((ModelFailed("no"), "failed"), (TimeoutError(), "timeout")):
        left = await Retriever(Dictionary(), figures, Endpoint(failure)).retrieve(Corpus(index, "1"), query)
        assert left.contexts
        assert left.trace.reranker == "windows"
        assert next(stage for stage in left.trace.stages if stage.name == "rerank").note == note
