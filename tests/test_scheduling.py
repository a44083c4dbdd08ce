"""A worker that dies costs its test, not the run: what it had finished is not handed out again, and the stack of one
that crashed is kept. The few tests that failed are run again, alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.again import FAILED, MOST

pytestmark = [pytest.mark.slow, pytest.mark.nightly]  # of how tests are run, and not of the service

ROOT = Path(__file__).parents[1]
CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from tests.conftest import (
    pytest_configure, pytest_handlecrashitem, pytest_unconfigure, pytest_xdist_make_scheduler,
)
"""
DIES = """
import os, pathlib

def test_dies():
    once = pathlib.Path(__file__).with_suffix(".died")
    if not once.exists():
        once.write_text("yes")
        os._exit(1)
"""
CRASHES = """
import ctypes, pathlib

def test_crashes():
    once = pathlib.Path(__file__).with_suffix(".crashed")
    if not once.exists():
        once.write_text("yes")
        ctypes.string_at(0)
"""


def test_a_dead_worker_costs_one_test_and_the_run_ends(tmp_path: Path) -> None:
    said = played(tmp_path, {"test_b": DIES})
    assert "1 failed" in said, said
    assert "8 passed" in said
    assert "test_b.py::test_dies" in said


def test_the_stack_of_a_crash_stays_and_its_test_is_run_again(tmp_path: Path) -> None:
    said = played(tmp_path, {"test_b": CRASHES})
    assert "1 failed" in said, said
    assert "8 passed" in said
    closing = said.partition("A worker crashed in test_b.py::test_crashes:")[2]
    assert "Fatal Python error: Segmentation fault" in closing
    assert 'test_b.py", line 8 in test_crashes' in closing
    code, said = run_again(tmp_path)
    assert code == 0, said
    assert "1 passed" in said
    assert "Mend them:\ntest_b.py::test_crashes" in said


def test_what_fails_twice_has_failed_and_many_failures_are_no_chance(tmp_path: Path) -> None:
    wrong = "def test_is_wrong(): assert False"
    played(tmp_path, {"test_b": DIES, "test_w": wrong})
    code, said = run_again(tmp_path)
    assert code == 1, said
    assert "1 failed, 1 passed" in said
    assert "Mend them" not in said
    kept = tmp_path / FAILED
    assert json.loads(kept.read_text("utf-8")) == ["test_w.py::test_is_wrong"], "of the last run"
    kept.write_text(json.dumps([f"test_w.py::test_{n}" for n in range(MOST + 1)]), encoding="utf-8")
    assert run_again(tmp_path) == (1, ""), "not tried"


def run_again(folder: Path) -> tuple[int, str]:
    """What `python -m tests.again` does after the run in this folder, and what it says."""
    command = [sys.executable, "-m", "tests.again", "-c", "/dev/null", "--rootdir", str(folder)]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, timeout=280, check=False
    )
    return ended.returncode, ended.stdout + ended.stderr


def played(folder: Path, dying: dict[str, str]) -> str:
    """What a run over seven modules that pass and these says, by one worker at a time."""
    (folder / "conftest.py").write_text(CONFTEST.format(root=str(ROOT)), encoding="utf-8")
    for number in range(6):
        (folder / f"test_a{number}.py").write_text("def test_passes(): pass\n", encoding="utf-8")
    for name, code in dying.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    (folder / "test_c.py").write_text("def test_passes(): pass\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null"]
    command += ["--rootdir", str(folder), "-n", "1", "--dist", "loadscope", "--no-loadscope-reorder", str(folder)]
    # 280 s is how long somebody waits for a run that may hang for good, no time that is measured.
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280, check=False)
    assert not [left for left in Path(tempfile.gettempdir()).glob("suffice-crash-*") if _is_of(left, folder)]
    return ended.stdout + ended.stderr


def _is_of(file: Path, folder: Path) -> bool:
    return str(folder) in file.read_text("utf-8")
