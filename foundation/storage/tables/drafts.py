"""Documents that were drafted in a conversation, in all their versions, and files that were attached to it."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, ForeignKey, Index, Integer, PrimaryKeyConstraint, Table, Text

from foundation.storage.tables.columns import document, identity, metadata, moment, of_session, words

drafts = Table(
    "drafts",
    metadata,
    Column("document_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("template"),
    words("title"),
    words("language"),
    moment("created_at"),
)
Index("ix_drafts_session", drafts.c.session_id, drafts.c.created_at)
Index("ix_drafts_owner", drafts.c.tenant_id, drafts.c.owner_id)

draft_versions = Table(
    "draft_versions",
    metadata,
    Column("document_id", Text, ForeignKey("drafts.document_id", ondelete="CASCADE"), nullable=False),
    *identity(),
    Column("version", Integer, nullable=False),
    words("run_id"),
    document("fields"),
    document("clauses"),
    document("terms"),
    words("markdown"),
    moment("created_at"),
    Column("approved_at", DateTime(timezone=True)),
    PrimaryKeyConstraint("document_id", "version"),
    comment="A version is never changed; approving it is the person's.",
)

attachments = Table(
    "attachments",
    metadata,
    Column("attachment_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("name"),
    words("text"),
    moment("created_at"),
    document("passages", nullable=True),
    comment="passages: [[title, text, start, end, place], …]; null: attached before there were any.",
)
Index("ix_attachments_session", attachments.c.session_id, attachments.c.created_at)
