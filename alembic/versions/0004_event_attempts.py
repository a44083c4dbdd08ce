"""Which attempt of its run wrote an event: what shows that nobody wrote after having lost the run.

Empty for events a person or the clock caused, and for those of versions that do not know the column yet.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("run_events", sa.Column("attempt", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("run_events", "attempt")
