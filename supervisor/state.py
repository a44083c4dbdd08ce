"""The supervisor's state: plain JSON values, all keys required, nothing that grows with the conversation.

The transcript, the evidence's items and the events are stored in tables of their own; the state holds ids, the newest
evidence summaries and a window of three exchanges. A turn begins with a new state (`initialize` reads what it needs),
and only a pause stores it.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from langgraph.types import Overwrite

from foundation.contracts.ports import JsonObject
from foundation.storage.records import Run
from supervisor.memory.window import ExchangeState
from supervisor.outcome import WorkflowStatus


def by_key(kept: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Nodes that run in parallel each write their own key."""
    return {**kept, **new}


class SupervisorState(TypedDict):
    """One turn."""

    exchanges: list[ExchangeState]
    """The last finished exchanges, oldest first."""
    ledger: list[JsonObject]
    """`EvidenceSummary`, newest first, at most 8 a type."""
    run_id: str
    question: str
    now: str
    """The database's time at the start of the turn, ISO 8601."""
    memory_said: str
    """The reply to the message's request about memories; "" if it made none."""
    memory_alone: bool
    """The message made no other request."""
    plan: JsonObject | None
    """`Plan`."""
    clarification: JsonObject | None
    """`Clarification`: what must be asked before planning; None: nothing."""
    clarified: list[JsonObject]
    """`Settled`, for each clarification of this turn: the question, and the meaning chosen."""
    assumed: str
    """The notice about a reading that nobody confirmed; "" if there is none."""
    standings: JsonObject
    """Data type -> judge 2's input, without the items: for the decision row."""
    retry_count: int
    """Number of times the answer was written again."""
    answer_grade: str
    """accept or failed; "" before it is written."""
    workflow_status: WorkflowStatus
    """A turn that waits for the person is `waiting`: it says so itself (`Paused`), since its node did not end."""
    settled: int
    """How many of the message's requests need not be read again: their results are there."""
    again: list[int]
    """Indexes of the requests that the teams work on again, read after the results of others; none: the first time,
    when they work on all."""
    worked: Annotated[dict[str, int], by_key]
    """Team -> `settled` when it worked last."""
    due_teams: list[str]
    findings: Annotated[dict[str, JsonObject], by_key]
    """Team -> `Finding` without its evidence."""
    evidence_ids: Annotated[dict[str, list[str]], by_key]
    """Team -> ids of its evidence."""
    timings: Annotated[dict[str, int], by_key]
    """Step -> milliseconds."""
    usage: Annotated[dict[str, JsonObject], by_key]
    """Step -> the `Usage` it spent (a paused turn continues in another process, whose own count starts at zero)."""


def initial_state(run: Run) -> JsonObject:
    """The input of a turn. A saver that stores every step (`CHECKPOINT_DURABILITY=sync`) has the last turn's state:
    values that are merged key by key are overwritten."""
    return {
        "exchanges": [],
        "ledger": [],
        "run_id": run.run_id,
        "question": run.question,
        "now": "",
        "memory_said": "",
        "memory_alone": False,
        "plan": None,
        "clarification": None,
        "clarified": [],
        "assumed": "",
        "standings": {},
        "retry_count": 0,
        "answer_grade": "",
        "workflow_status": "running",
        "settled": 0,
        "again": [],
        "worked": Overwrite({}),
        "due_teams": [],
        "findings": Overwrite({}),
        "evidence_ids": Overwrite({}),
        "timings": Overwrite({}),
        "usage": Overwrite({}),
    }
