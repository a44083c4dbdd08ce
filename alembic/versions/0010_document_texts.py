"""A document's own text, and where the original shows each passage: citations open at the passage.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("text", sa.Text(), server_default="", nullable=False))
    op.add_column("chunks", sa.Column("place", postgresql.JSONB(), nullable=True))


def downgrade() -> None:
    op.drop_column("chunks", "place")
    op.drop_column("documents", "text")
