"""What a measurement needs beyond the service is asked before it begins."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from evaluations import optional
from evaluations.optional import NO_LANGCHAIN, NO_MATPLOTLIB, left_out
from service_agent.cli import bench
from tests.service_agent.cli.conftest import Suffice

OPTIONAL = {"benchmarks.harness.plots": "matplotlib", "scipy": "scipy", "benchmarks.experiment_clusters": "scipy"}
"""What a benchmark imports -> the library beyond the service it then needs."""


def test_every_benchmark_names_the_libraries_it_needs() -> None:
    for path in bench.BENCHMARKS.glob("*.py"):
        lines = ast.parse(path.read_text(encoding="utf-8")).body
        imported = {line.module for line in lines if isinstance(line, ast.ImportFrom)}
        needed = {OPTIONAL[module] for module in imported if module in OPTIONAL}
        assert needed == set(bench.needs_of(path)), path.name


@pytest.mark.parametrize("name", ["overhead", "all"])
def test_a_missing_library_is_named_before_anything_is_measured(
    name: str, suffice: Suffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    (tmp_path / "aaa.py").write_text(f"open({str(begun)!r}, 'w')", encoding="utf-8")
    (tmp_path / "overhead.py").write_text("NEEDS = ('no_such_library',)", encoding="utf-8")
    monkeypatch.setattr(bench, "BENCHMARKS", tmp_path)
    outcome = suffice("bench", name)
    assert outcome.code == 1
    assert outcome.err == "no_such_library is not installed; `make install-dev` brings it. Nothing was measured.\n"
    assert not begun.exists()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("raise SystemExit(3)", "its own lines above say why"),
        ("import os; os.kill(os.getpid(), 9)", "it was ended by SIGKILL, and what it started may still run"),
    ],
)
def test_a_benchmark_that_ends_early_says_how(
    does: str, why: str, suffice: Suffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "ends.py").write_text(does, encoding="utf-8")
    monkeypatch.setattr(bench, "BENCHMARKS", folder)
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    outcome = suffice("bench", "ends")
    assert (outcome.code, outcome.err) == (1, f"The benchmark ends did not finish; {why}.\n")


def test_an_evaluation_says_what_it_will_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "_WANTED", {NO_MATPLOTLIB: ("no_such",), NO_LANGCHAIN: ("json", "no_such")})
    assert left_out("reuse") == (NO_MATPLOTLIB,)
    assert left_out("retrieval") == (NO_MATPLOTLIB, NO_LANGCHAIN)
    assert left_out("pack") == ()
