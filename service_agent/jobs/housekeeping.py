"""What the background does: retention, superseded checkpoints, backups, uploads a killed process left behind."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.failpoints import FailPoints
from foundation.storage.database.backup import backup
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.people.retention import Keep, prune, superseded_threads
from service_agent.jobs.background import Chore, Job
from service_agent.runs.sweeps import Prune
from service_agent.settings.operation import OperationSettings
from service_agent.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

ABANDONED_S = 3600.0
"""No upload takes so long: a file that old lies in the uploads folder because its process was killed."""
BACKUPS = "backups"
"""The queue of the daily backup: only processes that have a folder for it take it."""
UPLOADS_PAUSE_S = 3600.0
INDEXES_PAUSE_S = 60.0
"""So long at most a process keeps an index that holds what was erased elsewhere, when nobody asks that pack."""
BACKUP_NAME = "suffice-%Y%m%d-%H%M%S.zip"
WRITTEN_HERE = f"suffice-{'[0-9]' * 8}-{'[0-9]' * 6}.zip"
"""No other file of the folder is counted or removed, such as somebody's own `suffice-before-upgrade.zip`."""


def keep_of(settings: OperationSettings) -> Keep:
    """How long what is kept, as the settings say."""
    return Keep(
        sessions=_days(settings.keep_sessions_days),
        stateless=_days(settings.keep_stateless_days),
        events=_days(settings.keep_events_days),
        evidence=_days(settings.keep_evidence_days),
        decisions=_days(settings.keep_decisions_days),
        checkpoints=_days(settings.keep_checkpoints_days),
        spending=_days(settings.keep_spending_days),
        memory_history=_days(settings.keep_memory_history_days),
        audit_log=_days(settings.keep_audit_days),
    )


def _days(days: int) -> timedelta | None:
    return timedelta(days=days) if days else None


async def _nobody() -> Mapping[str, OperationSettings]:
    """All keep it as the settings say."""
    return {}


@dataclass(frozen=True)
class House:
    """What is kept in order."""

    engine: AsyncEngine
    address: DatabaseAddress
    settings: OperationSettings
    uploads: Path
    prune: Prune
    """Of checkpoints."""
    metrics: Metrics
    refresh: Callable[[], Awaitable[object]]
    """Of the indexes this process has open."""
    points: FailPoints | None = None
    apart: Callable[[], Awaitable[Mapping[str, OperationSettings]]] = _nobody
    """Tenants that keep what is theirs for other times, with their settings."""


class Housekeeping:
    """Each method is one job or chore; all may be done again at any time."""

    def __init__(self, house: House) -> None:
        self._house = house

    def jobs(self) -> list[Job | Chore]:
        """What one process does for all, with its times, and what each does for its own host."""
        found: list[Job | Chore] = [
            Job("retention", "*/15 * * * *", self.retention),
            Job("checkpoints", "*/10 * * * *", self.checkpoints),
            Chore("uploads", UPLOADS_PAUSE_S, self.uploads),
            Chore("indexes", INDEXES_PAUSE_S, self._house.refresh),
        ]
        if self._house.settings.backup_dir is not None:
            found.append(Job("backup", "30 3 * * *", self.backup, queue=BACKUPS))
        return found

    async def retention(self) -> Mapping[str, int]:
        """Remove what is older than it is to be kept; kind -> rows."""
        apart = {tenant: keep_of(settings) for tenant, settings in (await self._house.apart()).items()}
        removed = await prune(self._house.engine, keep_of(self._house.settings), self._house.points, apart)
        self._house.metrics.removed(removed)
        if any(removed.values()):
            log.info("retention", **{kind: rows for kind, rows in removed.items() if rows})
        return removed

    async def checkpoints(self) -> int:
        """Checkpoints of ended runs whose process died before it removed them; of how many conversations."""
        threads = await superseded_threads(self._house.engine)
        await self._house.prune(threads)
        return len(threads)

    async def uploads(self) -> int:
        """Files a killed process left in this machine's uploads folder; how many were removed."""
        return await asyncio.to_thread(_remove_abandoned, self._house.uploads)

    async def backup(self) -> Path:
        """Write one more backup and remove those too many; where it lies."""
        folder = self._house.settings.backup_dir
        assert folder is not None
        return await asyncio.to_thread(write_backup, self._house.address, folder, self._house.settings.backup_keep)


def write_backup(address: DatabaseAddress, folder: Path, keep: int) -> Path:
    """A backup named by its time. The older ones go only after the new one is whole."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / datetime.now(UTC).strftime(BACKUP_NAME)
    rows = backup(address, file)
    log.info("backup_written", file=str(file), rows=rows)
    for older in sorted(folder.glob(WRITTEN_HERE))[:-keep]:
        older.unlink(missing_ok=True)
    return file


def _remove_abandoned(folder: Path) -> int:
    oldest = time.time() - ABANDONED_S
    found = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_mtime < oldest]
    for path in found:
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something newer lies there, too
            path.parent.rmdir()
    return len(found)
