"""Writes files to the database incrementally: unchanged documents are not touched, and an interrupted run is continued.

Each document is a transaction of its own and rows go in batches, so a run that is killed leaves whole documents behind.
The next run reads again, skips what is stored with the same content hash, and does the rest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from execution_agents.ingest.graphs import GraphIngest
from execution_agents.ingest.imported import BrokenPart, ImportedDocument
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from execution_agents.ingest.reading.apart import in_reading_thread, reading
from execution_agents.ingest.recognise import Offer, Recognised, offers, recognised
from execution_agents.ingest.regions import RegionNames
from execution_agents.ingest.report import IngestReport, Progress
from execution_agents.ingest.run import Run
from execution_agents.knowledge_graph.collector import EntityCollector
from execution_agents.knowledge_graph.collisions import collision_lines
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.retrieval.chunking import Origin, chunks_of
from foundation.contracts.errors import NothingToIngest
from foundation.contracts.identity import Principal
from foundation.domains.loading.addresses import sound_address
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.graph import GraphRepository
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.records import Document, TableRow

BATCH = 1_000
"""Rows of one transaction."""
FORMAT = 3
"""Part of every document's hash: raised when passages are split differently, so that all are split again."""
SHIPPED = "pack"
"""Origin of the files that ship with the pack."""


class IngestService:
    """Ingests folders and files into one tenant's corpora and tables."""

    def __init__(
        self,
        corpus: CorpusRepository,
        origins: OriginsRepository,
        rows: RowsRepository,
        entities: EntityCollector,
        graph: GraphRepository | None = None,
    ) -> None:
        """`graph`: where graphs are stored; None: no graphs are ingested."""
        self._graph = graph
        self._graphs = None if graph is None else GraphIngest(graph)
        self._corpus = corpus
        self._origins = origins
        self._rows = rows
        self._entities = entities

    def since(self, begun: datetime) -> IngestService:
        """For work that began at that time (the database's): storing anything for a person who was erased since then is
        refused with SignInEnded."""
        return IngestService(
            self._corpus.since(begun), self._origins, self._rows.since(begun), self._entities, self._graph
        )

    async def ingest(
        self,
        path: Path,
        pack: Pack,
        source: str | None,
        principal: Principal,
        progress: Progress,
        origin: str | None = None,
    ) -> IngestReport:
        """Everything under the path that the pack takes; `origin` stands for the path where the path means nothing to
        anybody: what comes from the same origin again replaces what came before. Raises NothingToIngest,
        UnknownSource."""
        run = Run(pack, principal, progress, IngestReport(origin=origin or str(path.resolve())))
        taken = self._graphs is not None and await self._graphs.take(run, path, source)
        if not taken or (pack.graph is not None and source != pack.graph.name):
            await self._documents_and_tables(run, path, source, alone=not taken)
        if origin is None:  # Collecting reads the whole source: a person's upload does not wait for it.
            await self._collect(run)
            await self._note_collisions(run)
        return run.report

    async def load_shipped(self, pack: Pack, principal: Principal, progress: Progress) -> IngestReport:
        """The pack's own documents and tables. Raises NothingToIngest when a declared folder holds none."""
        run = Run(pack, principal, progress, IngestReport(origin=SHIPPED))
        async with reading():
            for source in pack.sources:
                if isinstance(source, DocumentsSource | TableSource) and source.path:
                    await self._read_all(run, pack.root / source.path, (Offer(source, named=True),))
        if self._graphs is not None and pack.graph is not None and pack.graph.path:
            await self._graphs.take(run, pack.root / pack.graph.path, pack.graph.name)
        await self._collect(run)
        return run.report

    async def _documents_and_tables(self, run: Run, path: Path, source: str | None, *, alone: bool) -> None:
        """`alone`: nothing else was found under the path, so it must hold some. Raises NothingToIngest if it does
        not."""
        try:
            async with reading():
                await self._read_all(run, path, offers(run.pack, source, path))
        except NothingToIngest:
            if alone:
                raise

    async def _collect(self, run: Run) -> None:
        """Collects names from the sources that changed; also completes what was interrupted before."""
        run.report.entities = await self._entities.bring_up_to_date(run.principal, run.pack)

    async def _note_collisions(self, run: Run) -> None:
        if run.report.entities:
            collected = await self._entities.collected(run.principal, run.pack)
            index = await asyncio.to_thread(EntityIndex, run.pack, collected)
            run.report.collisions = await asyncio.to_thread(collision_lines, index, set(run.report.entities))

    async def _read_all(self, run: Run, path: Path, offered: Sequence[Offer]) -> None:
        found = await in_reading_thread(partial(recognised, path, offered, run.report))
        run.total += sum(one.file.size for one in found)
        for offer in offered:
            mine = [one for one in found if one.source.name == offer.source.name]
            if isinstance(offer.source, DocumentsSource):
                await self._documents(run, offer.source.name, mine)
            else:
                await self._table(run, offer.source, mine)

    async def _documents(self, run: Run, source: str, files: Sequence[Recognised]) -> None:
        known = await self._corpus.documents(run.principal, run.pack.name, source)
        before = await self._origins.files_of(run.principal, run.pack.name, source, run.report.origin)
        run.report.seen_before |= bool(before)
        shelf = _Shelf(known, {(kept.file, kept.digest): name for name, kept in before.items() if kept.digest})
        for one in files:
            await self._file(run, one, shelf)
        if source not in run.broken_sources:
            unread = {part.file for part in run.report.broken}
            gone = (name for name, kept in before.items() if name not in shelf.seen and kept.file not in unread)
            await self._remove(run, source, sorted(gone))

    async def _file(self, run: Run, one: Recognised, shelf: _Shelf) -> None:
        digest = await asyncio.to_thread(_digest, one) if DOCUMENT_IMPORTERS[one.importer].costly else ""
        same = shelf.files.get((one.file.name, digest)) if digest else None
        if same is not None:
            shelf.seen.add(same)
            run.report.of(one.source.name).unchanged += 1
            run.moved(one.file.size, one.file.name)
            return
        documents = await run.documents(one)
        share = one.file.size // (len(documents) + 1)
        for document in documents:
            # Importers report what they leave out; whatever one misses is not stored.
            document = replace(document, uri=sound_address(document.uri))
            await self._document(run, _stored(document, one, run, digest), document, shelf)
            run.moved(share, one.file.name)
        run.moved(one.file.size - share * len(documents), one.file.name)

    async def _document(self, run: Run, stored: Document, document: ImportedDocument, shelf: _Shelf) -> None:
        known = shelf.known
        if stored.document_id in shelf.seen:
            file = str(stored.metadata["file"])
            run.broke(stored.source, BrokenPart(file, f"{document.title} stands in another file too, which is kept"))
            return
        shelf.seen.add(stored.document_id)
        counts = run.report.of(stored.source)
        if known.get(stored.document_id) == stored.content_hash:
            counts.unchanged += 1
            return
        origin = Origin(stored.document_id, stored.pack, stored.source, document.uri, document.as_of, document.example)
        await self._corpus.upsert_document(run.principal, stored, chunks_of(origin, document.passages))
        counts.changed += stored.document_id in known
        counts.added += stored.document_id not in known

    async def _remove(self, run: Run, source: str, gone: Sequence[str]) -> None:
        for document_id in gone:
            removed = await self._corpus.delete_document(run.principal, run.pack.name, document_id)
            run.report.of(source).removed += removed

    async def _table(self, run: Run, source: TableSource, files: Sequence[Recognised]) -> None:
        before = await self._origins.has_rows_of(run.principal, run.pack.name, source.name, run.report.origin)
        run.report.seen_before |= before
        if not files and not before:
            return
        written = await self._rows_in(run, source, files)
        for start in range(0, len(written), BATCH):
            await self._write(run, source.name, written[start : start + BATCH], vanished=False)
        if before and source.name not in run.broken_sources:
            await self._write(run, source.name, written, vanished=True)
        if _touched(run, source.name) >= BATCH:
            # The planner's statistics would cover these rows a minute later at the earliest.
            await self._rows.analyze()
        run.report.of(source.name).unchanged += max(0, len(written) - _touched(run, source.name))
        for one in files:
            run.moved(one.file.size - one.file.size // 2, one.file.name)

    async def _rows_in(self, run: Run, source: TableSource, files: Sequence[Recognised]) -> list[TableRow]:
        """The rows of all files by key; a key with different values in two files is reported, and the first row
        kept."""
        regions = RegionNames(run.pack)
        rows: dict[str, TableRow] = {}
        for one in files:
            for row in await run.rows(one, regions):
                if rows.setdefault(row.row_id, row).content_hash != row.content_hash:
                    part = BrokenPart(one.file.name, f"the key {row.row_id} stands in another file too, which is kept")
                    run.broke(source.name, part)
            run.moved(one.file.size // 2, one.file.name)
        return list(rows.values())

    async def _write(self, run: Run, table: str, rows: Sequence[TableRow], *, vanished: bool) -> None:
        origin = run.report.origin
        added, changed, removed = await self._rows.upsert_rows(
            run.principal, run.pack.name, table, rows, replace_missing=vanished, origin=origin
        )
        counts = run.report.of(table)
        counts.added += added
        counts.changed += changed
        counts.removed += removed


@dataclass
class _Shelf:
    """The content of a source before its files are read, and which of it was found again."""

    known: Mapping[str, str]
    """Document id -> content hash."""
    files: Mapping[tuple[str, str], str]
    """(file, its digest) -> document id, of files whose reading is costly."""
    seen: set[str] = field(default_factory=set[str])


def _digest(one: Recognised) -> str:
    """Of the file's bytes and of how they are read."""
    try:
        with one.file.path.open("rb") as file:
            return f"{FORMAT}-{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError:
        return ""


def _touched(run: Run, table: str) -> int:
    counts = run.report.of(table)
    return counts.added + counts.changed


def _stored(document: ImportedDocument, one: Recognised, run: Run, digest: str) -> Document:
    origin = run.report.origin
    document_id = document.document_id
    if not DOCUMENT_IMPORTERS[one.importer].specific:
        # Two folders may both hold a.md: the folder is part of the id, except for the pack's own files.
        folder = [] if origin == SHIPPED else [hashlib.sha256(origin.encode()).hexdigest()[:10]]
        document_id = "/".join([one.source.name, *folder, document_id])
    return Document(
        document_id=document_id,
        pack=run.pack.name,
        source=one.source.name,
        uri=document.uri,
        title=document.title,
        content_hash=_content_hash(document),
        metadata={**document.metadata, "origin": origin, "file": one.file.name}
        | ({"digest": digest} if digest else {}),
        text=document.text,
    )


def _content_hash(document: ImportedDocument) -> str:
    """Of everything that is stored of it, but not of where its file lies."""
    content = [FORMAT, document.title, document.text, document.uri, document.as_of, document.example, document.metadata]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
