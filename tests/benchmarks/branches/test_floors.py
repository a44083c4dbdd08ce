"""Branch coverage per floor: counted over all files of a floor, and only branches decide."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.branches.floors import Floor, floors_of


def file_with(branches: int, taken: int, statements: int = 10) -> dict[str, Any]:
    counts = {"num_branches": branches, "covered_branches": taken, "num_statements": statements, "covered_lines": 1}
    return {"summary": counts}


def test_files_count_for_the_floor_they_lie_on() -> None:
    files = {
        "supervisor/run.py": file_with(4, 3),
        "supervisor\\planning\\plan.py": file_with(6, 6),
        "foundation/contracts/plan.py": file_with(2, 0),
        "setup.py": file_with(100, 0),
    }
    floors = {floor.name: floor for floor in floors_of({"files": files})}
    assert (floors["supervisor"].branches, floors["supervisor"].taken, floors["supervisor"].statements) == (10, 9, 20)
    assert (floors["foundation"].branches, floors["foundation"].taken) == (2, 0)
    assert floors["execution_agents"].branches == 0
    assert floors["supervisor"].row == "| supervisor | 10 | 9 | 90.0 % | 20 | 2 | 10.0 % |"


@pytest.mark.parametrize(("taken", "covered"), [(900, True), (899, False)])
def test_nine_branches_of_ten_are_enough_and_one_less_is_not(taken: int, covered: bool) -> None:
    assert Floor("supervisor", branches=1000, taken=taken).is_covered is covered


def test_a_floor_that_was_not_measured_is_not_covered() -> None:
    assert not Floor("supervisor").is_covered
    assert Floor("supervisor").has_goal
    assert not Floor("service_agent").has_goal
