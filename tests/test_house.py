"""The house itself: names resolve here, have one owner, and nothing shadows a library."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("service_agent", "supervisor", "execution_agents", "prompts", "foundation")
MODULES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))
LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
FOUND_SHARE = 0.40
"""Least share of the modules that have a test file of their name in the same room; the goal is 0.70."""


@pytest.mark.parametrize("floor", FLOORS)
def test_each_floor_resolves_into_this_checkout_from_a_foreign_directory(floor: str, tmp_path: Path) -> None:
    # A package named `supervisor` exists on the public index; in one environment it would win silently.
    program = f"import {floor}, pathlib; print(pathlib.Path({floor}.__file__).resolve().parent)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert Path(run.stdout.strip()) == ROOT / floor


def test_each_floor_has_one_owner() -> None:
    owners = importlib.metadata.packages_distributions()  # reads every installed package
    assert {name for floor in FLOORS for name in owners.get(floor, ["suffice"])} == {"suffice"}


def test_the_migrations_folder_does_not_shadow_the_library() -> None:
    assert not (ROOT / "alembic" / "__init__.py").exists()


def test_no_room_is_named_after_nothing_in_particular() -> None:
    vague = re.compile(r"^(utils?|common|helpers?|misc|shared)$")
    rooms = {part for path in MODULES for part in path.relative_to(ROOT).with_suffix("").parts}
    assert not [room for room in rooms if vague.match(room)]


def test_modules_have_a_test_file_of_their_name() -> None:
    named = [path.relative_to(ROOT) for path in MODULES if not path.stem.startswith("__")]
    found = [path for path in named if (ROOT / "tests" / path.with_name(f"test_{path.name}")).exists()]
    assert len(found) >= FOUND_SHARE * len(named), f"{len(found)} of {len(named)}"


def test_only_the_settings_read_the_environment() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if re.search(r"os\.(environ|getenv)|from os import .*environ", path.read_text(encoding="utf-8"))
    ]
    assert set(readers) == {"service_agent/settings/environment.py", "service_agent/settings/settings.py"}


def unreadable(path: Path) -> list[str]:
    """What keeps a module from being read at a sitting."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    wrong = [f"more than {LONGEST_MODULE} lines"] if text.count("\n") > LONGEST_MODULE else []
    if path.name != "__init__.py" and not ast.get_docstring(tree):
        wrong.append("begins with no sentence that says what it is")
    return wrong + [
        f"{node.name} is longer than {LONGEST_FUNCTION} lines"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]


def test_each_module_says_what_it_is_and_stays_readable() -> None:
    found = {path.relative_to(ROOT).as_posix(): unreadable(path) for path in MODULES}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_no_lock_or_setting_names_a_download_host() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml", "Makefile"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "index-url" not in text
        assert not re.search(r"https?://[^\s\"']*(pypi|registry|mirror)", text)
