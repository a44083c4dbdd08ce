"""Limits on what a process takes from the queue, and its free places."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClaimLimits:
    """Which queued runs a process may take."""

    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
    attempts: int = 1_000_000
    """A run begun as often is not begun again; attempts that ended in a card are not counted."""
    stalls: int = 1_000_000
    """Nor is one that stopped its process as often."""
    long_texts: int = 1_000_000
    """Runs of long texts it has room for now."""
    suspects: int = 1_000_000
    """Free places for runs whose process was blocked. One at a time: if the process is blocked again, it was that
    run."""


@dataclass(frozen=True)
class Room:
    """How many runs the accepting process can begin at once, and how soon it could begin more."""

    free: int = 1_000_000
    """Free places now."""
    every_ms: float | None = None
    """While runs wait, a place gets free this often; None: nothing is measured yet."""
    turn_ms: float | None = None
    """How long a run holds its place."""
    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
