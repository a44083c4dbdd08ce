"""An amount for a length of time, over such a length; both are the person's own."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.own import own_product, states_own_product
from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import NamedAsked


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("환산월세 120이면 석달치가 얼마", 3_600_000),
        ("월세 70만원 두 달치면 얼마?", 1_400_000),
        ("월세 60인데 1년이면 총 얼마야", 7_200_000),
        ("월급 300이면 1년에 얼마", 36_000_000),
        ("시급 12000원이면 8시간에 얼마", 96_000),
        ("i make £24 an hour, what's that for 8 hours", 192),
        ("rent is 1.1 million won a month, how much for 2 years", 26_400_000),
        ("£900 a month, how much is that a year?", 10_800),
    ],
)
def test_the_amount_is_taken_as_often_as_the_length_says(question: str, value: int) -> None:
    found = own_product(NamedAsked(question=question))

    assert found is not None
    assert int(result_of(found)) == value


@pytest.mark.parametrize(
    "question",
    [
        "월세 60 세달 밀리면 해지되나",
        "월세 50에 2년 계약하면 중개보수 얼마",
        "월세 60에 보증금 3천이면 복비 얼마",
        "월세 50 2년 뒤에 얼마까지 올라?",
        "my rent is £900 a month, how much?",
        "my rent is £900 a month, how much is the deposit for 2 years",
        "£24 an hour for 8 hours, can they cut it?",
        "월세 60이랑 70이면 1년에 얼마 차이나",
    ],
)
def test_any_other_word_or_figure_computes_nothing(question: str) -> None:
    assert own_product(NamedAsked(question=question)) is None


def test_the_plan_asks_for_it_only_where_both_are_stated() -> None:
    assert states_own_product("월세 60인데 1년이면 총 얼마야")
    assert not states_own_product("월세 60이면 얼마야")
