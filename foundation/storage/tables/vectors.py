"""Vectors of passages, and the embedders a corpus was fitted with.

A vector belongs to the words of a passage (its content hash), not to the passage: a document that is read again keeps
the vectors of what did not change. `shelf` names one tenant's pack and one model in hexadecimal digits, so that a
partial index over it can be used by a statement with the shelf written out.
"""

from __future__ import annotations

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import Column, Integer, LargeBinary, PrimaryKeyConstraint, Table

from foundation.storage.tables.columns import identity, metadata, moment, words

INDEX_PREFIX = "ix_chunk_vectors_hnsw_"
"""Of the partial indexes that shelves get once they are large: made as they grow, by no migration."""

chunk_vectors = Table(
    "chunk_vectors",
    metadata,
    *identity(),
    words("shelf"),
    words("pack"),
    words("source"),
    words("content_hash"),
    Column("embedding", VECTOR(), nullable=False),
    moment("created_at"),
    PrimaryKeyConstraint("shelf", "source", "content_hash"),
)

embedders = Table(
    "embedders",
    metadata,
    *identity(),
    words("pack"),
    words("model"),
    Column("dimensions", Integer, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("projection", LargeBinary),
    moment("created_at"),
    PrimaryKeyConstraint("tenant_id", "pack"),
    comment="The model a pack's vectors are of; projection: the built-in embedder's own figures (float16), else null.",
)
