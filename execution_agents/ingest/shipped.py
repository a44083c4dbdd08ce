"""The names in a pack's own files, read without a database: for `suffice packs check`, and for evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from execution_agents.clarification.index import GraphIndex
from execution_agents.ingest.imported import ImportedDocument, RowTarget
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS, ROW_IMPORTERS
from execution_agents.ingest.reading.apart import reading_at_once
from execution_agents.ingest.recognise import Offer, Recognised, recognised
from execution_agents.ingest.regions import RegionNames
from execution_agents.ingest.report import IngestReport
from execution_agents.knowledge_graph.collecting import (
    DocumentGathering,
    Gathered,
    collected_from,
    columns_read,
    gathered_from_cells,
)
from execution_agents.knowledge_graph.declared import slot_values
from execution_agents.knowledge_graph.index import Collected
from foundation.contracts.entities import PassageFacts
from foundation.contracts.errors import BrokenDocument, DataMissing, NothingToIngest
from foundation.domains.loading.graph_files import leads_in, read_graph
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.storage.records import TableRow


def named_in_files(pack: Pack, more: Sequence[Path] = ()) -> Collected:
    """The names in the pack's documents and tables, and in files of `more` folders that its sources recognise.
    Unreadable files are skipped: an ingest reports them."""
    targets = [one for one in pack.sources if isinstance(one, DocumentsSource | TableSource)]
    gathered: list[Gathered] = []
    with reading_at_once():
        for source in targets:
            files = list(_files(pack.root / source.path, (Offer(source, named=True),))) if source.path else []
            files += [one for folder in more for one in _files(folder, (Offer(source, named=False),))]
            gathered.append(_gathered(pack, source, files))
    return collected_from(gathered)


def graph_in_files(pack: Pack) -> GraphIndex:
    """The pack's own graph, ready for questions. Raises DataMissing for a pack that ships none."""
    declared = pack.graph
    if declared is None or declared.path is None:
        raise DataMissing(f"The pack {pack.name} ships no graph.")
    found = read_graph(pack.root / declared.path, declared)
    return GraphIndex(declared, found.entities.values(), leads_in(found, declared))


def _files(path: Path, offered: Sequence[Offer]) -> Sequence[Recognised]:
    try:
        return recognised(path, offered, IngestReport(origin=str(path)))
    except NothingToIngest:
        return ()


def _gathered(pack: Pack, source: DocumentsSource | TableSource, files: Sequence[Recognised]) -> Gathered:
    if isinstance(source, TableSource):
        columns = columns_read(source)
        rows = {tuple((name, str(row.data[name])) for name in columns if row.data[name] is not None): None
                for one in files for row in _rows(one, source, pack)}  # fmt: skip
        return gathered_from_cells(source, [dict(row) for row in rows], slot_values(pack))
    gathering = DocumentGathering(source)
    for one in files:
        for document in _documents(one):
            for at, passage in enumerate(document.passages):
                chunk = f"{document.document_id}#{at + 1}"
                gathering.take(
                    PassageFacts(
                        document.document_id, document.title, document.metadata, chunk, passage.title, passage.text
                    )
                )
    return gathering.gathered


def _documents(one: Recognised) -> Iterator[ImportedDocument]:
    try:
        yield from (part for part in DOCUMENT_IMPORTERS[one.importer].read(one.file)
                    if isinstance(part, ImportedDocument))  # fmt: skip
    except BrokenDocument:
        return


def _rows(one: Recognised, source: TableSource, pack: Pack) -> Iterator[TableRow]:
    try:
        parts = ROW_IMPORTERS[one.importer].read(one.file, RowTarget(source, RegionNames(pack)))
        yield from (part for part in parts if isinstance(part, TableRow))
    except BrokenDocument:
        return
