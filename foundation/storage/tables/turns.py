"""Conversations, runs, evidence and decisions.

Each table has `tenant_id` and `owner_id`; each index serves a query named beside it.

LangGraph's saver (schema `checkpoints`) and procrastinate (schema `jobs`) bring their own tables.
Times are always the database's. JSON that is read back whole is jsonb; events are the text that was sent.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY

from foundation.storage.tables.columns import count, document, flag, identity, metadata, moment, of_session, words

sessions = Table(
    "sessions",
    metadata,
    Column("session_id", Text, primary_key=True),
    *identity(),
    words("pack"),
    words("variant"),
    words("title", ""),
    flag("stateless"),
    flag("remembers", "true"),
    flag("pinned"),
    flag("archived"),
    words("titled_by", "question"),
    Column("experiment", Text),
    Column("arm", Text),
    Column("last_seq", BigInteger, nullable=False, server_default=text("0")),
    moment("created_at"),
    moment("updated_at"),
)
Index(
    "ix_sessions_owner", sessions.c.tenant_id, sessions.c.owner_id, sessions.c.archived, sessions.c.pinned,
    sessions.c.updated_at, sessions.c.session_id,
)  # fmt: skip

recent_exchanges = Table(
    "recent_exchanges",
    metadata,
    *identity(),
    of_session(),
    document("exchanges"),
    moment("updated_at"),
    PrimaryKeyConstraint("session_id"),
    comment="The last questions of a conversation, as they were understood, with their answers: follow-ups need them.",
)

erased_sessions = Table(
    "erased_sessions",
    metadata,
    Column("session_id", Text, primary_key=True),
    *identity(),
    moment("erased_at"),
    comment="Ids that may not come back while a process that still works on them could write; owners are blanked.",
)

messages = Table(
    "messages",
    metadata,
    Column("position", BigInteger, Identity(always=True), nullable=False),
    *identity(),
    of_session(),
    words("message_id"),
    words("run_id"),
    words("role"),
    words("content"),
    document("body", nullable=True),
    moment("created_at"),
    PrimaryKeyConstraint("session_id", "message_id"),
)
Index("ix_messages_session", messages.c.session_id, messages.c.position)
Index("ix_messages_owner", messages.c.tenant_id, messages.c.owner_id, messages.c.message_id)
Index("ix_messages_newest", messages.c.tenant_id, messages.c.owner_id, messages.c.position)  # a person's search
Index("ix_messages_run", messages.c.run_id, messages.c.role)
UNSUPPORTED = "role = 'assistant' AND CAST(body #>> '{verification,numeric_preservation}' AS double precision) < 1"
"""Answers with a figure that no source has: few of many, so an index holds only those."""
Index("ix_messages_unsupported", messages.c.tenant_id, messages.c.created_at, postgresql_where=text(UNSUPPORTED))

runs = Table(
    "runs",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("queue_no", BigInteger, Identity(always=True), nullable=False),
    *identity(),
    of_session(),
    words("message_id"),
    words("question"),
    words("status", "queued"),
    count("attempt"),
    document("options"),
    words("graph_version"),
    words("pack"),
    words("variant"),
    document("resume", nullable=True),
    Column("resumed_by", Text),
    flag("cancel_requested"),
    Column("process_id", Text),
    Column("lease_until", DateTime(timezone=True)),
    Column("waited_ms", BigInteger, nullable=False, server_default=text("0")),
    flag("long_text"),
    count("stalls"),
    # NULL: not searched for memories yet.
    Column("remembered", Boolean),
    moment("created_at"),
    Column("finished_at", DateTime(timezone=True)),
    UniqueConstraint("session_id", "message_id", name="uq_runs_message"),
)
write_checks = Table(
    "write_checks",
    metadata,
    Column("filler", LargeBinary, nullable=False),
    prefixes=["UNLOGGED"],
    comment="Always empty: whether the database takes writes is tried here, and rolled back.",
)
_UNFINISHED = "status IN ('queued', 'running', 'waiting')"
# One run per session works or waits at a time: the database itself refuses a second.
Index("uq_runs_active", runs.c.session_id, unique=True, postgresql_where=text("status IN ('running', 'waiting')"))
Index("ix_runs_unfinished", runs.c.session_id, runs.c.queue_no, postgresql_where=text(_UNFINISHED))  # claim, active
Index("ix_runs_queue", runs.c.queue_no, postgresql_where=text("status = 'queued'"))  # claim
Index("ix_runs_apart", runs.c.queue_no, postgresql_where=text("status = 'queued' AND (long_text OR stalls > 0)"))
Index("ix_runs_lease", runs.c.lease_until, postgresql_where=text("status = 'running'"))  # requeue_expired
Index("ix_runs_owner", runs.c.tenant_id, runs.c.owner_id, postgresql_where=text("status = 'queued'"))  # busy
_UNREMEMBERED = "status = 'completed' AND remembered IS NULL"
Index("ix_runs_unremembered", runs.c.finished_at, postgresql_where=text(_UNREMEMBERED))  # due
Index("ix_runs_finished", runs.c.finished_at, postgresql_where=text("finished_at IS NOT NULL"))  # prune

run_events = Table(
    "run_events",
    metadata,
    *identity(),
    of_session(),
    Column("seq", BigInteger, nullable=False),
    words("run_id"),
    Column("attempt", Integer),
    words("type"),
    words("text"),
    moment("created_at"),
    PrimaryKeyConstraint("session_id", "seq"),
)
Index("ix_run_events_run", run_events.c.run_id, run_events.c.seq)  # trace
Index("ix_run_events_created", run_events.c.created_at)  # prune

pending_prompts = Table(
    "pending_prompts",
    metadata,
    Column("prompt_id", Text, primary_key=True),
    *identity(),
    of_session(),
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), nullable=False),
    words("kind"),
    words("interrupt_id"),
    Column("choices", ARRAY(Text), nullable=False),
    document("schema"),
    words("default_value"),
    document("event"),
    words("status", "open"),
    Column("value", Text),
    Column("decided_by", Text),
    Column("expires_at", DateTime(timezone=True)),
    Column("wait_s", Double),
    moment("created_at"),
    Column("decided_at", DateTime(timezone=True)),
)
Index("uq_pending_prompts_open", pending_prompts.c.run_id, unique=True, postgresql_where=text("status = 'open'"))
Index("ix_pending_prompts_session", pending_prompts.c.session_id, postgresql_where=text("status = 'open'"))
Index("ix_pending_prompts_due", pending_prompts.c.expires_at, postgresql_where=text("status = 'open'"))

evidence = Table(
    "evidence",
    metadata,
    Column("evidence_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("run_id"),
    words("pack"),
    words("data_type"),
    Column("sources", ARRAY(Text), nullable=False),
    words("kind"),
    words("query"),
    document("slots"),
    count("item_count"),
    Column("fetched_at", DateTime(timezone=True), nullable=False),
    words("source_version"),
    flag("complete", "true"),
    flag("aggregate"),
    count("cost_ms"),
    Column("notices", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    moment("created_at"),
)
Index("ix_evidence_session", evidence.c.session_id, evidence.c.data_type, evidence.c.fetched_at)
Index(
    "ix_evidence_owner",
    evidence.c.tenant_id,
    evidence.c.owner_id,
    evidence.c.pack,
    evidence.c.data_type,
    evidence.c.fetched_at,
)

evidence_items = Table(
    "evidence_items",
    metadata,
    *identity(),
    Column("evidence_id", Text, ForeignKey("evidence.evidence_id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    words("item_id"),
    words("content_hash"),
    words("title"),
    words("text"),
    words("source"),
    words("uri", ""),
    document("fields"),
    Column("as_of", Date),
    Column("score", Double, nullable=False),
    flag("example"),
    flag("derived"),
    PrimaryKeyConstraint("evidence_id", "position"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("run_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("pack"),
    words("variant"),
    words("question"),
    words("standalone"),
    words("intent"),
    Column("data_types", ARRAY(Text), nullable=False),
    words("decision"),
    document("judge1", nullable=True),
    document("judge2"),
    Column("person", Text),
    flag("asked"),
    flag("timed_out"),
    Column("outcome", Text),
    Column("outcome_source", Text),
    document("inputs"),
    count("elapsed_ms"),
    count("search_ms"),
    count("model_calls"),
    count("search_calls"),
    count("prompt_tokens"),
    count("completion_tokens"),
    moment("created_at"),
    Column("day", Date),
    Column("experiment", Text),
    Column("arm", Text),
    Column("model", Text),
    document("pivots", nullable=True),
    Column("saved_ms", Integer),
    Column("cost_micros", BigInteger),
    Column("overriding", Text),
    # NULL: not collected yet; false: collected, and drawn after its audit had been asked for, which is not marked as
    # drawn yet; true: collected.
    Column("rolled", Boolean),
)
Index("ix_decisions_unrolled", decisions.c.created_at, postgresql_where=text("rolled IS NULL"))  # collect
Index("ix_decisions_asked", decisions.c.created_at, postgresql_where=text("asked"))  # hear
Index("ix_decisions_owner", decisions.c.tenant_id, decisions.c.owner_id, decisions.c.created_at, decisions.c.run_id)
Index("ix_decisions_tenant", decisions.c.tenant_id, decisions.c.created_at, decisions.c.run_id)
Index("ix_decisions_session", decisions.c.session_id)

feedback = Table(
    "feedback",
    metadata,
    Column("feedback_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("answer_id"),
    words("kind"),
    Column("rating", Integer, nullable=False),
    words("reason", ""),
    moment("created_at"),
)
Index("ix_feedback_owner", feedback.c.tenant_id, feedback.c.owner_id, feedback.c.created_at)
Index("ix_feedback_session", feedback.c.session_id)
Index("ix_feedback_heard", feedback.c.created_at)  # hear, reviews

people = Table(
    "people",
    metadata,
    *identity(),
    Column("confirm_timeout_s", Double),
    Column("language", Text),
    flag("ask", "true"),
    flag("remembers", "true"),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "owner_id"),
)

spending = Table(
    "spending",
    metadata,
    *identity(),
    Column("day", Date, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Column("micros", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "owner_id", "day"),
    comment="What model calls cost, in millionths; a tenant's own row has no owner.",
)
