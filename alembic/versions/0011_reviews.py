"""Thumbs and answers with unknown figures are found by when they came: the review queue reads only those.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_feedback_heard", "feedback", ["created_at"], unique=False)
    op.create_index(
        "ix_messages_unsupported",
        "messages",
        ["tenant_id", "created_at"],
        unique=False,
        postgresql_where=sa.text(
            "role = 'assistant' AND CAST(body #>> '{verification,numeric_preservation}' AS double precision) < 1"
        ),
    )


def downgrade() -> None:
    op.drop_index("ix_messages_unsupported", table_name="messages")
    op.drop_index("ix_feedback_heard", table_name="feedback")
