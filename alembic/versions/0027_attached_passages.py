"""Attached files are evidence: each is kept as passages with their places, beside its text.

Revision ID: 0027
Revises: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

COMMENT = "passages: [[title, text, start, end, place], …]; null: attached before there were any."


def upgrade() -> None:
    op.add_column("attachments", sa.Column("passages", JSONB(none_as_null=True), nullable=True))
    op.create_table_comment("attachments", COMMENT)


def downgrade() -> None:
    op.drop_table_comment("attachments", existing_comment=COMMENT)
    op.drop_column("attachments", "passages")
