"""Which days a question asks for, seen from today, alone and going on from another."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.wanted.days import days_of_follow_up, days_wanted

TODAY = date(2026, 11, 29)
"""A Sunday."""
DAYS = [date(2026, 1, 21), date(2026, 11, 18), date(2026, 12, 9), date(2026, 12, 16), date(2027, 1, 13)]
JANUARY, NOVEMBER, FIRST, SECOND, NEW = DAYS


@pytest.mark.parametrize(
    ("question", "meant", "named"),
    [
        ("다음달 점검 뭐 있어?", [FIRST, SECOND], ("점검",)),
        ("담달에 점검 잡힌거 있나", [FIRST, SECOND], ("점검",)),
        ("올해 남은 점검 알려줘", [FIRST, SECOND], ("점검",)),
        ("앞으로 점검 일정", [FIRST, SECOND, NEW], ("점검",)),
        ("다음 점검 언제야", [FIRST], ("점검",)),
        ("제일 가까운 점검은?", [FIRST], ("점검",)),
        ("최근에 점검한게 언제야", [NOVEMBER], ("점검",)),
        ("올해 마지막 점검은 언제예요", [SECOND], ("점검",)),
        ("올해 첫 점검은?", [JANUARY], ("점검",)),
        ("이번 달에 점검한거", [NOVEMBER], ("점검",)),
        ("점검까지 며칠 남았어", [FIRST], ("점검",)),
        ("next inspection?", [FIRST], ("inspection",)),
        ("when's the next day of an inspection", [FIRST], ("inspection",)),
        ("which inspections are left this year", [FIRST, SECOND], ("inspections",)),
        ("upcoming inspections", [FIRST, SECOND, NEW], ("inspections",)),
        ("when was the last inspection", [NOVEMBER], ("inspection",)),
        ("inspections in December", [FIRST, SECOND], ("inspections",)),
        ("inspection on 9 December", [FIRST], ("inspection",)),
    ],
)
def test_days_are_seen_from_today(question: str, meant: list[date], named: tuple[str, ...]) -> None:
    wanted = days_wanted(question, TODAY)
    assert wanted is not None
    assert wanted.of(DAYS) == meant
    assert wanted.named == named


@pytest.mark.parametrize(
    "question",
    [
        "점검은 언제 하나요",
        "다음과 같은 경우는?",
        "다음 중 맞는 것은",
        "남편 명의로 해도 돼?",
        "who inspects the pump",
        "the next step",
    ],
)
def test_without_a_time_no_days_are_asked_for(question: str) -> None:
    assert days_wanted(question, TODAY) is None


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        (["다음달 점검 뭐 있어?"], "몇 건이야?", [FIRST, SECOND]),
        (["다음달 점검 뭐 있어?"], "그 다음달은?", [NEW]),
        (["올해 점검한거 알려줘"], "마지막이 언제였지", [SECOND]),
        (["다음 점검 언제야"], "그 다음은?", [SECOND]),
        (["다음 점검 언제야", "그 다음은?"], "그 다음은?", [NEW]),
        (["next inspection?"], "and after that", [SECOND]),
        (["upcoming inspections"], "what about january", [NEW]),
        (["inspections in December"], "and in november", [NOVEMBER]),
        (["다음 점검 언제야"], "며칠 남았어?", [FIRST]),
        (["점검 언제 해"], "며칠 남았어?", [FIRST]),
        (["다음 점검 언제야", "다음 점검 언제야", "그 다음은?"], "그건 며칠 남았어?", [SECOND]),
        (["최근 점검 언제 했어"], "그거 전에는?", [JANUARY]),
        (["다음달 점검 뭐 있어?"], "그 다음은?", [NEW]),
        (["올해 점검일정 다 합쳐 몇건?"], "그중에 아직 안 지난 것만", [FIRST, SECOND]),
    ],
)
def test_a_follow_up_says_what_is_other(before: list[str], question: str, meant: list[date]) -> None:
    wanted = days_of_follow_up(question, before, TODAY)
    assert wanted is not None
    assert wanted.of(DAYS) == meant
    assert set(wanted.named) <= {"점검", "inspection", "inspections"}


def test_how_long_it_is_until_then_is_a_question_of_its_own() -> None:
    wanted = days_wanted("how long until the inspection", TODAY)
    assert wanted is not None
    assert wanted.until
    assert wanted.named == ("inspection",)


def test_the_other_way_is_no_step_further() -> None:
    wanted = days_of_follow_up("and before that?", ["next inspection?"], TODAY)
    assert wanted is not None
    assert wanted.further == 0


def test_a_leap_day_of_what_comes_is_the_month_s_last() -> None:
    wanted = days_of_follow_up("and on 29 february", ["upcoming inspections"], date(2028, 6, 1))
    assert wanted is not None
    assert (wanted.first, wanted.last) == (date(2029, 2, 28), date(2029, 2, 28))


def test_now_asks_for_no_single_day() -> None:
    wanted = days_wanted("지금 예정된 정비 일정 알려줘", date(2026, 11, 30))
    assert wanted is not None
    assert (wanted.first, wanted.last) == (date(2026, 11, 30), date.max)
