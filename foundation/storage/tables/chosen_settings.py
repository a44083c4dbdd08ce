"""Limits and days of retention that a tenant's administrators chose; what has no row is the environment's."""

from __future__ import annotations

from sqlalchemy import Column, PrimaryKeyConstraint, Table, Text

from foundation.storage.tables.columns import identity, metadata, moment, words

chosen_settings = Table(
    "chosen_settings",
    metadata,
    *identity(),
    words("name"),
    Column("value", Text, nullable=False, comment="As JSON; null: no limit."),
    moment("changed_at"),
    PrimaryKeyConstraint("tenant_id", "name"),
    comment="The owner is who changed it last; every change stands in audit_log.",
)
