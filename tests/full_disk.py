"""A disk of a few megabytes that can be filled to the last byte: a file system in memory, for which it takes root."""

from __future__ import annotations

import os
import subprocess
import tempfile
import uuid
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from foundation.storage.database.engine import DatabaseAddress

SIZE_MB = 8


class SmallDisk:
    """One such disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Not a byte is left."""
        with self._filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 9, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def make_room(self) -> None:
        """There is room again."""
        self._filler.unlink()


@contextmanager
def small_disk() -> Generator[SmallDisk]:
    """Mounted while inside. Skips the test where this may not be done."""
    folder = Path(tempfile.mkdtemp(prefix="suffice-small-disk-"))
    folder.chmod(0o755)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m,mode=755", "tmpfs", str(folder)]
    try:
        if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("a full disk is made by mounting a small one, for which it takes root")
        try:
            yield SmallDisk(folder)
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    finally:
        folder.rmdir()


@contextmanager
def tables_on_small_disk(address: DatabaseAddress, tables: Sequence[str]) -> Generator[SmallDisk]:
    """These tables of a database lie on a small disk of their own while inside."""
    space = sql.Identifier(f"small_{uuid.uuid4().hex[:8]}")
    with small_disk() as disk, psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        place = disk.folder / "space"
        place.mkdir()
        (data,) = connection.execute("SHOW data_directory").fetchone() or ("",)
        server = Path(data).stat()
        os.chown(place, server.st_uid, server.st_gid)
        connection.execute(sql.SQL("CREATE TABLESPACE {} LOCATION {}").format(space, sql.Literal(str(place))))
        move = sql.SQL("ALTER TABLE {} SET TABLESPACE {}")
        try:
            for table in tables:
                connection.execute(move.format(sql.Identifier(table), space))
            yield disk
        finally:
            for table in tables:
                connection.execute(move.format(sql.Identifier(table), sql.Identifier("pg_default")))
            connection.execute(sql.SQL("DROP TABLESPACE {}").format(space))
