"""Conversations that are pinned, archived, titled and shared; a person's newest messages are found by an index.

Revision ID: 0024
Revises: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

COMMENT = "Read-only snapshots behind a link; of the link only its hash is kept. One of a conversation at most."


def upgrade() -> None:
    for flag in ("pinned", "archived"):
        op.add_column("sessions", sa.Column(flag, sa.Boolean(), server_default=sa.text("false"), nullable=False))
    # Nobody knows who gave the titles there are: they stay as they are.
    op.add_column("sessions", sa.Column("titled_by", sa.Text(), server_default="person", nullable=False))
    op.alter_column("sessions", "titled_by", server_default="question")
    op.drop_index("ix_sessions_owner", "sessions")
    op.create_index(
        "ix_sessions_owner", "sessions", ["tenant_id", "owner_id", "archived", "pinned", "updated_at", "session_id"]
    )
    op.create_index("ix_messages_newest", "messages", ["tenant_id", "owner_id", "position"])
    op.create_table(
        "shares",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("with_sources", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("snapshot", JSONB(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_shares_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_shares")),
        sa.UniqueConstraint("session_id", name=op.f("uq_shares_session_id")),
        comment=COMMENT,
    )
    op.create_index("ix_shares_owner", "shares", ["tenant_id", "owner_id"])


def downgrade() -> None:
    op.drop_table("shares")
    op.drop_index("ix_messages_newest", "messages")
    op.drop_index("ix_sessions_owner", "sessions")
    op.create_index("ix_sessions_owner", "sessions", ["tenant_id", "owner_id", "updated_at", "session_id"])
    for column in ("titled_by", "archived", "pinned"):
        op.drop_column("sessions", column)
