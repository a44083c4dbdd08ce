"""A declared JSON API: only the declared address, values as query parameters, bounded in time and size.

What comes back is data of a stranger: validated, typed by the declared columns, never followed as an address.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

import httpx

from execution_agents.search.sources.rendering import label_of, written_number
from foundation.contracts import untrusted_json
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, FieldValue, Slots, SourceKind
from foundation.domains.cells import cell_value
from foundation.domains.loading.addresses import web_address
from foundation.domains.schema.pack import ColumnType, HttpSource

OK = 200
MAX_TEXT = 4_000
"""Characters of one item's text."""
MAX_TITLE = 300
MAX_DEPTH = 12
"""Steps of a pointer."""


class HttpApi:
    """A pack's http source (implements `Source`)."""

    kind: SourceKind = "http"

    def __init__(self, declared: HttpSource, client: httpx.AsyncClient) -> None:
        self.name = declared.name
        self._declared = declared
        self._client = client

    async def search(self, request: SearchRequest) -> SearchResult:
        """Calls the API once. Every failure is SourceFailed with one sentence; the address's query is never in it."""
        body = await self._called(self._parameters(request), min(request.timeout_s, self._declared.timeout_s))
        listed = _at(body, self._declared.items)
        if not isinstance(listed, list):
            raise self._failed("answered without the list its pack declares")
        found = cast(list[object], listed)
        limit = min(request.limit, self._declared.limit)
        items = tuple(self._item(one, request.language) for one in found[:limit])
        version = hashlib.sha256("".join(item.content_hash for item in items).encode()).hexdigest()[:16]
        return SearchResult(items=items, source_version=version, complete=len(found) <= limit)

    async def version(self, principal: Principal) -> str:
        """Unknown without a call, so never equal to a stored one: only age and slots speak for reuse."""
        del principal
        return ""

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """False: nothing is called to find out; the data type's age limit bounds what may have changed."""
        del principal, items
        return False

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """False, for the same reason."""
        del principal, slots, since
        return False

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
            raise self._failed(f"did not answer within {timeout_s:g} s") from problem
        except httpx.TimeoutException as problem:
            raise self._failed("did not answer in time") from problem
        except httpx.HTTPError as problem:
            raise self._failed(f"could not be reached ({type(problem).__name__})") from problem
        try:
            return cast(object, untrusted_json.loads(data))
        except ValueError as problem:
            raise self._failed("answered with something that is not JSON") from problem

    async def _body(self, parameters: Mapping[str, str]) -> bytes:
        url = httpx.URL(self._declared.url).copy_merge_params(dict(parameters))
        headers = {"Accept": "application/json"}
        async with self._client.stream("GET", url, headers=headers, follow_redirects=False) as response:
            if response.status_code != OK:
                raise self._failed(f"answered with status {response.status_code}")
            kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json" and not kind.endswith("+json"):
                raise self._failed("answered with something that is not JSON")
            data = bytearray()
            # Decoded bytes are counted, so a small compressed answer cannot grow without end.
            async for piece in response.aiter_bytes(65_536):
                data += piece
                if len(data) > self._declared.max_bytes:
                    raise self._failed(f"answered with more than {self._declared.max_bytes:,} bytes")
            return bytes(data)

    def _item(self, raw: object, language: str) -> EvidenceItem:
        declared = self._declared.fields
        fields = {field.column.name: self._typed(_at(raw, field.pointer), field.column.type) for field in declared}
        title = _words(_at(raw, self._declared.title_pointer))[:MAX_TITLE]
        text = _words(_at(raw, self._declared.text_pointer))[:MAX_TEXT] or self._line(fields, language)
        if not title and not text:
            raise self._failed("answered with an item that has neither title nor text")
        uri = _words(_at(raw, self._declared.uri_pointer)) if self._declared.uri_pointer else ""
        content = json.dumps([title, text, fields], ensure_ascii=False, sort_keys=True)
        content_hash = hashlib.sha256(content.encode()).hexdigest()
        return EvidenceItem(
            item_id=_words(_at(raw, self._declared.id_pointer))[:200] or content_hash[:32],
            content_hash=content_hash,
            title=title or text[:80],
            text=text or title,
            source=self.name,
            uri=web_address(uri[:2_000]),
            fields=fields,
        )

    def _typed(self, value: object, column_type: ColumnType) -> FieldValue:
        if isinstance(value, dict | list):
            raise self._failed("answered with a nested value where a column was declared")
        text = str(value).lower() if isinstance(value, bool) else _words(value)
        try:
            return cell_value(text[:MAX_TEXT], column_type)
        except ValueError as problem:
            raise self._failed("answered with a value that is not of its column's type") from problem

    def _line(self, fields: Mapping[str, FieldValue], language: str) -> str:
        spoken = "en" if language == "en" else "ko"
        parts: list[str] = []
        for field in self._declared.fields:
            value = fields[field.column.name]
            if value is not None:
                shown = value if isinstance(value, str) else written_number(value, field.column.unit, spoken)
                parts.append(f"{label_of(field.column.label, spoken)} {shown}")
        return ", ".join(parts)

    def _failed(self, what: str) -> SourceFailed:
        return SourceFailed(f"The source {self.name} {what}.")


def _at(value: object, pointer: str) -> object:
    """The value at a dotted path ("" is the value itself); None where the path leads nowhere."""
    for step in pointer.split(".")[:MAX_DEPTH] if pointer else []:
        if isinstance(value, dict):
            value = cast(dict[str, object], value).get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(cast(list[object], value)):
            value = cast(list[object], value)[int(step)]
        else:
            return None
    return value


def _words(value: object) -> str:
    """A scalar as text the database can hold: no NUL, no half of a surrogate pair."""
    text = str(value) if isinstance(value, str | int | float) else ""
    return text.replace("\x00", "").encode("utf-8", "replace").decode().strip()
