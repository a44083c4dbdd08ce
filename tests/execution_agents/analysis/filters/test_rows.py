"""Rows that meet a question's conditions."""

from __future__ import annotations

import pytest

from execution_agents.analysis.analysing import analysed
from execution_agents.analysis.filters.rows import filtered
from foundation.contracts.operations import Refused
from tests.execution_agents.analysis.tables import COMPANY, HOMES, WATER, Row, loan, material, reading

LOANS = (
    loan("한빛 변동금리 담보대출", 3.9, 600_000_000, purpose="주택구입", ltv=70),
    loan("첫집 생애최초 주택구입대출", 2.65, 240_000_000, purpose="주택구입", ltv=80),
    loan("한빛 고액 전세대출", 3.8, 500_000_000, purpose="전세자금"),
    loan("새움 청년 전세대출", 2.2, 200_000_000, purpose="전세자금"),
)


def benefit(name: str, worth: float, months: int, kind: str = "allowance") -> Row:
    return {"benefit": name, "amount_gbp": worth, "waiting_months": months, "kind": kind, "updated": "2026-01-05"}


BENEFITS = (
    benefit("Gym membership", 30, 0),
    benefit("Eye test", 90, 0),
    benefit("Dental plan", 14, 3, "insurance"),
    benefit("Life cover", 0, 0, "insurance"),
    benefit("Volunteer days", 0, 0, "time"),
)
DAYS = (reading("2026-07-08", 146.9, 181.9), reading("2026-07-09", 99.9, 122.4), reading("2026-07-10", 70.1, 90.0))


def lead(question: str, rows: tuple[Row, ...] = LOANS) -> str:
    found = analysed(material(question, HOMES, "loan_products", rows))
    return found.lead if found else ""


def english_lead(question: str) -> str:
    found = analysed(material(question, COMPANY, "benefits", BENEFITS, language="en"))
    return found.lead if found else ""


def test_the_rows_that_meet_it_are_named_first() -> None:
    said = "한도가 3억원을 넘는 것은 2개입니다: 한빛 변동금리 담보대출 6억원, 한빛 고액 전세대출 5억원 [1][3]."
    assert lead("한도 3억 넘는 상품은?") == said


def test_the_nearest_is_said_where_none_meets_it() -> None:
    assert lead("한도 10억 이상짜리 있어?").startswith(
        "한도가 10억원 이상인 것은 없습니다. 가장 가까운 것은 한빛 변동금리"
    )


def test_a_kind_that_several_rows_share_is_kept_to() -> None:
    assert "한빛" not in lead("주택구입용 중에 금리 3% 밑으로 되는 거 있어?")
    assert "Life cover" not in english_lead("Which allowances have no waiting time?")


def test_a_lender_named_in_titles_is_kept_to() -> None:
    assert "첫집" not in lead("한빛 대출 중에 한도 2억 이상인 건 뭐야?")


def test_a_word_of_the_figure_names_no_kind() -> None:
    assert "Gym membership, Eye test, Life cover, Volunteer days" in english_lead(
        "Which benefits have no waiting time?"
    )


def test_two_conditions_both_count() -> None:
    assert lead("한도 3억 넘고 금리 3.85% 이하인 상품은?").startswith(
        "한도가 3억원을 넘고 최저 금리가 3.85% 이하인 것은 1개입니다: 한빛 고액 전세대출 5억원"
    )


def test_days_are_found_by_their_highest() -> None:
    found = analysed(material("원수 탁도가 100 NTU 넘은 날은?", WATER, "readings", DAYS))
    assert found is not None and found.lead.startswith("탁도 최고가 100 NTU를 넘는 날은 2일입니다: 2026년 7월 8일")


def test_rows_that_were_cut_off_select_nothing() -> None:
    found = filtered(material("한도 3억 넘는 상품은?", HOMES, "loan_products", LOANS, complete=False))
    assert isinstance(found, Refused) and found.reason == "incomplete"


@pytest.mark.parametrize(
    "question", ["새움 청년 전세대출은 한도가 3억 넘는 거 있어?", "한도가 제일 큰 건?", "금리 알려줘"]
)
def test_one_named_thing_or_no_condition_filters_nothing(question: str) -> None:
    assert filtered(material(question, HOMES, "loan_products", LOANS)) is None


def test_what_the_rows_were_asked_for_by_is_said() -> None:
    rows = tuple({**row, "category": "health"} for row in BENEFITS)
    question = "Which health benefits are worth more than £1000?"
    found = analysed(material(question, COMPANY, "benefits", rows, language="en", category=("health",)))
    assert found is not None and "among those for health; the nearest is Eye test 90 GBP" in found.lead
