"""Times that no calendar has."""

from __future__ import annotations

import pytest

from foundation.language.dates.impossible import impossible_times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("전세 2월 31일 시세", ("2월 31일",)),
        ("2026년 13월 마포구 시세", ("2026년 13월",)),
        ("2026년 5월부터 2026년 2월까지 시세", ("2026년 5월부터 2026년 2월",)),
        ("readings of 2026-02-30", ("2026-02-30",)),
        ("closed on February 30?", ("February 30",)),
        ("2025년 11월부터 2월까지", ()),
        ("2월 29일 거래", ()),
        ("2026년 2월 28일", ()),
        ("12개월 계약, 13월세", ()),
        ("May 2026 prices", ()),
        ("010-1234-5678", ()),
        ("제2020-35호 고시", ()),
        ("2026-05 ~ 2026-02 시세", ("2026-05 ~ 2026-02",)),
    ],
)
def test_what_no_calendar_has(text: str, times: tuple[str, ...]) -> None:
    assert impossible_times(text) == times
