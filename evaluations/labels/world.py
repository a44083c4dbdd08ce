"""The sources conversations are held over: a tenant each for what is shared, one of its own for what changes them.

Tenants share nothing, so a conversation that amends an article or a row disturbs no other. Time is moved by moving what
is stored into the past, evidence and table rows alike: the service's own clock is the database's and stays as it is.
"""

from __future__ import annotations

import asyncio
import csv
import io
import shutil
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.front_matter import split_front_matter
from execution_agents.ingest.pipeline import IngestService
from execution_agents.knowledge_graph.collector import collector_over
from foundation.contracts.errors import DataMissing
from foundation.contracts.identity import LOCAL, Principal
from foundation.domains.loading.labels import Change, Conversation
from foundation.domains.schema.pack import Column, DocumentsSource, Pack, TableSource
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.repositories import Repositories
from foundation.storage.tables.corpus import table_rows
from foundation.storage.tables.turns import evidence

PUBLIC_FOLDERS = ("kr_statutes", "daegu_apt_trades", "anyang_apt_2017")
"""What a person would ingest: statutes by article and single transactions."""
_AMENDMENT = "\n\n이 조문은 개정되었습니다. 적용 시기와 경과 조치를 확인하십시오. This article was amended.\n"


@dataclass(frozen=True)
class Place:
    """Where one conversation is held."""

    principal: Principal
    pack: Pack
    """The pack, or a copy of it whose files may be changed."""


@dataclass
class World:
    """All tenants of one evaluation, over the database the service runs on."""

    engine: AsyncEngine
    pack: Pack
    copies: Path
    """A folder for packs that are changed."""
    public: Path | None
    """The public data; None: conversations that need it are left out."""
    _public_tenant: str | None = field(default=None, init=False)
    _filling: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def place(self, conversation: Conversation) -> Place:
        """Sources for this conversation, and a person who has met no other."""
        who = uuid.uuid4().hex
        public = conversation.needs == "public_data"
        if conversation.changes:
            copy = self.pack.model_copy(update={"root": self.copies / who})
            shutil.copytree(self.pack.root, copy.root)
            return Place(await self._filled(who, copy, public=public), copy)
        if public:
            return Place(Principal(tenant_id=await self._public(who), owner_id=who), self.pack)
        return Place(Principal(tenant_id=LOCAL.tenant_id, owner_id=who), self.pack)

    async def age(self, place: Place, session_id: str, seconds: int) -> None:
        """Everything of this conversation was fetched that much earlier; rows were stored earlier too, so that
        "changed since it was fetched" stays true of what really changed."""
        by, tenant = timedelta(seconds=seconds), place.principal.tenant_id
        fetched = evidence.c.fetched_at
        stored = table_rows.c.updated_at
        async with self.engine.begin() as connection:
            await connection.execute(
                update(evidence).where(evidence.c.session_id == session_id).values(fetched_at=fetched - by)
            )
            await connection.execute(
                update(table_rows).where(table_rows.c.tenant_id == tenant).values(updated_at=stored - by)
            )

    async def change(self, place: Place, change: Change) -> None:
        """Amend what the label names, the way a person would: in its file, which is then ingested again."""
        source = place.pack.source(change.source)
        if isinstance(source, DocumentsSource) and source.path:
            amend_document(place.pack.root / source.path, change.where)
        elif isinstance(source, TableSource) and source.path:
            amend_rows(place.pack.root / source.path, change.where, source)
        else:
            raise DataMissing(f"{change.source} holds no files of the pack, so the label's change cannot be made.")
        await self._ingest().load_shipped(place.pack, place.principal, _no_bar)

    async def _public(self, who: str) -> str:
        """The tenant that has ingested the public files, once for all conversations over them."""
        async with self._filling:
            if self._public_tenant is None:
                self._public_tenant = (await self._filled(who, self.pack, public=True)).tenant_id
        return self._public_tenant

    async def _filled(self, who: str, pack: Pack, *, public: bool) -> Principal:
        principal = Principal(tenant_id=f"labels-{who}", owner_id=who)
        ingest = self._ingest()
        await ingest.load_shipped(pack, principal, _no_bar)
        if public and self.public is not None:
            for folder in PUBLIC_FOLDERS:
                await ingest.ingest(self.public / folder, pack, None, principal, _no_bar)
        return principal

    def _ingest(self) -> IngestService:
        repositories = Repositories.over(self.engine)
        return IngestService(
            repositories.corpus,
            OriginsRepository(self.engine),
            repositories.rows,
            collector_over(self.engine),
            repositories.graph,
        )


def amend_document(folder: Path, where: Mapping[str, str]) -> None:
    """One sentence more in the document whose front matter says so. Raises DataMissing when there is none."""
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        front = split_front_matter(text).fields
        if all(str(front.get(name)) == value for name, value in where.items()):
            path.write_text(text.rstrip() + _AMENDMENT, encoding="utf-8")
            return
    raise DataMissing(f"No document in {folder} has {dict(where)}; correct the label.")


def amend_rows(file: Path, where: Mapping[str, str], source: TableSource) -> None:
    """Other figures in the rows that have these values. Raises DataMissing when there are none."""
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    numbers = {column.name: column for column in source.columns if column.type in ("integer", "number")}
    figures = {name: column for name, column in numbers.items() if column.unit == "won"} or numbers
    touched = [row for row in rows if all(row.get(name) == value for name, value in where.items())]
    if not touched:
        raise DataMissing(f"No row of {file.name} has {dict(where)}; correct the label.")
    for row in touched:
        row.update({name: other_figure(row[name], column) for name, column in figures.items() if row[name]})
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(written.getvalue(), encoding="utf-8")


def other_figure(cell: str, column: Column) -> str:
    """Another figure in a cell's place: a million won more, else one more of whatever it counts."""
    more = 1_000_000 if column.unit == "won" else 1
    return str(int(cell) + more) if column.type == "integer" else str(Decimal(cell) + more)


def _no_bar(done: int, total: int, what: str) -> None:
    """The evaluation shows its own progress."""
    del done, total, what
