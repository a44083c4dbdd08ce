"""A graph's nodes know where they came from; how often a person asked for one of them is counted.

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

VERSIONS = "kind: corpus (one per documents source), table or graph."
EARLIER = "kind: corpus (one per documents source) or table."
ASKED = "How often a person asked for a thing of a graph, and when last: what is offered first."


def upgrade() -> None:
    op.add_column("graph_entities", sa.Column("origin", sa.Text(), server_default="", nullable=False))
    op.create_index("ix_graph_entities_source", "graph_entities", ["tenant_id", "pack", "source"], unique=False)
    op.create_table_comment("source_versions", VERSIONS, existing_comment=EARLIER)
    op.create_table(
        "graph_asked",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "owner_id", "entity_id", name=op.f("pk_graph_asked")),
        comment=ASKED,
    )


def downgrade() -> None:
    op.drop_table("graph_asked")
    op.create_table_comment("source_versions", EARLIER, existing_comment=VERSIONS)
    op.drop_index("ix_graph_entities_source", table_name="graph_entities")
    op.drop_column("graph_entities", "origin")
