"""Tables of sign-in: API keys, the page's sign-ins, people who were erased. No secret is in them, only hashes."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, Index, Table, Text, text
from sqlalchemy.dialects.postgresql import ARRAY

from foundation.storage.tables.columns import identity, metadata, moment, words

api_keys = Table(
    "api_keys",
    metadata,
    Column("key_id", Text, primary_key=True),
    *identity(),
    words("name"),
    words("key_hash"),
    Column("roles", ARRAY(Text), nullable=False),
    moment("created_at"),
    Column("expires_at", DateTime(timezone=True)),
    Column("revoked_at", DateTime(timezone=True)),
    Column("last_used_at", DateTime(timezone=True)),
    comment="Keys are 256 random bits: their SHA-256 cannot be guessed back, so no slow hash is needed.",
)
Index("uq_api_keys_hash", api_keys.c.key_hash, unique=True)  # who a key names
Index(
    "uq_api_keys_name", api_keys.c.tenant_id, api_keys.c.name, unique=True, postgresql_where=text("revoked_at IS NULL")
)
Index("ix_api_keys_owner", api_keys.c.tenant_id, api_keys.c.owner_id)  # erase a person

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("cookie_hash", Text, primary_key=True),
    *identity(),
    Column("roles", ARRAY(Text), nullable=False),
    Column("key_hash", Text, comment="The key it was made from and ends with; null: a token or the provider's word."),
    moment("created_at"),
    Column("expires_at", DateTime(timezone=True), nullable=False),
)
Index("ix_sign_ins_owner", sign_ins.c.tenant_id, sign_ins.c.owner_id)  # erase a person
Index("ix_sign_ins_expires", sign_ins.c.expires_at)  # prune

erased_people = Table(
    "erased_people",
    metadata,
    Column("person_hash", Text, primary_key=True),
    *identity(),
    moment("erased_at"),
    comment="Tells every process to close the person's connections; kept for a day, without their name.",
)
