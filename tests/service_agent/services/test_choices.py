"""What is typed after a question back is the choice it names, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from service_agent.services.choices import LONGEST, as_asked, may_be_a_choice


def option(at: int, label: str, prefix: str = "o") -> dict[str, Any]:
    return {"id": f"{prefix}{at}", "label": label, "query": f"{label} 시세", "entity_id": None, "source_section": None}


LAST = {
    "type": "clarify",
    "clarification": {
        "clarification_id": "c",
        "message": "?",
        "reason": "",
        "original_query": "중구 시세",
        "options": [option(1, "서울 중구"), option(2, "대구 중구")],
        "more": [option(at, f"{city} 중구", "all") for at, city in enumerate(("서울", "대구", "부산"), 1)],
    },
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2", "대구 중구 시세"),
        ("2번이요", "대구 중구 시세"),
        ("대구중구", "대구 중구 시세"),
        ("부산 중구", "부산 중구 시세"),
        ("3", "3"),
        ("서초구 시세 알려줘", "서초구 시세 알려줘"),
    ],
)
def test_a_number_or_label_is_its_choice_and_other_words_are_theirs(typed: str, meant: str) -> None:
    assert as_asked(typed, LAST) == meant


@pytest.mark.parametrize("last", [None, {"type": "answer", "clarification": None}, {**LAST, "type": "answer"}])
def test_after_an_answer_a_number_is_a_number(last: dict[str, Any] | None) -> None:
    assert as_asked("2", last) == "2"


def test_a_long_message_is_no_choice() -> None:
    assert may_be_a_choice("2")
    assert not may_be_a_choice("가" * (LONGEST + 1))
