"""What the documents name is there: modules, linked files, and the functions of a turn's walk."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
FLOORS = ("service_agent", "supervisor", "execution_agents", "prompts", "foundation", "evaluations", "benchmarks")
MODULES = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]
CODE = re.compile(r"`([^`\n]+)`")
NAMED = re.compile(r"(?<![\w./*-])([\w/]+\.py)\b")
LINK = re.compile(r"\]\(([^)\s#]+)")
STATION = re.compile(r"`([\w/]+\.py)`, `([\w.]+)`")
NOT_OURS = frozenset({"grade.py"})
"""The grader of the public data, which is loaded from there."""


def tree() -> list[str]:
    """Every Python file of the checkout, as far as it is not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    here = (*FLOORS, "tests", "alembic", "packs", "scripts")
    return [path.relative_to(ROOT).as_posix() for folder in here for path in (ROOT / folder).rglob("*.py")]


FILES = tree()


def modules_named(text: str) -> Iterator[str]:
    """Every path in backticks that ends in .py."""
    for code in CODE.findall(text):
        yield from (name for name in NAMED.findall(code) if PurePosixPath(name).name not in NOT_OURS)


def files_of(name: str) -> list[str]:
    """The files whose path ends with these parts."""
    return [file for file in FILES if file == name or file.endswith(f"/{name}")]


def symbols_of(file: Path) -> set[str]:
    """Functions and classes of a module, methods as Class.method."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    defined = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    methods = [
        f"{node.name}.{part.name}"
        for node in defined
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return {*(node.name for node in defined), *methods}


@pytest.mark.parametrize("page", PAGES)
def test_a_module_that_a_page_names_is_one_file(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    wrong = {name: files_of(name) for name in modules_named(text) if len(files_of(name)) != 1}
    assert not wrong


@pytest.mark.parametrize("page", PAGES)
def test_a_link_of_a_page_leads_to_a_file(page: str) -> None:
    links = LINK.findall((ROOT / page).read_text(encoding="utf-8"))
    # Another scheme is an address elsewhere; the badge of the workflow is made by the host of the repository.
    ours = [link for link in links if ":" not in link and not link.startswith("../../actions/")]
    assert not [link for link in ours if not (ROOT / page).parent.joinpath(link).exists()]


def test_a_module_that_a_comment_names_stands_beside_it_or_is_one_file() -> None:
    wrong: list[tuple[str, str]] = []
    for path in MODULES:
        for name in modules_named(path.read_text(encoding="utf-8")):
            if not (path.parent / name).is_file() and len(files_of(name)) != 1:
                wrong.append((path.relative_to(ROOT).as_posix(), name))
    assert not wrong


def test_the_functions_of_a_turn_s_walk_are_there() -> None:
    stations = STATION.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert len(stations) > 15
    assert not [(file, name) for file, name in stations if name not in symbols_of(ROOT / file)]
