"""Entities know the source that told of them, and what else they are called; each source has a mark of its state.

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

COMMENT = (
    "A row is what one source says of an entity (id: source/entity_id). source_section: id of the entity it lies in, "
    "whichever source that is of."
)


def jsonb() -> postgresql.JSONB:
    return postgresql.JSONB(none_as_null=True, astext_type=sa.Text())


def upgrade() -> None:
    op.add_column("graph_entities", sa.Column("source", sa.Text(), server_default="", nullable=False))
    op.add_column("graph_entities", sa.Column("entity_id", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "graph_entities", sa.Column("aliases", jsonb(), server_default=sa.text("'[]'::jsonb"), nullable=False)
    )
    op.create_index("ix_graph_entities_entity", "graph_entities", ["tenant_id", "pack", "entity_id"], unique=False)
    op.create_table_comment("graph_entities", COMMENT)
    op.create_table(
        "entity_sources",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("elsewhere", jsonb(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "source", name=op.f("pk_entity_sources")),
        comment="mark: of what the source's entities were collected from; words: those its passages hold, one a line.",
    )


def downgrade() -> None:
    op.drop_table("entity_sources")
    op.drop_table_comment("graph_entities", existing_comment=COMMENT)
    op.drop_index("ix_graph_entities_entity", table_name="graph_entities")
    for name in ("aliases", "entity_id", "source"):
        op.drop_column("graph_entities", name)
