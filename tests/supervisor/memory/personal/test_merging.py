"""What a newer statement takes the place of, and what stays beside it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.contracts.memories import Memory
from supervisor.memory.personal.merging import merged, statement_of


def replaced(before: str, now: str) -> bool:
    old = statement_of(before)
    held = Memory(
        memory_id="one",
        tier="longterm",
        kind=old.kind,
        text=old.text,
        topic=old.topic,
        confidence=900,
        written_by="rules",
        valid_from=datetime(2026, 11, 1, tzinfo=UTC),
    )
    return bool(merged([held], [statement_of(now)], "rules").replaced)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("우리 회사는 2교대예요", "이번 달부터 우리 회사 3교대로 바뀌었어요"),
        ("저는 병원 간호사예요", "저 이제 수간호사로 승진했어요"),
        ("We have one car.", "We sold our car, so we don't own one any more"),
        ("I work in the cloud team.", "I switched to the devices team"),
        ("예산은 3억이야", "예산을 3억 5천으로 올렸어"),
    ],
)
def test_what_is_otherwise_now_takes_the_place_of_what_was(before: str, now: str) -> None:
    assert replaced(before, now)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("저는 안양에 살아요", "회사는 강남이에요, 거기로 출퇴근해요"),
        ("나는 강아지를 키워", "나는 고양이도 키워"),
        ("저는 견과류 알레르기가 있어요", "이제 기차로 다녀요"),
        ("I have a dog.", "I moved to Busan."),
    ],
)
def test_another_thing_stays_beside_it(before: str, now: str) -> None:
    assert not replaced(before, now)


OTHERS = (
    "私は大阪に住んでいます",
    "Я живу в Москве",
    "أعيش في القاهرة",
    "我住在上海",
    "मैं दिल्ली में रहता हूँ",
    "🐈",
    "🐕",
    "I write C++",
    "I write C#",
    "I write C",
    "나는 고양이 🐈 키워",
    "나는 고양이 🐕 키워",
    "나 지금",
    "!!",
)


def test_statements_in_any_script_are_told_apart() -> None:
    kept = merged([], [statement_of(text) for text in OTHERS], "person").added
    assert [one.text for one in kept] == list(OTHERS)
    assert len(merged([], [statement_of(text) for text in (*OTHERS, *OTHERS)], "person").added) == len(OTHERS)


@pytest.mark.parametrize(
    ("before", "again"),
    [
        ("저는 안양에 살아요", "저는 안양에 살아요ㅎㅎ~"),
        ("I write C++", "I write C++!"),
        ("我住在上海。", "我住在上海"),
        ("❤\ufe0f 서울", "❤ 서울"),
        ("저는 안양에 살아요", "저는 안\u200b양에 살아요"),
    ],
)
def test_marks_and_what_has_no_width_make_no_other_statement(before: str, again: str) -> None:
    assert len(merged([], [statement_of(before), statement_of(again)], "person").added) == 1
