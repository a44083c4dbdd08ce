"""The model endpoint that a tenant's administrators entered; a tenant without a row has the environment's."""

from __future__ import annotations

from sqlalchemy import Column, PrimaryKeyConstraint, Table, Text

from foundation.storage.tables.columns import identity, metadata, moment, words

model_endpoints = Table(
    "model_endpoints",
    metadata,
    *identity(),
    Column("version", Text, nullable=False, comment="Another one at each change."),
    words("base_url"),
    words("model"),
    Column("reply_format", Text, comment="How structured replies are asked for first; null: found out."),
    Column("sealed_key", Text, comment="Encrypted (Fernet) with the tenant and the address; null: it takes no key."),
    words("key_end", ""),
    moment("changed_at"),
    PrimaryKeyConstraint("tenant_id"),
    comment="The owner is who changed it last; every change stands in audit_log.",
)
