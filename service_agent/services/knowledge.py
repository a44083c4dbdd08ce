"""What the packs of this service know: sources, documents, rows, what was taken in and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from execution_agents.ingest.pipeline import SHIPPED
from execution_agents.ingest.report import IngestReport
from foundation.contracts.errors import UnknownSource, WrongUse
from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import DocumentsSource, Pack, PackSource, TableSource
from foundation.storage.corpus.graph import GraphPlace
from foundation.storage.corpus.ingest_reports import IngestReports, KeptReport
from foundation.storage.corpus.shelves import Held, ShelfAsk, ShelfLine, TableColumns
from foundation.storage.repositories import Repositories
from service_agent.services.parts import Domains, IndexState

NOTHING = Held(0, None, None, None, example=False)


@dataclass(frozen=True)
class SourceKnown:
    """One source with what it holds now."""

    source: PackSource
    documents: int
    held: Held


class Knowledge:
    """The shelves of the packs, as whoever asks may see and change them."""

    def __init__(self, repositories: Repositories, domains: Domains) -> None:
        self._repositories = repositories
        self._domains = domains

    async def sources(self, principal: Principal, pack: Pack) -> list[SourceKnown]:
        """Every source in the pack's order."""
        counts = await self._repositories.corpus.counts(principal, pack.name)
        held = await self._repositories.shelves.passages_held(principal, pack.name)
        return [await self._known(principal, pack, source, counts, held) for source in pack.sources]

    async def _known(
        self,
        principal: Principal,
        pack: Pack,
        source: PackSource,
        counts: dict[str, tuple[int, int]],
        held: dict[str, Held],
    ) -> SourceKnown:
        if isinstance(source, DocumentsSource):
            return SourceKnown(source, counts.get(source.name, (0, 0))[0], held.get(source.name, NOTHING))
        if isinstance(source, TableSource):
            columns = TableColumns(day_column(source), source.example_column)
            return SourceKnown(
                source, 0, await self._repositories.shelves.rows_held(principal, pack.name, source.name, columns)
            )
        if source.kind == "graph":
            nodes, relations = await self._repositories.graph.counts(principal, GraphPlace(pack.name, source.name))
            return SourceKnown(source, nodes, Held(relations, None, None, None, example=False))
        return SourceKnown(source, 0, NOTHING)

    async def documents(self, principal: Principal, ask: ShelfAsk) -> tuple[list[ShelfLine], int]:
        """A page of documents, and how many there are in all."""
        shelves = self._repositories.shelves
        return await shelves.page(principal, ask), await shelves.count(principal, ask)

    async def rows(
        self, principal: Principal, pack: Pack, table: str, after: str, limit: int
    ) -> list[tuple[str, dict[str, Any]]]:
        """A page of a table's rows. Raises UnknownSource."""
        if not any(isinstance(source, TableSource) and source.name == table for source in pack.sources):
            known = ", ".join(source.name for source in pack.sources if isinstance(source, TableSource))
            raise UnknownSource(
                f"The pack {pack.name} has no table {table!r}; it has {known or 'none'}.", field="source"
            )
        return await self._repositories.shelves.rows(principal, pack.name, table, after, limit)

    async def search(self, principal: Principal, pack: Pack, query: str, limit: int) -> Sequence[EvidenceItem]:
        """The best passages. Raises SourceFailed."""
        return await self._domains.search(principal, pack, query, limit)

    async def remove(self, principal: Principal, pack: Pack, document_id: str) -> None:
        """One document with its passages. Raises UnknownDocument, and WrongUse for what the pack itself brings."""
        line = await self._repositories.shelves.one(principal, pack.name, document_id)
        if line.origin == SHIPPED:
            raise WrongUse(
                f"document_id: {line.title} lies in the pack itself and would come back; remove its file there.",
                field="document_id",
            )
        await self._repositories.corpus.delete_document(principal, pack.name, document_id)
        await self._domains.reindex(principal, pack)
        self._domains.prepare(principal, pack)

    async def reindex(self, principal: Principal, pack: Pack) -> None:
        """Brings this process's index up to date now, and has the names collected again."""
        await self._domains.reindex(principal, pack)
        self._domains.prepare(principal, pack)

    async def index_state(self, principal: Principal, pack: Pack) -> IndexState:
        """Whether this process searches what the pack holds now."""
        return await self._domains.index_state(principal, pack)

    async def reports(self, principal: Principal, pack: Pack) -> list[KeptReport]:
        """What the newest ingest of each origin did, newest first."""
        return await self._repositories.ingests.of(principal, pack.name)


async def note(into: IngestReports, principal: Principal, pack: Pack, report: IngestReport) -> None:
    """Keeps what an ingest did. Raises SignInEnded as the repository says."""
    sources = {
        name: {
            "added": counts.added,
            "changed": counts.changed,
            "removed": counts.removed,
            "unchanged": counts.unchanged,
        }
        for name, counts in report.sources.items()
    }
    await into.keep(principal, pack.name, KeptReport(report.origin, sources, remarks_of(report)))


def remarks_of(report: IngestReport) -> list[str]:
    """What an ingest left out and why, one sentence each."""
    broken = [str(part) for part in report.broken]
    skipped = [
        f"{entry.count} × {entry.kind}: {entry.reason} ({', '.join(entry.examples)})" for entry in report.skipped
    ]
    return [*broken, *skipped]


def day_column(table: TableSource) -> str | None:
    """The column that says of which day or month a row is: the declared one, else the first of such a type."""
    days = [column.name for column in table.columns if column.type in ("date", "month")]
    declared = [name for name in (table.as_of, table.order_by) if name in days]
    return next(iter((*declared, *days)), None)
