"""Runs of long texts, and runs whose process stood still: a process takes few of them at a time. A table to try writes.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("long_text", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("runs", sa.Column("stalls", sa.Integer(), server_default=sa.text("0"), nullable=False))
    apart = sa.text("status = 'queued' AND (long_text OR stalls > 0)")
    op.create_index("ix_runs_apart", "runs", ["queue_no"], postgresql_where=apart)
    op.create_table(
        "write_checks",
        sa.Column("filler", sa.LargeBinary(), nullable=False),
        comment="Always empty: whether the database takes writes is tried here, and rolled back.",
        prefixes=["UNLOGGED"],
    )


def downgrade() -> None:
    op.drop_table("write_checks")
    op.drop_index("ix_runs_apart", "runs")
    op.drop_column("runs", "stalls")
    op.drop_column("runs", "long_text")
