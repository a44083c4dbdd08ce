"""Conditions of a question on figures of what it looks for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.wanted.conditions import Bound, conditions_in, is_met, without_conditions


@pytest.mark.parametrize(
    ("question", "bound", "said"),
    [
        ("한도 3억 넘는 상품은?", "above", "3억"),
        ("20% 이상인 건 뭐가 있어?", "least", "20%"),
        ("금리 3% 밑인 상품 있나", "below", "3%"),
        ("5억 이하로만 되는 곳 알려줘", "most", "5억"),
        ("기간이 40년인 건?", "is", "40년"),
        ("Which ones are worth more than £100?", "above", "£100"),
        ("any with at least 20 days?", "least", "20 days"),
        ("Which loans are under 3 %?", "below", "3 %"),
        ("which cost no more than 30 quid", "most", "30 quid"),
        ("which give 10 days or more", "least", "10 days"),
        ("did it ever drop below 0.6 in October", "below", "0.6"),
        ("was it ever above 50 NTU", "above", "50 NTU"),
        ("전세 5억 이하인 구 어디어디야", "most", "5억"),
        ("매매 10억 넘는 동네 어디야", "above", "10억"),
    ],
)
def test_a_bounded_figure_is_a_condition(question: str, bound: Bound, said: str) -> None:
    [one] = conditions_in(question)
    assert one.bound == bound and one.figure is not None and one.figure.text == said


@pytest.mark.parametrize(
    ("question", "lacks"),
    [("Which ones have no waiting time?", "waiting time"), ("대기 기간이 없는 건 뭐야", "대기 기간이")],
)
def test_none_of_something_is_a_condition(question: str, lacks: str) -> None:
    [one] = conditions_in(question)
    assert one.lacks == lacks


@pytest.mark.parametrize(
    "question",
    [
        "Can I spend more than £165 on a hotel?",
        "What happens with expenses over £500?",
        "How long is my notice after more than 5 years?",
        "Which form is due if it takes more than 7 days?",
        "what's that over a year",
        "탁도가 1.5 NTU 넘으면 무슨 경보가 떠?",
        "30 NTU 이상일 때 뭘 넣어?",
        "보증금 5억 넘는 전세도 받을 수 있나요",
        "9억 넘는 집은 복비가 얼마야?",
        "한도가 5억이야",
        "3년 이상 살았는데 대출 뭐 있어?",
    ],
)
def test_what_starts_something_or_may_be_done_is_none(question: str) -> None:
    assert conditions_in(question) == ()


def test_the_rest_names_columns_and_things() -> None:
    question = "한도가 3억 넘는 상품은?"
    assert without_conditions(question, conditions_in(question)).split() == ["한도가", "상품은?"]


@pytest.mark.parametrize(("bound", "met"), [("above", False), ("least", True), ("below", False), ("most", True)])
def test_the_bound_itself_is_met_or_not(bound: Bound, met: bool) -> None:
    assert is_met(bound, Decimal(3), Decimal(3)) is met


@pytest.mark.parametrize(
    "question",
    [
        "전세 5억 이하면 어디서 신고해요",
        "어디까지 5억 이하로 되나요",
        "have i never been above 5 days",
        "매매 10억 넘는 동네",
    ],
)
def test_where_something_is_done_puts_no_condition(question: str) -> None:
    assert not conditions_in(question)
