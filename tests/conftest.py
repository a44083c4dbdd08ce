"""What every test may stand on: one real PostgreSQL per test run, one migrated database per worker."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import ssl
import tempfile
import time
import uuid
from collections.abc import AsyncGenerator, Generator
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.reading.apart import ENVIRONMENT
from foundation.contracts.errors import EmbeddedDatabaseFailed
from foundation.contracts.identity import Principal
from foundation.domains.loading import loader
from foundation.domains.schema.pack import Pack
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress, open_engine
from tests.again import KEY
from tests.certificates import read_once
from tests.crashes import Crashes, forget, watch
from tests.databases import filled_cluster_in, new_database
from tests.scheduling import ModulesOnce
from tests.skipped import lines_of
from tests.slowest import slowest

UNSAFE_BUT_FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "200"}
"""A test database need not survive a power cut."""

# A busy machine is no fault of what is tested.
hypothesis.settings.register_profile("house", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("house")

load_anew, READ = loader.load_pack, dict[Path, Pack]()


def load_once(folder: Path) -> Pack:
    """The pack of this folder. Shipped ones are read once a worker: fifty modules and each service ask for them, and a
    pack never changes once it is read."""
    if folder.parent != loader.shipped_packs():
        return load_anew(folder)
    if folder not in READ:
        READ[folder] = load_anew(folder)
    return READ[folder]


loader.load_pack = load_once  # before a test module takes it by name
ssl.create_default_context = read_once

PREFIX = "suffice-tests-"
ABANDONED_S = 600
FILLED = "filled"


COVERAGE = "COVERAGE_PROCESS_CONFIG"
"""How coverage tells the processes of a measured one to measure, too."""
if COVERAGE in os.environ:
    ENVIRONMENT[COVERAGE] = os.environ[COVERAGE]


CRASHES = pytest.StashKey[Crashes]()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """After pytest has set up its own faulthandler, whose lines a run of thousands of tests buries."""
    worker: dict[str, str] | None = getattr(config, "workerinput", None)
    if worker is not None:
        watch(worker["testrunuid"], worker["workerid"])


@pytest.hookimpl(optionalhook=True)  # xdist's: without it (`-p no:xdist`) no worker can crash
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport, sched: ModulesOnce) -> None:
    """A worker has died in this test."""
    node = report.node  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]
    run, worker = str(node.workerinput["testrunuid"]), str(node.workerinput["workerid"])  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    stash = sched.config.stash
    stash.setdefault(CRASHES, Crashes(run)).take(crashitem, worker, report)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The closing lines: what took longest; what was skipped, and how to run it; what crashed (after pytest's own
    summary). What failed is kept for `tests.again`."""
    forget()
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    if crashes := config.stash.get(CRASHES, None):
        for line in crashes.lines():
            reporter.write_line(line)
    failed = {report.nodeid for kind in ("failed", "error") for report in reporter.stats.get(kind, [])}
    if (cache := getattr(config, "cache", None)) is not None:  # none with `-p no:cacheprovider`
        cache.set(KEY, sorted(failed))
    reports = [report for reports in reporter.stats.values() for report in reports if hasattr(report, "duration")]
    for line in slowest((report.nodeid, report.duration) for report in reports):
        reporter.write_line(line)
    for line in lines_of(
        str(report.longrepr[2]).removeprefix("Skipped: ") for report in reporter.stats.get("skipped", [])
    ):
        reporter.write_line(line)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config) -> ModulesOnce | None:
    """How tests go to workers; this is asked of the process that leads them."""
    return ModulesOnce(config) if config.getoption("dist") == "loadscope" else None


gc.disable()


def pytest_collection_finish() -> None:
    """All is imported: nothing of that goes, and what comes later is collected without walking through it."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Modules with long tests first (workers take modules in this order): else one worker ends with them, alone."""
    marks = ("slow", "long", "nightly")
    long = {item.path for item in items if any(item.get_closest_marker(mark) for mark in marks)}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session")
def test_run(request: pytest.FixtureRequest) -> str:
    """The same for all workers of one run."""
    return str(getattr(request.config, "workerinput", {}).get("testrunuid", uuid.uuid4().hex))[:12]


@pytest.fixture(scope="session")
def test_folder(test_run: str) -> Path:
    """Where the servers of this run are, for all its workers."""
    folder = Path(tempfile.gettempdir()) / f"{PREFIX}{test_run}"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def server(test_folder: Path) -> Generator[DatabaseAddress]:
    """The embedded server all workers of this run share; the last one removes it with its data."""
    _remove_abandoned()
    embedded = EmbeddedPostgres(test_folder, extra=UNSAFE_BUT_FAST)
    yield embedded.start()
    embedded.stop()
    with suppress(EmbeddedDatabaseFailed):  # another worker still uses it
        _remove(test_folder)


@pytest.fixture(scope="session")
def filled_cluster(server: DatabaseAddress, test_folder: Path) -> Path:
    """What `lay_filled_cluster` copies; it goes when the server goes."""
    filled_cluster_in(test_folder / FILLED)
    return test_folder / FILLED


def _remove_abandoned() -> None:
    """Servers of test runs that were killed: nobody holds their lease any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            if time.time() - folder.stat().st_mtime > ABANDONED_S:
                _remove(folder)
        except (EmbeddedDatabaseFailed, OSError):  # in use, somebody else's, or just being removed
            continue


def _remove(folder: Path) -> None:
    EmbeddedPostgres(folder).remove()
    EmbeddedPostgres(folder / FILLED).remove()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def database(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """A migrated database of this worker's own."""
    return new_database(server, f"suffice_{worker_id}", migrated=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine(database: DatabaseAddress) -> AsyncGenerator[AsyncEngine]:
    """The engine repositories stand on."""
    opened = open_engine(database, pool_size=20)
    yield opened
    await opened.dispose()
    await asyncio.sleep(0)


@pytest.fixture
def principal() -> Principal:
    """Somebody nobody has met, so that tests cannot see each other's rows."""
    return Principal(tenant_id=f"tenant-{uuid.uuid4().hex[:8]}", owner_id=f"owner-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def colleague(principal: Principal) -> Principal:
    """Another person of the same tenant."""
    return Principal(tenant_id=principal.tenant_id, owner_id=f"owner-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def stranger(principal: Principal) -> Principal:
    """The same owner id in another tenant: only the tenant tells them apart."""
    return Principal(tenant_id=f"tenant-{uuid.uuid4().hex[:8]}", owner_id=principal.owner_id)
