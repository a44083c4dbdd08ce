"""What begins at a bound, and what is a limit."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.rules.thresholds import bounds_in, is_alarm, is_of_limits

Ends = tuple[str | None, str | None, bool]
"""(least, most, begins)"""


def ends_in(line: str, heads: str = "") -> list[Ends]:
    """The bounds of a line."""
    found = bounds_in(line, heads.split(" | ") if heads else ())
    return [(_said(one.limit.low), _said(one.limit.high), one.begins) for one in found]


def _said(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount.normalize():f}"


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("If you pay 7 % or more, we pay 10 %.", [("7", None, True)]),
        ("여과수의 탁도 목표는 0.10 NTU 이하이다.", [(None, "0.1", False)]),
        ("You may carry over up to 5 days.", [(None, "432000", False)]),
        ("The cover begins after 6 months.", [("6", None, True)]),
        ("3개월이 지나면 당번을 선다.", [("3", None, True)]),
        ("수온이 8 ℃ 아래로 내려가면 응집제를 바꾼다.", [(None, "8", True)]),
        ("15 NTU를 넘거나 수온이 30 ℃를 넘으면 멈춘다.", [("15", None, True), ("30", None, True)]),
        ("The office has 12 rooms.", []),
    ],
)
def test_sentences_state_limits_and_where_something_begins(sentence: str, ends: list[Ends]) -> None:
    assert ends_in(sentence) == ends


@pytest.mark.parametrize(
    ("row", "heads", "ends"),
    [
        ("Hotel, London | £165 a night", "what | limit", [(None, "165", False)]),
        ("EQ-702 | 송수 압력 700 kPa 이상 | 2급", "경보 코드 | 조건 | 등급", [("700", None, True)]),
        ("축받이 온도 경보 / 정지 | 70 ℃ / 80 ℃", "항목 | 값", [("70", None, True), ("80", None, True)]),
        ("저수위 경보 | 1.5 m", "항목 | 값", [(None, "1.5", True)]),
        ("전동기 | 450 kW", "항목 | 값", []),
    ],
)
def test_rows_state_them_by_heads_and_labels(row: str, heads: str, ends: list[Ends]) -> None:
    assert ends_in(row, heads) == ends


def test_heads_of_limits_and_words_of_alarms_are_known() -> None:
    assert is_of_limits("법정 기준")
    assert not is_of_limits("조건")
    assert is_alarm("500 kPa에서 저압 경보가 울린다")
    assert is_alarm("the pump trips")
    assert not is_alarm("수압을 재는 곳")


def test_what_is_exceeded_is_not_met_by_the_bound_itself() -> None:
    [over, _] = bounds_in("15 NTU를 넘거나 수온이 30 ℃를 넘으면 멈춘다.")
    assert not over.limit.is_met(Decimal(15)) and over.limit.is_met(Decimal("15.1"))
