"""Keeps a pack's vectors current: selects the embedder, embeds what has no vector yet, deletes what is not needed, and
has the index that searches them follow. Resumable at any batch.

With an embeddings endpoint its model is used; else one is fitted to the corpus, and fitted again when the corpus has
doubled since. A search never waits for it: a passage without a vector is only found by its words.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import structlog
from numpy.typing import NDArray

from execution_agents.retrieval import latent
from foundation.contracts.errors import ModelFailed, SourceFailed, SufficeError
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near, VectorIndex
from foundation.storage.corpus.vectors import KeptEmbedder, VectorRepository

log = structlog.get_logger(__name__)
BATCH = 256
"""Passages embedded and stored at a time: what an interruption costs at most."""
GROWTH = 2
"""The built-in embedder is fitted again when the corpus is this many times larger or smaller."""
RETRY_S = 60.0
"""Seconds after which vectors that could not be made or taken over are tried again: what failed may be back."""
SAME_MODEL = 0.98
"""Least cosine between a passage's new vector and the stored one: half precision and batches of other sizes change the
third decimal at most; another model gives another vector."""
SMALLEST = 20
"""Passages below which nothing is fitted: words alone find what there is."""
Matrix = NDArray[np.float32]


class TextEmbedder(Protocol):
    """An embeddings endpoint."""

    name: str

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        """One unit vector per text. Raises ModelFailed."""
        ...


@dataclass(frozen=True)
class Dense:
    """One pack's vectors, ready to be searched."""

    model: str
    built_in: bool
    search: Callable[[str, int, Sequence[str]], Awaitable[list[Near]]]
    """(question, how many, of which sources)."""
    dimensions: int = 0
    """Numbers of a vector; 0: none is stored yet."""


class VectorKeeper:
    """The vectors of all tenants' packs in this process."""

    def __init__(
        self,
        vectors: VectorRepository,
        endpoint: TextEmbedder | None = None,
        retry_s: float = RETRY_S,
        index: VectorIndex | None = None,
    ) -> None:
        """`index`: where the nearest passages are looked for, if not in the database that has the vectors."""
        self._vectors = vectors
        self._index: VectorIndex = index or vectors
        self._retry_s = retry_s
        self._due: dict[tuple[str, str], float] = {}
        self._endpoint = endpoint
        self._fitted: dict[str, latent.LatentEmbedder] = {}
        self._ready: dict[tuple[str, str], tuple[str, Dense | None]] = {}
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    @property
    def has_endpoint(self) -> bool:
        """True when vectors come from an endpoint, not from what is fitted here."""
        return self._endpoint is not None

    def dense(self, principal: Principal, pack: str, version: str) -> Dense | None:
        """What can be searched now. A changed corpus, and what failed a while ago, are handled in the background."""
        key = (principal.tenant_id, pack)
        known, dense = self._ready.get(key, ("", None))
        due = self._due.get(key)
        is_due = known != version or (due is not None and time.monotonic() >= due)
        if is_due and key not in self._tasks:
            task = asyncio.create_task(self._keep(principal, pack, version))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return dense

    async def settle(self) -> None:
        """Waits for the background work."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def aclose(self) -> None:
        """Cancels it; the next process continues from there."""
        for task in list(self._tasks.values()):
            task.cancel()
        await self.settle()

    async def refresh(self, principal: Principal, pack: str) -> Dense | None:
        """Embeds what is missing, deletes what is not needed, and has the index follow. None if there is too little to
        embed. Raises ModelFailed: the endpoint failed; vectors stored by then are kept. Raises SourceFailed: the index
        is away."""
        dense = await self._embedded(principal, pack)
        await self._followed(principal, pack, dense)
        return dense

    async def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Removes copies of vectors that are not stored any more; of how many indexes. `current`: as for
        `VectorIndex`."""
        return await self._index.sweep(current)

    async def _followed(self, principal: Principal, pack: str, dense: Dense | None) -> None:
        if dense is not None and dense.dimensions:
            await self._index.follow(principal, pack, dense.model, dense.dimensions)

    async def _embedded(self, principal: Principal, pack: str) -> Dense | None:
        """All but the index."""
        embedder = await self._embedder(principal, pack)
        if embedder is None:
            return None
        name, dimensions = embedder.name, 0
        if await self._became_another(principal, pack, embedder):
            await self._vectors.forget(principal, pack, name)
        while missing := await self._vectors.missing(principal, pack, name, BATCH):
            found = await embedder.vectors([f"{one.title}\n{one.text}" for one in missing])
            dimensions = await self._same_width(principal, pack, name, found.shape[1])
            await self._vectors.store(principal, pack, name, list(zip(missing, found.tolist(), strict=True)))
        await self._vectors.tidy(principal, pack, name)
        kept = await self._vectors.embedder(principal, pack)
        dimensions = dimensions or (kept.dimensions if kept else 0)
        return self._dense(principal, pack, embedder, dimensions)

    async def _became_another(self, principal: Principal, pack: str, embedder: TextEmbedder) -> bool:
        """True if another model answers under the endpoint's name: a passage with a stored vector is embedded again.
        Not checked if there are no vectors."""
        witness = await self._vectors.witness(principal, pack, embedder.name) if self._endpoint is not None else None
        if witness is None:
            return False
        passage, kept = witness
        anew = (await embedder.vectors([f"{passage.title}\n{passage.text}"]))[0]
        return len(anew) != len(kept) or _cosine(anew, kept) < SAME_MODEL

    async def _keep(self, principal: Principal, pack: str, version: str) -> None:
        key = (principal.tenant_id, pack)
        # Lexical search continues; a search after a while tries again.
        due: float | None = time.monotonic() + self._retry_s
        dense = self._ready.get(key, ("", None))[1]
        try:
            dense = await self._embedded(principal, pack)
            await self._followed(principal, pack, dense)
            due = None
        except SufficeError as failure:
            log.warning("vectors_not_kept", pack=pack, why=failure.message)
        except Exception:
            # Background work: any error here must be logged, and must not end the process's searches.
            log.exception("vectors_broken", pack=pack)
            dense = None
        self._ready[key] = (version, dense)
        if due is None:
            self._due.pop(key, None)
        else:
            self._due[key] = due

    async def _same_width(self, principal: Principal, pack: str, name: str, width: int) -> int:
        """A model of the same name whose vectors have another width is another model: the earlier vectors are
        deleted."""
        kept = await self._vectors.embedder(principal, pack)
        if kept is not None and kept.model == name and kept.dimensions == width:
            return width
        if kept is not None and kept.model == name:
            await self._vectors.forget(principal, pack, name)
        passages = await self._vectors.passages(principal, pack)
        await self._vectors.keep_embedder(principal, pack, KeptEmbedder(name, width, passages))
        return width

    async def _embedder(self, principal: Principal, pack: str) -> TextEmbedder | None:
        if self._endpoint is not None:
            return self._endpoint
        passages = await self._vectors.passages(principal, pack)
        if passages < SMALLEST:
            return None
        kept = await self._vectors.embedder(principal, pack)
        fits = kept is not None and kept.projection is not None
        if kept is not None and fits and kept.passages <= GROWTH * passages <= GROWTH * GROWTH * kept.passages:
            return _BuiltIn(await self._opened(kept))
        texts = await self._vectors.sample(principal, pack, latent.SAMPLE)
        fitted = await asyncio.to_thread(latent.fit, texts)
        mine = KeptEmbedder(fitted.name, fitted.dimensions, passages, fitted.as_bytes())
        return _BuiltIn(await self._opened(await self._vectors.keep_embedder(principal, pack, mine)))

    async def _opened(self, kept: KeptEmbedder) -> latent.LatentEmbedder:
        if kept.model not in self._fitted:
            opened = await asyncio.to_thread(latent.from_bytes, kept.projection or b"", kept.dimensions)
            self._fitted = {**self._fitted, kept.model: opened}
        return self._fitted[kept.model]

    def _dense(self, principal: Principal, pack: str, embedder: TextEmbedder, dimensions: int) -> Dense:
        async def search(question: str, limit: int, sources: Sequence[str]) -> list[Near]:
            asked = (await embedder.vectors([question]))[0]
            if not np.any(asked):
                return []
            if dimensions and len(asked) != dimensions:
                self._due[principal.tenant_id, pack] = 0.0
                raise ModelFailed(
                    f"The embeddings endpoint gave a vector of {len(asked)} numbers; those kept have {dimensions}.",
                    prompt="embeddings",
                    reason="malformed",
                )
            top = (limit, sources)
            try:
                return await self._index.nearest(principal, pack, embedder.name, asked.tolist(), top)
            except SourceFailed as away:
                # It may have been removed, not only be away: the background looks, and waits after a failure.
                self._due.setdefault((principal.tenant_id, pack), 0.0)
                if not await self._vectors.is_small(principal, pack, embedder.name):
                    raise
                log.warning("vectors_from_the_database", pack=pack, why=away.message)
                return await self._vectors.nearest(principal, pack, embedder.name, asked.tolist(), top)

        return Dense(embedder.name, isinstance(embedder, _BuiltIn), search, dimensions)


def _cosine(one: Matrix, other: Matrix) -> float:
    """Of two vectors; 0 where one has nothing in it."""
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0


class _BuiltIn:
    """The fitted embedder in the form of an endpoint; long batches leave the event loop free."""

    def __init__(self, fitted: latent.LatentEmbedder) -> None:
        self.name = fitted.name
        self._fitted = fitted

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        if len(texts) == 1:
            return self._fitted.vectors(texts)
        return await asyncio.to_thread(self._fitted.vectors, texts)


def in_memory(texts: Sequence[tuple[Near, str]]) -> tuple[Dense, latent.LatentEmbedder]:
    """The same leg over passages at hand, fitted to them and scanned flat (evaluations need no database); and what was
    fitted."""
    fitted = latent.fit([text for _, text in texts])
    rows = fitted.vectors([text for _, text in texts])
    passages = [near for near, _ in texts]

    async def search(question: str, limit: int, sources: Sequence[str]) -> list[Near]:
        del sources
        cosines = rows @ fitted.vectors([question])[0]
        best: list[int] = np.argsort(-cosines, kind="stable")[:limit].tolist()
        return [replace(passages[at], cosine=float(cosines[at])) for at in best]

    return Dense(fitted.name, True, search), fitted
