"""Which teams exist."""

from __future__ import annotations

from execution_agents.computing.analysis_executor import analysis_team
from execution_agents.drafting.document_executor import document_team
from execution_agents.search.search_executor import search_team
from execution_agents.team import Team
from foundation.contracts.failpoints import FailPoints


def roster(points: FailPoints | None = None) -> tuple[Team, ...]:
    """The teams, each with its graph compiled once."""
    return (search_team(points), analysis_team(points), document_team(points))
