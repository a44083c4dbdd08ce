"""The row of a passage's table that is the most of something."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.answering import heads_of
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.quoting.extractive import extractive_answer
from execution_agents.answer.quoting.extreme_rows import extreme_row
from tests.execution_agents.answer.turns import asked, law, passage

TANKS = [
    "배수지 | 용량 | 수위",
    "가람 | 12,000 m³ | 2.5~4.5 m",
    "솔빛 | 8,000 m³ | 2~4 m",
    "온들 | 3,500 m³ | 2.0~3.8 m",
]
STOCK = [
    "약품 | 최소 재고 | 하루 사용량",
    "가 | 30 m³ | 1.6 m³",
    "나 | 15 m³ | 1.2 m³",
    "다 | 10 m³ | 2 m³",
    "라 | 10 m³ | 0.2 m³",
]


def said(table: list[str], question: str, language: str = "ko") -> str:
    heads = heads_of(table)
    lines = [Sentence(1, at, text, 1.0, 1.0, heads[at]) for at, text in enumerate(table)]
    return extreme_row(lines[-1], lines, question, language)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("배수지 중에 젤 큰 데가 어디?", "용량이 가장 큰 것은 가람으로, 12,000 m³입니다 [1]."),
        ("제일 작은 배수지는?", "용량이 가장 작은 것은 온들로, 3,500 m³입니다 [1]."),
        ("배수지는 몇 개야?", ""),
        ("솔빛 배수지 용량은?", ""),
    ],
)
def test_the_one_column_of_single_figures_is_meant(question: str, says: str) -> None:
    assert said(TANKS, question) == says


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("하루 사용량이 가장 많은 약품은?", "하루 사용량이 가장 큰 것은 다로, 2 m³입니다 [1]."),
        ("가장 많은 약품은?", ""),
        ("최소 재고가 가장 적은 약품은?", ""),
    ],
    ids=["named", "two columns", "two are alike"],
)
def test_of_several_columns_the_one_that_is_named(question: str, says: str) -> None:
    assert said(STOCK, question) == says


def test_in_the_persons_language() -> None:
    assert said(TANKS, "which reservoir is the largest?", "en") == "The largest is 가람: 용량 12,000 m³ [1]."


def test_it_leads_the_answer_with_its_rows_behind() -> None:
    table = "\n".join(f"| {row} |" for row in (TANKS[0], "--- | --- | ---", *TANKS[1:]))
    answer = extractive_answer(asked("배수지 중에 젤 큰 데가 어디?", law(passage("p", "배수지", table))))
    assert answer.startswith("용량이 가장 큰 것은 가람으로, 12,000 m³입니다 [1].")
    assert "온들 | 3,500 m³" in answer
