"""People and their conversations: sessions, messages, runs, events, prompts, evidence, decisions, feedback.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erased_sessions",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_erased_sessions")),
        comment="Ids that may not come back while a process that still works on them could write; owners are blanked.",
    )
    op.create_table(
        "people",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("confirm_timeout_s", sa.Double, nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("ask", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "owner_id", name=op.f("pk_people")),
    )
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("last_seq", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_sessions")),
    )
    op.create_index(
        "ix_sessions_owner", "sessions", ["tenant_id", "owner_id", "updated_at", "session_id"], unique=False
    )
    op.create_table(
        "decisions",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("standalone", sa.Text(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("data_types", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("judge1", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("judge2", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("asked", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("timed_out", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("outcome_source", sa.Text(), nullable=True),
        sa.Column("inputs", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("elapsed_ms", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("search_ms", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("model_calls", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("search_calls", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_decisions_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_decisions")),
    )
    op.create_index("ix_decisions_owner", "decisions", ["tenant_id", "owner_id", "created_at", "run_id"], unique=False)
    op.create_index("ix_decisions_session", "decisions", ["session_id"], unique=False)
    op.create_index("ix_decisions_tenant", "decisions", ["tenant_id", "created_at", "run_id"], unique=False)
    op.create_table(
        "evidence",
        sa.Column("evidence_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("data_type", sa.Text(), nullable=False),
        sa.Column("sources", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("slots", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("item_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source_version", sa.Text(), nullable=False),
        sa.Column("complete", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("aggregate", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("cost_ms", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("notices", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_evidence_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("evidence_id", name=op.f("pk_evidence")),
    )
    op.create_index(
        "ix_evidence_owner", "evidence", ["tenant_id", "owner_id", "pack", "data_type", "fetched_at"], unique=False
    )
    op.create_index("ix_evidence_session", "evidence", ["session_id", "data_type", "fetched_at"], unique=False)
    op.create_table(
        "feedback",
        sa.Column("feedback_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("answer_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_feedback_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("feedback_id", name=op.f("pk_feedback")),
    )
    op.create_index("ix_feedback_owner", "feedback", ["tenant_id", "owner_id", "created_at"], unique=False)
    op.create_index("ix_feedback_session", "feedback", ["session_id"], unique=False)
    op.create_table(
        "messages",
        sa.Column("position", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("body", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_messages_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session_id", "message_id", name=op.f("pk_messages")),
    )
    op.create_index("ix_messages_owner", "messages", ["tenant_id", "owner_id", "message_id"], unique=False)
    op.create_index("ix_messages_run", "messages", ["run_id", "role"], unique=False)
    op.create_index("ix_messages_session", "messages", ["session_id", "position"], unique=False)
    op.create_table(
        "run_events",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_run_events_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session_id", "seq", name=op.f("pk_run_events")),
    )
    op.create_index("ix_run_events_created", "run_events", ["created_at"], unique=False)
    op.create_index("ix_run_events_run", "run_events", ["run_id", "seq"], unique=False)
    op.create_table(
        "runs",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("queue_no", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="queued", nullable=False),
        sa.Column("attempt", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("options", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("graph_version", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("resume", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("resumed_by", sa.Text(), nullable=True),
        sa.Column("cancel_requested", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("process_id", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waited_ms", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_runs_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_runs")),
        sa.UniqueConstraint("session_id", "message_id", name="uq_runs_message"),
    )
    op.create_index(
        "ix_runs_finished", "runs", ["finished_at"], unique=False, postgresql_where=sa.text("finished_at IS NOT NULL")
    )
    op.create_index(
        "ix_runs_lease", "runs", ["lease_until"], unique=False, postgresql_where=sa.text("status = 'running'")
    )
    op.create_index(
        "ix_runs_owner", "runs", ["tenant_id", "owner_id"], unique=False, postgresql_where=sa.text("status = 'queued'")
    )
    op.create_index("ix_runs_queue", "runs", ["queue_no"], unique=False, postgresql_where=sa.text("status = 'queued'"))
    op.create_index(
        "ix_runs_unfinished",
        "runs",
        ["session_id", "queue_no"],
        unique=False,
        postgresql_where=sa.text("status IN ('queued', 'running', 'waiting')"),
    )
    op.create_index(
        "uq_runs_active",
        "runs",
        ["session_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('running', 'waiting')"),
    )
    op.create_table(
        "evidence_items",
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("evidence_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("uri", sa.Text(), server_default="", nullable=False),
        sa.Column("fields", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("as_of", sa.Date(), nullable=True),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("example", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("derived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["evidence_id"], ["evidence.evidence_id"], name=op.f("fk_evidence_items_evidence_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("evidence_id", "position", name=op.f("pk_evidence_items")),
    )
    op.create_table(
        "pending_prompts",
        sa.Column("prompt_id", sa.Text(), nullable=False),
        sa.Column("tenant_id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("interrupt_id", sa.Text(), nullable=False),
        sa.Column("choices", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("schema", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("default_value", sa.Text(), nullable=False),
        sa.Column("event", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("wait_s", sa.Double, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["run_id"], ["runs.run_id"], name=op.f("fk_pending_prompts_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name=op.f("fk_pending_prompts_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("prompt_id", name=op.f("pk_pending_prompts")),
    )
    op.create_index(
        "ix_pending_prompts_due",
        "pending_prompts",
        ["expires_at"],
        unique=False,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        "ix_pending_prompts_session",
        "pending_prompts",
        ["session_id"],
        unique=False,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        "uq_pending_prompts_open",
        "pending_prompts",
        ["run_id"],
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    )


def downgrade() -> None:
    op.drop_table("pending_prompts")
    op.drop_table("evidence_items")
    op.drop_table("runs")
    op.drop_table("run_events")
    op.drop_table("messages")
    op.drop_table("feedback")
    op.drop_table("evidence")
    op.drop_table("decisions")
    op.drop_table("sessions")
    op.drop_table("people")
    op.drop_table("erased_sessions")
