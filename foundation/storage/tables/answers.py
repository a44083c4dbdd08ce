"""What answering keeps: one record an answer, of which those that failed are the list to review."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, Index, Integer, Table, Text, text

from foundation.storage.tables.columns import count, document, identity, metadata, moment, of_session, words

answer_records = Table(
    "answer_records",
    metadata,
    Column("run_id", Text, primary_key=True),
    *identity(),
    of_session(),
    words("pack"),
    words("question"),
    words("engine"),
    words("path"),
    words("question_type"),
    Column("fallback", Text),
    count("recovery_round"),
    Column("failure", Text, comment="insufficient_answer, no_answer; null: answered"),
    count("contexts"),
    document("top_scores"),
    count("confidence"),
    words("configuration"),
    Column("answer_ms", Integer, nullable=False, server_default=text("0")),
    document("record"),
    moment("created_at"),
    Column("reviewed_at", DateTime(timezone=True)),
    Column("reviewed_by", Text),
    Column("note", Text),
)
Index("ix_answer_records_session", answer_records.c.session_id)
Index(
    "ix_answer_records_failed",
    answer_records.c.tenant_id,
    answer_records.c.created_at,
    answer_records.c.run_id,
    postgresql_where=text("failure IS NOT NULL"),
)
