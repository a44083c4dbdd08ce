"""A duty that begins beyond an amount."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.duties import duty, money_bounds_in
from tests.execution_agents.analysis.limits.questions import asking, passages

REPORT = (
    "임대차 신고",
    "보증금이 6천만 원을 넘거나 월세가 30만 원을 넘으면 신고한다. 금액이 같은 갱신은 신고하지 않아도 된다.",
)
ENGLISH = (
    "Reporting",
    "Leases above 60 million won of deposit or 300,000 won of monthly rent must be reported within 30 days.",
)
PLAN = ("자금조달계획서", "집값이 6억 원 이상이면 자금조달계획서를 낸다.")


def begun(question: str) -> bool | None:
    """Whether the duty applies; None where nothing is decided."""
    one = duty(asking(question, passages(REPORT, ENGLISH, PLAN)))
    return None if one is None else one.begun


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("보증금 5천 월세 40으로 계약했는데 이거 구청에 신고하는거야?", True),
        ("보증금 7천인데 신고해야 하나요", True),
        ("보증금 3천 월세 25인데 임대차 신고해야 하나요", False),
        ("보증금 7천 월세 20인데 이것도 전월세 신고 대상인가요", True),
        ("do i have to report a lease with a deposit of 100 million won", True),
        ("6억 원짜리 집을 사는데 자금조달계획서 내야 하나요", True),
    ],
)
def test_one_amount_beyond_its_bound_begins_it(question: str, yes: bool) -> None:
    assert begun(question) is yes


@pytest.mark.parametrize(
    "question",
    [
        "보증금 3천인데 신고해야 하나요",
        "보증금 5천 월세 45인데 확정일자 받아야 돼?",
        "보증금 7천인데 계약서 써야 돼?",
        "연봉 7천인데 신고해야 하나요",
        "보증금 7천이면 언제 신고하나요",
        "같은 금액으로 갱신하면 또 신고해야 돼?",
    ],
)
def test_otherwise_nothing_is_decided(question: str) -> None:
    assert begun(question) is None


def test_both_amounts_of_a_sentence_are_bounds() -> None:
    assert [(one.quantity, one.limit.low) for one in money_bounds_in(REPORT[1].split(". ")[0] + ".")] == [
        ("deposit", 60_000_000),
        ("rent", 300_000),
    ]
