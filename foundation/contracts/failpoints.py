"""Points where a test may kill, stop, fail or delay a process: named here, off in normal use.

A component with such a point gets `FailPoints | None`. None is the normal case: nothing is checked and nothing is
wrapped. What happens at a point is configured in `service_agent/settings/failpoints.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import wraps
from typing import Any, Protocol

Node = Callable[..., Awaitable[Any]]
"""A graph's node."""


class Point(StrEnum):
    """All points, in the order a turn reaches them."""

    AFTER_CLAIM = "after_claim"
    """This process has claimed runs, and nothing works on them yet."""
    INITIALIZE = "initialize"
    """A node: its work is done, and the graph does not have its result yet. The same for every node below."""
    PLANNING = "planning"
    ASK_CLARIFICATION = "ask_clarification"
    EXECUTE_TEAMS = "execute_teams"
    PREPARE_SEARCH = "prepare_search"
    ASK_PERSON = "ask_person"
    SKIP = "skip"
    FETCH = "fetch"
    """The node `search` inside the search team."""
    FINALIZE = "finalize"
    SEARCH = "search"
    """The search team as the supervisor's node."""
    PLAN_ANALYSIS = "plan_analysis"
    ASK_FORM = "ask_form"
    COMPUTE = "compute"
    REPORT = "report"
    ANALYSIS = "analysis"
    """The analysis team as the supervisor's node."""
    PLAN_DOCUMENT = "plan_document"
    WRITE_DOCUMENT = "write_document"
    LOOK_UP_LAW = "look_up_law"
    DOCUMENT = "document"
    """The document team as the supervisor's node."""
    AGGREGATE = "aggregate"
    CARRY_RESULTS = "carry_results"
    GENERATE_RESPONSE = "generate_response"
    AFTER_STORE = "after_store"
    """Events of a run are stored, and no reader was woken."""
    BEFORE_PAUSE = "before_pause"
    """The graph has stopped at its question and its state is stored, but not yet the question."""
    AFTER_PAUSE = "after_pause"
    """The question is stored, and no reader was woken."""
    AFTER_DECISION = "after_decision"
    """The answer to a question is stored and its run queued, and no process was notified."""
    AFTER_ANSWER = "after_answer"
    """The answer is written and streamed; the run's last transaction has not begun."""
    AFTER_FINISH = "after_finish"
    """The run's end is stored (and the session's next run may be claimed); no reader was woken."""
    PRUNE = "prune"
    """Between the steps of a prune, of checkpoints or of tables."""
    MIGRATION = "migration"
    """Between the steps of a migration."""


class FailPoints(Protocol):
    """The actions at the points."""

    async def reached(self, point: Point) -> None:
        """A point was reached in the event loop. May not return (kill), return late, or raise."""
        ...

    def reached_in_thread(self, point: Point) -> None:
        """The same for a thread, where nothing may be awaited."""
        ...


def watched(node: Node, name: str, points: FailPoints | None) -> Node:
    """The node, with the point of this name at its end; without fail points the node itself."""
    if points is None:
        return node
    point = Point(name)

    @wraps(node)
    async def passed(*given: Any, **named: Any) -> Any:
        result = await node(*given, **named)
        await points.reached(point)
        return result

    return passed
