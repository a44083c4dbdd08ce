"""What the newest ingest of each origin did and left out: the knowledge page shows it.

Revision ID: 0026
Revises: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ingest_reports",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("sources", JSONB(none_as_null=True), nullable=False),
        sa.Column("left_out", JSONB(none_as_null=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "pack", "origin", name=op.f("pk_ingest_reports")),
        comment="The newest of each origin: a folder, an upload, or the pack itself.",
    )


def downgrade() -> None:
    op.drop_table("ingest_reports")
