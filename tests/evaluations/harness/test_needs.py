"""What measures the whole service needs nothing optional: no run dies at its end for want of a package."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("harness", "conversations", "pairs", "live", "drafts")
MODULES = [path for room in ROOMS for path in sorted((ROOT / "evaluations" / room).glob("*.py"))]
OURS = ("evaluations", "service_agent", "supervisor", "execution_agents", "prompts", "foundation")
STARTS_THE_SERVICE = (
    *("service_agent.composition.app", "service_agent.composition.bootstrap", "service_agent.settings.settings"),
    *("service_agent.cli.serving.server", "service_agent.services.services", "service_agent.statistics.intervals"),
)


def imported(path: Path) -> set[str]:
    """Modules imported anywhere in a file, inside functions too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return found | {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_only_what_every_installation_has_is_imported(path: Path) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    installed = {re.split(r"[\[<>=]", name)[0].lower().replace("_", "-") for name in declared}
    owners = importlib.metadata.packages_distributions()
    for module in imported(path):
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names or top in OURS:
            continue
        assert {name.lower().replace("_", "-") for name in owners[top]} & installed, f"{module} is optional"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_of_the_service_only_what_starts_it_is_imported(path: Path) -> None:
    ours = {module for module in imported(path) if module.startswith("service_agent")}
    assert ours <= set(STARTS_THE_SERVICE)
