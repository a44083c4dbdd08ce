"""Every fork of the supervisor's graph, as a pure function of its state."""

from __future__ import annotations

from typing import Literal

from foundation.contracts.plan import Plan
from supervisor.state import SupervisorState


def plan_of(state: SupervisorState) -> Plan:
    """The turn's plan; planning has run wherever this is called."""
    return Plan.model_validate(state["plan"])


def after_planning(state: SupervisorState) -> Literal["execute_teams", "generate_response"]:
    """A plan without teams has nothing to execute."""
    return "execute_teams" if plan_of(state).active_teams else "generate_response"


def after_dispatch(state: SupervisorState) -> list[str]:
    """The teams whose turn it is, side by side; when none is left, what they found is brought together."""
    return state["due_teams"] or ["aggregate"]
