"""What a question sets beside what, and how."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.sides import sides_of


@pytest.mark.parametrize(
    ("question", "operation", "one", "base"),
    [
        ("솔빛이 가람의 몇 퍼센트야", "part", "솔빛", "가람"),
        ("그게 여름 속도의 몇퍼", "part", "", "여름 속도"),
        ("매매 대비 전세가 몇 프로야", "part", "전세가", "매매"),
        ("송수펌프는 그보다 얼마나 낮아", "difference", "송수펌프", ""),
        ("what percent is that of the ones in bristol", "part", "", "the ones in bristol"),
        ("what percent of the big room is the small one?", "part", "the small one?", "the big room"),
        ("dental is what per cent of that?", "part", "dental", ""),
        ("그럼 몇 배 긴 거야", "ratio", "", ""),
    ],
)
def test_both_sides_are_read_with_what_is_asked(question: str, operation: str, one: str, base: str) -> None:
    found = sides_of(question)

    assert found is not None
    assert (found.operation, found.one, found.base) == (operation, one, base)


def test_more_alone_is_beside_what_was_answered_last() -> None:
    found = sides_of("how many more would i get for my sister")

    assert found is not None
    assert (found.operation, found.base) == ("difference", "")


@pytest.mark.parametrize(
    "question",
    [
        "탁도 제거율 몇 퍼센트야", "역률 목표는 몇 프로야", "is that more than the dental plan", "7월보다 몇 % 올랐어",
        "어디가 더 비싸", "who gets more than 5 days?", "강서보다 몇 프로 비싸", "보증금의 몇 배인지 언제 정해",
    ],
)  # fmt: skip
def test_a_rate_a_choice_or_a_change_sets_nothing_beside(question: str) -> None:
    assert sides_of(question) is None
