"""The supervisor's state: plain JSON values, all keys required, nothing that grows with the conversation.

The transcript, the evidence's items and the events live in tables of their own; the state holds ids, the newest
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
    """Nodes that run side by side each write their own key."""
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
    """What the person is told of their memories, where the message asked something of them; else ""."""
    memory_alone: bool
    """It asked nothing else."""
    plan: JsonObject | None
    """`Plan`."""
    clarification: JsonObject | None
    """`Clarification`: what planning has to ask before it can plan; None: nothing."""
    clarified: list[JsonObject]
    """`Settled`, for each clarification of this turn: what it asked, and what was meant."""
    assumed: str
    """What the person is told of a reading that nobody confirmed; ""."""
    standings: JsonObject
    """Data type -> what judge 2 was shown, without the items: for the decision row."""
    retry_count: int
    """How often the answer was written again."""
    answer_grade: str
    """accept, retry or failed; "" before it is written."""
    workflow_status: WorkflowStatus
    """A turn that waits for the person is `waiting`: it says so itself (`Paused`), since its node did not end."""
    due_teams: list[str]
    findings: Annotated[dict[str, JsonObject], by_key]
    """Team -> `Finding` without its evidence."""
    evidence_ids: Annotated[dict[str, list[str]], by_key]
    """Team -> ids of its evidence."""
    timings: Annotated[dict[str, int], by_key]
    """Step -> milliseconds."""
    usage: Annotated[dict[str, JsonObject], by_key]
    """Step -> `Usage` it spent (a paused turn goes on in another process, whose own count starts at nothing)."""


def initial_state(run: Run) -> JsonObject:
    """The input of a turn. A saver that stores every step (`CHECKPOINT_DURABILITY=sync`) has the last turn's state:
    what is merged key by key is overwritten."""
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
        "due_teams": [],
        "findings": Overwrite({}),
        "evidence_ids": Overwrite({}),
        "timings": Overwrite({}),
        "usage": Overwrite({}),
    }
