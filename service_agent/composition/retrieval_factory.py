"""What finds passages and names, as the settings say: indexes, embeddings (an endpoint or built in), re-ranker."""

from __future__ import annotations

from contextlib import AsyncExitStack
from importlib import import_module
from typing import TYPE_CHECKING

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.clarification.provider import GraphIndexes
from execution_agents.clarification.vectors import NameVectors
from execution_agents.knowledge_graph.collector import collector_over
from execution_agents.knowledge_graph.provider import EntityIndexes
from execution_agents.retrieval.embedding import VectorKeeper
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.provider import IndexProvider
from foundation.contracts.errors import WrongSetting
from foundation.llm.embeddings import EmbeddingsClient, EmbeddingsEndpoint
from foundation.llm.rerank import RerankClient, RerankEndpoint
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.entity_facts import FactsRepository
from foundation.storage.corpus.graph import GraphRepository
from foundation.storage.corpus.graph_vectors import GraphVectorRepository
from foundation.storage.corpus.vector_copies import VectorCopyRepository
from foundation.storage.corpus.vectors import VectorRepository
from service_agent.settings.settings import Settings

if TYPE_CHECKING:
    from execution_agents.retrieval.index.engine.shelf import EngineShelves


def open_entities(engine: AsyncEngine, stack: AsyncExitStack) -> EntityIndexes:
    """What all packs know by name; closed with the stack."""
    entities = EntityIndexes(collector_over(engine), FactsRepository(engine))
    stack.push_async_callback(entities.aclose)
    return entities


def open_embedder(settings: Settings, stack: AsyncExitStack) -> EmbeddingsClient | None:
    """The embeddings endpoint, closed with the stack; None where none is set."""
    if not settings.embeddings_base_url or not settings.embeddings_model:
        return None
    key = settings.embeddings_api_key.get_secret_value() if settings.embeddings_api_key else ""
    embedder = EmbeddingsClient(EmbeddingsEndpoint(settings.embeddings_base_url, settings.embeddings_model, key))
    stack.push_async_callback(embedder.aclose)
    return embedder


def open_graphs(engine: AsyncEngine, stack: AsyncExitStack, embedder: EmbeddingsClient | None = None) -> GraphIndexes:
    """The graphs of all packs; closed with the stack."""
    vectors = None if embedder is None else NameVectors(GraphVectorRepository(engine), embedder)
    graphs = GraphIndexes(GraphRepository(engine), vectors)
    stack.push_async_callback(graphs.aclose)
    return graphs


def open_shelves(settings: Settings) -> EngineShelves | None:
    """The search engine that keeps the indexes; None where none is set. Raises WrongSetting."""
    if settings.search_url is None:
        return None
    try:
        room = import_module("execution_agents.retrieval.index.engine.shelf")
    except ImportError as missing:
        raise WrongSetting(
            "SUFFICE_SEARCH_URL needs OpenSearch's client, which is not installed: pip install 'suffice[search]', or "
            "unset it."
        ) from missing
    password = settings.search_password.get_secret_value() if settings.search_password else ""
    address = EngineAddress(
        settings.search_url, settings.search_user or "", password, settings.search_prefix, settings.search_shards
    )
    return room.EngineShelves(address)


def open_indexes(
    settings: Settings,
    engine: AsyncEngine,
    http: httpx.AsyncClient,
    stack: AsyncExitStack,
    embedder: EmbeddingsClient | None,
) -> IndexProvider:
    """The indexes of all packs, with vectors and a re-ranker; closed with the stack."""
    reranker = None
    if settings.rerank_url:
        key = settings.rerank_api_key.get_secret_value() if settings.rerank_api_key else ""
        reranker = RerankClient(RerankEndpoint(settings.rerank_url, settings.rerank_model or "", key), http)
    shelves = open_shelves(settings)
    near = None
    if shelves is not None:
        stack.callback(shelves.close)
        near = shelves.vectors(VectorCopyRepository(engine))
    keeper = VectorKeeper(VectorRepository(engine), embedder, index=near)
    indexes = IndexProvider(settings.data_dir, CorpusRepository(engine), None, keeper, reranker, shelves)
    stack.push_async_callback(indexes.aclose)
    return indexes
