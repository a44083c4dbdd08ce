"""The tables of `suffice eval thinking` say for each class what was right, how many calls it took, and how long."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from evaluations.thinking.reading import Class
from evaluations.thinking.report import ThinkingReport, cost
from evaluations.thinking.run import THOUGHT, Tried, Way


def tried(kind: Class, calls: int, rounds: int) -> Tried:
    """One question of a class."""
    return Tried(f"{kind}{calls}", kind, True, calls, rounds, (), "-")


WAY = Way(THOUGHT, [tried("simple", 5, 3), tried("simple", 7, 5), tried("complex", 10, 7), tried("edge", 6, 4)])


def test_seconds_of_a_class_are_its_calls_one_after_another() -> None:
    assert [cost(WAY, kind) for kind in ("simple", "complex", "edge")] == ["6.0 (1.2)", "10.0 (2.1)", "6.0 (1.2)"]


def test_the_report_prints_calls_and_seconds_of_every_class() -> None:
    out = StringIO()
    Console(file=out, width=160, color_system=None).print(ThinkingReport("one", [WAY]))
    [_, costs] = out.getvalue().split("calls a question (seconds at 300 ms a call)")
    assert all(shown in costs for shown in ("6.0 (1.2)", "10.0 (2.1)", "10 (2.1)"))
