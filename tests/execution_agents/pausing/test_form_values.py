"""Values of a form: kept as they are read, or one sentence for each that cannot be taken."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.pausing.form_values import filled

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "deal": {
            "title": "거래",
            "oneOf": [{"const": "jeonse", "title": "전세"}, {"const": "monthly", "title": "월세"}],
        },
        "amount": {"type": "number", "title": "금액", "minimum": 0, "x-unit": "won"},
        "rate": {"type": "number", "title": "비율", "maximum": 100, "x-unit": "percent"},
        "nights": {"type": "integer", "title": "박"},
        "start": {"type": "string", "format": "date", "title": "시작일"},
        "rent": {"type": "number", "title": "월세", "x-unit": "won", "x-when": {"deal": ["monthly"]}},
        "note": {"type": "string", "title": "메모", "maxLength": 5},
        "pets": {"type": "boolean", "title": "반려동물"},
    },
    "required": ["deal"],
}


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("deal", "전세", "jeonse"),
        ("amount", "3억", 300_000_000),
        ("amount", "3억 2,000만원", 320_000_000),
        ("amount", "1,500,000", 1_500_000),
        ("amount", 2.5, 2.5),
        ("rate", "4.5%", 4.5),
        ("nights", "3", 3),
        ("start", " 2026-03-31 ", "2026-03-31"),
        ("note", " 조용 ", "조용"),
        ("pets", "예", True),
    ],
)
def test_a_value_is_kept_as_people_write_it(name: str, given: object, kept: object) -> None:
    done = filled(SCHEMA, {"deal": "jeonse", name: given}, "ko")
    assert (dict(done.errors), done.values[name]) == ({}, kept)


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("deal", "", "거래: 값을 넣어 주세요."),
        ("deal", "매매", "거래: 전세, 월세 가운데 하나를 골라 주세요."),
        ("amount", "많이", "금액: 숫자로 적어 주세요(예: 100)."),
        ("amount", -1, "금액: 0 이상이어야 합니다."),
        ("amount", True, "금액: 숫자로 적어 주세요(예: 100)."),
        ("amount", float("inf"), "금액: 숫자로 적어 주세요(예: 100)."),
        ("amount", "3%", "금액: 숫자로 적어 주세요(예: 100)."),
        ("rate", 101, "비율: 100 이하여야 합니다."),
        ("nights", 1.5, "박: 소수점 없는 숫자로 적어 주세요."),
        ("start", "내일", "시작일: 날짜를 2026-03-31처럼 적어 주세요."),
        ("note", "너무 긴 메모", "메모: 5자를 넘을 수 없습니다."),
        ("pets", "글쎄", "반려동물: 예 또는 아니요로 답해 주세요."),
        ("rooms", 1, "rooms: 이 양식에 없는 항목입니다."),
    ],
)
def test_a_value_that_cannot_be_taken_says_why_in_one_sentence(name: str, given: object, said: str) -> None:
    done = filled(SCHEMA, {"deal": "jeonse", name: given}, "ko")
    assert done.errors == {name: said}


def test_a_field_that_counts_under_a_choice_is_required_there_alone() -> None:
    assert filled(SCHEMA, {"deal": "jeonse"}, "en").errors == {}
    assert filled(SCHEMA, {"deal": "monthly"}, "en").errors == {"rent": "월세: please give a value."}
    assert filled(SCHEMA, {"deal": "월세", "rent": "50만원"}, "ko").values == {"deal": "monthly", "rent": 500_000}


def test_more_values_than_any_form_has_are_refused_at_once() -> None:
    assert filled(SCHEMA, {str(n): n for n in range(101)}, "en").errors == {"": "There are too many fields."}


@pytest.mark.parametrize(
    "given",
    ["1e1000000", "1e999999999", "-1e1000000", "1e-1000000", "1e-999999999999", "9" * 1_900, "2e18", 1e300, 10**400],
)
@pytest.mark.parametrize("name", ["amount", "rate", "nights"])
def test_a_number_beyond_all_measure_is_no_number(name: str, given: object) -> None:
    done = filled(SCHEMA, {"deal": "jeonse", name: given}, "en")
    assert name in done.errors


def test_control_characters_are_blanks_in_a_text() -> None:
    done = filled({"type": "object", "properties": {"a": {"type": "string"}}}, {"a": "a\x01b\x0bc\x1b[3\nd\x00"}, "en")
    assert done.values == {"a": "a b c [3\nd"}
