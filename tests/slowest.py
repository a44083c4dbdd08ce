"""What a test run says at its end of the time it took: the ten slowest tests, and how much the rest is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

LISTED = 10
LONG_S = 1.0
"""Nobody needs to know of tests that take less."""


def slowest(durations: Iterable[tuple[str, float]]) -> list[str]:
    """Lines about (test, seconds), where a test comes once for its setup, once for itself, once for its end; nothing
    when no test took long."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for test, took in durations:
        seconds[test] += took
    long = sorted(((test, took) for test, took in seconds.items() if took >= LONG_S), key=lambda one: -one[1])[:LISTED]
    if not long:
        return []
    total = sum(seconds.values())
    share = sum(took for _, took in long) / total
    first = f"{len(seconds):,} tests took {total:.0f} s, one after another; {share:.0%} of it the slowest {len(long)}:"
    return [first, *(f"  {took:6.1f} s  {test}" for test, took in long)]
