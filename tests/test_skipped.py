"""A run says what it left out, and the one command that brings it."""

from __future__ import annotations

from tests.redis_server import NEEDS_REDIS
from tests.skipped import told

REDIS = str(NEEDS_REDIS.kwargs["reason"])


def test_nothing_skipped_says_nothing() -> None:
    assert told([]) == []


def test_what_was_skipped_is_counted_with_its_reason_and_the_command() -> None:
    assert told([REDIS, REDIS, "needs root"]) == [
        "3 tests were skipped:",
        f"  2 x {REDIS}. To run them: apt-get install redis-server",
        "  1 x needs root",
        "All of them: apt-get install redis-server && make test",
    ]


def test_several_needs_are_one_command() -> None:
    browser = "no Chromium here; install it (Debian: apt-get install chromium)"
    data = "SUFFICE_TEST_DATA does not hold the public files"
    assert told([browser, REDIS, data])[-1] == (
        "All of them: apt-get install chromium redis-server && SUFFICE_TEST_DATA=/folder/of/the/public/data make test"
    )
