"""The command tree: every command is where its name says, and help does not cost the service's libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service_agent.cli.commands import COMMANDS
from service_agent.cli.init import MAKE_PACK
from service_agent.cli.lazy import Command, Group, load
from service_agent.cli.talk import OWN_SERVICE

HEAVY = ("openai", "langgraph", "sqlalchemy", "tantivy", "alembic", "fastapi", "numpy")


def every_command() -> dict[str, Command]:
    """Words -> command."""
    found: dict[str, Command] = {}
    for name, entry in COMMANDS.items():
        if isinstance(entry, Group):
            found |= {f"{name} {inner}": command for inner, command in entry.commands.items()}
        else:
            found[name] = entry
    return found


@pytest.mark.parametrize("target", [*(command.target for command in every_command().values()), OWN_SERVICE, MAKE_PACK])
def test_what_is_loaded_by_name_is_there_and_says_what_it_does(target: str) -> None:
    found = load(target)
    assert callable(found)
    assert found.__doc__


@pytest.mark.parametrize("words", every_command())
def test_the_line_in_the_list_says_no_more_than_the_command_itself(words: str) -> None:
    command = every_command()[words]
    described = " ".join(str(load(command.target).__doc__).split())
    assert described.startswith(command.help.rstrip(".").split(":")[0])


@pytest.mark.parametrize(
    "module",
    [f"service_agent.cli.{name}" for name in ("main", "talk", "init", "pack_check", "bench")],
)
def test_help_the_chats_client_and_the_pack_check_start_without_the_services_libraries(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == ""


def test_a_wrong_setting_is_refused_before_the_service_is_loaded() -> None:
    program = f"""
import contextlib, os, sys
os.environ["SUFFICE_HOST"] = "0.0.0.0"
from service_agent.cli.main import main
with contextlib.suppress(SystemExit):
    main(["serve"])
print(*sorted(set({HEAVY!r}) & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "SUFFICE_HOST=0.0.0.0" in run.stderr
    assert run.stdout.strip() == ""
