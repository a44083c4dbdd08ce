"""What happens to the world between two turns: time passes, a law is amended."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from sqlalchemy import text

from benchmarks.economy.conversation import AGED_DAYS, AMENDED, Line
from benchmarks.harness.house import House
from benchmarks.harness.server import PACK
from foundation.contracts.identity import LOCAL
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.records import Chunk, Document

_AGE = text("UPDATE evidence SET fetched_at = fetched_at - make_interval(days => :days)")
_SOURCE = "law_guide"


async def happen(line: Line, house: House) -> None:
    """Whatever the line says comes before it."""
    if line.event == "aged":
        async with house.sql.begin() as connection:
            await connection.execute(_AGE, {"days": AGED_DAYS})
    elif line.event == "amended":
        await amend(house.repositories.corpus)


async def amend(corpus: CorpusRepository) -> None:
    """The article on raising a deposit gets another limit."""
    title, old, new = AMENDED
    law = "주택임대차보호법 "
    held = [one async for one in corpus.chunks(LOCAL, PACK) if one.title.startswith(law + title)]
    if not held or not any(old in one.text for one in held):
        raise RuntimeError(f"The pack holds no article {law}{title}…) that says {old}.")
    first = held[0]
    amended = [_with_text(one, one.text.replace(old, new)) for one in held]
    digest = hashlib.sha256("".join(one.text for one in amended).encode()).hexdigest()
    document = Document(first.document_id, PACK, _SOURCE, first.uri, first.title, digest)
    await corpus.upsert_document(LOCAL, document, amended)


def _with_text(chunk: Chunk, words: str) -> Chunk:
    digest = hashlib.sha256(words.encode()).hexdigest()
    return replace(chunk, text=words, content_hash=digest, near_group=digest, end=chunk.start + len(words))
