"""What the documents tell people to type is there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from service_agent.cli.commands import COMMANDS
from service_agent.cli.lazy import Group
from tests.service_agent.cli.conftest import Suffice, suffice

__all__ = ["suffice"]

ROOT = Path(__file__).resolve().parent.parent
PROMISED = (
    "serve", "worker", "chat", "ask", "mcp", "ingest", "init", "packs list", "packs check",
    "packs questions", "packs why",
    "bench", "doctor",
    "eval reuse", "eval pack", "eval retrieval", "eval faithfulness", "eval answers", "eval replay",
    "eval conversations", "eval pairs", "eval drafts", "eval live-reuse", "eval init", "eval linking", "eval memory",
    "eval audit", "eval analysis", "eval clarification", "eval review", "eval thinking", "eval endpoint", "sim-model",
    "eval subtasks", "eval small-model",
    "keys create", "keys list", "keys revoke", "experiments list", "experiments declare", "experiments end",
    "experiments audit", "audit", "demo traffic", "demo erase",
    "db upgrade", "db prune", "db erase", "db backup", "db restore",
)  # fmt: skip
"""docs/…, README: the commands of this version."""
TARGETS = ("help", "install", "run", "test", "long", "fast", "nightly", "check", "format", "bench", "schemas", "clean")


def words_of(command: str) -> tuple[str, ...]:
    """The words after `suffice` that are names of commands."""
    first, *rest = command.split()
    entry = COMMANDS.get(first)
    return (first, rest[0]) if isinstance(entry, Group) and rest and rest[0].replace("-", "").isalpha() else (first,)


@pytest.mark.parametrize("command", PROMISED)
def test_every_promised_command_tells_what_it_takes(command: str, suffice: Suffice) -> None:
    outcome = suffice(*command.split(), "--help")
    assert outcome.code == 0
    assert f"Usage: suffice {command}" in outcome.out


def test_help_is_there_before_a_person_wonders() -> None:
    # Each of these takes tenths of a second or more to load, and a page of help needs none.
    program = """
import contextlib, sys
from service_agent.cli.main import main
with contextlib.suppress(SystemExit):
    main(["--help"])
slow = {"langgraph", "sqlalchemy", "fastapi", "openai", "tantivy", "alembic", "psycopg", "numpy", "structlog"}
print(sorted(slow & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.splitlines()[-1] == "[]"
    assert "Usage: suffice" in run.stdout


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
)
def test_the_commands_a_page_names_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"(?:^|[`/])suffice ([a-z][a-z-]*(?: [a-z][a-z-]*)?)", text, re.MULTILINE)
    known = {tuple(command.split()) for command in PROMISED} | {(name,) for name in COMMANDS}
    missing = {command for command in named if words_of(command) not in known}
    assert not missing


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_make_targets_a_page_names_exist(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    there = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set(
        re.findall(r"(?:^|`)(?:[A-Z_]+=\S+ )*make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert named <= there
    assert set(TARGETS) <= there


@pytest.mark.parametrize(
    ("marks", "runs"), [((), ["test"]), (("long",), ["long"]), (("nightly",), []), (("long", "nightly"), [])]
)
def test_each_test_is_in_one_tier_and_ci_loses_none(marks: tuple[str, ...], runs: list[str]) -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    chosen = {
        "test": options["addopts"][-1],
        "long": re.findall(r'^long: .*\n\t@sh scripts/test -m "(.+)"$', makefile, re.MULTILINE)[0],
    }
    names = {name: name in marks for name in ("long", "nightly")}
    assert [tier for tier, expression in chosen.items() if eval(expression, names.copy())] == runs
    by_itself = re.findall(r"then set -- (.+); fi", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert by_itself[0].split() == ["check", *chosen]


def test_make_help_lists_every_target_with_its_sentence() -> None:
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30)
    assert {line.split()[0] for line in run.stdout.splitlines() if line.strip()} >= set(TARGETS)
