"""The names in a shipped pack's files, read once a worker: eight modules ask for them while they are collected, and
reading the files of the largest pack takes seconds."""

from __future__ import annotations

from execution_agents.ingest.shipped import named_in_files
from execution_agents.knowledge_graph.index import Collected
from foundation.domains.schema.pack import Pack

READ = dict[int, tuple[Pack, Collected]]()
"""By the pack itself: a copy with other columns holds other names. It is kept, so that no other takes its place."""


def named_in(pack: Pack) -> Collected:
    """What `named_in_files` finds. It is never changed."""
    if id(pack) not in READ:
        READ[id(pack)] = pack, named_in_files(pack)
    return READ[id(pack)][1]
