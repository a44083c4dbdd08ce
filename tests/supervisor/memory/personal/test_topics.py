"""What a statement is about, and whether it says that something changed."""

from __future__ import annotations

import pytest

from supervisor.memory.personal.topics import is_change, topic_of


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("저는 달서구에 살아요", "home"),
        ("우리 회사는 2교대예요", ""),
        ("회사로 출퇴근해요", "work"),
        ("저는 중앙제어실 운전원이에요", "rank"),
        ("저는 무주택자예요", ""),
        ("예산은 3억이야", "budget"),
    ],
)
def test_one_thing_at_a_time_has_a_topic(text: str, topic: str) -> None:
    assert topic_of(text, "fact") == topic


def test_a_change_is_distinguished_from_a_state() -> None:
    assert is_change("3교대로 바뀌었어요")
    assert is_change("We sold our car")
    assert not is_change("저는 달서구에 살아요")
