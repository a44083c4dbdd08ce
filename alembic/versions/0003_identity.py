"""Sign-in: API keys, the page's sign-ins, people who were erased.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "api_keys",
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key_id", name=op.f("pk_api_keys")),
        comment="Keys are 256 random bits: their SHA-256 cannot be guessed back, so no slow hash is needed.",
    )
    op.create_index("uq_api_keys_hash", "api_keys", ["key_hash"], unique=True)
    op.create_index(
        "uq_api_keys_name",
        "api_keys",
        ["tenant_id", "name"],
        unique=True,
        postgresql_where=sa.text("revoked_at IS NULL"),
    )
    op.create_index("ix_api_keys_owner", "api_keys", ["tenant_id", "owner_id"], unique=False)
    op.create_table(
        "sign_ins",
        sa.Column("cookie_hash", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column(
            "key_hash",
            sa.Text(),
            nullable=True,
            comment="The key it was made from and ends with; null: a token or the provider's word.",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("cookie_hash", name=op.f("pk_sign_ins")),
    )
    op.create_index("ix_sign_ins_owner", "sign_ins", ["tenant_id", "owner_id"], unique=False)
    op.create_index("ix_sign_ins_expires", "sign_ins", ["expires_at"], unique=False)
    op.create_table(
        "erased_people",
        sa.Column("person_hash", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("person_hash", name=op.f("pk_erased_people")),
        comment="Tells every process to close the person's connections; kept for a day, without their name.",
    )


def downgrade() -> None:
    op.drop_table("erased_people")
    op.drop_table("sign_ins")
    op.drop_table("api_keys")
