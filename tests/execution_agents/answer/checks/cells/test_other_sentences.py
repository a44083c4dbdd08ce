"""A figure that the evidence gives for something else."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cells.other_sentences import of_another_sentence
from execution_agents.answer.checks.cited_places import Evidence, Item, words_of
from foundation.language.figures.reader import asked_figures

SHOPS = "가게 세입자가 밀린 월세의 합계가 석 달 치에 이르면 건물주는 계약을 끝낼 수 있다. 민법의 두 달 치보다 너그럽다."
PENSION = "You pay at least 5 % of your salary and we pay 8 %. If you pay 7 % or more, we pay 10 %."


def found(claim: str, text: str) -> list[str]:
    item = Item(1, "", text, False)
    figures = of_another_sentence(asked_figures(claim), words_of(claim), item.places, Evidence([item]).says)
    return [one.text for one in figures]


def test_the_figure_of_another_rule_is_found() -> None:
    assert found("가게 세입자의 월세가 두 달 치 밀리면 건물주가 계약을 끝낼 수 있습니다.", SHOPS) == ["두 달"]
    assert found("We pay 10 % of your salary into your pension.", PENSION) == ["10 %"]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("가게 세입자의 월세가 석 달 치 밀리면 건물주가 계약을 끝낼 수 있습니다.", SHOPS),
        ("가게는 석 달 치이고 민법은 두 달 치입니다.", SHOPS),
        ("민법은 두 달 치입니다.", SHOPS),
        ("If you pay 7 % of your salary, we pay 10 %.", PENSION),
        ("We pay 8 % of your salary.", PENSION),
        ("It is 10 % then.", PENSION),
    ],
)
def test_a_figure_of_its_own_sentence_is_left_alone(claim: str, text: str) -> None:
    assert found(claim, text) == []
