"""scripts/install in a folder of its own, with a space in its name: the decisions, not the downloads."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the script reads, and an environment whose Python is this one."""
    folder = tmp_path / "a fresh clone"
    (folder / "scripts").mkdir(parents=True)
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock", "scripts/install"):
        shutil.copy(ROOT / name, folder / name)
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return folder


def install(checkout: Path, *arguments: str, python: str = "") -> subprocess.CompletedProcess[str]:
    """Run it where nothing can be downloaded."""
    command = ["env", f"PYTHON={python}", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=", "sh", "scripts/install", *arguments]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False, timeout=60)


def mark_done(checkout: Path, kind: str) -> None:
    """The stamp a finished installation leaves."""
    lock = "requirements.lock" if kind == "run" else "requirements-dev.lock"
    program = f"{{ cat pyproject.toml {lock}; pwd; }} | cksum | tr -d ' ' >.venv/.stamp-{kind}; pwd >.venv/.place"
    subprocess.run(["sh", "-c", program], cwd=checkout, check=True, timeout=30)


def wrapper(folder: Path, body: str) -> str:
    """A program that stands in for a Python."""
    program = folder / "python of mine"
    program.write_text(f'#!/bin/sh\n{body}\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(("done", "asked"), [("run", ()), ("dev", ()), ("dev", ("--dev",))])
def test_a_second_time_does_nothing_and_needs_no_network(checkout: Path, done: str, asked: tuple[str, ...]) -> None:
    mark_done(checkout, done)
    run = install(checkout, *asked)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_a_changed_lock_installs_again(checkout: Path) -> None:
    mark_done(checkout, "run")
    with (checkout / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# one more line\n")
    assert "Installing the locked versions (requirements.lock)" in install(checkout).stdout


def test_a_moved_folder_begins_anew(checkout: Path) -> None:
    mark_done(checkout, "run")
    moved = checkout.rename(checkout.with_name("moved here"))
    run = install(moved, python=wrapper(moved, 'case "$*" in *ensurepip*) exit 1;; esac'))
    assert not (moved / ".venv").exists()
    assert run.returncode == 1


def test_a_python_that_cannot_make_environments_is_reported_with_what_to_install(checkout: Path) -> None:
    shutil.rmtree(checkout / ".venv")
    run = install(checkout, python=wrapper(checkout, 'case "$*" in *ensurepip*) exit 1;; esac'))
    assert run.returncode == 1
    assert "cannot make virtual environments; install its venv package (Debian: apt-get install" in run.stderr


@pytest.mark.parametrize("body", ["exit 127", 'case "$*" in *version_info*) exit 1;; esac'])
def test_a_python_that_is_too_old_or_none_at_all_is_named(checkout: Path, body: str) -> None:
    shutil.rmtree(checkout / ".venv")
    named = wrapper(checkout, body)
    run = install(checkout, python=named)
    assert (run.returncode, run.stderr) == (1, f"PYTHON={named} is not a Python 3.11 or newer; name one that is.\n")
