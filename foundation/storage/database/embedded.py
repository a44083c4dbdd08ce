"""The embedded PostgreSQL: started by its first user, shared by all, stopped by its last.

`pg_ctl status` decides whether the server runs. The lease is a shared `flock` that every user holds. The kernel
releases it with its process, so after a kill -9 of a user, or of the server, the next user sees the real state. A
second lock serialises starting and stopping. There is no TCP port. The socket is in a private folder, and the password
in a file that only its owner can read.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from foundation.contracts.errors import EmbeddedDatabaseFailed
from foundation.storage.database.embedded_home import (
    INSTALLS,
    Home,
    create,
    home_of,
)
from foundation.storage.database.embedded_server import EmbeddedServer
from foundation.storage.database.engine import DatabaseAddress


class EmbeddedPostgres:
    """One user's hold on the embedded server of a data folder.

    `with EmbeddedPostgres(folder) as address:` or the same with `async with`; `start` and `stop` for those who cannot.
    `remove` deletes the server's files, which for root lie outside the data folder.
    """

    def __init__(self, data_dir: Path, *, version: int = 18, extra: Mapping[str, str] | None = None) -> None:
        if version not in INSTALLS:
            raise EmbeddedDatabaseFailed(f"There are binaries of PostgreSQL {sorted(INSTALLS)}, not of {version}.")
        self._data_dir = data_dir
        self._version = version
        self._extra = dict(extra or {})
        self._lease: int | None = None
        self._address: DatabaseAddress | None = None

    def __enter__(self) -> DatabaseAddress:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def __aenter__(self) -> DatabaseAddress:
        return await asyncio.to_thread(self.start)

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.stop)

    def start(self) -> DatabaseAddress:
        """Starts the server or joins the running one. Raises EmbeddedDatabaseFailed or DatabaseVersion."""
        if self._address is not None:
            return self._address
        try:
            home = home_of(self._data_dir)
            while not self._joined(home):
                pass
        except OSError as error:
            raise EmbeddedDatabaseFailed(
                f"The embedded database's files cannot be made ({error.strerror}: {error.filename}); "
                "choose another SUFFICE_DATA_DIR or set SUFFICE_DATABASE_URL."
            ) from error
        assert self._address is not None
        return self._address

    def _joined(self, home: Home) -> bool:
        """False when another process removed the home while we waited for our turn: then it is made again."""
        create(home, self._data_dir)
        with _alone(home.transition):
            if not home.transition.exists():
                return False
            lease = _open_lock(home.lease)
            fcntl.flock(lease, fcntl.LOCK_SH)
            try:
                self._address = self._running(EmbeddedServer(home, self._version, self._extra))
            except BaseException:
                os.close(lease)
                raise
            self._lease = lease
        return True

    def _running(self, server: EmbeddedServer) -> DatabaseAddress:
        server.require_version()
        if not server.exists():
            server.initialise()
        if not server.answers():
            server.launch()
        return server.with_database()

    def ensure_running(self) -> None:
        """Starts the server again when it died under us; nothing happens while it lives, or after `stop`."""
        home = home_of(self._data_dir)
        with _alone(home.transition):
            if self._lease is not None:
                self._running(EmbeddedServer(home, self._version, self._extra))

    def stop(self) -> None:
        """Gives the lease back; the last user stops the server."""
        if self._lease is None:
            return
        lease, self._lease, self._address = self._lease, None, None
        home = home_of(self._data_dir)
        if not home.transition.exists():  # the folder was deleted under us: the server notices and ends by itself
            os.close(lease)
            shutil.rmtree(home.runtime, ignore_errors=True)
            return
        with _alone(home.transition):
            os.close(lease)
            if _unused(home):
                EmbeddedServer(home, self._version, self._extra).shut_down()

    def remove(self) -> None:
        """Stops the server and deletes everything it keeps. Raises EmbeddedDatabaseFailed while others use it."""
        self.stop()
        home = home_of(self._data_dir)
        if not home.root.exists():
            return
        with _alone(home.transition):
            if not _unused(home):
                raise EmbeddedDatabaseFailed(
                    f"Another process still uses the embedded database in {home.root}; stop it first."
                )
            if (home.cluster / "PG_VERSION").exists():
                EmbeddedServer(home, self._version, self._extra).shut_down()
            shutil.rmtree(home.root)


def embedded_files(data_dir: Path) -> Path:
    """The folder this data folder's embedded server keeps its files in."""
    return home_of(data_dir).root


@contextmanager
def _alone(lock: Path) -> Generator[None]:
    handle = _open_lock(lock)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _open_lock(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


def _unused(home: Home) -> bool:
    """True when no process holds the lease; only asked under the transition lock."""
    handle = _open_lock(home.lease)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True
