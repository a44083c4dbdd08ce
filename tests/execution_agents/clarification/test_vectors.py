"""Names of a graph compared by an endpoint's vectors: kept once, over real HTTP and PostgreSQL, and missed by nobody
while the endpoint is away."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.clarification.cascade import read_near
from execution_agents.clarification.listening import Listener
from execution_agents.clarification.provider import GraphIndexes
from execution_agents.clarification.vectors import NameVectors
from foundation.contracts.graph import GraphEntity
from foundation.contracts.identity import Principal
from foundation.llm.embeddings import EmbeddingsClient, EmbeddingsEndpoint
from foundation.llm.retry import RetryPolicy
from foundation.storage.corpus.graph import GraphPlace, GraphRepository
from foundation.storage.corpus.graph_vectors import GraphVectorRepository
from tests.execution_agents.clarification.graphs import CONSTRUCTION, NO_WORDS, SHOP, labels, reached, shop
from tests.foundation.llm.endpoints import embeddings, endpoint

ANN = Principal(tenant_id="meanings", owner_id="ann")
PLACE = GraphPlace("shop", SHOP.name)
GOODS = (
    GraphEntity("P-1", "Product", "Couch"),
    GraphEntity("P-2", "Product", "Armchair"),
    GraphEntity("P-3", "Product", "Desk lamp", spec="red, 20 W"),
    GraphEntity("P-4", "Product", "Desk lamp", spec="red, 40 W"),
    GraphEntity("X-1", "Part", "Settee leg"),
)
MEANINGS = {"Couch": [1.0, 0.0, 0.0], "Armchair": [0.8, 0.6, 0.0], "Desk lamp": [0.0, 0.0, 1.0]}
ASKED = {"settee": [1.0, -0.3, 0.1], "seat": [0.9, 0.3, 0.0], "light": [0.0, 0.1, 1.0], "weather": [0.0, -1.0, 0.1]}
AT_ONCE = RetryPolicy(retries=0, base_s=0.001, cap_s=0.002)


class Counted:
    """An endpoint over HTTP that knows some meanings and notes what it was asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.away = False
        self._plain = embeddings(lambda text: (MEANINGS | ASKED).get(text, [0.1, 0.1, 0.1]))

    def __call__(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        if self.away:
            return 503, {"error": {"message": "away"}}
        self.texts += body["input"]
        return self._plain(path, body)


@pytest.fixture
def counted() -> Counted:
    return Counted()


@pytest.fixture
def address(counted: Counted) -> Generator[str]:
    with endpoint(counted) as address:
        yield address


@pytest_asyncio.fixture
async def client(address: str) -> AsyncGenerator[EmbeddingsClient]:
    client = EmbeddingsClient(EmbeddingsEndpoint(address, "meanings-1"), AT_ONCE)
    yield client
    await client.aclose()


@pytest_asyncio.fixture
async def graph(engine: AsyncEngine) -> GraphRepository:
    repository = GraphRepository(engine)
    await repository.clear(ANN, PLACE)
    await repository.keep_entities(ANN, PLACE, "files", GOODS)
    return repository


async def test_what_is_called_otherwise_is_found_by_its_meaning(
    engine: AsyncEngine, graph: GraphRepository, client: EmbeddingsClient, counted: Counted
) -> None:
    names = NameVectors(GraphVectorRepository(engine), client)
    near = names.near(ANN, "shop", SHOP, "v1")
    assert await near("settee") == (), "nobody waits for the names to be embedded"
    await names.settle()
    assert sorted(counted.texts[1:]) == ["Armchair", "Couch", "Desk lamp"], "each target's name once, no part's"
    assert [one.name for one in await near("settee")][0] == "Couch"
    index, listener = shop(*GOODS[:4]), Listener(NO_WORDS, "en")
    found = [(one.name, one.cosine) for one in await near("settee")]
    reading = read_near("settee", found, index, listener)
    assert reached(reading) == ["P-1"]
    assert reading.asked is not None
    assert (reading.asked.likeness, reading.certain) == ("embeddings", False)


async def test_several_meanings_are_offered_and_none_is_left_alone(
    engine: AsyncEngine, graph: GraphRepository, client: EmbeddingsClient
) -> None:
    names = NameVectors(GraphVectorRepository(engine), client)
    near = names.near(ANN, "shop", SHOP, "v1")
    await names.settle()
    index, listener = shop(*GOODS[:4]), Listener(NO_WORDS, "en")

    async def read(question: str) -> Any:
        return read_near(question, [(one.name, one.cosine) for one in await near(question)], index, listener)

    assert labels(await read("seat")) == ["Couch", "Armchair"]
    assert labels(await read("light")) == ["Desk lamp red 20 W", "Desk lamp red 40 W"]
    weather = await read("weather")
    assert (weather.asked, weather.choices) == (None, None)


async def test_a_renamed_thing_and_another_model_are_embedded_anew_and_nothing_else(
    engine: AsyncEngine, graph: GraphRepository, client: EmbeddingsClient, counted: Counted, address: str
) -> None:
    vectors = GraphVectorRepository(engine)
    names = NameVectors(vectors, client)
    await names.refresh(ANN, PLACE, SHOP)
    asked = len(counted.texts)
    await graph.keep_entities(ANN, PLACE, "files", [GraphEntity("P-2", "Product", "Recliner")])
    await names.refresh(ANN, PLACE, SHOP)
    assert counted.texts[asked + 1 :] == ["Recliner"]
    other = EmbeddingsClient(EmbeddingsEndpoint(address, "meanings-2"), AT_ONCE)
    try:
        await NameVectors(vectors, other).refresh(ANN, PLACE, SHOP)
    finally:
        await other.aclose()
    assert sorted(counted.texts[-3:]) == ["Couch", "Desk lamp", "Recliner"]


async def test_an_endpoint_that_is_away_leaves_names_to_their_letters(
    engine: AsyncEngine, graph: GraphRepository, client: EmbeddingsClient, counted: Counted
) -> None:
    counted.away = True
    names = NameVectors(GraphVectorRepository(engine), client, retry_s=0.0)
    near = names.near(ANN, "shop", SHOP, "v1")
    await names.settle()
    assert await near("settee") == ()
    counted.away = False
    again = names.near(ANN, "shop", SHOP, "v1")
    await names.settle()
    assert await again("settee") != ()
    counted.away = True
    assert await again("settee") == ()


async def test_a_graph_view_compares_meanings_only_where_there_is_an_endpoint(
    engine: AsyncEngine, graph: GraphRepository, client: EmbeddingsClient
) -> None:
    plain = await GraphIndexes(graph).view(ANN, CONSTRUCTION)
    assert plain is not None
    assert plain.near is None
    opened = GraphIndexes(graph, NameVectors(GraphVectorRepository(engine), client))
    with_endpoint = await opened.view(ANN, CONSTRUCTION)
    await opened.aclose()
    assert with_endpoint is not None
    assert with_endpoint.near is not None
