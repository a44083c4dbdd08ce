"""A run says what it left out, and the one command that brings it."""

from __future__ import annotations

from tests.redis_server import NEEDS_REDIS
from tests.skipped import lines_of

REDIS = str(NEEDS_REDIS.kwargs["reason"])


def test_nothing_skipped_says_nothing() -> None:
    assert lines_of([]) == []


def test_what_was_skipped_is_counted_with_its_reason_and_the_command() -> None:
    assert lines_of([REDIS, REDIS, "needs root"]) == [
        "3 tests were skipped:",
        f"  2 x {REDIS}. To run them: apt-get install redis-server",
        "  1 x needs root",
        "All of them: apt-get install redis-server && make test",
    ]


def test_several_needs_are_one_command() -> None:
    browser = "no Chromium here; install it (Debian: apt-get install chromium)"
    data = "SUFFICE_TEST_DATA does not hold the public files"
    assert lines_of([browser, REDIS, data])[-1] == (
        "All of them: apt-get install chromium redis-server && SUFFICE_TEST_DATA=/folder/of/the/public/data make test"
    )


def test_each_setting_that_is_missing_stands_in_the_command() -> None:
    data = "SUFFICE_TEST_DATA does not hold the public files"
    engine = "SUFFICE_TEST_SEARCH_URL names no search engine"
    assert lines_of([engine])[-1] == "All of them: SUFFICE_TEST_SEARCH_URL=http://127.0.0.1:9200 make test"
    assert lines_of([data, engine])[-1] == (
        "All of them: SUFFICE_TEST_DATA=/folder/of/the/public/data "
        "SUFFICE_TEST_SEARCH_URL=http://127.0.0.1:9200 make test"
    )
