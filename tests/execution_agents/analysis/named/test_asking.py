"""What a question computes with figures of the evidence that it names; false friends compute nothing."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from execution_agents.analysis.named.asking import named_arithmetic
from execution_agents.analysis.said.result import result_of, sentence_of
from foundation.contracts.formulas import NamedAsked, SaidArithmetic
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.analysis.named.packs import everything_of, passage

QUESTIONS = [json.loads(line) for line in (Path(__file__).parent / "questions.jsonl").read_text("utf-8").splitlines()]
LEAST_RIGHT = 51
"""Of the questions with a result; the others compute nothing."""
NEAR = Decimal("0.06")


def language_of(text: str) -> str:
    return "en" if text.isascii() else "ko"


def computed(pack_name: str, *asked: str, items: tuple[EvidenceItem, ...] | None = None) -> SaidArithmetic | None:
    pack, everything = everything_of(pack_name)
    *before, last = asked
    named = NamedAsked(question=last, before=tuple(reversed(before)))
    return named_arithmetic(named, items or everything, pack, language_of(last))


def said(found: SaidArithmetic | None, language: str = "en") -> str:
    assert found is not None
    return sentence_of(result_of(found), found, [one.text for one in found.operands], language)


@pytest.mark.parametrize("case", [one for one in QUESTIONS if one["value"] is None], ids=lambda one: one["ask"][-1])
def test_a_false_friend_computes_nothing(case: dict[str, Any]) -> None:
    assert computed(case["pack"], *case["ask"]) is None


def test_no_question_gets_another_result_than_its_own() -> None:
    right = 0
    for case in QUESTIONS:
        found = computed(case["pack"], *case["ask"]) if case["value"] else None
        if found is not None:
            value = abs(result_of(found) / found.unit_factor)
            assert abs(value - Decimal(case["value"])) < NEAR, (case["ask"], value)
            right += 1
    assert right >= LEAST_RIGHT


def test_one_count_at_the_end_is_for_all_terms() -> None:
    found = computed("handbook", "so dinner + breakfast for 4 days, max?")

    assert said(found) == "At most £176 ((£32 + £12) × 4 = £176)."


def test_each_term_has_the_count_beside_it() -> None:
    found = computed("handbook", "3 nights London plus 2 in Leeds, what's the most I can claim for hotels?")

    assert said(found) == "At most £715 (3 × £165 + 2 × £110 = £715)."


def test_what_an_amount_is_counted_by_is_multiplied() -> None:
    found = computed("handbook", "보육 수당 얼마 나와요", "애가 둘이면 일년에 총?")

    assert said(found, "ko") == "모두 일 년에 £3,600입니다(£150 × 2 × 12 = £3,600)."


def test_that_is_what_was_asked_before() -> None:
    found = computed(
        "handbook", "when does private health insurance start for me", "that plus the dental plan, how much a month?"
    )

    assert said(found) == "Together that is £76.50 a month (£62.50 + £14 = £76.50)."


def test_both_are_the_last_two_things() -> None:
    found = computed(
        "handbook", "How much is the private health insurance?", "and dental?", "both together over a year"
    )

    assert said(found) == "Together that is £918 a year ((£62.50 + £14) × 12 = £918)."


def test_how_much_a_figure_changed_is_the_difference_of_its_two_cells() -> None:
    found = computed("water_treatment", "지금 쓰는 응집제 예측모형 R2 몇이야", "rmse는 시운전 때보다 얼마나 줄었지?")

    assert said(found, "ko") == "차이는 0.8 mg/L입니다(2.6 mg/L − 1.8 mg/L = 0.8 mg/L)."


@pytest.mark.parametrize(
    ("pack", "ask"),
    [
        ("real_estate", "강남구 전세 얼마나 올랐어"),  # months of readings, no two cells of a row
        ("water_treatment", "가람정수장 탁도는 얼마나 올랐어"),
        ("water_treatment", "약품 재고는 얼마나 줄었어"),
        ("handbook", "how much did the hotel limit go up"),  # three rows of hotels, each with one figure
    ],
)
def test_a_change_that_no_row_holds_is_not_computed(pack: str, ask: str) -> None:
    assert computed(pack, ask) is None


@pytest.mark.parametrize(
    "ask",
    [
        "and rmse, by how many percent did it drop",
        "새 버전이 옛날거보다 RMSE 몇 퍼센트나 줄었어?",
    ],
)
def test_two_cells_of_one_row_give_a_change(ask: str) -> None:
    found = computed("water_treatment", ask)

    assert said(found) == "It fell by 30.8 % ((1.8 mg/L − 2.6 mg/L) ÷ 2.6 mg/L = −30.8 %)."


def test_two_figures_under_one_name_compute_nothing() -> None:
    table = "| what | limit |\n| --- | --- |\n| Taxi | £20 |"
    twice = (passage("Limits", table), passage("Old limits", table.replace("20", "25")))

    assert computed("handbook", "taxi for 3 days, max?", items=twice[:1]) is not None
    assert computed("handbook", "taxi for 3 days, max?", items=twice) is None


def test_what_is_paid_once_is_not_multiplied() -> None:
    table = "| what | limit |\n| --- | --- |\n| Desk | £200, once |\n| Books | £30 a month |"

    assert computed("handbook", "desk for 3 months, how much?", items=(passage("Limits", table),)) is None
    assert computed("handbook", "books for 3 months, how much?", items=(passage("Limits", table),)) is not None


@pytest.mark.parametrize("question", ["taxi and wine for 3 days, max?", "taxi in Oslo for 3 days, max?"])
def test_a_word_that_nothing_bears_out_stops_it(question: str) -> None:
    table = "| what | limit |\n| --- | --- |\n| Taxi | £20 |"

    assert computed("handbook", question, items=(passage("Limits", table),)) is None


def test_each_operand_says_where_it_stands() -> None:
    found = computed("handbook", "so dinner + breakfast for 4 days, max?")

    assert found is not None
    assert {one.item_id for one in found.operands} == {"5. Expenses > Limits"}
    assert [one.sentence for one in found.operands] == ["Dinner: £32", "Breakfast: £12"]


def test_what_was_answered_is_meant_where_nothing_is_named() -> None:
    pack, everything = everything_of("water_treatment")
    asked = NamedAsked(question="두 대 열두 시간 돌리면?", before=("오존발생기 한 대가 시간당 얼마나 만들어?",))
    after = asked.model_copy(update={"said": ("발생량의 값은 한 대에 6 kg/h입니다.",)})

    assert named_arithmetic(asked, everything, pack, "ko") is None
    assert said(named_arithmetic(after, everything, pack, "ko"), "ko") == "모두 144 kg입니다(6 kg × 2 × 12 = 144 kg)."
