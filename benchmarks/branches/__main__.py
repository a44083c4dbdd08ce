"""Reads coverage's JSON report and prints, per floor, the share of branches and of statements that tests reach."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.branches.floors import GOAL, floors_of


def main() -> int:
    """1 when a floor that has a goal is below it."""
    report: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    floors = floors_of(report)
    print("\n| floor | branches | taken | share | statements | reached | share |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for floor in floors:
        print(floor.row)
    below = [floor.name for floor in floors if floor.has_goal and not floor.is_covered]
    if below:
        print(f"Below {GOAL / 10:.0f} % of branches: {', '.join(below)}.")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
