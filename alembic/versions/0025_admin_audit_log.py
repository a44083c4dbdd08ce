"""The audit log: rows that are written once. Erasing a person and retention have each one way to change it.

Revision ID: 0025
Revises: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

COMMENT = "Append-only: a trigger refuses changes but those of erasing a person and of retention."
KEEP = """
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    path text := coalesce(current_setting('suffice.audit_log', true), '');
BEGIN
    IF TG_OP = 'DELETE' AND path = 'retention' AND OLD.at < clock_timestamp() - interval '30 days' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND path = 'erasure'
        AND (NEW.entry_id, NEW.tenant_id, NEW.at, NEW.way, NEW.action, NEW.subject, NEW.result, NEW.code)
            = (OLD.entry_id, OLD.tenant_id, OLD.at, OLD.way, OLD.action, OLD.subject, OLD.result, OLD.code)
        AND (NEW.owner_id = OLD.owner_id OR NEW.owner_id ~ '^erased-[0-9a-f]{12}$')
        AND (NEW.about = OLD.about OR NEW.about ~ '^erased-[0-9a-f]{12}$')
        AND NEW.origin IN (OLD.origin, '')
        AND NEW.detail IN (OLD.detail, '{}') THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'audit_log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$
"""
"""What a statement may change it says in its transaction; either way leaves who, what and when as they were told."""


def upgrade() -> None:
    text = sa.Text()
    op.create_table(
        "audit_log",
        sa.Column("entry_id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("tenant_id", text, nullable=False),
        sa.Column("owner_id", text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("way", text, nullable=False),
        sa.Column("action", text, nullable=False),
        sa.Column("subject", text, server_default="", nullable=False),
        sa.Column("about", text, server_default="", nullable=False),
        sa.Column("origin", text, server_default="", nullable=False),
        sa.Column("result", text, nullable=False),
        sa.Column("code", text, server_default="", nullable=False),
        sa.Column("detail", JSONB(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_audit_log")),
        comment=COMMENT,
    )
    op.create_index("ix_audit_log_newest", "audit_log", ["tenant_id", "entry_id"])
    op.create_index("ix_audit_log_owner", "audit_log", ["tenant_id", "owner_id", "entry_id"])
    op.create_index("ix_audit_log_about", "audit_log", ["tenant_id", "about", "entry_id"])
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.execute(KEEP)
    op.execute(
        "CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log()"
    )
    op.execute(
        "CREATE TRIGGER keep_table BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log()"
    )


def downgrade() -> None:
    op.drop_table("audit_log")
    op.execute("DROP FUNCTION keep_audit_log()")
