"""What follow-up questions are understood from stands in a table of its own, no longer in the graph's checkpoint.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recent_exchanges",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("exchanges", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_recent_exchanges")),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.session_id"],
            name=op.f("fk_recent_exchanges_session_id"),
            ondelete="CASCADE",
        ),
        comment="The last questions of a conversation, as they were understood, with their answers: follow-ups need "
        "them.",
    )


def downgrade() -> None:
    op.drop_table("recent_exchanges")
