"""All passages and things of a shipped pack as evidence: more candidates than any search brings."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Column, Pack, TableSource

MOST_ROWS = 100


@lru_cache(maxsize=4)
def everything_of(name: str) -> tuple[Pack, tuple[EvidenceItem, ...]]:
    """The pack and all of it."""
    root = shipped_packs() / name
    pack = load_pack(root)
    return pack, (*_passages(root), *_rows(root, pack))


def passage(title: str, text: str) -> EvidenceItem:
    """A passage as a search brings it."""
    return EvidenceItem(item_id=title, content_hash=title, title=title, text=text, source="chapters")


def _passages(root: Path) -> Iterator[EvidenceItem]:
    for file in sorted((root / "documents").rglob("*.md")):
        chapter = ""
        text = re.sub(r"^---.*?---\n", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for part in re.split(r"\n(?=#{1,3} )", text):
            if (head := re.match(r"\s*(#{1,3}) (.*)\n?", part)) is None:
                continue
            chapter = head[2] if len(head[1]) == 1 else chapter
            title = chapter if len(head[1]) == 1 else f"{chapter} > {head[2]}"
            if body := part[head.end() :].strip():
                yield passage(title, body)


def _rows(root: Path, pack: Pack) -> Iterator[EvidenceItem]:
    for source in pack.sources:
        if not isinstance(source, TableSource) or not source.path:
            continue
        rows = list(csv.DictReader((root / source.path).read_text("utf-8").splitlines()))
        for at, row in enumerate(rows if len(rows) <= MOST_ROWS else ()):
            fields = {one.name: _value(row[one.name], one) for one in source.columns if row.get(one.name)}
            title = source.row_title.format_map(row)
            yield EvidenceItem(
                item_id=f"{source.name} {at}", content_hash=str(at), title=title, text="", source=source.name,
                fields=fields,
            )  # fmt: skip


def _value(cell: str, column: Column) -> FieldValue:
    if column.type == "integer":
        return int(cell)
    if column.type == "number":
        return float(cell)
    return cell == "true" if column.type == "boolean" else cell
