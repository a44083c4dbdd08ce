"""What a message asks of the memories; what merely ends in a word of that kind asks nothing."""

from __future__ import annotations

import pytest

from supervisor.memory.personal.requests import request_of


@pytest.mark.parametrize("message", ["if im ill when do i need a doctors note", "who signs the delivery note"])
def test_a_question_that_ends_in_a_note_is_no_request(message: str) -> None:
    assert request_of(message) is None


@pytest.mark.parametrize("message", ["I work from the Leeds office, please note", "I'm vegetarian, don't forget"])
def test_a_statement_that_ends_so_is_a_request(message: str) -> None:
    found = request_of(message)
    assert found is not None
    assert found.action == "remember"
