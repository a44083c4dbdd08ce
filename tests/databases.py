"""Databases of tests: empty, migrated, or filled with the shipped packs.

The latter two are copies of a template that the first worker makes: a copy takes a tenth of a second, where migrating
takes half a one and filling many.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.embedded_home import create, give_to, home_of
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.database.migrate import upgrade


def url_of(address: DatabaseAddress) -> str:
    """The address as SUFFICE_DATABASE_URL takes it (a socket's folder goes into the query)."""
    query = f"host={quote(address.host, safe='')}&port={address.port}"
    return f"postgresql://{quote(address.user)}:{quote(address.password, safe='')}@/{address.database}?{query}"


def new_database(server: DatabaseAddress, name: str, *, migrated: bool) -> DatabaseAddress:
    """An empty or migrated database on the test server (it goes when the server goes)."""
    return _copied(server, name, _template(server, "suffice_template_migrated", upgrade) if migrated else "template1")


def filled_database(server: DatabaseAddress, name: str) -> DatabaseAddress:
    """A migrated database that holds the shipped packs, as after a service's first start; a tenth of a second."""
    return _copied(server, name, _template(server, "suffice_template_filled", _fill))


def _copied(server: DatabaseAddress, name: str, template: str) -> DatabaseAddress:
    copied = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute(copied.format(sql.Identifier(name), sql.Identifier(template)))
    return replace(server, database=name)


def _template(server: DatabaseAddress, name: str, make: Callable[[DatabaseAddress], object]) -> str:
    """Made by the first worker that needs it, while the others wait; nothing is ever connected to it afterwards."""
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext(%s))", (name,))
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone() is None:
            half = f"{name}_half"
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(half)))
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(half)))
            make(replace(server, database=half))
            connection.execute(
                sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(half), sql.Identifier(name))
            )
    return name


def filled_cluster_in(folder: Path) -> None:
    """An embedded server's files that hold the shipped packs; made by the first worker, while the others wait."""
    folder.mkdir(exist_ok=True)
    with (folder / "turn.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (folder / "filled").exists():
            with EmbeddedPostgres(folder, extra={"fsync": "off"}) as address:
                upgrade(address)
                _fill(address)
            (folder / "filled").touch()


def lay_filled_cluster(template: Path, data_dir: Path) -> None:
    """The files of an embedded server that has run before, for a service on this data folder to start."""
    there, here = home_of(template), home_of(data_dir)
    create(here, data_dir)
    shutil.copytree(there.cluster, here.cluster)
    shutil.copy(there.password_file, here.password_file)
    if here.account is not None:
        give_to(here.account, here.cluster)


def _fill(address: DatabaseAddress) -> None:
    with tempfile.TemporaryDirectory(prefix="suffice-filling-") as folder:
        command = [sys.executable, "-m", "tests.filling", url_of(address), folder]
        subprocess.run(command, cwd=Path(__file__).parents[1], check=True)
