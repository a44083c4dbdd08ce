"""A real Redis of a test's own: started on a socket file, killed and started again as the test likes."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotThere

BINARY = shutil.which("redis-server")
NEEDS_REDIS = pytest.mark.skipif(
    BINARY is None, reason="no redis-server on this machine: install the package redis-server (apt, brew) to run this"
)


class OwnRedis:
    """One server, listening on a socket file only; nothing is written to disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"unix://{self._socket}"

    def start(self) -> None:
        """Until it answers."""
        assert BINARY is not None
        options = ["--port", "0", "--unixsocket", str(self._socket), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [BINARY, *options], cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with Redis(unix_socket_path=str(self._socket)) as client:
            for _ in range(500):
                try:
                    client.ping()  # pyright: ignore[reportUnknownMemberType]
                except NotThere:
                    time.sleep(0.01)
                else:
                    return
        raise RuntimeError("redis-server did not start")

    def kill(self) -> None:
        """As if the machine had gone."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
            self._process = None
        self._socket.unlink(missing_ok=True)

    def freeze(self) -> None:
        """It is there and does not answer."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It answers again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)


@pytest.fixture
def own_redis() -> Generator[OwnRedis]:
    """Started. (Its folder is short: a socket's path may have 107 bytes.)"""
    with tempfile.TemporaryDirectory(prefix="suffice-redis-") as folder:
        server = OwnRedis(Path(folder))
        server.start()
        yield server
        server.kill()
