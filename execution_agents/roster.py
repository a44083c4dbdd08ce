"""Which teams exist. Analysis and document join here when they are built; until then an answer says what cannot
be done yet."""

from __future__ import annotations

from execution_agents.search.search_executor import search_team
from execution_agents.team import Team
from foundation.contracts.failpoints import FailPoints


def roster(points: FailPoints | None = None) -> tuple[Team, ...]:
    """The teams, each with its graph compiled once."""
    return (search_team(points),)
