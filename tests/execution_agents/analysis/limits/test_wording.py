"""Decisions in words."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.judging import judged
from execution_agents.analysis.limits.rows import judged_rows
from execution_agents.analysis.limits.wording import analysis_of_rows, analysis_of_value
from foundation.contracts.formulas import Analysis
from tests.execution_agents.analysis.limits.questions import (
    CARRY,
    COMPANY,
    FILTERED,
    HOMES,
    ROTA,
    SMALL,
    WATER,
    asking,
    passages,
    readings,
)

DAYS = (("2026-08-01", 0.05, 0.04, 0.07), ("2026-08-02", 0.13, 0.05, 0.2))


def of_value(question: str) -> Analysis:
    """What is said of a person's value."""
    pack = HOMES if "보증금" in question else COMPANY
    one = judged(asking(question, passages(CARRY, ROTA, SMALL), (), pack))
    assert one is not None
    return analysis_of_value(one, "ko" if pack is HOMES else "en")


def of_rows(question: str, *days: tuple[str, float, float, float]) -> str:
    """What is said first of rows."""
    asked = asking(question, [*passages(FILTERED), *readings("filtered", "turbidity", *days)], (), WATER)
    one = judged_rows(asked)
    assert one is not None
    return analysis_of_rows(one, asked.language).lead


def test_the_first_sentence_has_value_limit_and_the_limits_words() -> None:
    done = of_value("can I carry 8 days of leave into next year?")
    assert done.lead.startswith("No. 8 days is more than the limit of 5 days: “Up to 5 days of leave")
    assert done.cites == ("p0",) and done.operations[0]["limit"]["high"] == "432000"


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("can I carry 3 days of leave into next year?", "Yes. 3 days is within the limit (at most 5 days)"),
        ("joined 2 months ago, can they put me on call", "No. 2 months is less than the 3 months that are needed"),
        ("서울에서 보증금 1억 5천이면 소액임차인 되나요?", "네. 1억 5천은 1억 6,500만 원 이하입니다"),
        ("서울에서 보증금 2억이면 소액임차인 되나요?", "아니요. 2억은 1억 6,500만 원을 넘습니다"),
    ],
)
def test_each_side_of_a_limit_is_worded(question: str, lead: str) -> None:
    assert of_value(question).lead.startswith(lead)


def test_rows_are_reported_with_their_worst_day() -> None:
    kept = of_rows("8월에 여과수 탁도는 목표 지켰나", DAYS[0])
    assert kept.startswith("네. 2026년 8월 1일 여과수 탁도는") and "목표 0.10 NTU 이하 안에 들었습니다" in kept
    broken = of_rows("8월에 여과수 탁도는 목표 지켰나", *DAYS)
    assert broken.startswith("아니요. 여과수 탁도는 2일 가운데 1일이") and "2026년 8월 2일" in broken
    english = of_rows("did filtered water turbidity stay within its target in August", *DAYS)
    assert english.startswith("No.") and "on 1 of 2 days" in english


def test_the_mean_of_rows_is_said() -> None:
    assert "여과수 탁도는 2일 평균 0.09 NTU로 목표 0.10 NTU 이하를 지켰습니다" in of_rows(
        "여과수 탁도가 평균으로 목표를 지켰나", *DAYS
    )
    english = of_rows("did filtered water turbidity stay within its target on average", *DAYS)
    assert "on average over 2 days (0.09 NTU)" in english


def test_a_limit_of_another_language_is_written_in_the_persons() -> None:
    passage = ("Small deposits", "보증금이 1억 6,500만 원 이하여야 하고, 올리는 폭은 5퍼센트를 넘지 못한다.")
    one = judged(
        asking("is a raise of the deposit by 8 percent ok", passages(("Deposit raise", passage[1])), (), HOMES)
    )
    assert one is not None and "the limit of 5%" in analysis_of_value(one, "en").lead
