"""`python scripts/counts.py`: how large the house is, floor by floor.

Lines, modules, functions, private functions that are named once in their module beside their definition, and modules
with a test file of their name.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("service_agent", "supervisor", "execution_agents", "prompts", "foundation")
BESIDE = ("evaluations", "benchmarks", "alembic", "tests")
Counted = tuple[int, int, int, int, int]
"""Lines, modules, functions, helpers named once, modules with a test of their name."""


def counted(room: str) -> Counted:
    """What one floor holds."""
    lines = modules = functions = once = tested = 0
    for path in (ROOT / room).rglob("*.py"):
        text = path.read_text("utf-8")
        lines += text.count("\n")
        if path.stem.startswith("__"):
            continue
        named = [
            node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        private = [name for name in named if name.startswith("_") and not name.startswith("__")]
        modules += 1
        functions += len(named)
        once += sum(len(re.findall(rf"\b{name}\b", text)) == 2 for name in private)
        tested += (ROOT / "tests" / path.relative_to(ROOT).with_name(f"test_{path.name}")).exists()
    return lines, modules, functions, once, tested


def row(name: str, count: Counted) -> str:
    """One line of the table."""
    lines, modules, functions, once, tested = count
    share = f"{once / functions:5.1%}" if functions else "    -"
    found = f"{tested / modules:4.0%}" if modules else "   -"
    return f"{name:18} {lines:8,} {modules:7} {functions:9,} {once:10} {share} {tested:8} {found}"


def main() -> None:
    """Write the table."""
    floors = [counted(room) for room in FLOORS]
    lines, modules, functions, once, tested = (sum(column) for column in zip(*floors, strict=True))
    rows = [
        f"{'':18} {'lines':>8} modules functions named once   share   tested",
        *(row(room, count) for room, count in zip(FLOORS, floors, strict=True)),
        row("five floors", (lines, modules, functions, once, tested)),
        *(row(room, counted(room)) for room in BESIDE),
    ]
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
