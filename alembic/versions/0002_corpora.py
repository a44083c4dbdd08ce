"""What is searched: documents, table rows, the graph, and what searching costs.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import VECTOR
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence("source_version")))
    op.create_table(
        "documents",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("uri", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("metadata", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "document_id", name=op.f("pk_documents")),
    )
    op.create_index("ix_documents_source", "documents", ["tenant_id", "pack", "source"], unique=False)
    op.create_table(
        "graph_entities",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("source_section", sa.Text(), server_default="", nullable=False),
        sa.Column("properties", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("embedding", VECTOR(), nullable=True),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "id", name=op.f("pk_graph_entities")),
    )
    op.create_index("ix_graph_entities_name", "graph_entities", ["tenant_id", "pack", "name"], unique=False)
    op.create_table(
        "source_costs",
        sa.Column("cost_id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("cost_ms", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("cost_id", name=op.f("pk_source_costs")),
    )
    op.create_index("ix_source_costs_source", "source_costs", ["tenant_id", "pack", "source", "cost_id"], unique=False)
    op.create_table(
        "source_versions",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "kind", "name", name=op.f("pk_source_versions")),
        comment="kind: corpus (one per documents source) or table.",
    )
    op.create_table(
        "table_rows",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("row_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("data", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("origin", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "removed_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="Set when the row vanished from its origin; its data stays so that the change can be seen.",
        ),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "table_name", "row_id", name=op.f("pk_table_rows")),
    )
    op.create_index(
        "ix_table_rows_data",
        "table_rows",
        ["data"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"data": "jsonb_path_ops"},
    )
    op.create_index("ix_table_rows_hash", "table_rows", ["tenant_id", "pack", "content_hash"], unique=False)
    op.create_index(
        "ix_table_rows_updated", "table_rows", ["tenant_id", "pack", "table_name", "updated_at"], unique=False
    )
    op.create_table(
        "chunks",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("chunk_id", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("near_group", sa.Text(), nullable=False),
        sa.Column("uri", sa.Text(), nullable=False),
        sa.Column("start_offset", sa.Integer(), nullable=False),
        sa.Column("end_offset", sa.Integer(), nullable=False),
        sa.Column("as_of", sa.Text(), nullable=True),
        sa.Column("example", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("embedding", VECTOR(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant_id", "pack", "document_id"],
            ["documents.tenant_id", "documents.pack", "documents.document_id"],
            name="fk_chunks_document",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "chunk_id", name=op.f("pk_chunks")),
    )
    op.create_index("ix_chunks_document", "chunks", ["tenant_id", "pack", "document_id", "position"], unique=False)
    op.create_index("ix_chunks_hash", "chunks", ["tenant_id", "pack", "content_hash"], unique=False)
    op.create_index("ix_chunks_id", "chunks", ["tenant_id", "chunk_id"], unique=False)
    op.create_table(
        "graph_relations",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("target_id", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("properties", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant_id", "pack", "source_id"],
            ["graph_entities.tenant_id", "graph_entities.pack", "graph_entities.id"],
            name="fk_graph_relations_source",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant_id", "pack", "target_id"],
            ["graph_entities.tenant_id", "graph_entities.pack", "graph_entities.id"],
            name="fk_graph_relations_target",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "source_id", "type", "target_id", name=op.f("pk_graph_relations")),
    )
    op.create_index("ix_graph_relations_target", "graph_relations", ["tenant_id", "pack", "target_id"], unique=False)


def downgrade() -> None:
    op.drop_table("graph_relations")
    op.drop_table("chunks")
    op.drop_table("table_rows")
    op.drop_table("source_versions")
    op.drop_table("source_costs")
    op.drop_table("graph_entities")
    op.drop_table("documents")
    op.execute(sa.schema.DropSequence(sa.Sequence("source_version")))
