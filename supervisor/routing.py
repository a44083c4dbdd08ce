"""Every conditional edge of the supervisor's graph, as a pure function of its state."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from foundation.contracts.plan import Plan
from foundation.domains.schema.by_identity import ByIdentity
from supervisor.planning.several.reading_again import next_leaning
from supervisor.state import SupervisorState


def plan_of(state: SupervisorState) -> Plan:
    """The turn's plan; planning has run whenever this is called."""
    return _read(ByIdentity(state["plan"]))


@lru_cache(maxsize=256)
def _read(plan: ByIdentity[object]) -> Plan:
    """Parsed once from the state; every node and edge of a turn needs it."""
    return Plan.model_validate(plan.part)


def after_planning(state: SupervisorState) -> Literal["ask_clarification", "execute_teams", "generate_response"]:
    """A clarification is asked first; a plan without teams has nothing to execute."""
    if state["clarification"] is not None:
        return "ask_clarification"
    return "execute_teams" if plan_of(state).active_teams else "generate_response"


def after_clarification(state: SupervisorState) -> Literal["planning", "generate_response"]:
    """The answer is planned; if nobody could be asked, the clarification is the answer."""
    return "planning" if state["clarification"] is None else "generate_response"


def after_dispatch(state: SupervisorState) -> list[str]:
    """The teams that run next, in parallel; if none is left, their findings are aggregated."""
    return state["due_teams"] or ["aggregate"]


def after_aggregate(state: SupervisorState) -> Literal["carry_results", "generate_response"]:
    """A request that leans on another is read again with that one's result."""
    waiting = next_leaning(plan_of(state), state["settled"])
    return "generate_response" if waiting is None else "carry_results"


def after_carrying(state: SupervisorState) -> Literal["execute_teams", "generate_response"]:
    """What is read otherwise now is worked on again."""
    return "execute_teams" if state["again"] else "generate_response"
