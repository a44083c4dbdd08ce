"""Bodies of the routes of drafted documents and attachments."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from service_agent.protocol.wire import Wire


class WrittenOut(Wire):
    """A drafted document in one version."""

    document_id: str
    session_id: str
    title: str
    template: str
    language: str
    version: int
    fields: dict[str, str]
    """Field -> value: a decimal, an ISO date, a choice or words."""
    markdown: str
    created_at: datetime
    approved_at: datetime | None = None
    """When you approved it; null: it is a draft."""


class VersionOut(Wire):
    """One version, and what it changed."""

    version: int
    created_at: datetime
    approved_at: datetime | None = None
    changes: list[str]
    """Lines that went (-) and came (+); none for the first."""


class VersionList(Wire):
    """All versions of one document."""

    document_id: str
    versions: list[VersionOut]


class Approval(Wire):
    """Which version is approved."""

    version: Annotated[int, Field(ge=1, le=100_000)]


class AttachmentOut(Wire):
    """A file of a conversation."""

    attachment_id: str
    name: str
    characters: int
    created_at: datetime


class AttachmentList(Wire):
    """What is attached to a conversation."""

    attachments: list[AttachmentOut]
