"""Histograms that add up: a day's is the sum of its hours', a month's of its days', in any order.

Times lie in buckets whose bounds grow by a constant factor, so that a percentile read from them is off by at most
`TIME_ERROR` of its value whatever the times are (C. Masson, J. E. Rim, H. K. Lee, "DDSketch: a fast and
fully-mergeable quantile sketch with relative-error guarantees", PVLDB 12 (2019), 2195-2205). Counts are the elements
of a pgvector `vector`: PostgreSQL adds those up by itself, exactly up to 2^24 in one bucket.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

TIME_BUCKETS = 176
TIME_GROWTH = 1.09
"""1.09^175 ms is 59 minutes: the longest turn that settings allow lies in the last bucket."""
TIME_ERROR = (TIME_GROWTH - 1) / (TIME_GROWTH + 1)
"""0.043: the largest relative distance of a bucket's middle from a value in it."""
PIVOT_BUCKETS = 101
PIVOT_STEP = 10
"""Per mille. Bucket n holds pivots in ((n - 1) * 10, n * 10]: a skip at threshold t = 10 n needs a pivot above it."""


def time_bucket(elapsed_ms: float) -> int:
    """Which bucket a time lies in: 0 up to 1 ms, n above 1.09^(n-1) and up to 1.09^n ms."""
    if elapsed_ms <= 1:
        return 0
    return min(TIME_BUCKETS - 1, math.ceil(round(math.log(elapsed_ms) / math.log(TIME_GROWTH), 9)))


def quantile_ms(counts: Sequence[float], share: float) -> float | None:
    """The time below which this share of the turns lies, within TIME_ERROR of its value; None without turns."""
    total = sum(counts)
    if total <= 0:
        return None
    rank, seen = share * (total - 1), 0.0
    for bucket, each in enumerate(counts):
        seen += each
        if seen > rank:
            return _middle(bucket)
    return _middle(len(counts) - 1)


def bounds_at_rank(counts: Sequence[float], rank: int) -> tuple[float, float]:
    """The bounds, in milliseconds, of the bucket with the turn of this rank (1 is the fastest, the number of turns the
    largest): TIME_ERROR on each side of the value of `quantile_ms`."""
    seen = 0.0
    for bucket, each in enumerate(counts):
        seen += each
        if seen >= rank:
            return (0.0 if bucket == 0 else TIME_GROWTH ** (bucket - 1)), TIME_GROWTH**bucket
    raise ValueError(f"rank {rank}: there are {seen:.0f} turns")


def _middle(bucket: int) -> float:
    """The value closest, relatively, to every time of the bucket."""
    return 1.0 if bucket == 0 else 2 * TIME_GROWTH**bucket / (TIME_GROWTH + 1)


def above(counts: Sequence[float], threshold: int) -> float:
    """How many pivots lie above a threshold (per mille, a multiple of PIVOT_STEP)."""
    return sum(counts[threshold // PIVOT_STEP + 1 :])
