"""Every fork of the supervisor's graph, as a pure function of its state."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from foundation.contracts.plan import Plan
from foundation.domains.schema.by_identity import ByIdentity
from supervisor.state import SupervisorState


def plan_of(state: SupervisorState) -> Plan:
    """The turn's plan; planning has run wherever this is called."""
    return _read(ByIdentity(state["plan"]))


@lru_cache(maxsize=256)
def _read(plan: ByIdentity[object]) -> Plan:
    """Read once from the state, which every node and fork of a turn asks."""
    return Plan.model_validate(plan.part)


def after_planning(state: SupervisorState) -> Literal["ask_clarification", "execute_teams", "generate_response"]:
    """What is meant is asked first; a plan without teams has nothing to execute."""
    if state["clarification"] is not None:
        return "ask_clarification"
    return "execute_teams" if plan_of(state).active_teams else "generate_response"


def after_clarification(state: SupervisorState) -> Literal["planning", "generate_response"]:
    """What was meant is planned; where nobody could be asked, the question back is the answer."""
    return "planning" if state["clarification"] is None else "generate_response"


def after_dispatch(state: SupervisorState) -> list[str]:
    """The teams whose turn it is, side by side; when none is left, what they found is brought together."""
    return state["due_teams"] or ["aggregate"]
