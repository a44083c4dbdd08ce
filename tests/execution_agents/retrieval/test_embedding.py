"""Vectors in a real PostgreSQL: fitted, stored, resumed, searched, let go."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval import embedding, latent
from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.embedding import VectorKeeper
from foundation.contracts.errors import ModelFailed
from foundation.contracts.identity import Principal
from foundation.storage.corpus import vectors as stored
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.vectors import VectorRepository, shelf
from foundation.storage.records import Document

PACK = "real_estate"


class Words:
    """An embedder that knows two words, and can fail after some texts."""

    def __init__(self, name: str = "two-words", width: int = 2, fails_after: int | None = None) -> None:
        self.name = name
        self.width = width
        self.fails_after = fails_after
        self.asked: list[str] = []

    async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        if self.fails_after is not None and len(self.asked) > self.fails_after:
            raise ModelFailed("The embeddings endpoint failed: busy.")
        rows = [[float("보증금" in one), float("월세" in one), *[0.0] * (self.width - 2)] for one in texts]
        return np.asarray(rows, dtype=np.float32)


async def fill(engine: AsyncEngine, who: Principal, name: str, texts: Sequence[str], source: str = "statutes") -> None:
    document = Document(name, PACK, source, "", name, name + "".join(texts))
    passages = [Passage(f"{name} {at}", one, 0, len(one)) for at, one in enumerate(texts)]
    await CorpusRepository(engine).upsert_document(who, document, chunks_of(Origin(name, PACK, source), passages))


async def count(engine: AsyncEngine, who: Principal) -> int:
    async with engine.connect() as connection:
        found = await connection.execute(
            text("SELECT count(*) FROM chunk_vectors WHERE tenant_id = :who"), {"who": who.tenant_id}
        )
        return int(found.scalar_one())


async def test_an_endpoints_vectors_are_stored_once_and_searched_by_cosine(
    engine: AsyncEngine, principal: Principal, stranger: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금 반환", "월세 연체", "하늘"])
    await fill(engine, stranger, "b", ["보증금 반환"])
    embedder = Words()
    keeper = VectorKeeper(VectorRepository(engine), embedder)
    dense = await keeper.refresh(principal, PACK)
    assert dense is not None
    assert not dense.built_in
    best = (await dense.search("보증금", 2, ()))[0]
    assert (best.text, round(best.cosine, 3)) == ("보증금 반환", 1.0)
    asked = len(embedder.asked)
    await keeper.refresh(principal, PACK)
    assert len(embedder.asked) == asked + 1, "one passage anew: is it the same model still"
    assert await count(engine, stranger) == 0


async def test_a_source_filter_and_a_text_with_nothing_in_it(engine: AsyncEngine, principal: Principal) -> None:
    await fill(engine, principal, "a", ["보증금 반환"], "statutes")
    await fill(engine, principal, "b", ["보증금 안내"], "law_guide")
    dense = await VectorKeeper(VectorRepository(engine), Words()).refresh(principal, PACK)
    assert dense is not None
    assert [one.text for one in await dense.search("보증금", 5, ("law_guide",))] == ["보증금 안내"]
    assert await dense.search("하늘", 5, ()) == []


async def test_an_interrupted_run_goes_on_where_it_stopped(
    engine: AsyncEngine, principal: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BATCH", 2)
    await fill(engine, principal, "a", [f"보증금 {at}" for at in range(5)])
    with pytest.raises(ModelFailed):
        await VectorKeeper(VectorRepository(engine), Words(fails_after=2)).refresh(principal, PACK)
    assert await count(engine, principal) == 2
    resumed = Words()
    await VectorKeeper(VectorRepository(engine), resumed).refresh(principal, PACK)
    assert len(resumed.asked) == 1 + 3, "one that is kept, and those that are missing"
    assert await count(engine, principal) == 5


async def test_another_model_or_another_width_embeds_anew_and_lets_the_old_go(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금", "월세"])
    repository = VectorRepository(engine)
    await VectorKeeper(repository, Words("first")).refresh(principal, PACK)
    await VectorKeeper(repository, Words("second")).refresh(principal, PACK)
    assert await count(engine, principal) == 2
    kept = await repository.embedder(principal, PACK)
    assert kept is not None
    assert (kept.model, kept.dimensions) == ("second", 2)
    await fill(engine, principal, "b", ["보증금 더"])
    wider = Words("second", width=3)
    await VectorKeeper(repository, wider).refresh(principal, PACK)
    kept = await repository.embedder(principal, PACK)
    assert kept is not None
    assert kept.dimensions == 3
    assert await count(engine, principal) == 3


async def test_another_model_of_the_same_width_behind_the_same_name_embeds_anew(
    engine: AsyncEngine, principal: Principal
) -> None:
    class Turned(Words):
        """The same words in other directions."""

        async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return (await super().vectors(texts))[:, ::-1]

    await fill(engine, principal, "a", ["보증금", "월세", "하늘"])
    repository = VectorRepository(engine)
    await VectorKeeper(repository, Words()).refresh(principal, PACK)
    await fill(engine, principal, "b", ["보증금 더"])
    turned = Turned()
    dense = await VectorKeeper(repository, turned).refresh(principal, PACK)
    assert dense is not None
    assert {one.text for one in await dense.search("보증금", 2, ())} == {"보증금", "보증금 더"}
    assert await count(engine, principal) == 4


async def test_vectors_go_with_their_passages_and_stay_with_unchanged_ones(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금", "월세"])
    embedder = Words()
    keeper = VectorKeeper(VectorRepository(engine), embedder)
    await keeper.refresh(principal, PACK)
    await fill(engine, principal, "a", ["보증금", "월세가 아닌 것"])
    await keeper.refresh(principal, PACK)
    assert await count(engine, principal) == 2
    assert len(embedder.asked) == 2 + 1 + 1, "two, one of them anew, and the changed one"


async def test_the_built_in_embedder_is_fitted_kept_and_opened_again(engine: AsyncEngine, principal: Principal) -> None:
    texts = [f"{word} 이야기 {at}" for at, word in enumerate(("보증금", "월세", "갱신", "해지", "수선") * 5)]
    await fill(engine, principal, "a", texts)
    repository = VectorRepository(engine)
    first = await VectorKeeper(repository).refresh(principal, PACK)
    again = await VectorKeeper(repository).refresh(principal, PACK)
    assert first is not None
    assert again is not None
    assert first.built_in
    assert first.model == again.model
    assert "갱신" in (await again.search("갱신", 1, ()))[0].text


async def test_too_small_a_corpus_is_not_fitted(engine: AsyncEngine, principal: Principal) -> None:
    await fill(engine, principal, "a", ["보증금"])
    assert await VectorKeeper(VectorRepository(engine)).refresh(principal, PACK) is None


async def test_searching_goes_on_while_vectors_are_made_and_when_they_cannot_be(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금"])
    keeper = VectorKeeper(VectorRepository(engine), Words())
    assert keeper.dense(principal, PACK, "1") is None
    await keeper.settle()
    assert keeper.dense(principal, PACK, "1") is not None
    broken = VectorKeeper(VectorRepository(engine), Words("broken", fails_after=0))
    broken.dense(principal, PACK, "1")
    await broken.settle()
    assert broken.dense(principal, PACK, "1") is None
    await broken.aclose()


async def test_vectors_that_could_not_be_made_are_made_once_the_endpoint_is_back(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금"])
    words = Words(fails_after=0)
    keeper = VectorKeeper(VectorRepository(engine), words, retry_s=0)
    keeper.dense(principal, PACK, "1")
    await keeper.settle()
    words.fails_after = None
    assert keeper.dense(principal, PACK, "1") is None  # the corpus did not move: only the failure is due again
    await keeper.settle()
    assert keeper.dense(principal, PACK, "1") is not None
    asked = len(words.asked)
    keeper.dense(principal, PACK, "1")
    await keeper.settle()
    assert len(words.asked) == asked  # what succeeded is not done again


async def test_a_model_that_became_another_behind_its_name_embeds_anew_at_the_next_question(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금", "월세"])
    words = Words()
    keeper = VectorKeeper(VectorRepository(engine), words)
    keeper.dense(principal, PACK, "1")
    await keeper.settle()
    dense = keeper.dense(principal, PACK, "1")
    assert dense is not None
    words.width = 3
    with pytest.raises(ModelFailed, match="a vector of 3 numbers; those kept have 2"):
        await dense.search("월세", 1, ())
    keeper.dense(principal, PACK, "1")
    await keeper.settle()
    again = keeper.dense(principal, PACK, "1")
    assert again is not None
    assert [one.text for one in await again.search("월세", 1, ())] == ["월세"]
    assert await count(engine, principal) == 2


async def test_a_large_shelf_gets_an_index_that_its_searches_use(
    engine: AsyncEngine, principal: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "INDEX_FROM", 2)
    await fill(engine, principal, "a", ["보증금", "월세"])
    dense = await VectorKeeper(VectorRepository(engine), Words()).refresh(principal, PACK)
    assert dense is not None
    async with engine.connect() as connection:
        found = await connection.execute(
            text("SELECT indexdef FROM pg_indexes WHERE tablename = 'chunk_vectors' AND indexdef LIKE :shelf"),
            {"shelf": f"%{shelf(principal, PACK, 'two-words')}%"},
        )
        assert "hnsw" in found.scalar_one()
    assert [one.text for one in await dense.search("월세", 1, ("statutes",))] == ["월세"]


def test_the_same_texts_fit_the_same_model_and_the_bytes_give_it_back() -> None:
    texts = [f"{word} 이야기" for word in ("보증금", "월세", "갱신", "해지")]
    fitted = latent.fit(texts)
    assert fitted.name == latent.fit(texts).name
    back = latent.from_bytes(fitted.as_bytes(), fitted.dimensions)
    assert back.name == fitted.name
    assert np.allclose(back.vectors(texts), fitted.vectors(texts))
    assert np.linalg.norm(fitted.vectors(["보증금", ""]), axis=1) == pytest.approx([1.0, 0.0])
    with pytest.raises(ValueError, match="reshape"):
        latent.from_bytes(b"abcd", 128)


async def test_vectors_of_what_is_erased_go_with_it_and_not_at_the_next_refresh(
    engine: AsyncEngine, principal: Principal
) -> None:
    await fill(engine, principal, "a", ["보증금 반환", "월세 연체"])
    await fill(engine, principal, "b", ["하늘"])
    await VectorKeeper(VectorRepository(engine), Words()).refresh(principal, PACK)
    assert await count(engine, principal) == 3
    await fill(engine, principal, "a", ["보증금 반환", "관리비"])
    assert await count(engine, principal) == 2
    await CorpusRepository(engine).delete_document(principal, PACK, "a")
    assert await count(engine, principal) == 1
