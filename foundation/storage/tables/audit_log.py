"""The audit log: append-only rows. A trigger refuses every other change (migration `admin_audit_log`)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Identity, Index, Table

from foundation.storage.tables.columns import document, identity, metadata, moment, words

audit_log = Table(
    "audit_log",
    metadata,
    Column("entry_id", BigInteger, Identity(always=True), primary_key=True),
    *identity(),
    moment("at"),
    words("way"),
    words("action"),
    words("subject", ""),
    words("about", ""),
    words("origin", ""),
    words("result"),
    words("code", ""),
    document("detail"),
    comment="Append-only: a trigger refuses changes but those of erasing a person and of retention.",
)
Index("ix_audit_log_newest", audit_log.c.tenant_id, audit_log.c.entry_id)  # the list
Index("ix_audit_log_owner", audit_log.c.tenant_id, audit_log.c.owner_id, audit_log.c.entry_id)  # one person's, erasing
Index("ix_audit_log_about", audit_log.c.tenant_id, audit_log.c.about, audit_log.c.entry_id)  # one person's, erasing
Index("ix_audit_log_at", audit_log.c.at)  # prune
