"""Audits that were asked for are found without reading all audits: each pass looks whether one of them was drawn since.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_audits_asked", "audits", ["run_id"], postgresql_where=sa.text("NOT drawn"))


def downgrade() -> None:
    op.drop_index("ix_audits_asked", table_name="audits", postgresql_where=sa.text("NOT drawn"))
