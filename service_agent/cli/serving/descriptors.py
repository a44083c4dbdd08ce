"""File descriptors: as many as the machine allows, and how many of them connections of clients may take."""

from __future__ import annotations

import resource

from service_agent.settings.settings import Settings

WANTED = 65_536
"""More are not asked for: the kernel reserves room for each."""
OWN = 300
"""Kept for files of the indexes, uploads, logs, reading processes, and connections that were accepted and not counted
yet."""
MOST_CONNECTIONS = 10_000
"""Without a setting: a silent one costs 8 KB, so all of them 80 MB."""


def raise_descriptors() -> int:
    """The soft limit raised as far as the hard one allows, and how many there are now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):  # macOS has a second limit, of the kernel
        return soft
    return wanted


def room_for_connections(settings: Settings, descriptors: int) -> int:
    """How many connections of clients fit beside what the process needs itself; at least one."""
    others = OWN + settings.db_connections + settings.llm_concurrency + settings.run_slots
    room = max(1, descriptors - others)
    return min(room, settings.max_connections or MOST_CONNECTIONS)
