"""The amounts an answer says first."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.analysis.said.amounts import (
    Said,
    amounts_in,
    first_sentence,
    of_its_label,
    rows_matched,
    said_first,
    single_figures,
)


def of(sentence: str) -> list[tuple[str, str, Decimal | None]]:
    found = amounts_in(Said("", sentence))
    bases = [one.base for one in found]
    named = [(base.thing or base.kind, base.factor) if base else ("", None) for base in bases]
    return [(one.figure.text, name, factor) for one, (name, factor) in zip(found, named, strict=True)]


def test_markers_and_quotation_marks_are_no_part_of_it() -> None:
    assert first_sentence("“Parking costs £14 a day.” — **Site** [2]") == "Parking costs £14 a day."
    assert first_sentence("\n- Gym: Worth 30 GBP [1]\n- Pool") == "Gym: Worth 30 GBP"
    assert first_sentence("| a | b |") == ""
    assert said_first("gym?", "- Gym: Worth 30 GBP [1]").is_row


def test_an_amount_has_what_it_is_counted_by() -> None:
    assert of("A double room is £88 a night.") == [("£88", "night", Decimal(1))]
    assert of("보증금은 3,000만원이고 월세 60만원입니다.") == [
        ("3,000만원", "", None), ("60만원", "months", Decimal(1)),
    ]  # fmt: skip


def test_a_unit_belongs_to_its_own_clause() -> None:
    assert [base for _, base, _ in of("저장량 600 L, 하루 사용량 48 L")] == ["", "time"]


def test_brackets_hold_conditions() -> None:
    assert [text for text, _, _ in of("평균은 6억원입니다 (2026년 2월, 26건).")] == ["6억원"]


def test_the_unit_per_unit_is_kept() -> None:
    [one] = amounts_in(Said("", "씻는 속도는 28 m/h입니다."))
    assert one.unit == " m/h"


def test_of_a_table_only_the_row_spoken_of_counts() -> None:
    table, other = Said("", "항목 | 값; 무게 | 80 kg; 압력 | 3 bar"), Said("", "압력은 6 bar입니다.")
    assert rows_matched([table, other])[0].sentence == "압력 | 3 bar"
    assert rows_matched([table])[0].sentence == ""


def test_of_paired_labels_the_one_named_counts() -> None:
    sentence = "압력 경보 / 개방의 값은 6 bar / 9 bar입니다."
    amounts = amounts_in(Said("", sentence))
    assert [one.figure.text for one in of_its_label(amounts, sentence, "개방 압력은?")] == ["9 bar"]
    assert len(of_its_label(amounts, sentence, "압력은?")) == 2


def test_a_rate_is_no_sum_of_its_lengths() -> None:
    assert [one.text for one in single_figures("하루 8시간이면")] == ["하루", "8시간"]
