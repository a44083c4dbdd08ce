"""The waits between two tries."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.llm.retry import RetryPolicy, retry_after_of

NOW = datetime(2026, 2, 20, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-4", 0.0),
        ("999999", 86_400.0),
        ("Fri, 20 Feb 2026 12:00:07 GMT", 7.0),
        ("Fri, 20 Feb 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str, seconds: float | None) -> None:
    assert retry_after_of({"retry-after": header}, NOW) == seconds


@given(st.integers(0, 8), st.integers(0, 1_000), st.one_of(st.none(), st.floats(0, 60)))
def test_waits_stay_within_their_bounds(attempt: int, seed: int, asked: float | None) -> None:
    policy = RetryPolicy(retries=3, base_s=0.4, cap_s=8)
    wait = policy.wait_s(attempt, asked, Random(seed))
    most = min(8.0, 0.4 * 2**attempt)
    assert (asked or 0.0) <= wait <= ((asked + most / 4) if asked is not None else most) + 1e-9
