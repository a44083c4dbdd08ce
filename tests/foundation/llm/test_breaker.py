"""The breaker's states."""

from __future__ import annotations

import pytest

from foundation.llm.breaker import Breaker


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
