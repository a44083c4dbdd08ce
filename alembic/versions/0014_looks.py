"""An experiment declares how often its threshold's proof may be looked at.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("looks", sa.Text(), server_default="always", nullable=False))


def downgrade() -> None:
    op.drop_column("experiments", "looks")
