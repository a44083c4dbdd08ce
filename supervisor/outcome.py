"""How a turn ends for now: with an answer, or waiting for the person."""

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
    """A turn that ended with an answer; the engine adds ids and writes it down."""

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
    """What the conversation's next question is understood from."""
    memories_used: tuple[str, ...] = ()
    """Ids of the memories the answer rests on."""
    title: str = ""
    """What the conversation may be called; "": this turn does not say."""
    suggestions: tuple[str, ...] = ()
    """Questions that the data at hand can answer, too."""
    data_as_of: Mapping[str, date] = field(default_factory=dict[str, date])
    """Data type -> the newest day its data speaks of, where it says one."""

    @property
    def workflow_status(self) -> WorkflowStatus:
        """failed: nothing was found to answer from."""
        return "failed" if self.answer.record.get("failure") == "no_answer" else "completed"


@dataclass(frozen=True)
class Paused:
    """A turn that waits for the person. Durable already: it may be announced."""

    interrupt_id: str
    asked: Pause
    schema: JsonObject
    """What an answer must be, as JSON Schema; {}: its kind checks it."""
    wait_s: float | None
    """None: no limit."""
    workflow_status: WorkflowStatus = "waiting"


Outcome = Completed | Paused
