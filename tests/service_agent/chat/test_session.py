"""Frames of clients: what is taken, and which field is named when it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import MalformedFrame, OversizedFrame, WrongUse
from service_agent.chat.session import MAX_FRAME_BYTES, read_frame
from service_agent.protocol.inbound import UserMessage
from service_agent.protocol.wire import MAX_CONTENT

GOOD: list[dict[str, Any]] = [
    {"type": "authenticate", "token": "t"},
    {"type": "user_message", "message_id": "m-1", "content": "안녕"},
    {"type": "user_message", "message_id": "m" * 64, "content": "x" * MAX_CONTENT},
    {"type": "confirmation_response", "confirmation_id": "p", "value": "use_previous"},
    {"type": "clarification_response", "clarification_id": "p", "option_id": "o"},
    {"type": "clarification_response", "clarification_id": "p", "text": "강관"},
    {"type": "form_response", "form_id": "p", "values": {"a": 1}},
    {"type": "prompt_extend", "id": "p"},
    {"type": "reuse_override", "message_id": "a", "action": "search_again"},
    {"type": "cancel", "run_id": "r"},
    {"type": "ping"},
]


@pytest.mark.parametrize("frame", GOOD, ids=lambda frame: frame["type"])
def test_every_frame_of_the_protocol_is_taken(frame: dict[str, Any]) -> None:
    assert read_frame(json.dumps(frame)).type == frame["type"]


def test_the_longest_question_fits_even_when_every_character_is_escaped() -> None:
    text = json.dumps({"type": "user_message", "message_id": "m" * 64, "content": "가" * MAX_CONTENT})
    assert len(text) > 6 * MAX_CONTENT
    frame = read_frame(text)
    assert isinstance(frame, UserMessage)
    assert len(frame.content) == MAX_CONTENT


BAD: list[tuple[str | None, str, ErrorCode]] = [
    (None, "frame", ErrorCode.MALFORMED_FRAME),
    ("", "frame", ErrorCode.MALFORMED_FRAME),
    ("{", "frame", ErrorCode.MALFORMED_FRAME),
    ("[]", "frame", ErrorCode.MALFORMED_FRAME),
    ("null", "frame", ErrorCode.MALFORMED_FRAME),
    ("[" * 20_000, "frame", ErrorCode.MALFORMED_FRAME),
    ('{"type": "ping", "a": ' + "[" * 300 + "]" * 300 + "}", "frame", ErrorCode.MALFORMED_FRAME),
    ('{"no": "type"}', "type", ErrorCode.UNKNOWN_FRAME),
    ('{"type": "sing"}', "type", ErrorCode.UNKNOWN_FRAME),
    ('{"type": "\\ud800"}', "type", ErrorCode.UNKNOWN_FRAME),
    ('{"type": {"a": 1}}', "type", ErrorCode.UNKNOWN_FRAME),
    ('{"type": "user_message", "content": "x"}', "message_id", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "m"}', "content", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "m", "content": ""}', "content", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "m", "content": 1}', "content", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "m", "content": "\\ud800"}', "content", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "a b", "content": "x"}', "message_id", ErrorCode.MALFORMED_FRAME),
    ('{"type": "user_message", "message_id": "m", "content": "x", "x": 1}', "x", ErrorCode.MALFORMED_FRAME),
    ('{"type": "ping", "\\ud800": 1}', "frame", ErrorCode.MALFORMED_FRAME),
    ('{"type": "reuse_override", "message_id": "a", "action": "no"}', "action", ErrorCode.MALFORMED_FRAME),
]


@pytest.mark.parametrize(("text", "field", "code"), BAD)
def test_what_is_not_taken_names_its_field(text: str | None, field: str, code: ErrorCode) -> None:
    with pytest.raises(MalformedFrame) as caught:
        read_frame(text)
    assert caught.value.data["field"] == field
    assert caught.value.code == code
    caught.value.message.encode()


def test_a_question_that_is_too_long_names_its_field() -> None:
    text = json.dumps({"type": "user_message", "message_id": "m", "content": "x" * (MAX_CONTENT + 1)})
    with pytest.raises(MalformedFrame) as caught:
        read_frame(text)
    assert caught.value.data["field"] == "content"


@pytest.mark.parametrize("character", ["x", "가"])
def test_a_frame_is_measured_in_bytes(character: str) -> None:
    fits = MAX_FRAME_BYTES // len(character.encode())
    with pytest.raises(MalformedFrame):
        read_frame(character * fits)
    with pytest.raises(OversizedFrame) as caught:
        read_frame(character * (fits + 1))
    assert isinstance(caught.value, WrongUse)
    assert caught.value.data["field"] == "frame"
