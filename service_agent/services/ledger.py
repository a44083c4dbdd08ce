"""What a conversation has in hand, as its person sees it: each record, its age, and when it would no longer do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from execution_agents.reuse.versions import versions_of
from foundation.contracts.errors import UnknownEvidence
from foundation.contracts.identity import Principal
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import DataType, Pack
from foundation.domains.schema.uploads import with_uploads
from foundation.domains.slots.slots import display_value
from foundation.storage.conversations.evidence import Contents
from foundation.storage.conversations.file_names import BELOW
from foundation.storage.records import LedgerEntry, Opening
from foundation.storage.repositories import Repositories

Usable = Literal["ready", "ask", "search"]
"""ready: used as it stands; ask: looked at or asked about first; search: too old, the next question searches."""
PER_TYPE = 50
"""Newest records of each data type that are listed."""
KIND_OF_VERSION: Mapping[str, Literal["corpus", "table"]] = {"documents": "corpus", "table": "table"}


@dataclass(frozen=True)
class Holding:
    """One record of the ledger and how it stands now."""

    entry: LedgerEntry
    usable: Usable
    source_changed: bool
    """Its sources changed since: whether these very items did is looked at when a question needs them."""
    warn_at: datetime | None
    """From here on the person is asked first; None: age does not count."""
    stale_at: datetime | None
    name: Mapping[str, str] = field(default_factory=dict[str, str])
    """Language -> what it holds: the titles of passages, the source and conditions of rows."""
    also: tuple[str, ...] = ()
    """Older records of the very same items: they stand once."""


class Ledger:
    """Reads holdings; judges nothing (that is judge 2's work, with a question in hand)."""

    def __init__(self, repositories: Repositories, packs: Mapping[str, Pack]) -> None:
        self._repositories = repositories
        self._packs = packs

    async def holdings(self, principal: Principal, session_id: str) -> list[Holding]:
        """Everything the conversation found, newest first within its data type. Raises UnknownSession."""
        session = await self._repositories.sessions.get(principal, session_id)
        pack = self._packs.get(session.pack)
        if pack is None:
            return []
        pack = with_uploads(pack)
        names = [data_type.name for data_type in pack.data_types]
        opening = await self._repositories.openings.read(principal, session_id, pack.name, names, PER_TYPE)
        types = {data_type.name: data_type for data_type in pack.data_types}
        ids = [entry.record.evidence_id for entry in opening.ledger]
        contents = await self._repositories.evidence.contents(principal, ids)
        found: dict[tuple[str, str], Holding] = {}
        for entry in opening.ledger:  # newest first
            record, held = entry.record, contents.get(entry.record.evidence_id)
            same = (record.data_type, held.digest if held else record.evidence_id)
            newest = found.get(same)
            if newest is not None:
                found[same] = replace(newest, also=(*newest.also, record.evidence_id))
                continue
            name = {language: name_of(record, held, pack, language) for language in pack.languages}
            holding = holding_of(entry, types[record.data_type], opening)
            if record.kind == "upload" and not _are_attached(held, opening):
                holding = replace(holding, usable="search", source_changed=True)
            found[same] = replace(holding, name=name)
        return list(found.values())

    async def evidence(self, principal: Principal, session_id: str, evidence_id: str) -> Evidence:
        """One record with its items. Raises UnknownSession, UnknownEvidence (also for another session's)."""
        await self._repositories.sessions.get(principal, session_id)
        found = await self._repositories.evidence.get(principal, evidence_id)
        if found.session_id != session_id:
            raise UnknownEvidence
        return found


def name_of(record: Evidence, contents: Contents | None, pack: Pack, language: str) -> str:
    """What a record holds. The question it was found for says what somebody wanted, not what is there."""
    if record.kind in ("documents", "upload") and contents is not None and contents.titles and any(contents.titles):
        return " · ".join(title for title in contents.titles if title)
    said = [
        display_value(pack.slot(name), value, language)
        for name, values in record.slots.items()
        if any(slot.name == name for slot in pack.slots)
        for value in values
    ]
    labels = [source.label.get(language) or source.name for source in pack.sources if source.name in record.sources]
    return " · ".join((*labels, *said)) or record.query


def holding_of(entry: LedgerEntry, data_type: DataType, opening: Opening) -> Holding:
    """How a record stands by its age and its sources' versions."""
    record, clock = entry.record, data_type.freshness
    warn_at = _after(record.fetched_at, clock.warn_after_s)
    stale_at = _after(record.fetched_at, clock.stale_after_s)
    changed = _changed(record, opening)
    usable: Usable = "ready"
    if changed or (warn_at is not None and opening.now >= warn_at):
        usable = "ask"
    if stale_at is not None and opening.now >= stale_at:
        usable = "search"
    return Holding(entry, usable, changed, warn_at, stale_at)


def _are_attached(contents: Contents | None, opening: Opening) -> bool:
    """True if the files that passages are of are still attached."""
    names = {name for _, name in opening.attached}
    return contents is not None and all(title.split(BELOW)[0] in names for title in contents.titles)


def _changed(record: Evidence, opening: Opening) -> bool:
    kind = KIND_OF_VERSION.get(record.kind)
    if kind is None:
        return False
    now = opening.versions_of(kind)
    before = versions_of(record.sources, record.source_version)
    return any(name in now and now[name] != version for name, version in before.items())


def _after(start: datetime, seconds: int | None) -> datetime | None:
    return None if seconds is None else start + timedelta(seconds=seconds)
