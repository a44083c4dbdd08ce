"""Sums of each conversation, and of their squares for each arm: chance is reckoned over what is drawn.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

COUNTED = ("turns", "asked", "skipped", "reused", "timed_out", "search_again")
SPENT = ("elapsed_ms", "model_calls", "search_calls", "tokens", "cost_micros")
FIGURES = {
    **dict.fromkeys((*SPENT, "skipped", "reused", "asked"), "turns"),
    "timed_out": "asked",
    "search_again": "skipped",
}

KEPT = """
    SELECT session_id, tenant_id, owner_id, pack, coalesce(experiment, 'default') AS experiment,
        coalesce(arm, variant) AS arm, variant, starts_with(owner_id, 'suffice-demo-') AS demo, decision, asked,
        timed_out, overriding, elapsed_ms, model_calls, search_calls, prompt_tokens + completion_tokens AS tokens,
        coalesce(cost_micros, 0) AS cost_micros, overriding IS NULL AND cardinality(data_types) > 0 AS judged
    FROM decisions WHERE rolled IS NOT NULL
"""
"""What was collected before and is still there: of erased conversations nothing is known."""
KEY = "tenant_id, pack, experiment, arm, variant, demo"
SESSIONS = f"""
    INSERT INTO session_sums (session_id, {KEY}, owner_id, {", ".join((*COUNTED, *SPENT))})
    SELECT session_id, {KEY}, min(owner_id), count(*) FILTER (WHERE judged), count(*) FILTER (WHERE judged AND asked),
        count(*) FILTER (WHERE judged AND decision <> 'search'), count(*) FILTER (WHERE judged AND decision = 'reuse'),
        count(*) FILTER (WHERE judged AND asked AND timed_out), count(*) FILTER (WHERE overriding = 'search_again'),
        {", ".join(f"coalesce(sum({name}) FILTER (WHERE judged), 0)" for name in SPENT)}
    FROM ({KEPT}) AS kept WHERE judged OR overriding IS NOT NULL GROUP BY session_id, {KEY}
"""  # noqa: S608
SQUARES = " UNION ALL ".join(
    f"SELECT {KEY}, '{name}' AS figure, sum(CAST({name} AS double precision) ^ 2) AS squares FROM kept GROUP BY {KEY}"  # noqa: S608
    for name in SPENT
)
EACH = ", ".join(f"('{name}', {of}, {name})" for name, of in FIGURES.items())
ARMS = f"""
    WITH kept AS ({KEPT} AND overriding IS NULL AND cardinality(data_types) > 0), squared AS ({SQUARES}), totalled AS (
        SELECT {KEY}, figure, count(*) FILTER (WHERE n > 0) AS sessions, sum(n) AS turns,
            sum(CAST(n AS double precision) ^ 2) AS turns_sq, sum(x) AS total,
            sum(CAST(x AS double precision) ^ 2) AS total_sq, sum(CAST(x AS double precision) * n) AS crossed
        FROM session_sums CROSS JOIN LATERAL (VALUES {EACH}) AS each (figure, n, x) GROUP BY {KEY}, figure
    )
    INSERT INTO arm_sums (owner_id, {KEY}, figure, sessions, turns, turns_sq, total, total_sq, crossed, squares)
    SELECT '', {KEY}, figure, sessions, turns, turns_sq, total, total_sq, crossed, coalesce(squares, total)
    FROM totalled LEFT JOIN squared USING ({KEY}, figure)
"""  # noqa: S608


def large(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), server_default=sa.text("0"), nullable=False)


def real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), server_default=sa.text("0"), nullable=False)


def of_arm() -> list[sa.Column[str]]:
    names = ("tenant_id", "owner_id", "pack", "experiment", "arm", "variant")
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "session_sums",
        *of_arm(),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        *(large(name) for name in (*COUNTED, *SPENT)),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_session_sums_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            "session_id", "tenant_id", "pack", "experiment", "arm", "variant", "demo", name=op.f("pk_session_sums")
        ),
        comment="Sums of one conversation's decisions; they go with it.",
    )
    op.create_table(
        "arm_sums",
        *of_arm(),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("figure", sa.Text(), nullable=False),
        large("sessions"),
        large("turns"),
        real("turns_sq"),
        large("total"),
        real("total_sq"),
        real("crossed"),
        real("squares"),
        sa.PrimaryKeyConstraint(
            "tenant_id", "experiment", "arm", "variant", "pack", "demo", "figure", name=op.f("pk_arm_sums")
        ),
        comment="Sums over an arm's conversations of the squares and products of their sums; they name nobody "
        "(owner_id is empty) and stay when a conversation goes.",
    )
    op.execute(SESSIONS)
    op.execute(ARMS)


def downgrade() -> None:
    op.drop_table("arm_sums")
    op.drop_table("session_sums")
