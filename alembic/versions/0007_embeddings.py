"""What hybrid search keeps: vectors of chunks and the models they came from.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import VECTOR

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chunk_vectors",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("shelf", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("embedding", VECTOR(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "source", "content_hash", name="pk_chunk_vectors"),
    )
    op.create_table(
        "embedders",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("projection", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", name="pk_embedders"),
        comment="The model a pack's vectors are of; projection: the built-in embedder's own figures (float16), else "
        "null.",
    )


def downgrade() -> None:
    op.drop_table("embedders")
    op.drop_table("chunk_vectors")
