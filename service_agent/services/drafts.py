"""Drafted documents and attachments, as their person reads, approves and adds them."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from execution_agents.document.composing import DRAFT, differences
from execution_agents.document.docx import as_docx
from execution_agents.ingest.attached import read_attached
from execution_agents.ingest.reading.apart import in_reading_thread, reading
from foundation.contracts.drafting import UnknownDraft
from foundation.contracts.errors import BrokenDocument, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.conversations.drafts import Attachment, KeptVersion
from foundation.storage.conversations.file_names import name_in_titles
from foundation.storage.repositories import Repositories
from service_agent.services.uploads import UploadTurns

LONGEST = 60_000
"""Characters of one attachment: a contract of forty pages."""
WITH_HEADINGS = 4
"""Times the longest text: every passage repeats the headings above it, and a row its heads."""
MOST = 20
"""Files of one conversation."""
MAX_NAME_BYTES = 255


@dataclass(frozen=True)
class VersionChange:
    """One version, and what differs from the one before it."""

    kept: KeptVersion
    changes: tuple[str, ...]


class Drafts:
    """One person's documents; those of others do not exist for them."""

    def __init__(self, repositories: Repositories, turns: UploadTurns) -> None:
        """`turns`: those of uploads; attachments are read by the same few threads."""
        self._drafts = repositories.drafts
        self._sessions = repositories.sessions
        self._turns = turns

    async def version(self, principal: Principal, document_id: str, version: int | None = None) -> KeptVersion:
        """One version, the newest where none is named. Raises UnknownDraft."""
        found = await self._drafts.versions(principal, document_id)
        if version is None:
            return found[-1]
        chosen = next((one for one in found if one.document.version == version), None)
        if chosen is None:
            raise UnknownDraft
        return chosen

    async def versions(self, principal: Principal, document_id: str) -> list[VersionChange]:
        """All of them, oldest first, each with what it changed. Raises UnknownDraft."""
        found = await self._drafts.versions(principal, document_id)
        before = ["", *(one.document.markdown for one in found)]
        return [
            VersionChange(one, tuple(differences(was, one.document.markdown)) if was else ())
            for was, one in zip(before, found, strict=False)
        ]

    async def approve(self, principal: Principal, document_id: str, version: int) -> KeptVersion:
        """The person's approval of one version. Raises UnknownDraft."""
        await self._drafts.approve(principal, document_id, version)
        return await self.version(principal, document_id, version)

    async def docx(self, kept: KeptVersion) -> bytes:
        """The version as a Word file; one that is not approved says that it is a draft."""
        document = kept.document
        note = "" if kept.approved_at else draft_note(kept)
        return await asyncio.to_thread(as_docx, document.markdown, document.title, note)

    async def attached(self, principal: Principal, session_id: str) -> list[Attachment]:
        """What is attached to a conversation, newest first. Raises UnknownSession."""
        await self._sessions.get(principal, session_id)
        return await self._drafts.attached(principal, session_id)

    async def detach(self, principal: Principal, session_id: str, attachment_id: str) -> None:
        """Take a file off a conversation. Raises UnknownDraft."""
        await self._drafts.detach(principal, session_id, attachment_id)

    async def attach(self, principal: Principal, session_id: str, name: str, content: bytes) -> Attachment:
        """A file for this conversation alone, as text and passages. Raises WrongUse, BrokenDocument, UnknownSession."""
        plain = name_in_titles(Path(name).name)
        if not plain or plain.startswith(".") or len(os.fsencode(plain)) > MAX_NAME_BYTES:
            raise WrongUse("name: give the file's name, such as contract.pdf.", field="name")
        await self._sessions.get(principal, session_id)  # before a minute is spent on reading for nobody
        async with self._turns.turn(principal), reading():
            if len(await self._drafts.attached(principal, session_id)) >= MOST:
                most = f"session_id: {MOST} files are attached to it, which is the most; take one off first."
                raise WrongUse(most, field="session_id")
            read = await in_reading_thread(lambda: read_attached(plain, content))
        words = read.text
        if not words.strip():
            raise BrokenDocument(f"{plain} holds no text; type it in, or run text recognition over it.")
        if len(words) > LONGEST:
            raise WrongUse(
                f"body: {plain} has {len(words)} characters; {LONGEST} at most. Attach the part that matters."
            )
        if sum(len(one.title) + len(one.text) for one in read.passages) > WITH_HEADINGS * LONGEST:
            raise WrongUse(
                f"body: the headings of {plain} are too long for so many parts; attach the part that matters."
            )
        passages = [(one.title, one.text, one.start, one.end, dict(one.place or {})) for one in read.passages]
        attachment_id = await self._drafts.attach(principal, session_id, plain, words, passages)
        found = await self._drafts.attached(principal, session_id)
        return next(one for one in found if one.attachment_id == attachment_id)


def draft_note(kept: KeptVersion) -> str:
    """What stands above a version that nobody approved."""
    return DRAFT.get(kept.document.language, DRAFT["en"])
