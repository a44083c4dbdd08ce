"""What is wrong with a field is said in a sentence that helps."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from service_agent.api.conversation.models import ChatRequest, FeedbackRequest
from service_agent.protocol.mistakes import sentence_of

LINE = {"role": "user", "content": "?"}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "it is missing; send it."),
        ({"content": ""}, "it is empty; write something."),
        ({"content": None}, "it takes a text."),
        ({"content": "가" * 8_001}, "it has more than 8,000 characters; shorten it."),
        ({"content": "?", "use_memories": "maybe"}, "it takes true or false."),
        ({"content": "?", "history": {}}, "it takes a list."),
        ({"content": "?", "messages": []}, "it is not known here; leave it out."),
        ({"content": "?", "reuse": "perhaps"}, "it is none of its values; send 'always' or 'never'."),
        ({"content": "?", "pack": "A b"}, "it is not of the form this field takes; /api/openapi.json has it."),
        ({"content": "?", "history": [LINE] * 51}, "it has more than 50 entries; leave some out."),
        ({"content": "?", "form_response": 3}, "it takes an object."),
    ],
)  # fmt: skip
def test_what_is_wrong_and_what_to_send_stand_in_one_sentence(body: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ChatRequest.model_validate(body)
    assert sentence_of(caught.value.errors()[0]) == sentence  # type: ignore[arg-type]


def test_a_kind_that_nobody_worded_keeps_the_validators_words() -> None:
    with pytest.raises(ValidationError) as caught:
        FeedbackRequest.model_validate_json("{")
    assert "Invalid JSON" in sentence_of(caught.value.errors()[0])  # type: ignore[arg-type]
