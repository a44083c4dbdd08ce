"""Where words and vectors are searched, as the settings say."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.retriever import Query
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.retrieving import HybridFigures, RetrievalFigures
from service_agent.composition.retrieval_factory import open_indexes
from service_agent.settings.settings import Settings
from tests.execution_agents.retrieval.index.engine.scripted_engine import scripted_engine
from tests.execution_agents.retrieval.index.vector_shelf import PACK, Library

WORDS = ("보증금", "월세", "갱신", "해지", "수선")
FITTED = RetrievalFigures(hybrid=HybridFigures(built_in_dense_share=500))
TEXTS = [f"{word} 이야기 {at}" for at, word in enumerate(WORDS * 5)]


@pytest.mark.parametrize(("is_set", "kinds"), [(True, ["1", "vectors1"]), (False, [])])
async def test_one_setting_says_where_words_and_vectors_are_searched(
    engine: AsyncEngine, principal: Principal, tmp_path: Path, is_set: bool, kinds: list[str]
) -> None:
    library, shipped = Library(engine, principal), load_pack(shipped_packs() / PACK)
    pack = shipped.model_copy(update={"retrieval": FITTED})
    await library.put("stories", TEXTS)
    with scripted_engine() as scripted:
        async with AsyncExitStack() as stack, httpx.AsyncClient() as http:
            settings = Settings(data_dir=tmp_path, search_url=scripted.url if is_set else None)
            indexes = open_indexes(settings, engine, http, stack, None)
            await indexes.corpus(principal, pack)
            await indexes.settle()
            corpus = await indexes.corpus(principal, pack)
            found = await indexes.retriever(pack).retrieve(corpus, Query("갱신 이야기", 4))
        assert {stage.name: (stage.count_out > 0, stage.note) for stage in found.trace.stages}["dense"] == (True, "")
        assert sorted(name.split(".")[1].split("-")[0] for name in scripted.indexes) == kinds
        assert sum("_msearch" in call for call in scripted.calls if ".vectors1-" in call) == len(kinds) // 2
