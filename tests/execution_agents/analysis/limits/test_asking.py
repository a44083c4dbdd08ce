"""What a question about a limit is about."""

from __future__ import annotations

from tests.execution_agents.analysis.limits.questions import COMPANY, HOMES, WATER, asking


def test_figures_and_words_that_ask_are_no_topic() -> None:
    assert asking("서울에서 보증금 1억 5천이면 소액임차인 되나요?", ()).own_words == ("서울", "보증금", "소액임차인")


def test_what_is_said_first_is_not_what_is_asked() -> None:
    asked = asking("i was sick for 5 days, can i bring the dog", (), (), COMPANY)
    assert asked.asked_words and "sick" not in asked.asked_words
    assert asking("연봉 8천인데 되나", ()).asked_words == ()


def test_a_word_is_said_in_the_fields_words_too() -> None:
    assert asking("연봉", (), (), HOMES).says("연봉", "합산 연소득 6천만 원 이하")
    assert not asking("연봉", (), (), HOMES).says("연봉", "보증금 6천만 원 이하")


def test_the_values_of_listed_slots_are_read() -> None:
    assert asking("", (), (), WATER).choices("여과수의 탁도 목표") == {
        "point": {"filtered"},
        "parameter": {"turbidity"},
    }
