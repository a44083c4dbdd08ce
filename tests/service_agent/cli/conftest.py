"""Commands run in this process, as a shell would: arguments in, exit code and words out."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress
from service_agent.cli.main import main
from tests.databases import filled_database, lay_filled_cluster, url_of
from tests.service_agent.cli.processes import Embedded, Environment, free_port


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str


Suffice = Callable[..., Outcome]


@pytest.fixture
def suffice(capsys: pytest.CaptureFixture[str]) -> Generator[Suffice]:
    """Run a command that needs no service."""
    logs = structlog.get_config()
    kept = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGHUP)}

    def run(*arguments: str) -> Outcome:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        captured = capsys.readouterr()
        return Outcome(int(str(left.value.code)), captured.out, captured.err)

    yield run
    structlog.configure(**logs)
    for name, handler in kept.items():
        signal.signal(name, handler)


@pytest.fixture(scope="module")
def filled(server: DatabaseAddress) -> DatabaseAddress:
    """A database of this module's own, as a service before has left it."""
    return filled_database(server, f"suffice_cli_{uuid.uuid4().hex[:8]}")


@pytest.fixture
def environment(filled: DatabaseAddress, tmp_path: Path) -> Environment:
    """Settings of a command: our database, a free port."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SUFFICE_", "OPENAI_"))}
    data_dir = tmp_path / "a data folder"
    return kept | {
        "SUFFICE_DATABASE_URL": url_of(filled),
        "SUFFICE_DATA_DIR": str(data_dir),
        "SUFFICE_PORT": str(free_port()),
        "SUFFICE_HOLD_OUT": "0",
        "SUFFICE_EXAMPLE_LATENCY_S": "0",
    }


Here = Callable[..., None]


@pytest.fixture
def here(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> Here:
    """Gives this process a command's settings, and others in their place. A process of its own for each sentence takes
    most of its time for imports; what only a whole process can show is shown by those that are started."""
    for name in [name for name in os.environ if name.startswith(("SUFFICE_", "OPENAI_"))]:
        monkeypatch.delenv(name)

    def gives(**more: str) -> None:
        for name, value in {**environment, **more}.items():
            monkeypatch.setenv(name, value)

    return gives


@pytest.fixture
def embedded(environment: Environment, filled_cluster: Path) -> Generator[Embedded]:
    """A data folder and a folder for temporary files of its own, short enough for a socket."""
    outer = Path(tempfile.mkdtemp(prefix="suffice whole "))
    data, temporary = outer / "data", outer / "tmp"
    data.mkdir()
    temporary.mkdir()
    lay_filled_cluster(filled_cluster, data)
    chosen = {"SUFFICE_DATABASE_URL": "", "SUFFICE_DATA_DIR": str(data), "TMPDIR": str(temporary)}
    yield Embedded({**environment, **chosen}, data, temporary)
    EmbeddedPostgres(data).remove()
    shutil.rmtree(outer)
