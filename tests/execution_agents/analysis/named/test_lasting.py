"""A stock is divided by its use where one row of a table has both."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.analysis.named.lasting import lasting, may_last
from execution_agents.analysis.named.terms import terms_of
from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import NamedAsked
from tests.execution_agents.analysis.named.packs import everything_of, passage

STORE = """| 재료 | 재고 | 하루 사용량 | 창고 |
| --- | --- | --- | --- |
| 밀가루 | 90 kg | 4 kg | A-1 |
| 설탕 | 20 kg | 0~3 kg | A-2 |
| 우유 | 30 L | 5 kg | B-1 |"""


def days(*asked: str, said: str = "") -> Decimal | None:
    pack, _ = everything_of("handbook")
    *before, last = asked
    named = NamedAsked(question=last, before=tuple(reversed(before)), said=(said,) if said else ())
    found = lasting(named, terms_of([passage("store", STORE)], pack, "ko"))
    return None if found is None else result_of(found) / 86_400


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("밀가루 재고로 며칠 버텨?",), ""),
        (("밀가루 재고면 며칠 쓸 수 있어",), ""),
        (("밀가루 재고 얼마야", "그걸로 며칠 가?"), ""),
        (("how much flour is there", "how many days does it last"), "밀가루의 재고는 90 kg입니다"),
    ],
)
def test_the_row_that_is_named_lasts_its_stock_by_its_use(asked: tuple[str, ...], said: str) -> None:
    assert days(*asked, said=said) == Decimal("22.5")


@pytest.mark.parametrize(
    "asked",
    [
        ("그걸로 며칠 버텨?",),  # of which?
        ("설탕 재고로 며칠 버텨?",),  # what is used is no one figure
        ("우유 재고로 며칠 버텨?",),  # of another kind
        ("밀가루 재고로 몇 달 버텨?",),  # used by the day
        ("밀가루 재고 얼마야",),
        ("밀가루 40 kg 있는데 며칠 버텨?",),  # a stock of one's own
    ],
)
def test_without_both_figures_of_one_row_nothing_is_computed(asked: tuple[str, ...]) -> None:
    assert days(*asked) is None


def test_only_a_question_of_how_long_asks_for_it() -> None:
    assert may_last("how many days will it last")
    assert not may_last("며칠 안에 주문해야 해?")
    assert not may_last("how much is left")
