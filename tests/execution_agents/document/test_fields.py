"""A template's blanks read from what people say, checked, shown, and asked for."""

from __future__ import annotations

from datetime import date

import pytest

from execution_agents.document.fields import checked, from_slots, read_fields, schema_of, shown
from execution_agents.pausing.form_values import filled
from foundation.domains.loading.loader import load_pack, shipped_packs

LEASE = load_pack(shipped_packs() / "real_estate").template("housing_lease")
CLAIM = load_pack(shipped_packs() / "handbook").template("expense_claim")
TODAY = date(2026, 11, 25)


def read(text: str, language: str = "ko") -> dict[str, str]:
    return {one.name: one.value for one in read_fields(text, LEASE, TODAY, language, "message")}


def test_names_amounts_and_days_are_read_by_the_words_beside_them() -> None:
    found = read("임대인은 김철수, 임차인은 이영희이고 주소는 대구 달서구 1, 보증금 3억 월세 50만원, 12월 1일부터")
    assert found["landlord"] == "김철수" and found["tenant"] == "이영희" and found["address"] == "대구 달서구 1"
    assert found["deposit"] == "300000000" and found["rent"] == "500000"
    assert found["start"] == "2026-12-01"


@pytest.mark.parametrize(
    ("said", "rent"),
    [
        ("주소는 대구 달서구 월성로 12, 보증금 2억", None),
        ("주소는 서울 월드컵로 30, 보증금 2억", None),
        ("보증금 2억, 월 50만원", "500000"),
        ("보증금 2억에 월 50", "500000"),
    ],
)
def test_a_word_of_one_syllable_is_no_part_of_a_name(said: str, rent: str | None) -> None:
    assert read(said).get("rent") == rent


def test_a_day_without_a_year_is_the_next_one() -> None:
    assert read("3월 2일 입주")["start"] == "2027-03-02"


def test_the_only_figure_of_a_kind_needs_no_word() -> None:
    found = {one.name: one.value for one in read_fields("it was £120", CLAIM, TODAY, "en", "message")}
    assert found["amount"] == "120"


def test_nothing_is_read_from_a_clause_in_quotation_marks() -> None:
    assert "tenant" not in read('특약으로 "임차인은 갱신을 포기한다"를 넣어줘')


def test_a_slot_fills_a_field_only_with_a_value_it_takes() -> None:
    assert [one.value for one in from_slots({"deal": ("jeonse",)}, LEASE)] == ["jeonse"]
    assert from_slots({"deal": ("sale",)}, LEASE) == []
    assert from_slots({"deal": ("jeonse", "monthly")}, LEASE) == []


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("deposit", "-1", None),
        ("deposit", "NaN", None),
        ("start", "2026-02-30", None),
        ("deal", "sale", None),
        ("address", "a | b\n# c", "a / b # c"),
        ("address", " ", None),
        ("months", "500", None),
        ("months", 24, "24"),
    ],
)
def test_a_value_the_field_does_not_take_is_left_out(name: str, value: object, kept: str | None) -> None:
    field = LEASE.field(name)
    assert field is not None and checked(field, value) == kept


@pytest.mark.parametrize(
    ("name", "value", "korean", "english"),
    [
        ("deposit", "300000000", "3억원", "₩300 million"),
        ("rent", "0", "없음", "none"),
        ("start", "2027-03-02", "2027년 3월 2일", "2 March 2027"),
        ("months", "24", "24개월", "24 months"),
        ("deal", "jeonse", "전세", "jeonse"),
    ],
)
def test_values_are_written_as_people_write_them(name: str, value: str, korean: str, english: str) -> None:
    field = LEASE.field(name)
    assert field is not None
    assert (shown(field, value, "ko"), shown(field, value, "en")) == (korean, english)


def test_a_forms_values_pass_the_schema_that_asked_for_them() -> None:
    schema = schema_of([one for one in LEASE.fields if one.required], "ko")
    given = {"landlord": "김", "tenant": "이", "address": "대구", "deal": "jeonse", "deposit": 1, "start": "2027-01-01"}
    assert not filled(schema, given, "ko").errors
    assert set(filled(schema, {**given, "deal": "sale"}, "ko").errors) == {"deal"}
