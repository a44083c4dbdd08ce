"""Trials side by side, each with a time limit, over one PostgreSQL server that is kept for all of them."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.mutation.mutants import Mutant, Outcome
from benchmarks.mutation.targets import Target
from benchmarks.mutation.trial import Trial, attempt
from foundation.storage.database.embedded import EmbeddedPostgres
from tests.conftest import PREFIX, UNSAFE_BUT_FAST

FORK = multiprocessing.get_context("fork")
LIMIT_FACTOR = 4
LIMIT_MORE_S = 20.0
"""A trial may take this much longer than the tests take without a fault."""
NOTICED = {1, 2, 4}
"""pytest's exit codes: a test failed; a test file, or the fixtures, could not be imported with the fault."""


@dataclass(frozen=True)
class _Running:
    process: ForkProcess
    mutant: Mutant
    until: float


class Queue:
    """Runs trials, at most `workers` at once."""

    def __init__(self, workers: int, run: str, logs: Path) -> None:
        self._workers = workers
        self._run = run
        self._logs = logs
        self._tried = 0
        self._under_way: list[ForkProcess] = []
        self._data_dir = Path(tempfile.gettempdir()) / f"{PREFIX}{run}"
        self._server = EmbeddedPostgres(self._data_dir, extra=UNSAFE_BUT_FAST)

    def __enter__(self) -> Self:
        self._data_dir.mkdir()
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._under_way:  # stopped in the middle: a trial holds on to the server
            process.kill()
            process.join()
        self._server.stop()
        self._server.remove()
        shutil.rmtree(self._data_dir, ignore_errors=True)

    def outcomes(self, target: Target, source: str, mutants: Sequence[Mutant]) -> list[Outcome]:
        """What became of each mutant, in their order. The tests must pass without a fault first."""
        if target.module in sys.modules:
            sys.exit(f"{target.module} was imported too early for its faults to be seen.")
        limit_s = self._without_fault(target, source)
        found: dict[Mutant, Outcome] = {}
        waiting, running = list(reversed(mutants)), list[_Running]()
        while waiting or running:
            while waiting and len(running) < self._workers:
                mutant = waiting.pop()
                running.append(_Running(self._start(target, mutant.source), mutant, time.monotonic() + limit_s))
            multiprocessing.connection.wait([each.process.sentinel for each in running], timeout=1)
            for each in [each for each in running if _ended(each)]:
                running.remove(each)
                found[each.mutant] = _outcome(each.process)
        # A checkout that changed meanwhile, or a machine without room, would look like faults that were noticed.
        self._without_fault(target, source)
        return [found[mutant] for mutant in mutants]

    def _without_fault(self, target: Target, source: str) -> float:
        """Seconds a trial of this target may take."""
        began = time.monotonic()
        process = self._start(target, source)
        process.join()
        if process.exitcode != 0:
            sys.exit(f"The tests of {target.path} fail without any fault:\n{self._last_log()}")
        return LIMIT_FACTOR * (time.monotonic() - began) + LIMIT_MORE_S

    def _start(self, target: Target, source: str) -> ForkProcess:
        self._tried += 1
        trial = Trial(target.module, source, target.path, target.tests, self._run, f"m{self._tried}", self._log())
        process = FORK.Process(target=attempt, args=(trial,))
        process.start()
        self._under_way = [*(each for each in self._under_way if each.is_alive()), process]
        return process

    def _log(self) -> Path:
        return self._logs / f"{self._tried}.log"

    def _last_log(self) -> str:
        return self._log().read_text(encoding="utf-8")[-4_000:]


def _ended(each: _Running) -> bool:
    if each.process.is_alive() and time.monotonic() < each.until:
        return False
    if each.process.is_alive():
        each.process.kill()
    each.process.join()
    return True


def _outcome(process: ForkProcess) -> Outcome:
    if process.exitcode is None or process.exitcode < 0:
        return "timeout"
    if process.exitcode not in {0, *NOTICED}:
        sys.exit(f"pytest ended with {process.exitcode}, which says nothing about the fault.")
    return "killed" if process.exitcode else "survived"
