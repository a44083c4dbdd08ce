"""Drafted documents of one person's conversations, and files attached to them. Both go with their conversation."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, text

from foundation.contracts.drafting import DocumentVersion, UnknownDraft
from foundation.contracts.errors import Fenced, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.file_names import name_beside, titled
from foundation.storage.database.json_text import dump, load, plain
from foundation.storage.database.repository import Repository, who
from foundation.storage.records import Run

_KEEP = text(
    """
    WITH fence AS (
        SELECT session_id, run_id, tenant_id, owner_id FROM runs
        WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' FOR SHARE
    ), made AS (
        INSERT INTO drafts (document_id, tenant_id, owner_id, session_id, template, title, language)
        SELECT :document_id, tenant_id, owner_id, session_id, :template, :title, :language FROM fence
        ON CONFLICT (document_id) DO UPDATE SET title = drafts.title
            WHERE drafts.tenant_id = excluded.tenant_id AND drafts.owner_id = excluded.owner_id
        RETURNING document_id, tenant_id, owner_id
    )
    INSERT INTO draft_versions (document_id, tenant_id, owner_id, version, run_id, fields, clauses, terms, markdown)
    SELECT document_id, tenant_id, owner_id, :version, :run_id, CAST(:fields AS jsonb), CAST(:clauses AS jsonb),
           CAST(:terms AS jsonb), :markdown FROM made
    ON CONFLICT (document_id, version) DO UPDATE SET markdown = excluded.markdown, fields = excluded.fields,
        clauses = excluded.clauses, terms = excluded.terms
        WHERE draft_versions.run_id = excluded.run_id AND draft_versions.approved_at IS NULL
    RETURNING document_id
    """
)
"""A run that begins again overwrites its own version, and no other run's."""
_COLUMNS = (
    "d.document_id, d.session_id, d.template, d.title, d.language, v.version, CAST(v.fields AS text) AS fields,"
    " CAST(v.clauses AS text) AS clauses, CAST(v.terms AS text) AS terms, v.markdown, v.created_at, v.approved_at"
)
_FROM = (
    f"SELECT {_COLUMNS} FROM drafts AS d JOIN draft_versions AS v USING (document_id)"  # noqa: S608
    " WHERE d.tenant_id = :tenant_id AND d.owner_id = :owner_id"
)
_NEWEST = text(f"{_FROM} AND d.session_id = :session_id ORDER BY d.created_at DESC, v.version DESC LIMIT 1")
_VERSIONS = text(f"{_FROM} AND d.document_id = :document_id ORDER BY v.version")
_APPROVE = text(
    "UPDATE draft_versions SET approved_at = coalesce(approved_at, clock_timestamp()) WHERE document_id = :document_id"
    " AND version = :version AND tenant_id = :tenant_id AND owner_id = :owner_id"
)
_ATTACH = text(
    """
    INSERT INTO attachments (attachment_id, tenant_id, owner_id, session_id, name, text, passages)
    VALUES (:attachment_id, :tenant_id, :owner_id, :session_id, :name, :text, CAST(:passages AS jsonb))
    """
)
_ALONE = text(
    "SELECT session_id FROM sessions WHERE session_id = :session_id AND tenant_id = :tenant_id"
    " AND owner_id = :owner_id FOR NO KEY UPDATE"
)
"""One file at a time gets its name, and none once the conversation is being erased."""
_NAMES = text("SELECT name FROM attachments WHERE session_id = :session_id")
_ATTACHED = text(
    "SELECT attachment_id, name, text, created_at FROM attachments WHERE session_id = :session_id"
    " AND tenant_id = :tenant_id AND owner_id = :owner_id ORDER BY created_at DESC, attachment_id LIMIT 20"
)
_PASSAGES = text(
    "SELECT attachment_id, name, created_at, CAST(passages AS text) AS passages FROM attachments"
    " WHERE session_id = :session_id AND tenant_id = :tenant_id AND owner_id = :owner_id"
    " ORDER BY created_at DESC, attachment_id"
)
_DETACH = text(
    "DELETE FROM attachments WHERE attachment_id = :attachment_id AND session_id = :session_id"
    " AND tenant_id = :tenant_id AND owner_id = :owner_id"
)


@dataclass(frozen=True)
class KeptVersion:
    """One version as it is kept."""

    document: DocumentVersion
    session_id: str
    created_at: datetime
    approved_at: datetime | None


@dataclass(frozen=True)
class Attachment:
    """One file of a conversation, as text."""

    attachment_id: str
    name: str
    text: str
    created_at: datetime


@dataclass(frozen=True)
class AttachedPassages:
    """One file of a conversation, as passages."""

    attachment_id: str
    name: str
    created_at: datetime
    passages: tuple[tuple[str, str, int, int, Mapping[str, int | str]], ...]
    """Title, text, start and end in the file's text, place."""


class DraftsRepository(Repository):
    """Documents and attachments of one person; those of others do not exist for them."""

    async def keep(self, run: Run, made: DocumentVersion) -> None:
        """Stores the version that this run made. Raises Fenced when another process works on the run now."""
        row = await self._first(
            _KEEP,
            run_id=run.run_id,
            attempt=run.attempt,
            document_id=made.document_id,
            template=made.template,
            title=plain(made.title),
            language=made.language,
            version=made.version,
            fields=dump(made.fields),
            clauses=dump(made.clauses),
            terms=dump(made.terms),
            markdown=plain(made.markdown),
        )
        if row is None:
            raise Fenced

    async def newest(self, principal: Principal, session_id: str) -> DocumentVersion | None:
        """The newest version of the conversation's newest document."""
        row = await self._first(_NEWEST, **who(principal), session_id=session_id)
        return None if row is None else _kept(row).document

    async def versions(self, principal: Principal, document_id: str) -> list[KeptVersion]:
        """All versions, oldest first. Raises UnknownDraft."""
        found = [_kept(row) for row in await self._all(_VERSIONS, **who(principal), document_id=document_id)]
        if not found:
            raise UnknownDraft
        return found

    async def approve(self, principal: Principal, document_id: str, version: int) -> None:
        """The person approves a version; once approved it stays so. Raises UnknownDraft."""
        if not await self._changed(_APPROVE, **who(principal), document_id=document_id, version=version):
            raise UnknownDraft

    async def attach(
        self, principal: Principal, session_id: str, name: str, words: str, passages: Sequence[Any] = ()
    ) -> str:
        """Its id. `passages`: as `AttachedPassages` has them. A file of a name that is taken is called by it and a
        number, in its passages too. Raises UnknownSession."""
        attachment_id, whose = str(uuid.uuid4()), {**who(principal), "session_id": session_id}
        async with self._transaction() as connection:
            if (await connection.execute(_ALONE, whose)).first() is None:
                raise UnknownSession
            taken = frozenset(row.name for row in await connection.execute(_NAMES, {"session_id": session_id}))
            called = name_beside(plain(name), taken)
            values = {"attachment_id": attachment_id, "name": called, "text": plain(words)}
            values["passages"] = dump(titled(passages, name, called))
            await connection.execute(_ATTACH, {**whose, **values})
        return attachment_id

    async def attached(self, principal: Principal, session_id: str) -> list[Attachment]:
        """What is attached, newest first."""
        rows = await self._all(_ATTACHED, **who(principal), session_id=session_id)
        return [Attachment(row.attachment_id, row.name, row.text, row.created_at) for row in rows]

    async def passages(self, principal: Principal, session_id: str) -> list[AttachedPassages]:
        """Of everything that is attached, newest first."""
        rows = await self._all(_PASSAGES, **who(principal), session_id=session_id)
        return [
            AttachedPassages(
                row.attachment_id, row.name, row.created_at, tuple(tuple(one) for one in load(row.passages) or ())
            )
            for row in rows
        ]

    async def detach(self, principal: Principal, session_id: str, attachment_id: str) -> None:
        """Takes a file off. Raises UnknownDraft."""
        values = {"session_id": session_id, "attachment_id": attachment_id}
        if not await self._changed(_DETACH, **who(principal), **values):
            raise UnknownDraft


def _kept(row: Row[Any]) -> KeptVersion:
    document = DocumentVersion(
        document_id=row.document_id,
        version=row.version,
        template=row.template,
        title=row.title,
        language=row.language,
        fields=json.loads(row.fields),
        clauses=tuple(json.loads(row.clauses)),
        terms=tuple(json.loads(row.terms)),
        markdown=row.markdown,
    )
    return KeptVersion(document, row.session_id, row.created_at, row.approved_at)
