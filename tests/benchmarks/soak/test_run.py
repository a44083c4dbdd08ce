"""The soak in its short form: whole processes, broken for seconds, and the checker's word on what clients saw."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from benchmarks.soak.breaker import Plan, Tally, Way, share_of
from benchmarks.soak.checker import Fault, Finding
from benchmarks.soak.evidence import Tables
from benchmarks.soak.page import page_of
from benchmarks.soak.run import QUICK, Report, Size
from foundation.contracts.failpoints import Point
from service_agent.settings.failpoints import read_points


@pytest.mark.slow
@pytest.mark.nightly  # every day: tests/processes, where each way to break is struck once
def test_a_service_that_is_broken_for_seconds_loses_and_doubles_nothing() -> None:
    command = [sys.executable, "-m", "benchmarks.soak", "--quick"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert "**Nothing was found.**" in run.stdout, run.stdout + run.stderr[-2_000:]
    struck = [line for line in run.stdout.splitlines() if line.split("|")[1:2] and _points(line)]
    assert struck, "the machine was too slow to break anything at all"


def _points(line: str) -> bool:
    """True for a row of the table of points with a strike in it."""
    cells = [cell.strip() for cell in line.strip("| ").split("|")]
    return len(cells) == 3 and cells[0] in {*Point} and cells[1:] != ["0", "0"]


def test_a_life_is_armed_with_what_is_still_to_be_struck() -> None:
    tally = Tally(wanted=1, seed=1, spared=1)
    assert tally.plan(1) == Plan(), "nobody else is whole: people must get somewhere"
    while not tally.done:
        plan = tally.plan(2)
        armed = read_points(plan.points)
        ways: set[Way] = {"kill" if strike.action == "kill" else "stop" for strike in armed.values()}
        assert len(ways) == 1, "whoever dies early is stopped nowhere"
        assert ways == {plan.way}
        assert plan.strikes == (1 if ways == {"kill"} else sum(strike.times or 0 for strike in armed.values()))
        for (point, strike), way in product(armed.items(), ways):
            assert strike.share == share_of(point)
            assert tally.struck[point, way] == 0
            tally.struck[point, way] += 1
        tally.ended(2)
    assert set(tally.struck) == {(point, way) for point in Point for way in ("kill", "stop")}
    assert tally.plan(2) == Plan()


def test_a_run_that_missed_a_point_or_found_something_says_so() -> None:
    tally = Tally(wanted=1, seed=1, spared=1)
    tally.struck.update({(point, "kill"): 1 for point in Point})
    findings = [Finding(Fault.LOST, "c1", "question m1 was not taken")]
    report = Report(QUICK, tally, findings, 1.0, 4, 0, 1, None, Tables(), 0)
    assert not report.passed
    page = page_of(report)
    assert "lost: c1: question m1 was not taken" in page
    assert "migration (stop: 1 short)" in page
    assert "not on this machine" in page


def test_the_full_size_is_the_one_the_issue_names() -> None:
    full = Size()
    assert (full.conversations, full.turns, full.strikes, full.restarts) == (100, 10, 10, 3)
    assert full.services >= 2
