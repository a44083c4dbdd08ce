"""The audit log as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from foundation.storage.people.audit_log import Entry
from service_agent.api.admin.exports import COLUMNS, lines


async def entries() -> AsyncGenerator[Entry]:
    at = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
    yield Entry(2, at, "=cmd()", "key", "key_made", "k1", "@bob", "192.0.2.1", "done", "", {"name": 'a,\n"b"'})
    yield Entry(1, at, "", "none", "sign_in", "", "", "2001:db8::1", "refused", "unauthenticated", {})


async def test_cells_of_the_csv_are_words_and_never_formulas() -> None:
    text = "".join([line async for line in lines(entries(), "csv")])
    assert text.startswith("\ufeff" + ",".join(COLUMNS))
    first, second = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (first["who"], first["about"], first["subject"]) == ("'=cmd()", "'@bob", "k1")
    assert json.loads(first["detail"]) == {"name": 'a,\n"b"'}
    assert (second["who"], second["result"], second["detail"]) == ("", "refused", "")


async def test_each_line_of_the_other_file_is_one_row_as_it_is() -> None:
    written = [json.loads(line) for line in [line async for line in lines(entries(), "jsonl")]]
    assert [(one["entry_id"], one["who"], one["code"]) for one in written] == [
        (2, "=cmd()", ""),
        (1, "", "unauthenticated"),
    ]
    assert set(written[0]) == set(COLUMNS)
