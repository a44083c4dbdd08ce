"""A declared JSON API: only the declared address, values as query parameters, limited in time and size.

The response is untrusted data: validated, typed by the declared columns, never followed as an address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import cast

import httpx

from execution_agents.search.sources.items import ItemReader
from execution_agents.search.sources.unversioned import Unversioned
from foundation.contracts import untrusted_json
from foundation.contracts.errors import SourceFailed
from foundation.contracts.ports import Failing, SearchRequest, SearchResult
from foundation.contracts.work import SourceKind
from foundation.domains.schema.pack import HttpSource

OK = 200


class HttpApi(Unversioned):
    """A pack's http source (implements `Source`)."""

    kind: SourceKind = "http"

    def __init__(self, declared: HttpSource, client: httpx.AsyncClient) -> None:
        self.name = declared.name
        self._declared = declared
        self._client = client
        self._reader = ItemReader(declared)

    async def search(self, request: SearchRequest) -> SearchResult:
        """Calls the API once. Every failure is SourceFailed with one sentence, which never holds the address's
        query."""
        body = await self._called(self._parameters(request), min(request.timeout_s, self._declared.timeout_s))
        return self._reader.result(body, request)

    def _parameters(self, request: SearchRequest) -> dict[str, str]:
        parameters = {
            parameter: ",".join(request.slots[slot])
            for slot, parameter in self._declared.slot_parameters.items()
            if request.slots.get(slot)
        }
        if self._declared.query_parameter:
            parameters[self._declared.query_parameter] = request.question
        return parameters

    async def _called(self, parameters: Mapping[str, str], timeout_s: float) -> object:
        try:
            async with asyncio.timeout(timeout_s):
                data = await self._body(parameters)
        except TimeoutError as problem:
            raise self._failed(f"did not answer within {timeout_s:g} s", "slow") from problem
        except httpx.TimeoutException as problem:
            raise self._failed("did not answer in time", "slow") from problem
        except httpx.HTTPError as problem:
            raise self._failed(f"could not be reached ({type(problem).__name__})", "error") from problem
        try:
            return cast(object, untrusted_json.loads(data))
        except ValueError as problem:
            raise self._failed("answered with something that is not JSON") from problem

    async def _body(self, parameters: Mapping[str, str]) -> bytes:
        url = httpx.URL(self._declared.url).copy_merge_params(dict(parameters))
        headers = {"Accept": "application/json"}
        async with self._client.stream("GET", url, headers=headers, follow_redirects=False) as response:
            if response.status_code != OK:
                raise self._failed(f"answered with status {response.status_code}", "refused")
            kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json" and not kind.endswith("+json"):
                raise self._failed("answered with something that is not JSON")
            data = bytearray()
            # Decoded bytes are counted, so that a small compressed response cannot expand without limit.
            async for piece in response.aiter_bytes(65_536):
                data += piece
                if len(data) > self._declared.max_bytes:
                    raise self._failed(f"answered with more than {self._declared.max_bytes:,} bytes", "large")
            return bytes(data)

    def _failed(self, what: str, how: Failing = "unusable") -> SourceFailed:
        return self._reader.failed(what, how)
