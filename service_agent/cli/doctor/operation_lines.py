"""The lines of `suffice doctor` for operators: versions, connections, disk, retention, backups, traces."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import time
from importlib.metadata import version
from pathlib import Path

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace.export import SpanExportResult

from foundation.contracts.errors import SourceFailed
from foundation.storage.corpus.vectors import INDEX_FROM
from foundation.storage.queue.queue_figures import ServerFigures
from service_agent.cli.doctor.findings import Line
from service_agent.cli.serving.descriptors import raise_descriptors, room_for_connections
from service_agent.composition.retrieval_factory import open_shelves
from service_agent.settings.operation import OperationSettings
from service_agent.settings.settings import Settings

GB = 1e9
LITTLE_GB = 2.0
"""Free space below which an operator should look: the log of a busy PostgreSQL takes a gigabyte by default."""
FEW_CONNECTIONS = 1_000
"""Below it an operator should know: a page that is open holds one."""
PROBE_S = 3.0
OLD_BACKUP_H = 48.0
"""A backup is made each day; one that is two days old was followed by a failure."""


def server_lines(server: ServerFigures, settings: Settings) -> list[Line]:
    """Versions, and whether the server has as many connections as processes will ask for."""
    versions = f"Suffice {version('suffice')}, PostgreSQL {server.version}, pgvector {server.pgvector}"
    free = server.max_connections - server.reserved - server.connections
    message = f"{server.connections} of {server.max_connections} in use at the server; one process takes at most "
    message += f"{settings.db_connections}"
    if free < settings.db_connections:
        message += "; another process may find none free: raise max_connections, or lower SUFFICE_DB_CONNECTIONS"
        return [Line("ok", "versions", versions), Line("note", "connections", message)]
    return [Line("ok", "versions", versions), Line("ok", "connections", message)]


async def search_line(settings: Settings) -> Line:
    """Where the words and vectors of passages are searched, and whether a search engine answers."""
    shelves = open_shelves(settings)
    if shelves is None:
        where = f"on this machine: a copy of the index on the disk of each host, under {settings.data_dir}"
        return Line("ok", "search", where)
    try:
        engine = await asyncio.to_thread(shelves.answers)
    except SourceFailed as away:
        found = f"Until then vectors alone find passages, in packs of fewer than {INDEX_FROM:,} (SUFFICE_SEARCH_URL)."
        why = f"{away.message} {found}"
        return Line("wrong", "search", why)
    finally:
        shelves.close()
    return Line("ok", "search", f"{engine} answers; its indexes begin with {settings.search_prefix}-")


def descriptors_line(settings: Settings) -> Line:
    """How many connections of clients a service started from here would take."""
    descriptors = raise_descriptors()
    room = room_for_connections(settings, descriptors)
    message = f"{descriptors:,} files and connections a process may have open: room for {room:,} connections of clients"
    if room < FEW_CONNECTIONS and settings.max_connections is None:
        more = "raise the hard limit (`ulimit -Hn`; LimitNOFILE= of systemd, `ulimits` of compose)"
        return Line("note", "descriptors", f"{message}, each open page is one; {more}")
    return Line("ok", "descriptors", message)


def disk_line(server: ServerFigures, settings: Settings) -> Line:
    """Room for indexes and uploads here, and how large the database is."""
    free = shutil.disk_usage(_existing(settings.data_dir)).free / GB
    message = f"{free:.1f} GB free under {settings.data_dir}; the database holds {server.size_bytes / GB:.2f} GB"
    if free < LITTLE_GB:
        return Line("note", "disk", f"{message}: make room, or have less kept (SUFFICE_KEEP_*)")
    return Line("ok", "disk", message)


def retention_line(settings: OperationSettings) -> Line:
    """How long each kind of data is kept."""
    kinds = {
        "conversations": settings.keep_sessions_days,
        "one-question conversations": settings.keep_stateless_days,
        "events": settings.keep_events_days,
        "older evidence": settings.keep_evidence_days,
        "decisions": settings.keep_decisions_days,
        "checkpoints": settings.keep_checkpoints_days,
    }
    message = ", ".join(f"{kind} {_days(days)}" for kind, days in kinds.items())
    return Line("ok", "kept", f"{message} (SUFFICE_KEEP_*_DAYS)")


def _days(days: int) -> str:
    return "for ever" if days == 0 else f"{days} day{'s' if days > 1 else ''}"


def backup_line(settings: OperationSettings) -> Line:
    """Whether backups are made, and how old the newest is."""
    folder = settings.backup_dir
    if folder is None:
        return Line("note", "backup", "none is made by itself: set SUFFICE_BACKUP_DIR, or run `suffice db backup FILE`")
    if not os.access(_existing(folder), os.W_OK):
        return Line(
            "wrong", "backup", f"{folder} cannot be written; mend its rights or name another SUFFICE_BACKUP_DIR"
        )
    found = sorted(folder.glob("suffice-*.zip")) if folder.is_dir() else []
    if not found:
        return Line("note", "backup", f"none in {folder} yet; one is made each day at 03:30 UTC")
    hours = (time.time() - found[-1].stat().st_mtime) / 3600
    message = f"{len(found)} in {folder}, the newest {hours:.0f} hours old"
    if hours > OLD_BACKUP_H:
        return Line("wrong", "backup", f"{message}: look for `job_failed` in the log of the service")
    return Line("ok", "backup", message)


async def traces_line(settings: OperationSettings) -> Line:
    """Whether traces go anywhere, and whether the collector takes them."""
    endpoint = settings.traces_endpoint
    if endpoint is None:
        return Line("note", "traces", "off; set SUFFICE_OTLP_ENDPOINT to an OTLP/HTTP collector to get them")
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # the line below says it
    if await asyncio.to_thread(_taken, endpoint):
        return Line("ok", "traces", f"{endpoint} takes them")
    return Line(
        "note",
        "traces",
        f"{endpoint} does not take them; start the collector or mend SUFFICE_OTLP_ENDPOINT. Answers do not suffer.",
    )


def _taken(endpoint: str) -> bool:
    """Whether the collector accepts an empty export, which stores nothing."""
    exporter = OTLPSpanExporter(endpoint=endpoint, timeout=PROBE_S)
    try:
        return exporter.export([]) is SpanExportResult.SUCCESS
    except OSError:
        return False
    finally:
        exporter.shutdown()


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
