"""Backups that any PostgreSQL version can read: a zip of one text file per table, as COPY writes them.

pg_dump refuses servers newer than itself and we do not ship one per version; COPY's text format has not changed since
PostgreSQL 7.4. All tables are read in one snapshot. Waiting background jobs are not kept: they are made again.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, cast

import psycopg
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from psycopg import sql

from foundation.contracts.errors import BackupUnreadable, DatabaseUnfit
from foundation.storage.database.engine import DatabaseAddress, unreachable
from foundation.storage.database.migrate import alembic_config, rebuild, upgrade
from foundation.storage.tables.all import metadata
from foundation.storage.tables.columns import CHECKPOINT_SCHEMA

FORMAT = "suffice-backup-1"
MANIFEST = "manifest.json"
CHECKPOINT_TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
Progress = Callable[[str, int, int], None]
"""Called before each table: its name, how many are done, how many there are."""
_BLOCK = 1 << 20

_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, OSError, ValueError, KeyError, TypeError, psycopg.DataError, psycopg.IntegrityError,
)  # fmt: skip

TableName = tuple[str, str]
"""Schema and name."""
WORKED_OUT = frozenset({("public", "truth_days")})
"""Not saved: a trigger fills it while the tables it is derived from are restored."""


def backup(address: DatabaseAddress, file: Path, progress: Progress | None = None) -> int:
    """Writes everything to the file, readable by its owner alone; how many rows. A file that is there is replaced only
    when the new one is whole. Raises DatabaseUnreachable or DatabaseUnfit."""
    half = file.with_name(f".{file.name}.part")
    half.unlink(missing_ok=True)
    handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw, _connected(address) as connection:
            rows = _write(connection, cast("IO[bytes]", raw), progress)
            raw.flush()
            os.fsync(raw.fileno())  # older backups are deleted once this one exists, so it must survive a power cut
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
    return rows


def _connected(address: DatabaseAddress) -> psycopg.Connection[Any]:
    try:
        return psycopg.connect(**address.psycopg_kwargs())
    except psycopg.OperationalError as error:
        raise unreachable(error) from error


def _write(connection: psycopg.Connection[Any], raw: IO[bytes], progress: Progress | None) -> int:
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    revision = _revision(connection)
    if revision is None:
        raise DatabaseUnfit("This database holds nothing of Suffice's; there is nothing to back up.")
    there = _tables(connection)
    names = [("public", table.name) for table in metadata.sorted_tables]
    names += [(CHECKPOINT_SCHEMA, name) for name in CHECKPOINT_TABLES]
    chosen = [name for name in names if name in there and name not in WORKED_OUT]
    entries: list[dict[str, Any]] = []
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for place, name in enumerate(chosen):
            if progress is not None:
                progress(".".join(name), place, len(chosen))
            entries.append(_write_table(connection, archive, name, there[name]))
        manifest = {
            "format": FORMAT,
            "revision": revision,
            "postgresql": connection.info.server_version,
            "source_version": _first(connection, "SELECT last_value FROM source_version"),
            "tables": entries,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return sum(entry["rows"] for entry in entries)


def _write_table(
    connection: psycopg.Connection[Any], archive: zipfile.ZipFile, name: TableName, columns: list[str]
) -> dict[str, Any]:
    statement = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(*name), _listed(columns))
    with connection.cursor() as cursor, archive.open(_entry(name), "w", force_zip64=True) as out:
        with cursor.copy(statement) as copy:
            for block in copy:
                out.write(block)
        rows = cursor.rowcount
    return {"schema": name[0], "name": name[1], "columns": columns, "rows": rows}


def restore(address: DatabaseAddress, file: Path, progress: Progress | None = None) -> int:
    """Fills an empty database from the file and brings it up to date; how many rows. Raises BackupUnreadable (nothing
    was changed), DatabaseUnfit (it is not empty), DatabaseUnreachable."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive)
            _require_empty(address)
            rebuild(address, manifest["revision"])
            rows = _read(address, archive, manifest, progress)
    except _UNREADABLE as error:
        raise BackupUnreadable from error
    return rows


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    broken = archive.testzip()
    if broken is not None:
        raise BackupUnreadable(f"The backup is damaged ({broken}); nothing was changed.")
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["format"] != FORMAT:
        raise BackupUnreadable
    try:
        ScriptDirectory.from_config(alembic_config()).get_revision(str(manifest["revision"]))
    except CommandError as error:
        raise BackupUnreadable(
            "The backup was made by a newer Suffice than this one; restore it with that one. Nothing was changed."
        ) from error
    return manifest


def _require_empty(address: DatabaseAddress) -> None:
    with _connected(address) as connection:
        for name in _tables(connection):
            if name[0] == "public" and name[1] in metadata.tables and _has_rows(connection, name):
                raise DatabaseUnfit(
                    f"The database already holds data ({name[1]}); restore into an empty one, "
                    "for example with another SUFFICE_DATA_DIR."
                )


def _has_rows(connection: psycopg.Connection[Any], name: TableName) -> bool:
    query = sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(*name))
    return connection.execute(query).fetchone() is not None


def _read(
    address: DatabaseAddress, archive: zipfile.ZipFile, manifest: dict[str, Any], progress: Progress | None
) -> int:
    ours = [entry for entry in manifest["tables"] if entry["schema"] == "public"]
    savers = [entry for entry in manifest["tables"] if entry["schema"] == CHECKPOINT_SCHEMA]
    total = len(ours) + len(savers)
    done = 0
    for part in (ours, savers):
        with _connected(address) as connection:
            there = _tables(connection)
            for entry in part:
                if progress is not None:
                    progress(f"{entry['schema']}.{entry['name']}", done, total)
                _read_table(connection, archive, entry, there)
                done += 1
            if part is ours:
                _set_sequences(connection, ours, int(manifest["source_version"]))
        if part is ours:  # the saver makes its tables itself, and what it holds belongs to sessions
            upgrade(address)
    return sum(entry["rows"] for entry in manifest["tables"])


def _read_table(
    connection: psycopg.Connection[Any],
    archive: zipfile.ZipFile,
    entry: dict[str, Any],
    there: dict[TableName, list[str]],
) -> None:
    name = (str(entry["schema"]), str(entry["name"]))
    if name not in there or name[1] == "alembic_version" or not set(entry["columns"]) <= set(there[name]):
        raise BackupUnreadable(f"The backup holds a table this database does not know: {name[1]}.")
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(*name), _listed(entry["columns"]))
    with (
        archive.open(_entry(name)) as source,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        while block := source.read(_BLOCK):
            copy.write(block)


def _set_sequences(connection: psycopg.Connection[Any], entries: list[dict[str, Any]], version: int) -> None:
    connection.execute("SELECT setval('source_version', %s)", (version,))
    for entry in entries:
        for column in metadata.tables[entry["name"]].columns:
            if column.identity is not None:
                query = sql.SQL(
                    "SELECT setval(pg_get_serial_sequence({}, {}), coalesce(max({}), 0) + 1, false) FROM {}"
                ).format(entry["name"], column.name, sql.Identifier(column.name), sql.Identifier(entry["name"]))
                connection.execute(query)


def _tables(connection: psycopg.Connection[Any]) -> dict[TableName, list[str]]:
    """Every table of ours and the saver's that is there -> its columns in their order."""
    rows = connection.execute(
        "SELECT table_schema, table_name, array_agg(column_name::text ORDER BY ordinal_position)"
        " FROM information_schema.columns WHERE table_schema IN ('public', %s)"
        " AND is_generated = 'NEVER' GROUP BY 1, 2",
        (CHECKPOINT_SCHEMA,),
    )
    return {(row[0], row[1]): row[2] for row in rows}


def _revision(connection: psycopg.Connection[Any]) -> str | None:
    if _first(connection, "SELECT to_regclass('alembic_version')") is None:
        return None
    return _first(connection, "SELECT version_num FROM alembic_version")


def _first(connection: psycopg.Connection[Any], query: Any) -> Any:
    row = connection.execute(query).fetchone()
    return None if row is None else row[0]


def _listed(columns: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(column) for column in columns)


def _entry(name: TableName) -> str:
    return f"{name[0]}.{name[1]}.copy"
