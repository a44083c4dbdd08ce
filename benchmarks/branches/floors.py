"""The floors' branch coverage, from coverage's JSON report.

Branches alone are counted here: the percentage coverage prints mixes them with statements, which are always more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

GOAL = 900
"""Per mille of the branches of a floor that tests must take."""
WITH_GOAL = ("supervisor", "execution_agents", "foundation")
WITHOUT_GOAL = ("service_agent", "prompts")


@dataclass
class Floor:
    """Counts of one floor."""

    name: str
    branches: int = 0
    taken: int = 0
    statements: int = 0
    reached: int = 0

    @property
    def has_goal(self) -> bool:
        """Whether the floor must reach the goal."""
        return self.name in WITH_GOAL

    @property
    def is_covered(self) -> bool:
        """At least the goal; a floor without any branch counts as not measured."""
        return self.branches > 0 and 1000 * self.taken >= GOAL * self.branches

    @property
    def row(self) -> str:
        """One row of the table."""
        return (
            f"| {self.name} | {self.branches} | {self.taken} | {_percent(self.taken, self.branches)}"
            f" | {self.statements} | {self.reached} | {_percent(self.reached, self.statements)} |"
        )


def floors_of(report: Mapping[str, Any]) -> list[Floor]:
    """Every floor, those with a goal first."""
    floors = {name: Floor(name) for name in (*WITH_GOAL, *WITHOUT_GOAL)}
    for path, file in report["files"].items():
        floor = floors.get(path.replace("\\", "/").split("/")[0])
        if floor is None:
            continue
        counts = file["summary"]
        floor.branches += counts["num_branches"]
        floor.taken += counts["covered_branches"]
        floor.statements += counts["num_statements"]
        floor.reached += counts["covered_lines"]
    return list(floors.values())


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
