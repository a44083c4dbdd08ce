"""The one row a question is about."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.focus import in_focus
from tests.execution_agents.analysis.limits.loans import FIRST, WED, YOUTH, loans
from tests.execution_agents.analysis.limits.questions import asking

LED = ("금리 알려줘", f"{YOUTH}의 최저 금리는 2.2%입니다 [1].\n\n- {WED}: 최저 금리 1.9%")
LISTED = ("다 보여줘", f"- {YOUTH}: 최저 금리 2.2%\n- {WED}: 최저 금리 1.9%")


@pytest.mark.parametrize(
    ("question", "said", "title"),
    [
        (f"{FIRST} 6억짜리 집도 되나", [LED], FIRST),
        ("청년용은 연봉 6천도 돼?", (), YOUTH),
        ("연봉 6천도 되나요", [LED], YOUTH),
        ("연봉 6천도 그거 돼?", [LISTED, LED], YOUTH),
        ("연봉 6천도 되나요", [("신혼 대출 금리 얼마야", "찾은 것은 다음과 같습니다.")], WED),
    ],
)
def test_one_row_is_named_or_was_spoken_of(question: str, said: list[tuple[str, str]], title: str) -> None:
    found = in_focus(asking(question, loans(), said))
    assert found is not None and found.title == title


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("연봉 6천도 돼?", []),
        ("연봉 6천도 돼?", [LISTED]),
        ("연봉 6천도 돼?", [("고마워", "천만에요."), LED]),
        ("전세대출 연봉 6천도 돼?", []),
        ("청년이나 신혼부부도 돼?", []),
    ],
)
def test_several_rows_are_none(question: str, said: list[tuple[str, str]]) -> None:
    assert in_focus(asking(question, loans(), said)) is None
