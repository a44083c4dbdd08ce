"""One mutant before its tests, in a process of its own that has the faulty module instead of the real one.

The process is forked from one that has already imported the libraries, and the faulty text reaches it through the
import system: no file of the checkout is touched, and trials may run side by side.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest

LIBRARIES = (
    *("alembic.command", "anyio.pytest_plugin", "asyncpg", "httpx", "hypothesis.strategies", "langgraph.graph"),
    *("psycopg", "pydantic_settings", "pytest_asyncio.plugin", "snowballstemmer", "sqlalchemy.ext.asyncio"),
    *("structlog", "tantivy", "uvloop", "xdist.plugin"),
)
"""Imported once, before the trials."""


OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The last: plugins that were imported before the fork keep their plain assertions."""


@dataclass(frozen=True)
class Trial:
    """What one process is to do."""

    module: str
    source: str
    path: str
    tests: tuple[str, ...]
    run: str
    """Trials of one run share one PostgreSQL server ..."""
    worker: str
    """... in which each has a database of its own."""
    log: Path


def prepare() -> None:
    """Import what all trials need."""
    for name in LIBRARIES:
        importlib.import_module(name)
    gc.freeze()


def attempt(trial: Trial) -> None:
    """Run the tests against the faulty module and end this process with pytest's exit code."""
    log = os.open(trial.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.meta_path.insert(0, _Faulty(trial))
    hypothesis.settings.register_profile("mutation", database=None, deadline=None, derandomize=True)
    hypothesis.settings.load_profile("mutation")
    code = pytest.main([*OPTIONS, *trial.tests], plugins=[_Worker(trial)])
    sys.stdout.flush()
    os._exit(int(code))


class _Worker:
    """Makes pytest believe it is a worker of a larger run: the test server is found by the run's name."""

    def __init__(self, trial: Trial) -> None:
        self._input = {"testrunuid": trial.run, "workerid": trial.worker}

    def pytest_configure(self, config: pytest.Config) -> None:
        """pytest-xdist leaves this attribute on the configuration of its workers."""
        vars(config)["workerinput"] = self._input


class _Faulty(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds the one module whose text is not the file's."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Only the module under trial is found here."""
        del path, target
        if fullname != self._trial.module:
            return None
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=self._trial.path)
        spec.has_location = True
        return spec

    def get_source(self, fullname: str) -> str:
        """The faulty text."""
        del fullname
        return self._trial.source
