"""The result of running a turn: an answer, or a pause for the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from foundation.contracts.events import AnswerWritten, DataReuseDecided
from foundation.contracts.pauses import Pause
from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.storage.records import DecisionRow

WorkflowStatus = Literal["running", "completed", "failed", "waiting"]


@dataclass(frozen=True)
class TurnTimings:
    """Milliseconds; waiting for the person is not counted."""

    total: int
    plan: int
    search: int
    answer: int


@dataclass(frozen=True)
class Completed:
    """A turn that ended with an answer; the engine adds ids and stores it."""

    answer: AnswerWritten
    plan: Plan
    reuse: DataReuseDecided | None
    """None when no data was needed."""
    person: str | None
    timings: TurnTimings
    usage: Usage
    search_calls: int
    decision: DecisionRow
    exchanges: Sequence[Mapping[str, object]]
    """The exchanges the conversation's next question is understood from."""
    memories_used: tuple[str, ...] = ()
    """Ids of the memories the answer uses."""
    title: str = ""
    """The suggested title of the conversation; "": this turn suggests none."""
    suggestions: tuple[str, ...] = ()
    """Questions that the data at hand can answer, too."""
    data_as_of: Mapping[str, date] = field(default_factory=dict[str, date])
    """Data type -> the newest date in its data, if it states one."""

    @property
    def workflow_status(self) -> WorkflowStatus:
        """failed: nothing was found to answer from."""
        return "failed" if self.answer.record.get("failure") == "no_answer" else "completed"


@dataclass(frozen=True)
class Paused:
    """A turn that waits for the person. It is stored already, so it may be announced."""

    interrupt_id: str
    asked: Pause
    schema: JsonObject
    """The JSON Schema of a valid answer; {}: its kind checks it."""
    wait_s: float | None
    """None: no limit."""
    workflow_status: WorkflowStatus = "waiting"


Outcome = Completed | Paused
