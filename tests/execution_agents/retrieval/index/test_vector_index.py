"""What every implementation of the vector index must do: one suite for pgvector and for the search engine.

The engine is a real server where SUFFICE_TEST_SEARCH_URL names one, and the scripted stand-in of this folder always.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Generator
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.index.engine import vectors as engine_vectors
from execution_agents.retrieval.index.engine.vectors import EngineVectors
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near, VectorIndex
from foundation.storage.corpus.vector_copies import VectorCopyRepository
from foundation.storage.corpus.vectors import VectorRepository
from tests.execution_agents.retrieval.index.engine.scripted_engine import scripted_engine
from tests.execution_agents.retrieval.index.engine.shelved import client_of
from tests.execution_agents.retrieval.index.vector_shelf import EMPTY, MODEL, PACK, WIDTH, Library, cosine, drawn

STATUTES = [f"제{at}조 차임은 {at}일에 낸다." for at in range(1, 13)]
HANDBOOK = [f"Note {at} on leases." for at in range(6)]
ASKED = "언제 내나요?"


@pytest.fixture(scope="module", params=["pgvector", "engine, scripted", "engine, real"])
def opened(request: pytest.FixtureRequest) -> Generator[Callable[[AsyncEngine], VectorIndex]]:
    if request.param == "pgvector":
        yield VectorRepository
    elif request.param == "engine, scripted":
        with scripted_engine() as scripted:
            yield from _in_engine(scripted.url)
    else:
        url = os.environ.get("SUFFICE_TEST_SEARCH_URL")
        if not url:
            pytest.skip("SUFFICE_TEST_SEARCH_URL names no OpenSearch")
        yield from _in_engine(url)


def _in_engine(url: str) -> Generator[Callable[[AsyncEngine], VectorIndex]]:
    client = client_of(url, f"test{uuid4().hex[:12]}")
    try:
        yield lambda engine: EngineVectors(client, VectorCopyRepository(engine))
    finally:
        client.get(lambda each: each.indices.delete(index=f"{client.address.prefix}-*"))
        client.close()


class Searched:
    """A library and one implementation that searches it."""

    def __init__(self, library: Library, index: VectorIndex) -> None:
        self.library = library
        self.index = index

    async def follow(self, model: str = MODEL, width: int = WIDTH) -> None:
        await self.index.follow(self.library.who, PACK, model, width)

    async def near(self, asked: str = ASKED, limit: int = 5, sources: tuple[str, ...] = ()) -> list[Near]:
        return await self.index.nearest(self.library.who, PACK, MODEL, drawn(asked).tolist(), (limit, sources))

    async def texts(self, asked: str = ASKED, limit: int = 5, sources: tuple[str, ...] = ()) -> list[str]:
        return [one.text for one in await self.near(asked, limit, sources)]


@pytest.fixture
async def searched(
    opened: Callable[[AsyncEngine], VectorIndex], engine: AsyncEngine, principal: Principal
) -> AsyncGenerator[Searched]:
    library = Library(engine, principal)
    await library.put("law", STATUTES)
    await library.put("notes", HANDBOOK, "law_guide")
    await library.embed()
    found = Searched(library, opened(engine))
    await found.follow()
    yield found


def by_cosine(texts: list[str]) -> list[str]:
    return sorted(texts, key=lambda text: -cosine(ASKED, text))


@pytest.mark.parametrize("limit", [1, 5, 18, 50])
async def test_the_nearest_come_in_the_order_of_their_cosines(searched: Searched, limit: int) -> None:
    near = await searched.near(limit=limit)
    assert [one.text for one in near] == by_cosine(STATUTES + HANDBOOK)[:limit]
    assert [one.cosine for one in near] == pytest.approx([cosine(ASKED, one.text) for one in near], abs=1e-6)
    assert near == await searched.library.near(ASKED, limit)


@pytest.mark.parametrize(("sources", "texts"), [((), STATUTES + HANDBOOK), (("law_guide",), HANDBOOK)])
async def test_what_is_found_needs_no_wider_search_to_be_right(
    searched: Searched, monkeypatch: pytest.MonkeyPatch, sources: tuple[str, ...], texts: list[str]
) -> None:
    # Else an index of fewer passages than it finds at once gives all of them, and the database alone decides.
    monkeypatch.setattr(engine_vectors, "EF_SEARCH", 1)
    assert await searched.texts(limit=3, sources=sources) == by_cosine(texts)[:3]


@pytest.mark.parametrize(
    ("sources", "texts"),
    [
        (("statutes",), STATUTES),
        (("law_guide",), HANDBOOK),
        (("law_guide", "statutes"), STATUTES + HANDBOOK),
        (("x",), []),
    ],
)
async def test_only_the_sources_asked_for_are_searched(
    searched: Searched, sources: tuple[str, ...], texts: list[str]
) -> None:
    assert await searched.texts(limit=4, sources=sources) == by_cosine(texts)[:4]


async def test_another_tenants_vectors_are_never_found(
    searched: Searched, engine: AsyncEngine, stranger: Principal
) -> None:
    theirs = Library(engine, stranger)
    await theirs.put("theirs", [ASKED])
    await theirs.embed()
    of_them = Searched(theirs, searched.index)
    await of_them.follow()
    assert await of_them.texts() == [ASKED]
    assert ASKED not in await searched.texts(limit=50)


async def test_what_was_deleted_is_not_found_before_the_index_follows(searched: Searched) -> None:
    await searched.library.take("law")
    assert await searched.texts(limit=50) == by_cosine(HANDBOOK)
    await searched.follow()
    assert await searched.texts(limit=50) == by_cosine(HANDBOOK)


async def test_what_was_added_is_found_once_the_index_follows(searched: Searched) -> None:
    await searched.library.put("more", [ASKED])
    await searched.library.embed()
    await searched.follow()
    best = (await searched.near(limit=1))[0]
    assert (best.text, best.chunk_id) == (ASKED, "more")
    assert best.cosine == pytest.approx(1.0)


async def test_a_text_of_two_documents_is_found_once(searched: Searched) -> None:
    await searched.library.put("b", [ASKED])
    await searched.library.put("a", [ASKED])
    await searched.library.embed()
    await searched.follow()
    near = await searched.near(limit=2)
    assert [one.chunk_id for one in near if one.text == ASKED] == ["a"]


async def test_a_text_with_nothing_in_it_is_near_nothing(searched: Searched) -> None:
    await searched.library.put("empty", [EMPTY])
    await searched.library.embed()
    await searched.follow()
    assert await searched.texts(limit=50) == by_cosine(STATUTES + HANDBOOK)


async def test_vectors_stored_anew_take_the_place_of_the_earlier_ones(searched: Searched) -> None:
    library = searched.library
    await library.vectors.forget(library.who, PACK, MODEL)
    turned = [
        (one, (-drawn(one.text)).tolist()) for one in await library.vectors.missing(library.who, PACK, MODEL, 100)
    ]
    await library.vectors.store(library.who, PACK, MODEL, turned)
    await searched.follow()
    assert await searched.texts(limit=18) == by_cosine(STATUTES + HANDBOOK)[::-1]


async def test_a_model_of_the_same_name_and_another_width_is_followed(searched: Searched) -> None:
    library = searched.library
    await library.vectors.forget(library.who, PACK, MODEL)
    await library.embed(width=3)
    await searched.follow(width=3)
    near = await searched.index.nearest(library.who, PACK, MODEL, drawn(STATUTES[4], 3).tolist(), (1, ()))
    assert [one.text for one in near] == [STATUTES[4]]


async def test_two_models_of_one_pack_are_kept_apart(searched: Searched) -> None:
    await searched.library.embed("other", 3)
    await searched.follow("other", 3)
    asked = drawn(HANDBOOK[2], 3).tolist()
    near = await searched.index.nearest(searched.library.who, PACK, "other", asked, (1, ()))
    assert [one.text for one in near] == [HANDBOOK[2]]
    assert await searched.texts(limit=3) == by_cosine(STATUTES + HANDBOOK)[:3]


async def test_what_follows_twice_finds_the_same(searched: Searched) -> None:
    before = await searched.near(limit=18)
    await searched.follow()
    assert await searched.near(limit=18) == before
