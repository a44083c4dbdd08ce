"""Tables for operators: experiments, known truths, and daily sums."""

from __future__ import annotations

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Double,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY

from foundation.storage.tables.columns import count, document, flag, identity, metadata, moment, of_session, words
from foundation.storage.tables.histogram_buckets import PIVOT_BUCKETS, TIME_BUCKETS


def large(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default=text("0"))


def real(name: str) -> Column[float]:
    return Column(name, Double, nullable=False, server_default=text("0"))


def of_decision(*, key: bool = False) -> Column[str]:
    own = ForeignKey("decisions.run_id", ondelete="CASCADE")
    return Column("run_id", Text, own, primary_key=key, nullable=False)


experiments = Table(
    "experiments",
    metadata,
    *identity(),
    words("name"),
    words("pack"),
    document("arms"),
    Column("bound", Double, nullable=False),
    words("looks", "always"),
    Column("starts_at", DateTime(timezone=True), nullable=False),
    Column("ends_at", DateTime(timezone=True)),
    moment("created_at"),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "name"),
    comment="Declared experiments; `arms` is a list of {name, variant, weight, reuse_above, ask_above, …}.",
)
Index("ix_experiments_pack", experiments.c.tenant_id, experiments.c.pack, experiments.c.starts_at)

audits = Table(
    "audits",
    metadata,
    of_decision(key=True),
    *identity(),
    of_session(),
    words("status", "due"),
    words("kind"),
    words("why", ""),
    flag("drawn"),
    document("findings", nullable=True),
    count("search_ms"),
    count("search_calls"),
    count("tries"),
    moment("created_at"),
    Column("done_at", DateTime(timezone=True)),
    Column("next_at", DateTime(timezone=True)),
    comment="The search that was skipped, or the ledger held against the search that was made.",
)
Index("ix_audits_due", audits.c.created_at, postgresql_where=text("status = 'due'"))
Index("ix_audits_session", audits.c.session_id)
Index("ix_audits_done", audits.c.tenant_id, audits.c.done_at, postgresql_where=text("status <> 'due'"))
Index("ix_audits_again", audits.c.next_at, postgresql_where=text("next_at IS NOT NULL"))
Index("ix_audits_untold", audits.c.tenant_id, postgresql_where=text("drawn AND tries > 0 AND status <> 'done'"))
Index("ix_audits_asked", audits.c.run_id, postgresql_where=text("NOT drawn"))  # note_drawn

labels = Table(
    "labels",
    metadata,
    Column("label_id", Text, primary_key=True),
    of_decision(),
    *identity(),
    of_session(),
    words("source"),
    words("outcome"),
    words("reason", ""),
    moment("created_at"),
    Column("undone_at", DateTime(timezone=True)),
    comment="Who says whether a decision was right: audit, person or label, each statement a row of its own.",
)
Index("ix_labels_run", labels.c.run_id, labels.c.created_at)
Index("ix_labels_session", labels.c.session_id)

decision_truths = Table(
    "decision_truths",
    metadata,
    of_decision(key=True),
    *identity(),
    of_session(),
    Column("day", Date, nullable=False),
    words("pack"),
    words("experiment"),
    words("arm"),
    words("variant"),
    words("intent"),
    words("model"),
    Column("data_types", ARRAY(Text), nullable=False),
    flag("demo"),
    flag("skipped"),
    Column("outcome", Text),
    Column("source", Text),
    flag("contested"),
    flag("audited"),
    count("pivot"),
    count("pivot_wrong"),
    moment("decided_at"),
    moment("known_at"),
    comment="What is known of a decision, with all that figures are filtered by.",
)
Index("ix_decision_truths_day", decision_truths.c.tenant_id, decision_truths.c.experiment, decision_truths.c.day)
Index("ix_decision_truths_session", decision_truths.c.session_id)
Index(
    "ix_decision_truths_review",
    decision_truths.c.tenant_id,
    decision_truths.c.decided_at,
    postgresql_where=text("outcome = 'incorrect_skip'"),
)

truth_days = Table(
    "truth_days",
    metadata,
    *identity(),
    Column("day", Date, nullable=False),
    words("pack"),
    words("experiment"),
    words("arm"),
    words("variant"),
    words("intent"),
    words("model"),
    Column("data_types", ARRAY(Text), nullable=False),
    Column("demo", Boolean, nullable=False),
    words("outcome", ""),
    words("source", ""),
    Column("fresh", Boolean, nullable=False, server_default=text("true")),
    large("decisions"),
    Column("pivots", VECTOR(PIVOT_BUCKETS), nullable=False),
    Column("wrong_pivots", VECTOR(PIVOT_BUCKETS), nullable=False),
    comment="Sums of a day's truths, kept by a trigger on decision_truths; fresh rows are what changed since, "
    "and may be below 0. They name nobody (owner_id is empty). Histograms are of the audited.",
)
TRUTH_KEY = (
    "tenant_id", "day", "pack", "experiment", "arm", "variant", "intent", "model", "data_types", "demo", "outcome",
    "source",
)  # fmt: skip
Index(
    "uq_truth_days",
    *(truth_days.c[name] for name in TRUTH_KEY),
    unique=True,
    postgresql_where=text("NOT fresh"),
)
Index("ix_truth_days_day", truth_days.c.tenant_id, truth_days.c.experiment, truth_days.c.day)
Index("ix_truth_days_fresh", truth_days.c.tenant_id, postgresql_where=text("fresh"))

decision_days = Table(
    "decision_days",
    metadata,
    *identity(),
    Column("day", Date, nullable=False),
    words("pack"),
    words("experiment"),
    words("arm"),
    words("variant"),
    words("intent"),
    words("model"),
    Column("data_types", ARRAY(Text), nullable=False),
    Column("demo", Boolean, nullable=False),
    large("turns"),
    large("reused"),
    large("partly"),
    large("asked"),
    large("asked_reused"),
    large("asked_partly"),
    large("timed_out"),
    large("chose_previous"),
    large("chose_search"),
    large("search_again"),
    large("use_previous"),
    large("elapsed_ms"),
    real("elapsed_sq"),
    large("reused_ms"),
    large("searched_ms"),
    large("search_ms"),
    large("saved_ms"),
    large("model_calls"),
    real("model_calls_sq"),
    large("search_calls"),
    real("search_calls_sq"),
    large("tokens"),
    large("cost_micros"),
    Column("times", VECTOR(TIME_BUCKETS), nullable=False),
    Column("pivots", VECTOR(PIVOT_BUCKETS), nullable=False),
    PrimaryKeyConstraint(
        "tenant_id", "day", "pack", "experiment", "arm", "variant", "intent", "model", "data_types", "demo"
    ),
    comment="Sums of a day's decisions; they name nobody (owner_id is empty). Histograms add up.",
)

session_sums = Table(
    "session_sums",
    metadata,
    *identity(),
    of_session(),
    words("pack"),
    words("experiment"),
    words("arm"),
    words("variant"),
    Column("demo", Boolean, nullable=False),
    large("turns"),
    large("asked"),
    large("skipped"),
    large("reused"),
    large("timed_out"),
    large("search_again"),
    large("elapsed_ms"),
    large("model_calls"),
    large("search_calls"),
    large("tokens"),
    large("cost_micros"),
    PrimaryKeyConstraint("session_id", "tenant_id", "pack", "experiment", "arm", "variant", "demo"),
    comment="Sums of one conversation's decisions; they go with it.",
)

arm_sums = Table(
    "arm_sums",
    metadata,
    *identity(),
    words("pack"),
    words("experiment"),
    words("arm"),
    words("variant"),
    Column("demo", Boolean, nullable=False),
    words("figure"),
    large("sessions"),
    large("turns"),
    real("turns_sq"),
    large("total"),
    real("total_sq"),
    real("crossed"),
    real("squares"),
    PrimaryKeyConstraint("tenant_id", "experiment", "arm", "variant", "pack", "demo", "figure"),
    comment="Sums over an arm's conversations of the squares and products of their sums; they name nobody (owner_id is "
    "empty) and stay when a conversation goes.",
)
