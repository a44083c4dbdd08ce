"""A pack's passages in sixteen parts by document, each with a mark that changes with its content.

A process with a copy of a corpus reads only the parts whose marks have changed. Marks and passages are consistent: they
are read in one transaction that sees nothing committed since it began.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, func, text

from foundation.storage.tables.corpus import chunks

PARTS = "0123456789abcdef"
"""Names of the parts."""

# The database hashes, so no text leaves it. It hashes the text itself: a content hash covers the words alone.
MARKS = text(
    """
    SELECT part, count(*) AS passages,
           encode(sha256(convert_to(string_agg(mark, '' ORDER BY mark COLLATE "C"), 'UTF8')), 'hex') AS mark
    FROM (
        SELECT substr(encode(sha256(convert_to(document_id, 'UTF8')), 'hex'), 1, 1) AS part,
               encode(sha256(convert_to(CAST(ROW(source, document_id, position, chunk_id, title, text, content_hash,
                                                 near_group) AS text), 'UTF8')), 'hex') AS mark
        FROM chunks
        WHERE tenant_id = :tenant_id AND pack = :pack
    ) AS passage
    GROUP BY part
    """
)
"""Part -> how many passages, and the mark of all that is searched of them; a part without passages has no row."""

_PART = func.substr(func.encode(func.sha256(func.convert_to(chunks.c.document_id, "UTF8")), "hex"), 1, 1)
IN_PARTS = _PART.in_(bindparam("parts", expanding=True))
"""Of these parts; wants `parts`."""


@dataclass(frozen=True)
class PartMark:
    """One part as it is now."""

    passages: int
    mark: str


def part_of(document_id: str) -> str:
    """The part a document's passages belong to, as `MARKS` counts them."""
    return hashlib.sha256(document_id.encode()).hexdigest()[0]


def marks_of(rows: Mapping[str, PartMark]) -> str:
    """One mark of all."""
    return hashlib.sha256("".join(f"{part}{rows[part].mark}" for part in sorted(rows)).encode()).hexdigest()
