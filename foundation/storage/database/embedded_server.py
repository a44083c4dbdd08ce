"""Runs PostgreSQL's own programs on one embedded cluster: initialises, starts, checks and stops it.

embedded.py decides who may do so, and when: nothing here takes a lock.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psycopg
from psycopg import sql

from foundation.contracts.errors import DatabaseVersion, EmbeddedDatabaseFailed
from foundation.storage.database.embedded_home import Account, Home, binaries_of, give_to, named_account
from foundation.storage.database.engine import DatabaseAddress

USER = "suffice"
DATABASE = "suffice"
PORT = 5432
START_LIMIT_S = 60.0
"""Covers the replay of the log after a crash."""

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "max_connections": "100",
    "wal_level": "minimal",  # no replicas here: the log carries only what crash recovery needs
    "max_wal_senders": "0",
    "random_page_cost": "1.1",  # solid-state disks: an index page costs about as much as a sequential one
    "jit": "off",  # our statements take milliseconds; compiling one takes tens
    "log_min_messages": "warning",
    "log_timezone": "UTC",
    "timezone": "UTC",
}
"""What differs from PostgreSQL's defaults. fsync, full_page_writes and synchronous_commit stay on: an
acknowledged message survives a power cut."""


class EmbeddedServer:
    """The server of one home; the caller of every method holds the transition lock."""

    def __init__(self, home: Home, version: int, extra: Mapping[str, str]) -> None:
        self._home = home
        self._version = version
        self._extra = extra

    def exists(self) -> bool:
        return (self._home.cluster / "PG_VERSION").exists()

    def require_version(self) -> None:
        if not self.exists():
            return
        found = (self._home.cluster / "PG_VERSION").read_text(encoding="ascii").strip()
        if found != str(self._version):
            raise DatabaseVersion(
                f"The data in {self._home.root} was written by PostgreSQL {found}, and this is PostgreSQL "
                f"{self._version}; run `suffice db backup` with the version that wrote it, then `suffice db restore` "
                "here with an empty SUFFICE_DATA_DIR."
            )

    def initialise(self) -> None:
        """initdb beside the final place, then one rename: a half-made cluster is never mistaken for one."""
        half = self._home.root / "data.new"
        shutil.rmtree(half, ignore_errors=True)
        password_copy = self._home.root / "data.new.password"
        maker = named_account() if self._home.account else None
        half.mkdir(mode=0o700)
        half.chmod(0o700)
        password_copy.unlink(missing_ok=True)
        _write_private(password_copy, self._password())
        if maker is not None:
            give_to(maker, half)
            give_to(maker, password_copy)
        try:
            self._initdb(half, password_copy, maker)
        finally:
            password_copy.unlink()
        with (half / "postgresql.conf").open("a", encoding="utf-8") as conf:
            conf.write("\ninclude_if_exists = 'suffice.conf'\n")
        if self._home.account is not None:
            give_to(self._home.account, half)
        half.rename(self._home.cluster)

    def _initdb(self, folder: Path, password: Path, maker: Account | None) -> None:
        locale = ["--locale-provider=builtin", "--locale=C.UTF-8"] if self._version >= 17 else ["--no-locale"]
        if self._extra.get("fsync") == "off":
            locale.append("--no-sync")
        arguments = [
            "-D", str(folder), "-U", USER, "--auth=scram-sha-256", f"--pwfile={password}", "--encoding=UTF8", *locale,
        ]  # fmt: skip
        done = self._command("initdb", arguments, maker)
        if done.returncode:
            raise EmbeddedDatabaseFailed(f"initdb failed: {_reason(done.stderr)}")

    def _password(self) -> str:
        if not self._home.password_file.exists():
            _write_private(self._home.password_file, secrets.token_urlsafe(24))
        return self._home.password_file.read_text(encoding="ascii").strip()

    def answers(self) -> bool:
        """True when the server of this cluster runs and lets us in; a crashed one's leftovers are cleared."""
        deadline = time.monotonic() + START_LIMIT_S
        while self._status_says_running():
            if not self._pid_is_postgres():
                (self._home.cluster / "postmaster.pid").unlink(missing_ok=True)
                return False
            try:
                self._connect("postgres").close()
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise self._failed(f"it runs but lets nobody in: {_reason(str(error))}") from error
                time.sleep(0.05)
            else:
                return True
        return False

    def _status_says_running(self) -> bool:
        return self._command("pg_ctl", ["-D", str(self._home.cluster), "status"], self._home.account).returncode == 0

    def _pid_is_postgres(self) -> bool:
        """False when, after a reboot, the number in a stale postmaster.pid belongs to another program."""
        try:
            pid = int((self._home.cluster / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
            name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return True
        return name == "postgres"

    def launch(self) -> None:
        """Starts the server. The child processes of a killed one may need a moment to notice that it is gone."""
        self._configure()
        arguments = [
            "-D", str(self._home.cluster), "-l", str(self._home.log), "-w", "-t", str(int(START_LIMIT_S)), "start",
        ]  # fmt: skip
        deadline = time.monotonic() + 10.0
        while True:
            before = self._log_size()
            if self._command("pg_ctl", arguments, self._home.account).returncode == 0:
                return
            said = self._log_since(before)
            if "shared memory block" not in said or time.monotonic() > deadline:
                raise self._failed(_reason(said))
            time.sleep(0.1)

    def _configure(self) -> None:
        settings = {**SETTINGS, "unix_socket_directories": f'"{self._home.runtime}"', **self._extra}
        if self._version >= 18:
            settings.setdefault("io_method", "sync")  # three processes fewer; our reads come from the cache
        lines = [f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in settings.items()]
        conf = self._home.cluster / "suffice.conf"
        conf.write_text("".join(lines), encoding="utf-8")
        if self._home.account is not None:
            give_to(self._home.account, conf)

    def _log_size(self) -> int:
        return self._home.log.stat().st_size if self._home.log.exists() else 0

    def _log_since(self, start: int) -> str:
        if not self._home.log.exists():
            return ""
        return self._home.log.read_bytes()[start:].decode(errors="replace")

    def _failed(self, reason: str) -> EmbeddedDatabaseFailed:
        return EmbeddedDatabaseFailed(f"The embedded PostgreSQL did not start: {reason} (log: {self._home.log})")

    def with_database(self) -> DatabaseAddress:
        """The address of our database, made when it is not there yet."""
        with self._connect("postgres") as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
            if found is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
        return self._address(DATABASE)

    def _connect(self, database: str) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(**self._address(database).psycopg_kwargs(), autocommit=True)

    def _address(self, database: str) -> DatabaseAddress:
        return DatabaseAddress(
            host=self._socket_folder(), port=PORT, user=USER, password=self._password(), database=database
        )

    def _socket_folder(self) -> str:
        """Where the running server put its socket: a process with another TMPDIR may have started it."""
        try:
            return (self._home.cluster / "postmaster.pid").read_text(encoding="utf-8").split("\n")[4].strip()
        except (OSError, IndexError):
            return str(self._home.runtime)

    def shut_down(self) -> None:
        """Stops the server, in immediate mode when it does not stop otherwise, and removes the runtime folder."""
        runtime = Path(self._socket_folder())
        for mode in ("fast", "immediate"):
            if not self._status_says_running():
                break
            self._command(
                "pg_ctl", ["-D", str(self._home.cluster), "-m", mode, "-w", "-t", "30", "stop"], self._home.account
            )
        for folder in {runtime, self._home.runtime}:
            shutil.rmtree(folder, ignore_errors=True)

    def _command(
        self, name: str, arguments: Sequence[str], account: Account | None
    ) -> subprocess.CompletedProcess[str]:
        """Runs one of PostgreSQL's programs with an environment of our own: no PGDATA or PGPORT gets in."""
        # The server keeps the descriptors it inherits from pg_ctl open, so its output is not read through a pipe.
        output = subprocess.DEVNULL if name == "pg_ctl" else subprocess.PIPE
        return subprocess.run(
            [str(binaries_of(self._version, self._home) / name), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=output,
            text=True,
            check=False,
            cwd="/",
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )


def _write_private(path: Path, content: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(content + "\n")


def _reason(said: str) -> str:
    """The reason of a failure in the log: the last fatal line, and the one before it, which often names the cause."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    fatal = [place for place, line in enumerate(lines) if re.search(r"FATAL|PANIC|error:", line)]
    if not fatal:
        return lines[-1] if lines else "it gave no reason"
    reasons = lines[max(fatal[-1] - 1, 0) : fatal[-1] + 1]
    return "; ".join(re.sub(r"^.*?(LOG|FATAL|PANIC|error): +", "", line) for line in reasons)
