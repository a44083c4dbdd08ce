"""Keys to an open question: one key, a line, a line for each field."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from service_agent.terminal import keys, render
from service_agent.terminal.answering import Answering
from service_agent.terminal.view import TurnView, apply
from service_agent.terminal.words import ENGLISH, KOREAN

RUN: dict[str, Any] = {
    "session_id": "s",
    "run_id": "r",
    "seq": 1,
    "ts": "",
    "expires_at": None,
    "expires_in_ms": 60_000,
}
STARTED = {**RUN, "type": "run_started", "message_id": "m", "question": "제7조", "attempt": 1}
CLARIFICATION = {
    **RUN,
    "type": "clarification_required",
    "clarification_id": "c",
    "message": "어느 것입니까?",
    "reason": "여럿입니다.",
    "original_query": "제7조",
    "options": [
        {"id": "o1", "label": "민법 제7조", "query": "민법 제7조", "entity_id": None, "source_section": "동의"},
        {"id": "o2", "label": "주택법 제7조", "query": "주택법 제7조", "entity_id": None, "source_section": None},
    ],
    "more": [],
}
DEALS = [{"const": "jeonse", "title": "전세"}, {"const": "monthly", "title": "월세"}]
FORM = {
    **RUN,
    "type": "form_required",
    "form_id": "f",
    "message": "거래와 금액이 필요합니다.",
    "schema": {
        "type": "object",
        "properties": {
            "deal": {"type": "string", "title": "거래", "oneOf": DEALS},
            "rent": {"type": "number", "title": "월세", "unit": "원", "x-when": {"deal": ["monthly"]}},
            "note": {"type": "string", "title": "메모"},
        },
        "required": ["deal"],
    },
    "known": [{"name": "amount", "label": "금액", "value": "3억원"}],
    "query": "복비",
}


def open_question(frame: dict[str, Any]) -> Answering:
    prompt = apply(apply(TurnView(), STARTED), frame).prompt
    assert prompt is not None
    return Answering(prompt)


def typed(answering: Answering, text: str) -> dict[str, Any] | None:
    for letter in text:
        assert answering.press(letter) is None
    return answering.press(keys.ENTER)


def shown(answering: Answering, language: str = "ko") -> str:
    console = Console(width=80, file=io.StringIO())
    with console.capture() as captured:
        console.print(render.question_card(answering, KOREAN if language == "ko" else ENGLISH, 59))
    return captured.get()


@pytest.mark.parametrize(
    ("text", "answer"), [("2", {"option_id": "o2"}), ("7", {"text": "7"}), ("민법이요", {"text": "민법이요"})]
)
def test_a_clarification_takes_a_number_or_words(text: str, answer: dict[str, str]) -> None:
    frame = typed(open_question(CLARIFICATION), text)
    assert frame == {"type": "clarification_response", "clarification_id": "c", **answer}


def test_a_line_of_k_keeps_waiting_and_an_empty_one_says_nothing() -> None:
    answering = open_question(CLARIFICATION)
    assert typed(answering, "k") == {"type": "prompt_extend", "id": "c"}
    assert typed(answering, "  ") is None
    answering.press("민")
    answering.press(keys.BACK)
    assert answering.line == ""


def test_a_clarification_shows_its_choices_with_where_they_stand() -> None:
    card = shown(open_question(CLARIFICATION))
    assert all(part in card for part in ("어느 것입니까?", "1", "민법 제7조", "동의", "59초 남음"))
    assert "59 s left" in shown(open_question(CLARIFICATION), "en")


def test_a_form_is_asked_field_by_field_and_only_for_what_counts() -> None:
    answering = open_question(FORM)
    assert "3억원" in shown(answering)
    assert typed(answering, "") is None, "it must be filled"
    assert (typed(answering, "1"), answering.values, answering.field_name) == (None, {"deal": "jeonse"}, "note")
    assert typed(answering, "") == {"type": "form_response", "form_id": "f", "values": {"deal": "jeonse"}}


def test_what_the_service_refuses_of_a_form_is_asked_again() -> None:
    answering = open_question(FORM)
    typed(answering, "월세")
    typed(answering, "많이")
    sent = typed(answering, "")
    assert sent is not None
    assert sent["values"] == {"deal": "월세", "rent": "많이"}
    answering.refused({"rent": "월세: 숫자로 적어 주세요(예: 100)."})
    assert answering.field_name == "rent"
    assert "숫자로 적어 주세요" in shown(answering)
    again = typed(answering, "50만원")
    assert again is not None
    assert again["values"] == {"deal": "월세", "rent": "50만원"}
