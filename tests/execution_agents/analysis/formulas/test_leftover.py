"""What a message says besides the figures and the words of a formula."""

from __future__ import annotations

import pytest

from execution_agents.analysis.formulas.assigning import assigned
from execution_agents.analysis.formulas.leftover import left_over, left_over_named, left_over_supposing
from foundation.language.script import language_of
from tests.execution_agents.analysis.formulas.talks import NOW, pack_of


def counts(text: str, name: str = "monthly_payment") -> tuple[int, int]:
    pack = pack_of("real_estate")
    formula = pack.formula(name)
    given = assigned(text, formula, pack, NOW, language_of(text))
    return left_over(formula, given, text), left_over_supposing(formula, given, text)


@pytest.mark.parametrize(
    "text",
    [
        "30년으로 늘리면?",
        "금리가 3%로 오르면?",
        "기간을 25년으로 줄이면 한달에 얼마 더 내?",
        "what if rates go up to 5%?",
    ],
)
def test_words_that_set_a_value_are_nothing_else(text: str) -> None:
    strict, supposing = counts(text)

    assert strict > 0
    assert supposing == 0


@pytest.mark.parametrize("text", ["30년짜리면 보험도 들어?", "4%면 신용점수는?", "does 3% need a guarantor?"])
def test_another_noun_stays(text: str) -> None:
    assert min(counts(text)) > 0


def test_words_that_name_a_formula_alone_leave_nothing() -> None:
    formula = pack_of("real_estate").formula("monthly_payment")

    assert left_over_named(formula, "한달에 얼마씩 갚아야 돼요?") == 0
    assert left_over_named(formula, "한달에 얼마씩 갚는 사람 많아?") > 0
