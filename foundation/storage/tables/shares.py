"""Conversations that were shown to others by a link."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from foundation.storage.tables.columns import document, flag, identity, metadata, moment, of_session

shares = Table(
    "shares",
    metadata,
    Column("token_hash", Text, primary_key=True),
    *identity(),
    of_session(),
    flag("with_sources"),
    document("snapshot"),
    moment("created_at"),
    UniqueConstraint("session_id"),
    comment="Read-only snapshots behind a link; of the link only its hash is kept. One of a conversation at most.",
)
Index("ix_shares_owner", shares.c.tenant_id, shares.c.owner_id)
