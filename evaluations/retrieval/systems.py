"""The ways to find passages that are held beside each other; each gives passage ids, best first."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from evaluations.optional import NO_LANGCHAIN, is_there
from evaluations.retrieval.question_sets import QuestionSet
from execution_agents.retrieval.embedding import Dense, in_memory
from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.retrieval.latent import LatentEmbedder
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from foundation.contracts.ports import Near
from foundation.domains.schema.pack import Dictionary
from foundation.domains.schema.retrieving import DOCUMENT, RetrievalFigures
from foundation.language.tokens import MixedTokenizer, tokenize
from foundation.storage.records import Chunk

TOP = 10
Search = Callable[[str], Awaitable[Sequence[str]]]
OURS, OURS_PLAIN, DOCUMENTS = "ours", "ours, no dictionary", "ours with the document's figures"
WITH_VECTORS = "ours with built-in vectors at a tenth"
TANTIVY, VECTORS = "tantivy alone", "vectors alone"
ENSEMBLE, ENSEMBLE_SAME = "EnsembleRetriever as shipped", "EnsembleRetriever, our tokens and vectors"
SINGLE = (TANTIVY, VECTORS)


def systems(questions: QuestionSet) -> dict[str, Search]:
    """Title -> search, over one corpus; caches off."""
    index = build_in_memory(questions.chunks, questions.dictionary.synonyms)
    plain = build_in_memory(questions.chunks) if questions.dictionary.synonyms else index
    dense, embedder = in_memory([_near(chunk) for chunk in questions.chunks])
    figures = RetrievalFigures(cache=0)
    found = {OURS: _ours(Corpus(index, ""), questions.dictionary, figures)}
    if questions.dictionary.synonyms:
        found[OURS_PLAIN] = _ours(Corpus(plain, ""), Dictionary(), figures)
    a_tenth = figures.model_copy(update={"hybrid": figures.hybrid.model_copy(update={"built_in_dense_share": 100})})
    found[WITH_VECTORS] = _ours(Corpus(index, "", dense), questions.dictionary, a_tenth)
    document = DOCUMENT.model_copy(update={"cache": 0})
    found[DOCUMENTS] = _ours(Corpus(index, "", dense), questions.dictionary, document)
    found[TANTIVY] = _tantivy(index)
    found[VECTORS] = _vectors(dense)
    if is_there(NO_LANGCHAIN):
        found[ENSEMBLE] = _ensemble(questions.chunks, embedder, str.split)
        found[ENSEMBLE_SAME] = _ensemble(questions.chunks, embedder, _tokens)
    return found


def _ours(corpus: Corpus, dictionary: Dictionary, figures: RetrievalFigures) -> Search:
    retriever = Retriever(dictionary, figures)

    async def search(question: str) -> list[str]:
        found = await retriever.retrieve(corpus, Query(question, TOP))
        return [one.hit.item_id for one in found.ranked[:TOP]]

    return search


def _tantivy(index: TantivyIndex) -> Search:
    async def search(question: str) -> list[str]:
        return [hit.item_id for hit in index.search(question, TOP)]

    return search


def _vectors(dense: Dense) -> Search:
    async def search(question: str) -> list[str]:
        return [one.chunk_id for one in await dense.search(question, TOP, ())]

    return search


def _ensemble(chunks: Sequence[Chunk], embedder: LatentEmbedder, tokens: Callable[[str], list[str]]) -> Search:
    """BM25Retriever and an InMemoryVectorStore, half and half, by reciprocal rank: LangChain's documented example. The
    vectors are ours in both rows, since it ships none."""
    # Imported by name and used untyped: the library is optional.
    documents: Any = importlib.import_module("langchain_core.documents")
    stores: Any = importlib.import_module("langchain_core.vectorstores")
    lexical: Any = importlib.import_module("langchain_community.retrievers")
    ensembles: Any = importlib.import_module("langchain_classic.retrievers")
    texts = [documents.Document(f"{c.title}\n{c.text}".strip(), metadata={"id": c.chunk_id}) for c in chunks]
    words = lexical.BM25Retriever.from_documents(texts, k=TOP, preprocess_func=tokens)
    store = stores.InMemoryVectorStore(_Embeddings(embedder))
    store.add_documents(texts)
    near = store.as_retriever(search_kwargs={"k": TOP})
    ensemble: Any = ensembles.EnsembleRetriever(retrievers=[words, near], weights=[0.5, 0.5])

    async def search(question: str) -> list[str]:
        return [one.metadata["id"] for one in ensemble.invoke(question)][:TOP]

    return search


class _Embeddings:
    """Our vectors in LangChain's form."""

    def __init__(self, embedder: LatentEmbedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.vectors(texts).tolist()

    def embed_query(self, text: str) -> list[float]:
        return self._embedder.vectors([text])[0].tolist()


def _tokens(text: str) -> list[str]:
    return tokenize(text, MixedTokenizer())


def _near(chunk: Chunk) -> tuple[Near, str]:
    near = Near(chunk.chunk_id, chunk.content_hash, chunk.near_group, chunk.title, chunk.text, 0.0)
    return near, f"{chunk.title}\n{chunk.text}"
