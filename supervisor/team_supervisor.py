"""The supervisor's graph, on one screen.

    START -> initialize -> planning -+-> execute_teams <-> each team due -> aggregate -+-> generate_response -> END
                             ^       |        ^                                |       |
                             |       |        +--------- carry_results <-------+-------+   (a request leans on another)
                             |       +-------------------------------------------------+   (nothing to execute)
                             |       |                                                 |
                             +-------+- ask_clarification -----------------------------+   (nobody can be asked)

`execute_teams` says whose turn it is; every team is a node of its own, so that on resume after a pause only the
team that paused runs again. `ask_clarification` asks what is meant, and what was answered is planned as the question.
`carry_results` reads a request again that leans on another's result; the teams work on it once more if it means
something else now.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from langgraph.checkpoint.base import BaseCheckpointSaver

from execution_agents.graphs import END, START, CompiledGraph, graph_shape, new_graph
from execution_agents.team import Team
from foundation.contracts.failpoints import FailPoints, Node, watched
from supervisor.deps import SupervisorDeps
from supervisor.nodes.aggregate import aggregate
from supervisor.nodes.ask_clarification import ask_clarification
from supervisor.nodes.carry_results import carrying_node
from supervisor.nodes.execute_teams import execute_teams_node
from supervisor.nodes.generate_response import generate_response
from supervisor.nodes.initialize import initialize
from supervisor.nodes.planning import planning_node
from supervisor.nodes.teams import team_node
from supervisor.routing import after_aggregate, after_carrying, after_clarification, after_dispatch, after_planning
from supervisor.state import SupervisorState


def supervisor_graph(
    teams: Sequence[Team],
    checkpointer: BaseCheckpointSaver[str],
    points: FailPoints | None = None,
    *,
    state: type[SupervisorState] = SupervisorState,
    respond: Node = generate_response,
) -> CompiledGraph:
    """The graph, compiled once per process with its checkpointer. `state`, `respond`: a longer state and the node that
    fills it (`benchmarks` holds a transcript in it)."""
    graph = new_graph(state, SupervisorDeps)

    def add(name: str, node: Node) -> None:
        graph.add_node(name, watched(node, name, points))

    add("initialize", initialize)
    add("planning", planning_node([team.name for team in teams]))
    add("ask_clarification", ask_clarification)
    add("execute_teams", execute_teams_node({team.name: team for team in teams}))
    add("aggregate", aggregate)
    add("carry_results", carrying_node([team.name for team in teams]))
    add("generate_response", respond)
    for team in teams:
        add(team.name, team_node(team))
        graph.add_edge(team.name, "execute_teams")
    graph.add_edge(START, "initialize")
    graph.add_edge("initialize", "planning")
    graph.add_conditional_edges("planning", after_planning)
    graph.add_conditional_edges("ask_clarification", after_clarification)
    graph.add_conditional_edges("execute_teams", after_dispatch, [*(team.name for team in teams), "aggregate"])
    graph.add_conditional_edges("aggregate", after_aggregate)
    graph.add_conditional_edges("carry_results", after_carrying)
    graph.add_edge("generate_response", END)
    return graph.compile(checkpointer=checkpointer)


def graph_version(graph: CompiledGraph, teams: Sequence[Team]) -> str:
    """Changes whenever nodes, edges or state keys do: a run paused under another version is started again."""
    shapes = [graph_shape(graph), *(f"{team.name}\n{team.shape}" for team in teams)]
    return sha256("\n\n".join(shapes).encode()).hexdigest()[:16]
