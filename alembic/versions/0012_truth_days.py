"""Each day's sums of what is true, kept by a trigger, so that no panel reads every truth.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import VECTOR
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BUCKETS = 101
STEP = 10
KEY = (
    "tenant_id", "day", "pack", "experiment", "arm", "variant", "intent", "model", "data_types", "demo", "outcome",
    "source",
)  # fmt: skip
ZERO = f"CAST(array_fill(CAST(0 AS real), ARRAY[{BUCKETS}]) AS vector)"


def histogram(pivot: str) -> str:
    """One more, or one less, at the bucket of each audited decision's pivot."""
    bucket = f"least({BUCKETS - 1}, ({pivot} + {STEP - 1}) / {STEP})"
    one = (
        f"CAST(array_fill(CAST(0 AS real), ARRAY[{bucket}]) || CAST(sign AS real)"
        f" || array_fill(CAST(0 AS real), ARRAY[{BUCKETS - 1} - {bucket}]) AS vector)"
    )
    return f"coalesce(sum({one}) FILTER (WHERE audited AND NOT contested), {ZERO})"


def added(rows: str, fresh: str) -> str:
    """Adds truths (with their `sign`) to their days, those that say nothing left out."""
    columns = ", ".join(KEY)
    told = columns.replace("outcome", "coalesce(outcome, '')").replace("source", "coalesce(source, '')")
    return f"""
        INSERT INTO truth_days (owner_id, {columns}, fresh, decisions, pivots, wrong_pivots)
        SELECT '', {told}, {fresh}, sum(sign), {histogram("pivot")}, {histogram("pivot_wrong")}
        FROM ({rows}) AS changed WHERE outcome IS NOT NULL OR (audited AND NOT contested)
        GROUP BY {columns}
    """  # noqa: S608


NEW, OLD = "SELECT *, 1 AS sign FROM new_truths", "SELECT *, -1 AS sign FROM old_truths"
FUNCTION = f"""
CREATE FUNCTION count_truths() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN {added(NEW, "true")};
    ELSIF TG_OP = 'DELETE' THEN {added(OLD, "true")};
    ELSE {added(f"{NEW} UNION ALL {OLD}", "true")};
    END IF;
    RETURN NULL;
END $$
"""
TABLES = {
    "insert": "NEW TABLE AS new_truths",
    "update": "NEW TABLE AS new_truths OLD TABLE AS old_truths",
    "delete": "OLD TABLE AS old_truths",
}


def upgrade() -> None:
    op.create_table(
        "truth_days",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("experiment", sa.Text(), nullable=False),
        sa.Column("arm", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("data_types", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.Column("fresh", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("decisions", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("pivots", VECTOR(dim=BUCKETS), nullable=False),
        sa.Column("wrong_pivots", VECTOR(dim=BUCKETS), nullable=False),
        comment="Sums of a day's truths, kept by a trigger on decision_truths; fresh rows are what changed since, "
        "and may be below 0. They name nobody (owner_id is empty). Histograms are of the audited.",
    )
    op.create_index("uq_truth_days", "truth_days", list(KEY), unique=True, postgresql_where=sa.text("NOT fresh"))
    op.create_index("ix_truth_days_day", "truth_days", ["tenant_id", "experiment", "day"], unique=False)
    op.create_index("ix_truth_days_fresh", "truth_days", ["tenant_id"], unique=False, postgresql_where=sa.text("fresh"))
    op.execute(FUNCTION)
    # The triggers first: making one locks the table against writes, so that nothing is added between.
    for event, tables in TABLES.items():
        op.execute(
            f"CREATE TRIGGER count_truths_{event} AFTER {event.upper()} ON decision_truths REFERENCING {tables}"
            " FOR EACH STATEMENT EXECUTE FUNCTION count_truths()"
        )
    op.execute(added("SELECT *, 1 AS sign FROM decision_truths", "false"))


def downgrade() -> None:
    for event in TABLES:
        op.execute(f"DROP TRIGGER count_truths_{event} ON decision_truths")
    op.execute("DROP FUNCTION count_truths()")
    op.drop_table("truth_days")
