"""What answering keeps: one record an answer, and the list of answers to review.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer_records",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("question_type", sa.Text(), nullable=False),
        sa.Column("fallback", sa.Text()),
        sa.Column("recovery_round", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("failure", sa.Text(), comment="insufficient_answer, no_answer; null: answered"),
        sa.Column("contexts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("top_scores", JSONB(none_as_null=True), nullable=False),
        sa.Column("confidence", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("configuration", sa.Text(), nullable=False),
        sa.Column("answer_ms", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("record", JSONB(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("reviewed_at", sa.DateTime(timezone=True)),
        sa.Column("reviewed_by", sa.Text()),
        sa.Column("note", sa.Text()),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.session_id"],
            name="fk_answer_records_session_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run_id", name="pk_answer_records"),
    )
    op.create_index("ix_answer_records_session", "answer_records", ["session_id"])
    op.create_index(
        "ix_answer_records_failed",
        "answer_records",
        ["tenant_id", "created_at", "run_id"],
        postgresql_where=sa.text("failure IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_table("answer_records")
