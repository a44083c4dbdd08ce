"""Every table of ours in one metadata: what migrations, backups and checks read."""

from __future__ import annotations

from foundation.storage.tables import (
    answers,
    audit_log,
    chosen_settings,
    corpus,
    drafts,
    experiments,
    identity,
    memories,
    model_endpoints,
    shares,
    turns,
    vectors,
)
from foundation.storage.tables.columns import metadata as metadata

MODULES = (
    answers, audit_log, chosen_settings, corpus, drafts, experiments, identity, memories, model_endpoints, shares,
    turns, vectors,
)  # fmt: skip
"""Importing them is what declares their tables."""
