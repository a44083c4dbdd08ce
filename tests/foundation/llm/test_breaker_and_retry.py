"""The breaker's states, the waits between tries, and what a request leaves out."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.llm.breaker import Breaker
from foundation.llm.budget import CallBudget, Prices, estimate_tokens
from foundation.llm.dialect import Dialect
from foundation.llm.retry import RetryPolicy, retry_after_of
from tests.foundation.llm.scripts import Verdict

NOW = datetime(2026, 2, 20, 12, 0, tzinfo=UTC)


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def opened(clock: Hands) -> Breaker:
    """A breaker that has just opened."""
    breaker = Breaker(failures=2, cooldown_s=10, clock=clock)
    for _ in range(2):
        assert breaker.allow()
        breaker.failed()
    return breaker


def test_it_opens_after_consecutive_failures_only() -> None:
    breaker = Breaker(failures=2, cooldown_s=10, clock=Hands())
    for end in (breaker.failed, breaker.succeeded, breaker.failed):
        assert breaker.allow()
        end()
    assert breaker.state == "closed"
    breaker.failed()
    assert breaker.state == "open"
    assert not breaker.allow()


@pytest.mark.parametrize(("elapsed", "state"), [(9.99, "open"), (10.0, "half_open"), (60.0, "half_open")])
def test_it_half_opens_when_the_cooldown_is_over(elapsed: float, state: str) -> None:
    clock = Hands()
    breaker = opened(clock)
    clock.at = elapsed
    assert breaker.state == state


def test_one_probe_passes_and_decides() -> None:
    clock = Hands()
    breaker = opened(clock)
    clock.at = 10
    assert breaker.allow()
    assert not breaker.allow(), "one probe at a time"
    breaker.failed()
    assert breaker.state == "open", "a failed probe opens it for another cooldown"
    clock.at = 20
    assert breaker.allow()
    breaker.succeeded()
    assert breaker.state == "closed"
    breaker.failed()
    assert breaker.state == "closed", "the count begins anew"


def test_an_abandoned_probe_makes_room_for_the_next() -> None:
    clock = Hands()
    breaker = opened(clock)
    clock.at = 10
    assert breaker.allow()
    breaker.abandoned()
    assert breaker.state == "half_open"
    assert breaker.allow()


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


def test_a_dialect_gives_up_when_nothing_is_left_to_leave_out() -> None:
    budget, left, complaints = CallBudget(top_p=0.9), Dialect(), 0
    while True:
        parameters = left.parameters("judge", budget, Verdict)
        smaller = left.without("bad request", parameters)
        if smaller is None:
            break
        left, complaints = smaller, complaints + 1
    assert (left.format, complaints) == ("text", 2)


def test_free_text_gives_up_metadata_first_and_leaves_the_reply_format_alone() -> None:
    first = Dialect().without("bad", Dialect().parameters("answer", CallBudget(), None))
    assert first is not None
    assert first == Dialect("json_schema", frozenset({"metadata"}))
    second = first.without("bad", first.parameters("answer", CallBudget(), None))
    assert second is not None
    assert second == Dialect("json_schema", frozenset({"metadata", "stream_options"}))
    assert second.without("bad", second.parameters("answer", CallBudget(), None)) is None


def test_a_refused_max_tokens_is_sent_under_its_newer_name() -> None:
    dialect = Dialect(refused=frozenset({"max_tokens", "temperature"}))
    parameters = dialect.parameters("judge", CallBudget(max_tokens=77), Verdict)
    assert parameters["max_completion_tokens"] == 77
    assert not parameters.keys() & {"max_tokens", "temperature"}


def test_estimates_and_prices() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("abcdefgh") == 2
    assert estimate_tokens("가나다") == 2
    assert Prices(2.0, 4.0).cost(500_000, 250_000) == 2.0
