"""An index in a search engine for tests: over passages at hand, no database needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import Names
from execution_agents.retrieval.index.engine.searching import EngineIndex, Finished
from execution_agents.retrieval.index.engine.shelf import EngineShelf
from execution_agents.retrieval.index.ranked import LexicalFigures
from execution_agents.retrieval.index.shelves import PassageWriter
from foundation.language.tokens import GRAMS
from foundation.storage.records import Chunk


def shelf_of(
    client: EngineClient,
    pack: str = "pack",
    synonyms: Mapping[str, Sequence[str]] | None = None,
    figures: LexicalFigures | None = None,
    grams: tuple[int, ...] = GRAMS,
) -> EngineShelf:
    def opened(finished: Finished) -> EngineIndex:
        return EngineIndex(client, finished, synonyms, figures, grams)

    return EngineShelf(client, Names.of(client.address.prefix, "tenant", pack), opened, grams)


def build(shelf: EngineShelf, chunks: Iterable[Chunk], version: str = "5-a") -> EngineIndex:
    return shelf.build(version, partial(_filled, list(chunks)))


def client_of(url: str, prefix: str = "testsuite", limit_s: float = 10.0) -> EngineClient:
    return EngineClient(EngineAddress(url, prefix=prefix, search_limit_s=limit_s))


def _filled(chunks: Sequence[Chunk], writer: PassageWriter) -> None:
    writer.add("0", "", chunks)
