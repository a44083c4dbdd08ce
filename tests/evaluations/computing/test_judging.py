"""Which inputs of a calculation count as invented: those that no question, row, formula or earlier result gave."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from evaluations.computing.judging import invented_inputs, judged, wrong_with
from evaluations.computing.reading import Case, Expected
from evaluations.harness.client import Answer, Item

CASE = Case(
    id="r-1", pack="real_estate", language="ko", ask=("노원구 전세 몇 건이야?", "3배면?"),
    expect=Expected(value=Decimal(84), unit="count"),
)  # fmt: skip
ROW = Item("row", "서울 노원구\n28\n345,000,000\n4.5", is_row=True)
COUNTED = {"name": "28건", "value": "28", "unit": "count", "origin": "conversation"}


def answer(content: str = "84건입니다.", value: str | None = None, *inputs: dict[str, Any]) -> Answer:
    """One answer with what it calculated."""
    analysis = {"operations": [{"kind": "times", "inputs": list(inputs)}], "value": value, "unit": "count"}
    return Answer({"content": content, "analysis": analysis}, 0.0)


SHOWN = answer("노원구 전세 거래는 28건입니다 [1].")


def test_a_figure_of_an_earlier_turns_row_is_not_invented() -> None:
    verdict = judged(CASE, answer("84건입니다.", "84", COUNTED), [SHOWN], [ROW])
    assert verdict.right
    assert verdict.invented == ()


@pytest.mark.parametrize(
    ("given", "earlier", "items"),
    [
        ({"value": "29"}, [SHOWN], [ROW]),  # no row holds it
        ({}, [SHOWN], []),  # an answer said it, and nothing in hand does
        ({}, [], [ROW]),  # there was no turn before
        ({"origin": "question"}, [SHOWN], [ROW]),  # no question said it
        ({"origin": "rows", "item_id": "other"}, [SHOWN], [ROW]),  # of a row that was not found
    ],
)
def test_what_nothing_before_holds_is_invented(given: dict[str, Any], earlier: list[Answer], items: list[Item]) -> None:
    done = answer("84건입니다.", "84", {**COUNTED, **given})
    [named] = invented_inputs(CASE, done, earlier, items)
    assert named.startswith("28건")


def test_an_earlier_result_counts_unless_it_was_invented_itself() -> None:
    last = answer("168건입니다.", "168", {**COUNTED, "value": "84"})
    rightly = answer("84건입니다.", "84", COUNTED)
    wrongly = answer("84건입니다.", "84", {**COUNTED, "value": "29"})
    assert invented_inputs(CASE, last, [SHOWN, rightly], [ROW]) == ()
    assert invented_inputs(CASE, last, [SHOWN, wrongly], [ROW]) == ("28건 = 84",)


def test_a_default_of_the_pack_and_a_choice_are_no_inputs() -> None:
    default, choice = {**COUNTED, "value": "1", "origin": "pack"}, {**COUNTED, "value": "sale", "unit": ""}
    assert invented_inputs(CASE, answer("", "1", default, choice), [], []) == ()


def test_the_inputs_that_a_case_lists_are_the_only_ones() -> None:
    case = CASE.model_copy(update={"inputs": (Decimal(3),)})
    assert invented_inputs(case, answer("", "84", COUNTED), [SHOWN], [ROW]) == ("28건 = 28",)


@pytest.mark.parametrize(
    ("content", "why"),
    [("84건입니다 [1].", ""), ("83건입니다.", "lacks 84 count"), ("표입니다." + " " * 280 + "84건", "lacks 84 count")],
)
def test_the_result_must_stand_first(content: str, why: str) -> None:
    assert wrong_with(CASE, answer(content)) == why


def test_where_an_input_is_missing_nothing_may_be_calculated() -> None:
    case = CASE.model_copy(update={"expect": Expected(missing=("금리",))})
    assert wrong_with(case, answer("금리가 필요합니다.")) == ""
    assert wrong_with(case, answer("무엇이 필요합니다.")) == "says none of 금리"
    assert wrong_with(case, answer("금리는 5%입니다.", "5")) == "calculates 5 count"
