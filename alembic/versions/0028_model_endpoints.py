"""Administrators enter their tenant's model endpoint on the page; its key is stored encrypted.

Revision ID: 0028
Revises: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

VERSION = "Another one at each change."
FORMAT = "How structured replies are asked for first; null: found out."
SEALED = "Encrypted (Fernet) with the tenant and the address; null: it takes no key."


def upgrade() -> None:
    op.create_table(
        "model_endpoints",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False, comment=VERSION),
        sa.Column("base_url", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("reply_format", sa.Text(), nullable=True, comment=FORMAT),
        sa.Column("sealed_key", sa.Text(), nullable=True, comment=SEALED),
        sa.Column("key_end", sa.Text(), server_default="", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name=op.f("pk_model_endpoints")),
        comment="The owner is who changed it last; every change stands in audit_log.",
    )


def downgrade() -> None:
    op.drop_table("model_endpoints")
