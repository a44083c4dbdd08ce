"""Memories of people; which runs were looked at for them; conversations and people that keep none.

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

COMMENT = "The short tier is the window of exchanges and has no rows. replaced_by: history; it goes with the newer."
DUE = sa.text("status = 'completed' AND remembered IS NULL")


def upgrade() -> None:
    op.create_table(
        "memories",
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("tier", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), server_default="", nullable=False),
        sa.Column("confidence", sa.Integer(), server_default=sa.text("1000"), nullable=False),
        sa.Column("written_by", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("replaced_by", sa.Text(), nullable=True),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("tier IN ('midterm', 'longterm')", name="ck_memories_tier"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_memories_session_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["replaced_by"], ["memories.memory_id"], name=op.f("fk_memories_replaced_by"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("memory_id", name=op.f("pk_memories")),
        comment=COMMENT,
    )
    op.create_index("ix_memories_owner", "memories", ["tenant_id", "owner_id", "tier", "valid_from"])
    op.create_index("ix_memories_session", "memories", ["session_id"])
    op.create_index("ix_memories_replaced", "memories", ["replaced_by"])
    # What was said before this version is not looked at: nobody knew then that it would be kept.
    op.add_column("runs", sa.Column("remembered", sa.Boolean(), server_default=sa.text("true"), nullable=True))
    op.alter_column("runs", "remembered", server_default=None)
    op.create_index("ix_runs_unremembered", "runs", ["finished_at"], postgresql_where=DUE)
    for table in ("sessions", "people"):
        op.add_column(table, sa.Column("remembers", sa.Boolean(), server_default=sa.text("true"), nullable=False))


def downgrade() -> None:
    for table in ("people", "sessions"):
        op.drop_column(table, "remembers")
    op.drop_index("ix_runs_unremembered", "runs")
    op.drop_column("runs", "remembered")
    op.drop_table("memories")
