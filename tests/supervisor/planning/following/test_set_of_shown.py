"""Several things shown one after the other, meant together."""

from __future__ import annotations

import pytest

from tests.supervisor.planning.talks import talk

FIRST, SECOND = "대구 달서구 아파트 매매 시세 알려줘", "서초구는?"
REGIONS = ("대구 달서구", "서울 서초구")


@pytest.mark.parametrize("question", ["둘 중 어디가 더 비싸?", "그 두 곳 차이는?", "둘이 얼마나 달라?"])
def test_the_two_are_the_last_two_values_of_what_varied(question: str) -> None:
    third = talk(FIRST, SECOND, question)[-1]
    assert third.slot_values()["region"] == REGIONS
    assert third.slot_values()["deal"] == ("sale",)


def test_a_condition_of_its_own_is_kept_beside_the_set() -> None:
    third = talk(FIRST, SECOND, "둘 중 전세가 싼 곳은?")[-1]
    assert third.slot_values()["region"] == REGIONS
    assert third.slot_values()["deal"] == ("jeonse",)


def test_what_changed_is_asked_of_the_last_two_periods() -> None:
    third = talk("2026년 1월 대구 달서구 매매 시세는?", "2026년 2월은?", "올랐어 내렸어?")[-1]
    assert third.slot_values()["period"] == ("2026-01..2026-01", "2026-02..2026-02")


def test_nothing_is_meant_together_before_two_were_shown() -> None:
    assert talk(FIRST, "둘 중 어디가 더 비싸?")[-1].slot_values().get("region", ()) == ("대구 달서구",)
