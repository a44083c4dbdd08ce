"""Passages with vectors in a real PostgreSQL, for tests of what searches them: vectors are drawn from their text."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.vectors import KeptEmbedder, VectorRepository
from foundation.storage.records import Document

PACK = "real_estate"
MODEL = "drawn"
WIDTH = 8
EMPTY = "..."
"""A text with nothing in it: its vector has no direction."""


def drawn(text: str, width: int = WIDTH) -> NDArray[np.float32]:
    """The vector of a text: any direction, always the same one."""
    if text == EMPTY:
        return np.zeros(width, dtype=np.float32)
    row = np.random.default_rng(zlib.crc32(text.encode())).normal(size=width)
    return (row / np.linalg.norm(row)).astype(np.float32)


def cosine(one: str, other: str) -> float:
    """Of the vectors of two texts."""
    return float(drawn(one).astype(np.float64) @ drawn(other).astype(np.float64))


class Drawn:
    """The same as an embeddings endpoint."""

    def __init__(self, name: str = MODEL, width: int = WIDTH) -> None:
        self.name = name
        self.width = width

    async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray([drawn(text.rpartition("\n")[2], self.width) for text in texts], dtype=np.float32)


class Library:
    """One tenant's pack."""

    def __init__(self, engine: AsyncEngine, who: Principal) -> None:
        self.who = who
        self.corpus = CorpusRepository(engine)
        self.vectors = VectorRepository(engine)

    async def put(self, name: str, texts: Sequence[str], source: str = "statutes") -> None:
        """A document, in place of the one of that name; its passages have no titles of their own."""
        document = Document(name, PACK, source, "", name, name + "".join(texts))
        passages = [Passage("", one, 0, len(one)) for one in texts]
        await self.corpus.upsert_document(self.who, document, chunks_of(Origin(name, PACK, source), passages))

    async def take(self, name: str) -> None:
        """Deletes a document."""
        await self.corpus.delete_document(self.who, PACK, name)

    async def embed(self, model: str = MODEL, width: int = WIDTH) -> None:
        """Stores the vectors that lack."""
        while missing := await self.vectors.missing(self.who, PACK, model, 100):
            rows = [(one, drawn(one.text, width).tolist()) for one in missing]
            await self.vectors.store(self.who, PACK, model, rows)
        passages = await self.vectors.passages(self.who, PACK)
        await self.vectors.keep_embedder(self.who, PACK, KeptEmbedder(model, width, passages))

    async def near(self, asked: str, limit: int = 5, sources: Sequence[str] = ()) -> list[Near]:
        """What PostgreSQL itself finds."""
        return await self.vectors.nearest(self.who, PACK, MODEL, drawn(asked).tolist(), (limit, sources))
