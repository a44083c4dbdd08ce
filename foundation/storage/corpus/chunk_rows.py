"""Passages as rows of the database, and back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row

from foundation.storage.database.json_text import plain
from foundation.storage.records import Chunk
from foundation.storage.tables.corpus import chunks

FORM = (
    "chunk_id", "title", "text", "content_hash", "near_group", "uri", "start_offset", "end_offset", "as_of", "example",
    "position", "place",
)  # fmt: skip
CHUNK_COLUMNS = tuple(chunks.c[name] for name in (*FORM, "document_id", "pack", "source"))


def stored_form(passage: Chunk) -> dict[str, Any]:
    return {
        "chunk_id": passage.chunk_id,
        "title": plain(passage.title),
        "text": plain(passage.text),
        "content_hash": passage.content_hash,
        "near_group": passage.near_group,
        "uri": passage.uri,
        "start_offset": passage.start,
        "end_offset": passage.end,
        "as_of": passage.as_of,
        "example": passage.example,
        "position": passage.position,
        "place": None if passage.place is None else dict(passage.place),
    }


def chunk_of(row: Row[Any]) -> Chunk:
    return Chunk(
        chunk_id=row.chunk_id,
        document_id=row.document_id,
        pack=row.pack,
        source=row.source,
        title=row.title,
        text=row.text,
        content_hash=row.content_hash,
        near_group=row.near_group,
        uri=row.uri,
        start=row.start_offset,
        end=row.end_offset,
        as_of=row.as_of,
        example=row.example,
        position=row.position,
        place=row.place,
    )
