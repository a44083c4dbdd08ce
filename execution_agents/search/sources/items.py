"""Items of untrusted JSON: typed by the declared columns, limited, never followed as an address."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import cast

from execution_agents.search.sources.rendering import label_of, written_number
from foundation.contracts.errors import SourceFailed
from foundation.contracts.ports import Failing, SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.cells import cell_value
from foundation.domains.loading.addresses import web_address
from foundation.domains.schema.pack import ColumnType, ItemsSource

MAX_TEXT = 4_000
"""Characters of one item's text."""
MAX_TITLE = 300
MAX_DEPTH = 12
"""Steps of a pointer."""


class ItemReader:
    """Reads the answers of one source."""

    def __init__(self, declared: ItemsSource) -> None:
        self._declared = declared

    def result(self, body: object, request: SearchRequest) -> SearchResult:
        """The items of an answer. Raises SourceFailed."""
        listed = _at(body, self._declared.items)
        if not isinstance(listed, list):
            raise self.failed("answered without the list its pack declares")
        found = cast(list[object], listed)
        limit = min(request.limit, self._declared.limit)
        items = tuple(self._item(one, request.language) for one in found[:limit])
        version = hashlib.sha256("".join(item.content_hash for item in items).encode()).hexdigest()[:16]
        return SearchResult(items=items, source_version=version, complete=len(found) <= limit)

    def _item(self, raw: object, language: str) -> EvidenceItem:
        declared = self._declared.fields
        fields = {field.column.name: self._typed(_at(raw, field.pointer), field.column.type) for field in declared}
        title = _words(_at(raw, self._declared.title_pointer))[:MAX_TITLE]
        text = _words(_at(raw, self._declared.text_pointer))[:MAX_TEXT] or self._line(fields, language)
        if not title and not text:
            raise self.failed("answered with an item that has neither title nor text")
        uri = _words(_at(raw, self._declared.uri_pointer)) if self._declared.uri_pointer else ""
        content = json.dumps([title, text, fields], ensure_ascii=False, sort_keys=True)
        content_hash = hashlib.sha256(content.encode()).hexdigest()
        return EvidenceItem(
            item_id=_words(_at(raw, self._declared.id_pointer))[:200] or content_hash[:32],
            content_hash=content_hash,
            title=title or text[:80],
            text=text or title,
            source=self._declared.name,
            uri=web_address(uri[:2_000]),
            fields=fields,
        )

    def _typed(self, value: object, column_type: ColumnType) -> FieldValue:
        if isinstance(value, dict | list):
            raise self.failed("answered with a nested value where a column was declared")
        text = str(value).lower() if isinstance(value, bool) else _words(value)
        try:
            return cell_value(text[:MAX_TEXT], column_type)
        except ValueError as problem:
            raise self.failed("answered with a value that is not of its column's type") from problem

    def _line(self, fields: Mapping[str, FieldValue], language: str) -> str:
        spoken = "en" if language == "en" else "ko"
        parts: list[str] = []
        for field in self._declared.fields:
            value = fields[field.column.name]
            if value is not None:
                shown = value if isinstance(value, str) else written_number(value, field.column.unit, spoken)
                parts.append(f"{label_of(field.column.label, spoken)} {shown}")
        return ", ".join(parts)

    def failed(self, what: str, how: Failing = "unusable") -> SourceFailed:
        """One sentence; never the response's own words."""
        return SourceFailed(f"The source {self._declared.name} {what}.", how=how)


def _at(value: object, pointer: str) -> object:
    """The value at a dotted path ("" is the value itself); None if the path does not exist."""
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
