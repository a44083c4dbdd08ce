"""The days of a timetable that stands in a document are picked by the day it is, not by shared words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from execution_agents.answer.quoting.extractive import quoted_answer
from tests.execution_agents.answer.turns import asked, law, passage

NOW = datetime(2026, 11, 29, 0, 0, tzinfo=UTC)
TABLE = """| 날짜 | 설비 | 일 |
| --- | --- | --- |
| 2026-10-14 | 승강기 | 정기 점검 |
| 2026-11-18 | 소방 설비 | 작동 점검 |
| 2026-12-09 | 승강기 | 완성 검사 |
| 2026-12-16 | 비상 발전기 | 부하 시험 |"""
PLAN = passage("p", "건물 관리 > 정비 일정", TABLE)
PUMP = passage("q", "고장과 대책", "펌프가 떨리면 정비 담당이 축을 다시 맞춘다.")


def answered(question: str, **more: Any) -> str:
    """The rules engine's answer over a timetable and a sentence that shares more words with the question."""
    return quoted_answer(asked(question, law(PUMP, PLAN), now=NOW, **more))


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("다음달 정비 일정 뭐 있어?", "2건입니다: 2026년 12월 9일, 16일."),
        ("다음 정비 언제야", "2026년 12월 9일: 승강기, 완성 검사 [2]"),
        ("최근에 정비한게 뭐야", "2026년 11월 18일: 소방 설비, 작동 점검 [2]"),
        ("다음 부하 시험은 언제야", "2026년 12월 16일: 비상 발전기, 부하 시험 [2]"),
        ("승강기 정비 앞으로 뭐 남았어", "2026년 12월 9일: 승강기, 완성 검사 [2]"),
        ("정비까지 며칠 남았어", "오늘부터 10일 남았습니다(2026년 12월 9일) [2]."),
        ("내년 1월 정비 있어?", "2027년 1월에는 찾은 일정에 적힌 것이 없습니다. 찾은 일정은 2026년 10월 14일부터"),
        (
            "12월에 소방 설비 정비해?",
            "2026년 12월에는 찾은 일정에 적힌 것이 없습니다. 찾은 일정은 2026년 11월 18일입니다",
        ),
    ],
)
def test_days_are_picked_from_today(question: str, begins: str) -> None:
    assert answered(question).startswith(begins)


def test_a_follow_up_counts_what_was_asked_before() -> None:
    before = "올해 남은 정비 알려줘"
    said = answered("몇 건이야?", standalone=f"{before} → 몇 건이야?", history=((before, "…"),))
    assert said.startswith("2건입니다")


@pytest.mark.parametrize(
    "question", ["다음 회의는 언제야", "앞으로 펌프가 떨리면 어떻게 해", "다음달 정비 비용은 얼마야"]
)
def test_of_what_no_timetable_is_none_is_read(question: str) -> None:
    assert "2026년" not in answered(question)


def test_a_day_of_an_english_timetable_is_said_in_english() -> None:
    table = TABLE.replace("승강기 | 완성 검사", "Lift | Final check").replace("날짜 | 설비 | 일", "Date | What | Work")
    plan = passage("p", "Maintenance calendar", table.replace("비상 발전기 | 부하 시험", "Generator | Load test"))
    request = asked("when is the next maintenance?", law(plan), language="en", now=NOW)
    assert quoted_answer(request).startswith("9 December 2026: Lift, Final check [1]")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("12월에는 뭐뭐 잡혀있어?", "2건입니다: 2026년 12월 9일, 16일."),
        ("12월에는?", "2026년 12월에는 찾은 일정에 적힌 것이 없습니다. 찾은 일정은 2026년 11월 18일입니다"),
    ],
)
def test_what_there_is_is_asked_of_the_whole_timetable(question: str, begins: str) -> None:
    before = "소방 설비 정비 언제야"
    said = answered(question, standalone=f"{before} → {question}", history=((before, "…"),))
    assert said.startswith(begins)
