"""A term has one figure, its unit, all that it is counted by, and the words that name it."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.terms import Term, amount_of, terms_of
from tests.execution_agents.analysis.named.packs import everything_of, passage


def terms(name: str, *named: str) -> list[Term]:
    pack, items = everything_of(name)
    return [one for one in terms_of(items, pack, "en") if one.is_cell and one.name in named]


@pytest.mark.parametrize(
    ("text", "figure", "bases"),
    [
        ("£165 a night", "£165", ["night"]),
        ("£40 a person, once a quarter", "£40", ["person"]),
        ("한 대에 6 kg/h", "6 kg", ["time", "대"]),
        ("오존 1 kg에 9.5 kWh", "9.5 kWh", ["mass"]),
        ("건조 고형물 1톤에 4 kg", "4 kg", ["mass"]),
        ("A bicycle is paid at £0.20 a mile.", "£0.20", ["length"]),
    ],
)
def test_what_a_figure_is_counted_by_is_read(text: str, figure: str, bases: list[str]) -> None:
    found = amount_of(text)

    assert found is not None
    assert found[0].figure.text == figure
    assert [one.thing or one.kind for one in found[1]] == bases


@pytest.mark.parametrize("text", ["12~45 mg/L", "TK-201 A/B", "2대 운전, 1대 예비", "at least 4 weeks ahead", "5 %"])
def test_a_range_a_name_or_a_deadline_is_no_figure(text: str) -> None:
    assert amount_of(text) is None


def test_a_row_is_named_by_its_title_alone() -> None:
    [dental] = [one for one in terms("handbook", "Dental plan") if not one.head]

    assert dental.amount.figure.text == "£14"
    assert [(one.kind, one.factor) for one in dental.bases] == [("months", 1)]


def test_a_thing_of_a_note_counts_too() -> None:
    [childcare] = [one for one in terms("handbook", "Childcare allowance") if not one.head]

    assert {one.thing or one.kind for one in childcare.bases} == {"months", "child"}


def test_what_is_paid_once_is_marked() -> None:
    [allowance] = [one for one in terms("handbook", "Home office allowance") if not one.head]

    assert allowance.is_once


def test_a_cell_of_several_columns_is_named_by_both_heads() -> None:
    names = {one.name for one in terms("water_treatment", "RMSE, coag-3.2(지금)", "RMSE, coag-2.1(시운전)")}

    assert len(names) == 2


def test_the_head_of_a_column_says_what_is_counted() -> None:
    [daily] = terms("water_treatment", "PACl, 하루 사용량(평상시)")

    assert [one.factor for one in daily.bases] == [86_400]


def test_a_sentence_with_a_condition_is_no_term() -> None:
    pack, _ = everything_of("handbook")
    found = terms_of([passage("Pay", "If you work on Sunday, you get £50. A week is paid at £280.")], pack, "en")

    assert [one.amount.figure.text for one in found] == ["£280"]


def test_a_table_that_counts_machines_states_rates_of_one() -> None:
    rows = ("항목 | 값", "--- | ---", "대수 | 4대(3대 운전)", "토출량 | 1,750 m³/h", "양정 | 32 m", "유속 | 2 m/h")
    table = "\n".join(f"| {one} |" for one in rows)
    pack, _ = everything_of("water_treatment")
    found = {one.name: one.one_of for one in terms_of([passage("2장 > 취수펌프 제원", table)], pack, "ko")}

    assert (found["토출량"], found["양정"], found["유속"]) == ("대", "", "")
