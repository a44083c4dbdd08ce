"""A drawn audit that failed is tried again: how often it was, and when next. Until now it left the sample for ever;
what failed before is tried once more.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

RETRIES = 6
"""`foundation/storage/experiments/audits.py` of this version: one try is left after so many."""


def upgrade() -> None:
    op.add_column("audits", sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("audits", sa.Column("next_at", sa.DateTime(timezone=True), nullable=True))
    op.execute(f"UPDATE audits SET tries = {RETRIES}, next_at = now() WHERE status = 'failed' AND drawn")  # noqa: S608
    op.create_index("ix_audits_again", "audits", ["next_at"], postgresql_where=sa.text("next_at IS NOT NULL"))
    untold = sa.text("drawn AND tries > 0 AND status <> 'done'")
    op.create_index("ix_audits_untold", "audits", ["tenant_id"], postgresql_where=untold)


def downgrade() -> None:
    op.execute("LOCK TABLE audits IN ACCESS EXCLUSIVE MODE")  # before truths, as a finished audit writes them
    op.execute(
        "UPDATE decision_truths SET audited = false, pivot_wrong = 0 FROM audits"
        " WHERE audits.run_id = decision_truths.run_id AND audited AND status <> 'done'"
    )
    op.drop_index("ix_audits_untold", table_name="audits")
    op.drop_index("ix_audits_again", table_name="audits")
    op.drop_column("audits", "next_at")
    op.drop_column("audits", "tries")
