"""A person's own case against the row in focus."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.own_case import own_case
from tests.execution_agents.analysis.limits.loans import FIRST, OPEN, WED, YOUTH, loans
from tests.execution_agents.analysis.limits.questions import asking, passages
from tests.execution_agents.analysis.tables import COMPANY, HOMES, items, loan

BENEFITS = items(
    COMPANY,
    "benefits",
    [
        {"benefit": name, "kind": kind, "amount_gbp": worth, "waiting_months": months}
        for name, kind, worth, months in (
            ("Dental plan", "insurance", 14.0, 3),
            ("Private health insurance", "insurance", 62.5, 3),
            ("Sabbatical", "time", 0, 60),
        )
    ],
)


def said_yes(question: str, title: str) -> bool | None:
    """The answer after one that spoke of a loan; None where nothing is decided."""
    one = own_case(asking(question, loans(), [("금리 알려줘", f"{title}의 최저 금리는 2.2%입니다 [1].")]))
    return None if one is None else one.is_yes


@pytest.mark.parametrize(
    ("question", "title", "yes"),
    [
        ("친구는 연봉 5200이거든 걔도 그거 됨?", YOUTH, False),
        ("연봉 4천8백인데 그거 돼?", YOUTH, True),
        ("36살도 되나요", YOUTH, False),
        ("34살도 되나요", YOUTH, True),
        ("보증금 3억5천짜리 집도 그걸로 되나요", YOUTH, False),
        ("연봉 4800이고 나이는 36살인데 그거 돼?", YOUTH, False),
        ("둘이 합쳐서 8천 정도 버는데 될까요", WED, False),
        ("결혼한지 9년 됐는데 받을 수 있어?", WED, False),
        ("6억짜리 아파트도 그걸로 살수있어?", FIRST, False),
        ("5억짜리 빌라도 그걸로 살 수 있나", FIRST, True),
        ("연봉 9천이면 한도 너무 넘은거야?", FIRST, True),
    ],
)
def test_a_limit_of_the_same_quantity_decides(question: str, title: str, yes: bool) -> None:
    assert said_yes(question, title) is yes


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("연봉 9천인데 그거 돼?", OPEN),
        ("월급 300인데 그거 돼?", YOUTH),
        ("월 400 버는데 그거 돼?", YOUTH),
        ("6억짜리 아파트도 그걸로 돼?", WED),
        ("보증금 6억인데 그거 돼?", FIRST),
        ("8억이면 그거 돼?", FIRST),
        ("연봉 8천인데 받을 수 있는 거 있어?", WED),
        ("연봉 4800인데 얼마까지 빌릴 수 있어?", YOUTH),
        ("연봉 3인데 그거 돼?", YOUTH),
    ],
)
def test_another_quantity_or_question_decides_nothing(question: str, title: str) -> None:
    assert said_yes(question, title) is None


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("im 2 months in, can i have dental yet", False),
        ("hey, i've been here 8 months, am i on the health insurance yet", True),
        ("입사 8개월인데 건강보험 돼?", True),
        ("2년 다녔는데 안식휴가 쓸 수 있어?", False),
        ("how much is the dental plan, i have been here 8 months", None),
        ("my dentist is 2 months away, can i have dental", None),
    ],
)
def test_a_column_may_declare_what_it_bounds(question: str, yes: bool | None) -> None:
    one = own_case(asking(question, BENEFITS, pack=COMPANY))
    assert (None if one is None else one.is_yes) is yes


def test_a_value_said_before_counts_where_the_question_names_its_quantity() -> None:
    said = [
        ("첫집 금리는?", f"{FIRST}의 최저 금리는 2.2%입니다."),
        ("6억2천짜리 아파트 사려는데 복비 얼마야", "248만원입니다."),
    ]
    one = own_case(asking("내가 사려는 집도 그거 되나?", loans(), said))
    assert one is not None and not one.is_yes and one.value.origin == "conversation"
    assert own_case(asking("내 연봉도 그거 되나?", loans(), said)) is None
    assert own_case(asking("나 그거 연장해도 되나?", loans(), said)) is None


def test_what_titles_a_passage_is_another_subject() -> None:
    evidence = [*loans(), *passages(("보증보험 가입 특약", "보증보험에 드는 보증금의 상한은 수도권 7억 원이다."))]
    said = [("금리 알려줘", f"{YOUTH}의 최저 금리는 2.2%입니다 [1].")]
    assert own_case(asking("보증보험은 보증금 4억이면 들 수 있나요", evidence, said)) is None


COUPLE = "두레 신혼부부 전세대출"
MARRIED = "혼인 7년 이내 또는 3개월 안에 결혼할 무주택 부부, 합산 연소득 7,500만 원 이하"


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("결혼 4년차고 둘이 합쳐서 7천2백 벌어요. 저희도 되나요?", True),
        ("결혼 9년차고 둘이 합쳐서 7천2백 벌어요. 저희도 되나요?", False),
        ("결혼 4년차고 둘이 합쳐서 7천8백 벌어요. 저희도 되나요?", False),
    ],
)
def test_either_of_two_conditions_is_enough_and_7천2백_is_one_figure(question: str, yes: bool) -> None:
    rows = items(HOMES, "loan_products", [{**loan(COUPLE, 1.9, 250_000_000), "eligible": MARRIED}])
    one = own_case(asking(f"{COUPLE} {question}", rows))
    assert one is not None and one.is_yes is yes
