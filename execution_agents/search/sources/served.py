"""A table that another service serves: it is asked over HTTP first, and of example rows only those it named are
evidence. What an operator put into the table stands by itself: the example service never heard of it.

`suffice serve` starts such a service for the packs that ship (marked as an example): a real one takes seconds, so that
searching costs time, reuse saves it, and people are asked when the judges are unsure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import httpx

from execution_agents.search.sources.table_reader import RowStore
from execution_agents.search.sources.tables import TableRows
from foundation.contracts import untrusted_json
from foundation.contracts.errors import SourceFailed
from foundation.contracts.ports import Failing, SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack, TableSource

OK = 200
MOST_BYTES = 5_000_000


@dataclass(frozen=True)
class ServedFrom:
    """Where the service is."""

    url: str
    """Without a slash at its end."""
    client: httpx.AsyncClient


class ServedRows(TableRows):
    """The table, as the service returns it now."""

    def __init__(self, declared: TableSource, pack: Pack, rows: RowStore, served: ServedFrom) -> None:
        super().__init__(declared, pack, rows)
        self._key: Sequence[str] = declared.key
        self._timeout_s = declared.timeout_s
        self._address = f"{served.url}/{pack.name}/{declared.name}"
        self._client = served.client

    async def search(self, request: SearchRequest) -> SearchResult:
        """Rows the service named. Raises SourceFailed if it does not answer in time, or not with rows."""
        named = await self._named(min(request.timeout_s, self._timeout_s))
        found = await super().search(request)
        own = (item for item in found.items if item.derived or not item.example or self._key_of(item) in named)
        kept = tuple(own)
        return replace(found, items=kept)

    def _key_of(self, item: EvidenceItem) -> tuple[str, ...]:
        return tuple(str(item.fields.get(name, "")) for name in self._key)

    async def _named(self, timeout_s: float) -> set[tuple[str, ...]]:
        try:
            async with asyncio.timeout(timeout_s):
                answer = await self._client.get(self._address)
        except (TimeoutError, httpx.TimeoutException) as problem:
            raise self._failed("did not answer in time", "slow") from problem
        except httpx.HTTPError as problem:
            raise self._failed(f"could not be reached ({type(problem).__name__})", "error") from problem
        if answer.status_code != OK:
            raise self._failed(f"answered with status {answer.status_code}", "refused")
        if len(answer.content) > MOST_BYTES:
            raise self._failed(f"answered with more than {MOST_BYTES:,} bytes", "large")
        try:
            rows = cast("list[dict[str, Any]]", cast("dict[str, Any]", untrusted_json.loads(answer.content))["rows"])
            return {tuple(str(row[name]) for name in self._key) for row in rows}
        except (ValueError, KeyError, TypeError) as problem:
            raise self._failed("answered with something else than rows", "unusable") from problem

    def _failed(self, what: str, how: Failing) -> SourceFailed:
        return SourceFailed(f"The service that serves {self.name} {what}.", how=how)
