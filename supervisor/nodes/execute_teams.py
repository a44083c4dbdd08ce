"""execute_teams: which of the active teams run next; the teams themselves are nodes of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from langgraph.runtime import Runtime

from execution_agents.team import Team
from foundation.contracts.events import TeamStarted
from foundation.contracts.ports import JsonObject
from supervisor.deps import SupervisorDeps
from supervisor.routing import plan_of
from supervisor.state import SupervisorState

ExecuteTeams = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def due_teams(active: Sequence[str], done: Sequence[str], teams: Mapping[str, Team]) -> list[str]:
    """Active teams that have not run yet and wait for no team that still has to."""
    waiting = [name for name in active if name in teams and name not in done]
    return [name for name in waiting if not any(first in waiting for first in teams[name].waits_for)]


def execute_teams_node(teams: Mapping[str, Team]) -> ExecuteTeams:
    """The node, for the existing teams."""

    async def execute_teams(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        done = [name for name, settled in state["worked"].items() if settled == state["settled"]]
        due = due_teams(plan_of(state).active_teams, done, teams)
        # Reported here and not in the team's own node, which runs again from its start after a pause.
        for name in due:
            await runtime.context.emit(TeamStarted(team=name))
        return {"due_teams": due}

    return execute_teams
