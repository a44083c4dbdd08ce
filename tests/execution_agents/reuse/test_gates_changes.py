"""What a follow-up changes: a figure in another's place, a denial beside the words it carries along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.reuse.gates import InHand, alike, failed_gates

TEXT = "월세를 두 달 또는 석 달 밀리면, 2개월 전에 통지하고 5% 또는 6%"
PASSAGES = InHand(text=TEXT, narrows=True, probed=True, passages=True, ages=False, age_s=60)


@pytest.mark.parametrize(
    ("stored", "asked", "kind"),
    [
        ("월세를 석 달 밀리면 해지되나요?", "월세를 두 달 밀리면 해지되나요?", "period"),
        ("보증금을 5% 올릴 수 있나요?", "보증금을 6% 올릴 수 있나요?", "number"),
    ],
)
def test_an_exchanged_figure_is_another_question_though_the_passages_hold_both(
    stored: str, asked: str, kind: str
) -> None:
    assert failed_gates(stored, asked, PASSAGES) == (f"gate:{kind}",)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("월세를 밀리면 해지되나요?", "월세를 두 달 밀리면 해지되나요?"),
        ("월세를 석 달 밀리면 해지되나요?", "월세를 밀리면 해지되나요?"),
        ("월세를 석 달 밀리면 해지되나요?", "보증금은 언제까지 2개월 전에 돌려주나요?"),
        ("월세를 석 달 밀리면 해지되나요?", "월세를 석 달 밀리면 5% 해지되나요?"),
    ],
)
def test_a_figure_that_takes_no_others_place_is_answered_by_passages_that_hold_it(stored: str, asked: str) -> None:
    assert failed_gates(stored, asked, PASSAGES) == ()


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (("a", "b"), ("a", "b"), True),
        (("a", "b", "c", "d"), ("a", "b", "c", "v", "w", "x", "y", "z"), True),
        (("a", "b", "c"), ("a", "b", "x", "y", "z"), False),
        (("a",), ("a", "x", "y", "z"), False),
        ((), ("a",), False),
    ],
)
def test_a_question_that_carries_the_stored_one_along_is_alike(
    before: tuple[str, ...], now: tuple[str, ...], expected: bool
) -> None:
    assert alike(before, now) is expected


def test_a_denial_in_a_follow_up_changes_the_question_whatever_its_words() -> None:
    stored, asked = "What happens if the flat is sold?", "And what if I did not register my address?"
    assert failed_gates(stored, asked, PASSAGES) == ()
    assert failed_gates(stored, asked, PASSAGES, follows=True) == ("gate:negation",)


def test_a_follow_up_need_not_repeat_the_denial_of_the_question_it_follows() -> None:
    stored = "보증금을 안 돌려주면 어떻게 하나요?"
    assert failed_gates(stored, "방금 설명한 절차를 쉬운 말로 풀어줘", PASSAGES, follows=True) == ()


def test_rows_are_strict_about_exchanged_figures_whatever_the_words() -> None:
    rows = replace(PASSAGES, probed=False, passages=False)
    assert "gate:number" in failed_gates("만기 5% 상품", "다른 조건 6% 대출 상품 알려줘", rows)
