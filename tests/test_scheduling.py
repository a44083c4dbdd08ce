"""A worker that dies costs its test, not the run: what it had finished is not handed out again. One that crashed costs
nothing, once."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from tests.conftest import (
    pytest_configure, pytest_handlecrashitem, pytest_report_teststatus, pytest_unconfigure, pytest_xdist_make_scheduler,
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


def test_a_test_whose_worker_crashed_is_run_again_and_its_stack_stays(tmp_path: Path) -> None:
    said = played(tmp_path, {"test_b": CRASHES})
    assert "failed" not in said, said
    assert "8 passed, 1 rerun" in said
    assert "A worker crashed in test_b.py::test_crashes, which was run again:" in said
    closing = said.partition("A worker crashed in")[2]
    assert "Fatal Python error: Segmentation fault" in closing
    assert 'test_b.py", line 8 in test_crashes' in closing


def test_a_second_crash_of_a_run_is_a_failure(tmp_path: Path) -> None:
    said = played(tmp_path, {"test_b": CRASHES, "test_bb": CRASHES})
    assert "1 failed" in said, said
    assert "9 passed, 1 rerun" in said


def played(folder: Path, dying: dict[str, str]) -> str:
    """What a run over seven modules that pass and these says, by one worker at a time."""
    (folder / "conftest.py").write_text(CONFTEST.format(root=str(ROOT)), encoding="utf-8")
    for number in range(6):
        (folder / f"test_a{number}.py").write_text("def test_passes(): pass\n", encoding="utf-8")
    for name, code in dying.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    (folder / "test_c.py").write_text("def test_passes(): pass\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
    command += ["--rootdir", str(folder), "-n", "1", "--dist", "loadscope", "--no-loadscope-reorder", str(folder)]
    # 280 s is how long somebody waits for a run that may hang for good, no time that is measured.
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280, check=False)
    assert not [left for left in Path(tempfile.gettempdir()).glob("suffice-crash-*") if _is_of(left, folder)]
    return ended.stdout + ended.stderr


def _is_of(file: Path, folder: Path) -> bool:
    return str(folder) in file.read_text("utf-8")
