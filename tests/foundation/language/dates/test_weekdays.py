"""Days of the week in questions and in rows of timetables."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.language.dates.weekdays import day_said, weekdays_asked, weekdays_of_row, without_days
from tests.execution_agents.answer.turns import asked, law, passage


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("목요일에는 어디로 와?", {3}),
        ("매주 토요일과 일요일은?", {5, 6}),
        ("When is it open on Mondays?", {0}),
        ("목 아플 때는?", set[int]()),
        ("몇 월이야?", set[int]()),
    ],
)
def test_a_question_names_days_of_the_week(question: str, days: set[int]) -> None:
    assert weekdays_asked(question) == days


@pytest.mark.parametrize(
    ("row", "days"),
    [
        ("목 | 솔밭공원 | 15:00", {3}),
        ("아침조 | 화·목 | 09:00", {1, 3}),
        ("월~금 | 22시", {0, 1, 2, 3, 4}),
        ("토 ~ 월 | 쉼", {5, 6, 0}),
        ("평일 | 10시", {0, 1, 2, 3, 4}),
        ("Sat, Sun | closed", {5, 6}),
        ("Mon-Wed | open", {0, 1, 2}),
        ("weekends | closed", {5, 6}),
        ("금액 | 목재 | 일반", set[int]()),
        ("매주 목요일 저녁반 | 3만원", set[int]()),  # says more than days
        ("솔밭공원은 목요일에 간다.", set[int]()),  # no row
    ],
)
def test_a_row_is_of_the_days_its_cell_says_alone(row: str, days: set[int]) -> None:
    assert weekdays_of_row(row) == days


def test_a_timetable_is_quoted_for_the_day_that_is_asked() -> None:
    use = passage(
        "u", "버스 > 이용", "버스에서는 책을 빌릴 수 있다. 버스에는 책이 실려 있다. 비가 오면 버스는 어디로도 안 간다."
    )
    rows = "\n".join(
        f"| {day} | {place} 정문 앞 | 14:00 |" for day, place in zip("월화수목금", "가나다라마", strict=True)
    )
    filler = "\n".join(f"| 휴일 {number} | 없음 {'가' * 60} | 없음 |" for number in range(12))
    table = passage("t", "버스 > 노선", f"| 요일 | 장소 | 시간 |\n| --- | --- | --- |\n{rows}\n{filler}")
    text = extractive_answer(asked("목요일에 버스 어디로 와?", law(use, table)))
    assert "라 정문 앞" in text
    assert text.index("라 정문 앞") < (text.index("빌릴 수") if "빌릴 수" in text else len(text))


@pytest.mark.parametrize("text", ["ſunday", "ſATURDAYſ", "weeKendſ", "tueſday"])
def test_letters_that_only_fold_to_those_of_a_day_break_nothing(text: str) -> None:
    assert weekdays_asked(text) <= frozenset(range(7))
    assert weekdays_of_row(f"{text} | 09:00") <= frozenset(range(7))


def test_the_one_day_that_is_said_is_found() -> None:
    assert day_said("it was an ordinary wednesday") == "an ordinary wednesday"
    assert day_said("그건 공휴일이었어") == "공휴일"
    assert day_said("monday or tuesday") is None


def test_days_are_blanked_in_their_place() -> None:
    assert without_days("a call on a tuesday, 24 an hour").split() == ["a", "call", "on", ",", "24", "an", "hour"]
