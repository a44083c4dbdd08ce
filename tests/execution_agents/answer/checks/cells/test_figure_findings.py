"""The figures of a claim, on the whole check of a draft."""

from __future__ import annotations

import pytest

from foundation.contracts.work import EvidenceItem
from tests.execution_agents.answer.checks.test_findings import checked, found
from tests.execution_agents.answer.turns import passage

CARBON = passage("w-2", "분말활성탄 투입", "지오스민이 10 ng/L를 넘으면 5 mg/L부터 시작한다.")
RATE = passage("w-36", "API 쓰는 법", "한 토큰은 1분에 120번까지 부를 수 있고, 넘으면 429가 온다.")
RENT = passage(
    "l-7",
    "월차임 전환",
    "돌리는 금액에 비율을 곱한 것이 1년 치 상한이고, 12로 나누면 한 달 치가 된다. 상한은 4.5퍼센트다.",
)
PAY = passage("p-15", "Redundancy", "Redundancy pay is 1.5 weeks' salary for each full year, at least 4 weeks' in all.")


@pytest.mark.parametrize(
    ("draft", "item", "question", "language"),
    [
        ("한 토큰은 1분에 120번까지라서 한 시간이면 최대 7,200번입니다 [1].", RATE, "한 시간에 몇 번?", "ko"),
        ("상한은 4.5%입니다 [1]. 2억 원을 월세로 돌리면 한 달 75만 원까지입니다 [1].", RENT, "얼마까지?", "ko"),
        ("At 1.5 weeks' salary for each full year, 6 full years come to 9 weeks' salary [1].", PAY,
         "How much after 6 full years?", "en"),
    ],
)  # fmt: skip
def test_a_computed_figure_stands(draft: str, item: EvidenceItem, question: str, language: str) -> None:
    assert found(checked(draft, item, question=question, language=language)) == []


@pytest.mark.parametrize(
    ("draft", "item"),
    [
        ("지오스민이 10 mg/L를 넘으면 5 mg/L부터 넣습니다 [1].", CARBON),
        ("한 토큰은 1분에 120번까지라서 한 시간이면 최대 7,400번입니다 [1].", RATE),
        ("2억 원을 월세로 돌리면 한 달 85만 원까지입니다 [1].", RENT),
    ],
)
def test_another_unit_and_a_wrong_sum_are_held(draft: str, item: EvidenceItem) -> None:
    assert ("figures", True) in found(checked(draft, item))


@pytest.mark.parametrize(
    ("draft", "right"),
    [
        ("Core hours last six hours, from 10:00 to 16:00 [1].", True),
        ("Core hours last seven hours, from 10:00 to 16:00 [1].", False),
        ("£900 a year is £225 a quarter [1].", True),
        ("That is £85 a month [1].", False),
    ],
)
def test_hours_between_and_parts_of_a_year_are_computed_again(draft: str, right: bool) -> None:
    item = passage("g-1", "Guide", "Core hours are from 10:00 to 16:00. The training budget is £900 a year.")
    held = ("figures", True) in found(checked(draft, item, question="How much?", language="en"))
    assert held is not right
