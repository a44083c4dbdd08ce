"""Days of a table without figures are counted, put in order and named."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from execution_agents.analysis.cells import Cell
from execution_agents.answer.quoting.dated_rows import are_days, days_answer, days_said
from execution_agents.answer.quoting.rows import Row, Showing
from foundation.domains.schema.quoting import RowFigures
from foundation.language.dates.month_names import date_words
from foundation.language.wanted.days import days_wanted


def day(marker: int, when: str, name: str, language: str = "ko") -> Row:
    """A row of the table of shutdowns."""
    time = Cell("date", "날짜", when, date_words(when, language), "time")
    return Row(marker, f"{when} {name}", False, (time, Cell("name", "이름", name, name, "label")))


def showing(question: str, language: str = "ko", months: int = 12) -> Showing:
    """The question asked."""
    return Showing(question, language, RowFigures(months=months), question)


ROWS = [day(1, "2027-05-05", "어린이날"), day(2, "2027-05-01", "노동절"), day(3, "2027-06-06", "현충일 (일요일)")]


def test_several_days_are_counted_and_put_in_order() -> None:
    assert days_answer(ROWS, showing("쉬는 날이 언제야")).splitlines() == [
        "3일입니다: 2027년 5월 1일, 5일; 2027년 6월 6일.",
        "",
        "- 2027년 5월 1일: 노동절 [2]",
        "- 2027년 5월 5일: 어린이날 [1]",
        "- 2027년 6월 6일: 현충일 (일요일) [3]",
    ]


def test_a_day_that_is_named_is_given_alone() -> None:
    assert days_answer(ROWS, showing("현충일 언제야")) == "- 2027년 6월 6일: 현충일 (일요일) [3]"


def test_more_days_than_are_shown_are_said_to_be_more() -> None:
    answer = days_answer(ROWS, showing("쉬는 날", months=2))
    assert answer.startswith("3일입니다") and "(이 밖에 1건이 더 있습니다.)" in answer


def test_days_are_said_in_english_too() -> None:
    assert days_said(["2027-12-31", "2027-12-24", "2028-01-01"], "en") == "24, 31 December 2027; 1 January 2028"


def test_notices_that_merely_have_a_date_are_no_days() -> None:
    notices = [Row(at, f"공지 {at}", False, row.cells) for at, row in enumerate(ROWS)]
    assert not are_days(notices) and not are_days([])


@pytest.mark.parametrize(
    "rows", [[day(1, "2027-05", "달")], [ROWS[0], day(2, "2027-05-05", "다른 것")], [Row(1, "이름", False, ())]]
)
def test_months_and_rows_of_one_day_are_no_days(rows: list[Row]) -> None:
    assert not are_days(rows)


def test_of_two_days_of_one_name_the_question_says_which() -> None:
    rows = [day(1, "2026-07-10", "Summer party"), day(2, "2026-07-17", "Summer party")]
    places = ("Bristol", "Leeds")
    rows = [
        replace(row, cells=(*row.cells, Cell("office", "Office", one, one, "label")))
        for row, one in zip(rows, places, strict=True)
    ]
    asked = Showing("when's the summer party in bristol", "en", RowFigures(months=12), "and the bristol one")
    assert days_answer(rows, asked).startswith("- 2026") and "Leeds" not in days_answer(rows, asked)


def test_a_follow_up_that_names_no_day_is_of_the_one_asked_before() -> None:
    asked = Showing("현충일 언제야", "ko", RowFigures(months=12), "서울은")
    assert days_answer(ROWS, asked) == "- 2027년 6월 6일: 현충일 (일요일) [3]"


@pytest.mark.parametrize(
    ("today", "begins"),
    [(date(2027, 4, 20), "오늘부터 11일 남았습니다(2027년 5월 1일) [2]."), (date(2028, 1, 1), "3일입니다")],
)
def test_how_long_it_is_until_the_next_day_and_never_less_than_nothing(today: date, begins: str) -> None:
    question = "쉬는 날까지 며칠 남았어"
    assert days_answer(ROWS, showing(question), (), days_wanted(question, today)).startswith(begins)


NAMES = ("New Year's Day", "Easter Monday", "Early May bank holiday", "Spring bank holiday", "Summer party")
YEAR = [day(at, f"2026-0{at}-01", name, "en") for at, name in enumerate(NAMES, 1)]


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("when is easter", 1),
        ("when was the summer do", 1),
        ("is monday in it", 5),  # A day of the week in a name is no name.
        ("what about the year", 5),  # One word of three.
        ("which bank holidays are there", 5),  # What several are called.
    ],
)
def test_half_of_a_name_names_it_by_a_word_that_few_have(question: str, days: int) -> None:
    lines = [line for line in days_answer(YEAR, showing(question, "en")).splitlines() if line.startswith("- ")]
    assert len(lines) == days


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("easter in 2027", "There is none for 2027 yet; the last is 1 February 2026 [2]."),
        ("is monday a holiday", "There is none for 2 March 2026; the next is 1 April 2026 [4]."),
        ("월요일에 쉬어?", "2026년 3월 2일에는 없습니다. 그다음은 2026년 4월 1일입니다 [4]."),
    ],
)
def test_of_days_that_none_is_on_that_is_said(question: str, begins: str) -> None:
    today = date(2026, 2, 23)
    language = "ko" if "월" in question else "en"
    answer = days_answer(YEAR, showing(question, language), (), days_wanted(question, today))
    assert answer.startswith(begins)


@pytest.mark.parametrize("question", ["bins go out every monday", "are you shut on mondays", "매주 월요일에 쉬어?"])
def test_a_day_of_every_week_is_none_seen_from_today(question: str) -> None:
    assert days_wanted(question, date(2026, 2, 23)) is None
