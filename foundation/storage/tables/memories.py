"""Memories of people that last beyond a conversation."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, DateTime, ForeignKey, Index, Integer, Table, Text, text

from foundation.storage.tables.columns import identity, metadata, moment, words

memories = Table(
    "memories",
    metadata,
    Column("memory_id", Text, primary_key=True),
    *identity(),
    words("tier"),
    Column("session_id", Text, ForeignKey("sessions.session_id", ondelete="SET NULL")),
    Column("message_id", Text),
    words("kind"),
    words("text"),
    words("topic", ""),
    Column("confidence", Integer, nullable=False, server_default=text("1000")),
    words("written_by"),
    moment("valid_from"),
    Column("replaced_by", Text, ForeignKey("memories.memory_id", ondelete="CASCADE")),
    Column("replaced_at", DateTime(timezone=True)),
    CheckConstraint("tier IN ('midterm', 'longterm')", name="ck_memories_tier"),
    comment="The short tier is the window of exchanges and has no rows. replaced_by: history; it goes with the newer.",
)
Index("ix_memories_owner", memories.c.tenant_id, memories.c.owner_id, memories.c.tier, memories.c.valid_from)
Index("ix_memories_session", memories.c.session_id)
Index("ix_memories_replaced", memories.c.replaced_by)
