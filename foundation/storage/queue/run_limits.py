"""What a process may take from the queue, and what it can begin."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClaimLimits:
    """Which queued runs a process may take."""

    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
    attempts: int = 1_000_000
    """A run begun as often is not begun again."""
    stalls: int = 1_000_000
    """Nor is one that stopped its process as often."""
    long_texts: int = 1_000_000
    """Runs of long texts it has room for now."""
    suspects: int = 1_000_000
    """Runs whose process stood still that it has room for now. One alone: when it stands still again, it was that."""


@dataclass(frozen=True)
class Room:
    """What the process that takes a question can begin at once, and how soon it could begin more."""

    free: int = 1_000_000
    """Places nobody holds now."""
    every_ms: float | None = None
    """While runs wait, a place gets free this often; None: nothing is measured yet."""
    turn_ms: float | None = None
    """How long a run holds its place."""
    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
