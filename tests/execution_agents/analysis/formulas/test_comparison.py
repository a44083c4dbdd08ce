"""Results set beside each other, or added."""

from __future__ import annotations

from execution_agents.analysis.formulas.comparison import compared, together
from foundation.contracts.formulas import Analysis
from tests.execution_agents.analysis.formulas.talks import answered, asked_last

R = "real_estate"
LOAN = "3억 대출 4프로 30년이면 월 납입금이 얼마야"


def analysis(value: str | None, unit: str = "won") -> Analysis:
    return Analysis(lead="Now.", value=value, unit=unit)


def test_the_direction_and_both_results_are_said() -> None:
    less = compared(analysis("6600000"), analysis("9509500"), "en")

    assert less.lead == "That is ₩2,909,500 less (₩9,509,500 → ₩6.6 million). Now."
    assert less.value == "2909500"
    assert "늘어납니다" in compared(analysis("3"), analysis("1"), "ko").lead
    assert "차이가 없습니다" in compared(analysis("3"), analysis("3"), "ko").lead


def test_nothing_is_compared_with_what_is_no_result() -> None:
    now = analysis("3")

    assert compared(now, analysis(None), "ko") is now
    assert compared(now, analysis("3", "percent"), "ko") is now


def test_only_a_question_for_the_difference_compares() -> None:
    asked = asked_last(R, LOAN, "기간을 25년으로 줄이면?")
    differs = asked_last(R, LOAN, "기간을 25년으로 줄이면 한달에 얼마 더 내?")

    assert asked is not None
    assert asked.compared is None
    assert differs is not None
    assert differs.compared is not None


def test_results_of_two_formulas_are_added_and_go_on() -> None:
    first = "5억5천짜리 아파트 사면 취득세랑 복비 다 합쳐서 얼마야"

    assert answered(R, first).value == "8250000"
    assert answered(R, first, "6억이면?").value == "9000000"


def test_a_sum_without_one_of_its_results_says_what_is_lacking() -> None:
    lacking = Analysis(lead="I need the price.", refused="missing")

    assert together([analysis("3"), lacking], ["a", "b"], "en") is lacking
