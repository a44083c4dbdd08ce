"""When to ask an endpoint again, and how long to wait before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

RETRIED_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Statuses that another try may cure."""


@dataclass(frozen=True)
class RetryPolicy:
    """Exponential back-off with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter", 2015)."""

    retries: int = 2
    base_s: float = 0.4
    cap_s: float = 8.0
    drawn: bool = True
    """False: `base_s` times the attempt, neither doubled nor drawn."""

    def wait_s(self, attempt: int, retry_after_s: float | None, random: Random) -> float:
        """Seconds before try number `attempt` + 2; what the endpoint asked for is never undercut."""
        if not self.drawn:
            return max(min(self.cap_s, self.base_s * (attempt + 1)), retry_after_s or 0.0)
        jittered = random.uniform(0, min(self.cap_s, self.base_s * 2.0**attempt))
        return jittered if retry_after_s is None else retry_after_s + jittered / 4


def retry_after_of(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds a `Retry-After` header asks for (a number or an HTTP date); None without a readable one."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        return max(0.0, min(float(value), 86_400.0))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (aware - (now or datetime.now(UTC))).total_seconds())
