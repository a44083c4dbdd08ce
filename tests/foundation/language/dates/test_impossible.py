"""Times that no calendar has."""

from __future__ import annotations

import pytest

from evaluations.linking.stress import SETS
from foundation.language.dates.impossible import impossible_times
from service_agent.settings.environment import public_data_dir


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
        ("관악구 전세 99999년 시세", ("99999년",)),
        ("99999년 13월 시세", ("99999년 13월",)),
        ("10000년 전의 유적", ()),
        ("prices in the year 99999", ("year 99999",)),
        ("a deposit of 50000", ()),
        ("호텔 -3박이면 얼마?", ("-3박",)),
        ("the limit for -2 nights", ("-2 nights",)),
        ("- 3년 계약", ()),
        ("2년-3년 계약", ()),
        ("-3일 2시", ()),
    ],
)
def test_what_no_calendar_has(text: str, times: tuple[str, ...]) -> None:
    assert impossible_times(text) == times


@pytest.mark.public_data
@pytest.mark.parametrize("name", SETS)
def test_questions_that_people_asked_hold_none(name: str) -> None:
    """A wrong one is answered with a refusal."""
    data = public_data_dir()
    if data is None or not (data / name).is_dir():
        pytest.skip(f"SUFFICE_TEST_DATA does not hold {name}")
    questions = list(SETS[name](data))
    assert len(questions) > 500
    assert [question for question in questions if impossible_times(question)] == []
