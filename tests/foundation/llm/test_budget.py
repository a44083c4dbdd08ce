"""What an endpoint says a call took is believed where a call can take it."""

from __future__ import annotations

import pytest
from openai.types.completion_usage import CompletionUsage

from foundation.llm.budget import Tokens, reported_tokens


def reported(prompt: object, completion: object = 1) -> CompletionUsage:
    """As the client hands it on: unchecked."""
    return CompletionUsage.model_construct(prompt_tokens=prompt, completion_tokens=completion, total_tokens=0)


@pytest.mark.parametrize("count", [10**26, -5, 0, "many", 1.5, True, None, float("nan")])
def test_a_count_no_call_can_take_is_none(count: object) -> None:
    assert reported_tokens(reported(count)) is None


@pytest.mark.parametrize("count", [10**26, -5, "many", 1.5])
def test_so_is_one_of_what_was_written(count: object) -> None:
    assert reported_tokens(reported(10, count)) is None


def test_a_count_is_taken_as_it_is_reported() -> None:
    assert reported_tokens(reported(2_908, 76)) == Tokens(2_908, 76)
    assert reported_tokens(reported(5, None)) == Tokens(5, 0)
    assert reported_tokens(None) is None
