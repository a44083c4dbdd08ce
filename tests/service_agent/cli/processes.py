"""Whole processes, as a shell starts them, and what they leave behind."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pexpect

from foundation.storage.database.embedded import embedded_files

SUFFICE = Path(sys.executable).with_name("suffice")
PRICES = "대구 달서구 아파트 시세 알려줘"
SAME_AGAIN = "그 지역 평균 시세를 다시 요약해줘"
Environment = dict[str, str]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def run(environment: Mapping[str, str], *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command to its end."""
    return subprocess.run(
        [SUFFICE, *arguments],
        env={**environment, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@contextlib.contextmanager
def serving(environment: Mapping[str, str]) -> Generator[subprocess.Popen[bytes]]:
    """A service process that takes questions."""
    with subprocess.Popen([SUFFICE, "serve"], env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + 90
            while not is_ready(environment):
                assert process.poll() is None, "the service ended instead of starting"
                assert time.monotonic() < deadline
                time.sleep(0.2)
            yield process
        finally:
            process.kill()  # else leaving this would wait for one that never got ready


def is_ready(environment: Mapping[str, str]) -> bool:
    address = f"http://127.0.0.1:{environment['SUFFICE_PORT']}/readyz"
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(address, trust_env=False).is_success
    return False


@contextlib.contextmanager
def at_terminal(environment: Mapping[str, str], *arguments: str) -> Generator[Any]:
    """A command with a person's terminal; untyped because pexpect is."""
    spawned: Any = pexpect.spawn(  # pyright: ignore[reportUnknownVariableType]
        str(SUFFICE), list(arguments), encoding="utf-8", dimensions=(50, 90), timeout=90, env=dict(environment)
    )
    try:
        yield spawned
    finally:
        spawned.close(force=True)


@dataclass(frozen=True)
class Embedded:
    """A service on the embedded server: its settings, and where it keeps what."""

    environment: Environment
    data: Path
    temporary: Path

    def ask(self, question: str, *options: str) -> dict[str, Any]:
        """One question to the running service; its final message."""
        address = f"http://127.0.0.1:{self.environment['SUFFICE_PORT']}"
        asked = run(self.environment, "ask", question, "--json", "--url", address, *options)
        assert asked.returncode == 0, asked.stderr
        return dict(json.loads(asked.stdout))

    def server(self) -> int | None:
        """Process number of the database server; None when none runs."""
        written = embedded_files(self.data) / "data" / "postmaster.pid"
        return int(written.read_text().split()[0]) if written.exists() else None

    def processes(self) -> list[str]:
        """Command lines of all that belongs to this data folder: its service and its database's."""
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        own = (str(self.data), str(embedded_files(self.data)), str(self.temporary))
        return [line for line in listed.splitlines() if any(place in line for place in own)]

    def left_open(self) -> list[str]:
        """Sockets and lock files of the database, and whatever lies in the folder for temporary files."""
        files = [path for path in embedded_files(self.data).rglob("*") if path.is_socket() or ".s.PGSQL" in path.name]
        return [str(path) for path in (*files, *self.temporary.iterdir())]
