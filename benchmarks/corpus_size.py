"""`python -m benchmarks.corpus_size`: what retrieval costs as a corpus grows, on a real PostgreSQL and real text.

Passages are those of the public sets (statutes, KorQuAD, public documents, SQuAD, MTRAG), cut into overlapping windows
and, beyond what these give (some 150,000), put together from halves of two of them, so that there are as many as asked
for; each is stored, indexed and embedded as the service does it, in one pack beside a second one. Then distinct
questions of those sets are asked, alone and eight at a time, caches off. Printed for each size: seconds to store, to
build the index, to fit and embed; the process's memory; p50 and p95 of the whole pipeline without models, and of the
lexical index alone; seconds from one changed document to an index that holds it. The folder SUFFICE_TEST_DATA points at
is read, nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.embedding import VectorKeeper
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.search.sources.documents import Documents
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.vectors import VectorRepository
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import open_engine
from foundation.storage.database.migrate import upgrade
from foundation.storage.records import Document

WIDTH = 400
"""Characters of a passage."""
PER_DOCUMENT = 200
SECOND_PACK = 2_000
"""Passages of the pack beside it."""
ASKED_OF_INDEX = 50
"""Passages the lexical index alone is asked for, as the pipeline asks it."""
_SEED = 7
_WHO = Principal(tenant_id="benchmark", owner_id="benchmark")


@dataclass(frozen=True)
class Measured:
    """One size."""

    passages: int
    stored_s: float
    indexed_s: float
    embedded_s: float
    memory_mb: float
    alone: tuple[float, float]
    """p50 and p95 in milliseconds, one question at a time."""
    together: tuple[float, float]
    """The same with eight at a time."""
    index_alone: tuple[float, float]
    """Of the lexical index without anything around it, one question at a time."""
    index_together: tuple[float, float]
    changed_s: float
    """From one document's change, stored, to the index that holds it."""

    def __str__(self) -> str:
        return (
            f"{self.passages:>7} passages: stored {self.stored_s:.1f} s, indexed {self.indexed_s:.1f} s, embedded "
            f"{self.embedded_s:.1f} s, {self.memory_mb:.0f} MB; alone p50 {self.alone[0]:.1f} p95 {self.alone[1]:.1f} "
            f"ms, eight at a time p50 {self.together[0]:.1f} p95 {self.together[1]:.1f} ms; the index without the rest "
            f"alone p50 {self.index_alone[0]:.1f} p95 {self.index_alone[1]:.1f} ms, eight at a time "
            f"p50 {self.index_together[0]:.1f} p95 {self.index_together[1]:.1f} ms; "
            f"one document changed: {self.changed_s:.1f} s"
        )


def main() -> None:
    """Prints one line per size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--questions", type=int, default=1_000)
    arguments = parser.parse_args()
    data = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))  # noqa: TID251
    for size in arguments.sizes:
        print(asyncio.run(_measured(data, size, arguments.questions)), flush=True)


async def _measured(data: Path, size: int, questions: int) -> Measured:
    texts = list(islice(passages_of(data), size + SECOND_PACK))
    asked = list(islice(dict.fromkeys(questions_of(data)), questions))
    with tempfile.TemporaryDirectory(prefix="suffice-corpus-") as folder:
        server = EmbeddedPostgres(Path(folder))
        try:
            address = server.start()
            await asyncio.to_thread(upgrade, address)
            engine = open_engine(address, 12)
            try:
                return await _Run(engine, Path(folder)).measured(texts, size, asked)
            finally:
                await engine.dispose()
        finally:
            server.stop()
            server.remove()


class _Run:
    """One size on one database."""

    def __init__(self, engine: AsyncEngine, folder: Path) -> None:
        self._corpus = CorpusRepository(engine)
        self._keeper = VectorKeeper(VectorRepository(engine))
        self._indexes = IndexProvider(folder, self._corpus, None, self._keeper)
        shipped = load_pack(shipped_packs() / "real_estate")
        retrieval = shipped.retrieval.model_copy(update={"cache": 0})
        self._pack = shipped.model_copy(update={"retrieval": retrieval})
        self._beside = self._pack.model_copy(update={"name": "beside"})

    async def measured(self, texts: Sequence[str], size: int, asked: Sequence[str]) -> Measured:
        """Everything, from storing to asking."""
        started = time.perf_counter()
        await self._fill(self._beside, texts[size:])
        await self._fill(self._pack, texts[:size])
        stored = time.perf_counter()
        await self._indexes.current(_WHO, self._beside)
        await self._indexes.current(_WHO, self._pack)
        indexed = time.perf_counter()
        for pack in (self._beside, self._pack):
            await self._indexes.corpus(_WHO, pack)
            await self._indexes.settle()
        embedded = time.perf_counter()
        await self._ask(asked[:50], 1)
        return Measured(
            passages=size,
            stored_s=stored - started,
            indexed_s=indexed - stored,
            embedded_s=embedded - indexed,
            alone=await self._ask(asked, 1),
            together=await self._ask(asked, 8),
            index_alone=await self._ask_index(asked, 1),
            index_together=await self._ask_index(asked, 8),
            memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            changed_s=await self._changed(texts[:PER_DOCUMENT]),
        )

    async def _changed(self, texts: Sequence[str]) -> float:
        """Of the first document every text gets a word more."""
        await self._fill(self._pack, [f"{text} 갱신" for text in texts])
        started = time.perf_counter()
        index = await self._indexes.current(_WHO, self._pack)
        took = time.perf_counter() - started
        if not any(hit.text.endswith(" 갱신") for hit in index.search(texts[0], 8)):
            raise SystemExit("The changed document is not found as it is now.")
        return took

    async def _fill(self, pack: Pack, texts: Sequence[str]) -> None:
        source = _source(pack)
        for start in range(0, len(texts), PER_DOCUMENT):
            part = texts[start : start + PER_DOCUMENT]
            name = f"{pack.name}-{start:07}"
            passages = [Passage("", text, 0, len(text)) for text in part]
            document = Document(name, pack.name, source.name, "", name, name, {})
            await self._corpus.upsert_document(
                _WHO, document, chunks_of(Origin(name, pack.name, source.name), passages)
            )

    async def _ask(self, questions: Sequence[str], at_once: int) -> tuple[float, float]:
        source = Documents(_source(self._pack), self._pack, self._corpus, self._indexes)

        async def ask(question: str) -> None:
            await source.search(SearchRequest(_WHO, question, {}, "ko", 8, 60.0))

        return await _took(ask, questions, at_once)

    async def _ask_index(self, questions: Sequence[str], at_once: int) -> tuple[float, float]:
        index = await self._indexes.current(_WHO, self._pack)

        async def ask(question: str) -> None:
            await asyncio.to_thread(index.search, question, ASKED_OF_INDEX)

        return await _took(ask, questions, at_once)


async def _took(ask: Callable[[str], Awaitable[None]], questions: Sequence[str], at_once: int) -> tuple[float, float]:
    """Milliseconds, p50 and p95, of each question with so many at a time."""
    times: list[float] = []
    waiting = iter(questions)

    async def ask_on() -> None:
        for question in waiting:
            started = time.perf_counter()
            await ask(question)
            times.append((time.perf_counter() - started) * 1000)

    await asyncio.gather(*(ask_on() for _ in range(at_once)))
    return float(np.quantile(times, 0.5)), float(np.quantile(times, 0.95))


def _source(pack: Pack) -> DocumentsSource:
    return next(source for source in pack.sources if isinstance(source, DocumentsSource))


def passages_of(data: Path) -> Iterator[str]:
    """Real text in windows of 400 characters, first one that begins every 400 characters, then every 200, 100, 50 …
    between them; when these are through, halves of two windows in one, without end and the same ones every time."""
    texts = list(_texts(data))
    step = WIDTH
    yield from (text[at : at + WIDTH] for text in texts for at in range(0, len(text), step))
    while step > 25:
        yield from (text[at : at + WIDTH] for text in texts for at in range(step // 2, len(text) - WIDTH, step))
        step //= 2
    dice, lengths, half = random.Random(_SEED), list(accumulate(map(len, texts))), WIDTH // 2
    while True:
        two = dice.choices(texts, cum_weights=lengths, k=2)
        begins = [dice.randrange(max(1, len(text) - half)) for text in two]
        yield " ".join(text[at : at + half] for text, at in zip(two, begins, strict=True))


def _texts(data: Path) -> Iterator[str]:
    """Whole laws, articles and collections: a short text alone has room for few windows."""
    laws: dict[str, list[str]] = {}
    for row in _lines(data / "kr_statutes" / "articles.jsonl"):
        laws.setdefault(row["law"], []).append(row["text"])
    yield from ("\n".join(articles) for articles in laws.values())
    yield "\n".join(row["contents"] for row in _lines(data / "ko_public_docs_qa" / "corpus.jsonl"))
    for name in ("korquad1_dev/KorQuAD_v1.0_dev.json", "squad2_half_dev/dev-v2.0.json"):
        for article in json.loads((data / name).read_text("utf-8"))["data"]:
            yield "\n".join(paragraph["context"] for paragraph in article["paragraphs"])
    yield "\n".join(row["text"] for row in _lines(data / "mtrag" / "passages.jsonl"))


def questions_of(data: Path) -> Iterator[str]:
    yield from (row["question"] for row in _lines(data / "ko_lease_qa" / "questions.jsonl"))
    yield from (row["query"] for row in _lines(data / "ko_public_docs_qa" / "qa.jsonl"))
    body = json.loads((data / "korquad1_dev" / "KorQuAD_v1.0_dev.json").read_text("utf-8"))
    asked = [qa["question"] for article in body["data"] for one in article["paragraphs"] for qa in one["qas"]]
    yield from asked[::5]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


if __name__ == "__main__":
    main()
