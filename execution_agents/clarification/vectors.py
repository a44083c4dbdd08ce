"""Compares names of a graph by an embeddings endpoint, if there is one: a synonym ("구리관" for 동관) shares no letters
with the name. The vectors are kept up to date in the background; until they exist, and while the endpoint is down,
names are compared by their letters only.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import structlog

from execution_agents.retrieval.embedding import RETRY_S, TextEmbedder
from foundation.contracts.errors import SufficeError
from foundation.contracts.identity import Principal
from foundation.domains.schema.graph import GraphSource
from foundation.storage.corpus.graph import GraphPlace
from foundation.storage.corpus.graph_vectors import GraphVectorRepository, NearName

log = structlog.get_logger(__name__)
BATCH = 256
MOST = 5
"""Names a question is compared with in the end."""
PATIENCE_S = 2.0
"""An endpoint that takes longer is not waited for: the question is read without it."""

Near = Callable[[str], Awaitable[Sequence[NearName]]]
"""The names nearest to a text; none while they are not known."""


class NameVectors:
    """The vectors of all tenants' graphs in this process."""

    def __init__(self, vectors: GraphVectorRepository, endpoint: TextEmbedder, retry_s: float = RETRY_S) -> None:
        self._vectors = vectors
        self._endpoint = endpoint
        self._retry_s = retry_s
        self._kept: dict[tuple[str, str], str] = {}
        """(tenant, pack) -> version of the graph whose names have vectors."""
        self._due: dict[tuple[str, str], float] = {}
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def near(self, principal: Principal, pack: str, declared: GraphSource, version: str) -> Near:
        """Compares a text with the graph's names. A changed graph is embedded in the background."""
        key, place = (principal.tenant_id, pack), GraphPlace(pack, declared.name)
        fresh = self._kept.get(key) == version or time.monotonic() < self._due.get(key, 0)
        if not fresh and key not in self._tasks:
            self._tasks[key] = task = asyncio.create_task(self._keep(principal, place, declared, version))
            task.add_done_callback(lambda _: self._tasks.pop(key, None))

        async def search(text: str) -> Sequence[NearName]:
            if key not in self._kept:
                return ()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    asked = (await self._endpoint.vectors([text]))[0]
                    return await self._vectors.nearest(principal, place, sorted(declared.targets), asked.tolist(), MOST)
            except (SufficeError, TimeoutError) as failure:
                log.warning("names_not_compared", pack=pack, why=str(failure))
                return ()

        return search

    async def refresh(self, principal: Principal, place: GraphPlace, declared: GraphSource) -> None:
        """Embeds the names that have no vector. Raises ModelFailed; vectors stored by then are kept."""
        types = sorted(declared.targets)
        width = (await self._endpoint.vectors([declared.name])).shape[1]
        await self._vectors.become(principal, place, self._endpoint.name, width)
        while names := await self._vectors.missing(principal, place, types, BATCH):
            found = await self._endpoint.vectors(names)
            await self._vectors.store(principal, place, types, list(zip(names, found.tolist(), strict=True)))

    async def settle(self) -> None:
        """Waits for the background work."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def aclose(self) -> None:
        """Cancels it; the next process continues from there."""
        for task in list(self._tasks.values()):
            task.cancel()
        await self.settle()

    async def _keep(self, principal: Principal, place: GraphPlace, declared: GraphSource, version: str) -> None:
        key = (principal.tenant_id, place.pack)
        try:
            await self.refresh(principal, place, declared)
            self._kept[key] = version
        except SufficeError as failure:
            self._due[key] = time.monotonic() + self._retry_s
            log.warning("names_not_embedded", pack=place.pack, why=failure.message)
        except Exception:
            # Background work: any error here must be logged, and must not end the process's questions.
            self._due[key] = time.monotonic() + self._retry_s
            log.exception("name_vectors_broken", pack=place.pack)
