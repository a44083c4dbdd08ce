"""A pace within a minute: the limit's boundary, the wait, and no more memory than there is room."""

from __future__ import annotations

import pytest

from service_agent.limits.pace import Pace
from service_agent.limits.paces import network_of


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_limit_itself_is_allowed_and_the_next_one_waits_for_the_oldest() -> None:
    clock = Clock()
    pace = Pace(2, clock)
    assert pace.take("a") is None
    clock.now += 10
    assert pace.take("a") is None
    assert pace.take("a") == 50
    clock.now += 49.5
    assert pace.take("a") == 1
    clock.now += 0.5
    assert pace.take("a") is None
    assert pace.take("a") == 10


def test_what_was_refused_does_not_make_the_wait_longer() -> None:
    clock = Clock()
    pace = Pace(1, clock)
    assert pace.take("a") is None
    for _ in range(100):
        assert pace.take("a") == 60


def test_one_persons_pace_is_not_anothers() -> None:
    pace = Pace(1, Clock())
    assert pace.take("a") is None
    assert pace.take("b") is None
    assert pace.take("a") == 60


def test_who_did_nothing_for_a_minute_takes_no_room() -> None:
    clock = Clock()
    pace = Pace(2, clock)
    for number in range(100):
        pace.note(f"p{number}")
    clock.now += 59
    pace.note("p0")
    clock.now += 1
    assert pace.wait_s("p50") is None  # looked at: nothing of it is left, and it still stands in its place
    pace.note("new")
    assert pace.known == 2, "the one seen a second ago, and the new one"


def test_without_a_limit_nothing_is_counted() -> None:
    pace = Pace(None, Clock())
    assert all(pace.take("a") is None for _ in range(1000))


def test_who_was_not_seen_for_longest_is_forgotten_first_when_there_is_no_room() -> None:
    pace = Pace(1, Clock(), room=2)
    for name in ("a", "b", "a", "c"):
        pace.note(name)
    assert pace.wait_s("b") is None
    assert pace.wait_s("a") == 60


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_an_ipv6_guesser_has_a_whole_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_another_limit_holds_for_what_was_done_before() -> None:
    clock = Clock()
    pace = Pace(None, clock)
    for _ in range(3):
        assert pace.take_of("a", 3) is None
        clock.now += 1
    assert pace.take_of("a", 3) == 57
    assert pace.take_of("a", 5) is None
    assert pace.take_of("a", 2) == 59, "the two newest count: the wait is for the older of them"
    assert pace.take_of("a", None) is None
    clock.now += 59
    assert pace.take_of("a", 2) is None
