"""The value that a question asks about."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.analysis.limits.values import values_in, values_meant
from foundation.language.rules.limits import limits_in

SAID = (("서울이면요?", "서울은 9억 원입니다 [1]."), ("보증금 3억짜리 집이에요", ""), ("6억짜리였나", ""))


def test_thousands_of_an_income_count_in_ten_thousand_won() -> None:
    [income] = values_in("연봉 8천인데 되나")
    assert (income.amount, income.kind, income.text) == (Decimal(80_000_000), "won", "8천만원")
    assert values_in("회원 8천인데")[0].kind == "plain"
    assert values_in("대구 8천이면요?", of_money=True)[0].kind == "won"


def test_a_bare_number_may_be_in_the_limits_unit() -> None:
    [turbidity], [days] = limits_in("0.10 NTU 이하여야 한다."), limits_in("5일 이하여야 한다.")
    [bare] = values_in("0.12면")
    assert bare.fits(turbidity) and bare.in_unit_of(turbidity) == Decimal("0.12")
    assert not bare.fits(days)


def test_what_it_was_before_it_is_raised_is_no_value() -> None:
    assert [one.text for one in values_in("from 400 million won to 430 at renewal, is that allowed")] == ["430"]
    assert [one.text for one in values_in("보증금 4억에서 4억3천으로 올려도 되나")] == ["4억3천"]
    assert [one.text for one in values_in("from 3 days on, may I")] == ["3 days"]


def test_more_than_a_figure_may_break_a_limit_and_keeps_none() -> None:
    [limit] = limits_in("Gifts up to £30 may be accepted.")
    [over] = values_in("is a gift over £30 ok")
    assert over.beyond and not limit.is_met(over.in_unit_of(limit))
    assert not values_in("is a gift of £30 ok")[0].beyond


def test_hours_and_weeks_are_no_days() -> None:
    [days] = limits_in("Up to 5 days may be carried.")
    assert [values_in(text)[0].fits(days) for text in ("8 days", "8 hours", "2 weeks")] == [True, False, False]


def test_what_is_meant_is_said_now_or_pointed_at() -> None:
    assert [one.text for one in values_meant("2억이면 되나", SAID)] == ["2억"]
    assert [one.text for one in values_meant("그 정도면 되나", SAID)] == ["9억 원"]
    assert [one.text for one in values_meant("내가 사려는 집도 되나", SAID)] == ["3억"]
    assert values_meant("서울도 되나", SAID) == ()
