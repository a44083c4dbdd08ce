"""Audits that were drawn stand apart from those that somebody asked for; sums of truths tell a sample by its name.

Of audits from before, nobody noted which were drawn. The draw goes by a hash of the run's id against the share, so of
one day's decisions those drawn have the smallest hashes: an audit is taken for drawn where no collected decision of its
day that was not audited has a smaller one. With n decisions of a day not audited, one that was asked for passes for
drawn once in n + 1 times; where the share was changed within the day, some drawn ones count as asked for, which costs
rows but favours none. Demo traffic was audited by rule: all of it counts as drawn.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

BUCKETS = 101
STEP = 10
GROUP = "tenant_id, day, pack, experiment, arm, variant, intent, model, data_types, demo, outcome, source"
ZERO = f"CAST(array_fill(CAST(0 AS real), ARRAY[{BUCKETS}]) AS vector)"
CHOSEN = """CASE WHEN source IN ('audit', 'label') AND NOT (audited OR (demo AND source = 'label'))
    THEN source || '_chosen' ELSE coalesce(source, '') END"""
DEMO_OWNER = "suffice-demo-"
POINT = "CAST(('x' || substr(md5({run}), 1, 8))\\:\\:bit(32) AS bigint)"
DRAWN = f"""
    WITH missed AS (
        SELECT coalesce(d.day, CAST(d.created_at AT TIME ZONE 'UTC' AS date)) AS day,
            min({POINT.format(run="d.run_id")}) AS point
        FROM decisions AS d LEFT JOIN audits USING (run_id)
        WHERE audits.run_id IS NULL AND d.rolled AND d.overriding IS NULL AND cardinality(d.data_types) > 0
            AND NOT starts_with(d.owner_id, '{DEMO_OWNER}')
        GROUP BY 1
    )
    UPDATE audits SET drawn = true
    FROM decisions AS d LEFT JOIN missed ON missed.day = coalesce(d.day, CAST(d.created_at AT TIME ZONE 'UTC' AS date))
    WHERE audits.run_id = d.run_id AND (starts_with(d.owner_id, '{DEMO_OWNER}')
        OR {POINT.format(run="d.run_id")} < coalesce(missed.point, 4294967296))
"""  # noqa: S608


def histogram(pivot: str, unless: str) -> str:
    """One more, or one less, at the bucket of each audited decision's pivot."""
    bucket = f"least({BUCKETS - 1}, ({pivot} + {STEP - 1}) / {STEP})"
    one = (
        f"CAST(array_fill(CAST(0 AS real), ARRAY[{bucket}]) || CAST(sign AS real)"
        f" || array_fill(CAST(0 AS real), ARRAY[{BUCKETS - 1} - {bucket}]) AS vector)"
    )
    return f"coalesce(sum({one}) FILTER (WHERE audited{unless}), {ZERO})"


def added(rows: str, fresh: str, source: str, unless: str) -> str:
    """Adds truths (with their `sign`) to their days, those that say nothing left out."""
    return f"""
        INSERT INTO truth_days (owner_id, {GROUP}, fresh, decisions, pivots, wrong_pivots)
        SELECT '', {GROUP}, {fresh}, sum(sign), {histogram("pivot", unless)}, {histogram("pivot_wrong", unless)}
        FROM (
            SELECT tenant_id, day, pack, experiment, arm, variant, intent, model, data_types, demo, audited, contested,
                pivot, pivot_wrong, sign, coalesce(outcome, '') AS outcome, {source} AS source
            FROM ({rows}) AS changed
        ) AS told WHERE outcome <> '' OR (audited{unless}) GROUP BY {GROUP}
    """  # noqa: S608


def counting(source: str, unless: str) -> None:
    """The trigger's function counts so from now on, and all there is is counted anew."""
    new, old = "SELECT *, 1 AS sign FROM new_truths", "SELECT *, -1 AS sign FROM old_truths"
    cases = {"INSERT": new, "DELETE": old, "UPDATE": f"{new} UNION ALL {old}"}
    told = "".join(
        f"IF TG_OP = '{event}' THEN {added(rows, 'true', source, unless)}; END IF;\n" for event, rows in cases.items()
    )
    op.execute(
        f"CREATE OR REPLACE FUNCTION count_truths() RETURNS trigger LANGUAGE plpgsql AS $$\n"
        f"BEGIN\n{told}RETURN NULL;\nEND $$"
    )
    op.execute("DELETE FROM truth_days")
    op.execute(added("SELECT *, 1 AS sign FROM decision_truths", "false", source, unless))


def lock() -> None:
    """Audits before truths, as a finished audit writes them: in the other order a running service and this would wait
    for one another. Nothing is written to truths while they are counted."""
    op.execute("LOCK TABLE audits IN ACCESS EXCLUSIVE MODE")
    op.execute("LOCK TABLE decision_truths IN SHARE ROW EXCLUSIVE MODE")


def upgrade() -> None:
    lock()
    op.add_column("audits", sa.Column("drawn", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(DRAWN)
    op.execute(
        "UPDATE decision_truths SET audited = false FROM audits"
        " WHERE audits.run_id = decision_truths.run_id AND audited AND NOT drawn"
    )
    counting(CHOSEN, "")


def downgrade() -> None:
    lock()
    op.execute(
        "UPDATE decision_truths SET audited = true FROM audits"
        " WHERE audits.run_id = decision_truths.run_id AND status = 'done' AND findings IS NOT NULL AND NOT audited"
    )
    counting("coalesce(source, '')", " AND NOT contested")
    op.drop_column("audits", "drawn")
