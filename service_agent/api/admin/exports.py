"""The audit log as a file: CSV for spreadsheets, no cell of it a formula, or a JSON object a line for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncGenerator, AsyncIterable, Iterable
from typing import Any, Literal

from foundation.storage.people.audit_log import Entry
from service_agent.api.admin.models import AuditEntry, entry_out
from service_agent.api.dashboard.csv_export import BOM, safe

FileFormat = Literal["csv", "jsonl"]
TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}
COLUMNS = tuple(AuditEntry.model_fields)


async def lines(entries: AsyncIterable[Entry], kind: FileFormat) -> AsyncGenerator[str]:
    """The file, row by row."""
    if kind == "csv":
        yield BOM + row(COLUMNS)
    async for entry in entries:
        fields = entry_out(entry).model_dump(mode="json")
        if kind == "jsonl":
            yield json.dumps(fields, ensure_ascii=False) + "\n"
        else:
            fields["detail"] = json.dumps(fields["detail"], ensure_ascii=False) if fields["detail"] else ""
            yield row(fields[name] for name in COLUMNS)


def row(values: Iterable[Any]) -> str:
    """One line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow([safe(value) for value in values])
    return text.getvalue()
