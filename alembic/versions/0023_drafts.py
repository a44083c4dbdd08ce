"""Documents drafted in a conversation, their versions, and what was attached to it.

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("template", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_drafts_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_drafts")),
    )
    op.create_index("ix_drafts_session", "drafts", ["session_id", "created_at"])
    op.create_index("ix_drafts_owner", "drafts", ["tenant_id", "owner_id"])
    op.create_table(
        "draft_versions",
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("fields", postgresql.JSONB(none_as_null=True), nullable=False),
        sa.Column("clauses", postgresql.JSONB(none_as_null=True), nullable=False),
        sa.Column("terms", postgresql.JSONB(none_as_null=True), nullable=False),
        sa.Column("markdown", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["document_id"], ["drafts.document_id"], name=op.f("fk_draft_versions_document_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", "version", name=op.f("pk_draft_versions")),
        comment="A version is never changed; approving it is the person's.",
    )
    op.create_table(
        "attachments",
        sa.Column("attachment_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_attachments_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attachment_id", name=op.f("pk_attachments")),
    )
    op.create_index("ix_attachments_session", "attachments", ["session_id", "created_at"])


def downgrade() -> None:
    op.drop_table("attachments")
    op.drop_table("draft_versions")
    op.drop_table("drafts")
