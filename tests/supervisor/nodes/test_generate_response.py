"""How a turn ended is kept twice: in the graph's state, and in the answer's record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from foundation.contracts.events import AnswerWritten
from supervisor.nodes.generate_response import ended, with_status
from supervisor.outcome import Completed


def done(record: dict[str, Any], verification: dict[str, Any]) -> Completed:
    """A turn whose answer has this record; nothing else of it is looked at."""
    nothing: Any = SimpleNamespace()
    answer = AnswerWritten(content="-", confidence=0, record=record, verification=verification)
    return Completed(answer, nothing, None, None, nothing, nothing, 0, nothing, exchanges=())


@pytest.mark.parametrize(
    ("failure", "status"), [(None, "completed"), ("insufficient_answer", "completed"), ("no_answer", "failed")]
)
def test_the_result_says_how_the_turn_ended(failure: str | None, status: str) -> None:
    one = done({"failure": failure}, {"retry_count": 1, "grade": "failed"})
    assert ended(one) == {
        "exchanges": (), "retry_count": 1, "answer_grade": "failed", "workflow_status": status,
    }  # fmt: skip
    assert with_status(one).record == {"failure": failure, "workflow_status": status}


def test_an_answer_that_nobody_graded_has_no_grade() -> None:
    assert ended(done({}, {}))["answer_grade"] == ""
