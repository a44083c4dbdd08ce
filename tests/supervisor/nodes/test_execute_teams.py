"""Whose turn it is among the teams."""

from __future__ import annotations

import pytest

from supervisor.nodes.execute_teams import due_teams
from tests.supervisor.test_routing import TEAMS


@pytest.mark.parametrize(
    ("active", "done", "due"),
    [
        (["search"], [], ["search"]),
        (["search", "document", "analysis"], [], ["search"]),
        (["search", "document", "analysis"], ["search"], ["document"]),
        (["search", "document", "analysis"], ["search", "document"], ["analysis"]),
        (["document"], [], ["document"]),
        (["search"], ["search"], []),
        (["unknown", "search"], [], ["search"]),
    ],
)
def test_a_team_waits_only_for_active_teams_that_have_not_worked(
    active: list[str], done: list[str], due: list[str]
) -> None:
    assert due_teams(active, done, TEAMS) == due
