"""Background work is done once whoever does it, is done again after a failure, and is taken over from the dead."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.people.maintenance import Keep
from service_agent.jobs.background import STALLED_S, Background, Chore, Job
from service_agent.jobs.housekeeping import BACKUPS, House, Housekeeping, keep_of, write_backup
from service_agent.settings.operation import OperationSettings
from service_agent.telemetry.metrics import Metrics
from tests.databases import new_database
from tests.service_agent.telemetry.test_metrics import value

SOON_S = 15.0


@pytest.fixture(scope="module")
def jobs_database(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """Jobs are everybody's: these tests have a queue of their own."""
    return new_database(server, f"suffice_{worker_id}_jobs", migrated=True)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON_S):
        while not holds():
            await asyncio.sleep(0.02)


def waiting(address: DatabaseAddress) -> int:
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        row = connection.execute("SELECT count(*) FROM jobs.procrastinate_jobs").fetchone()
    return 0 if row is None else int(row[0])


async def no_index() -> int:
    """No index is open here."""
    return 0


async def test_two_processes_do_a_job_once_and_leave_no_row(jobs_database: DatabaseAddress) -> None:
    done: list[str] = []

    def of(process: str) -> Callable[[], Awaitable[object]]:
        async def work() -> None:
            done.append(process)

        return work

    def process(name: str) -> Background:
        return Background(jobs_database, [Job("sweep", "0 0 1 1 *", of(name))], Metrics(), name)

    one, other = process("one"), process("other")
    async with one.working(), other.working():
        await one.app.configure_task("sweep", queue="background").defer_async(timestamp=0)
        await until(lambda: bool(done))
        await until(lambda: waiting(jobs_database) == 0)
        await asyncio.sleep(0.6)  # more than two polls of the other
    assert len(done) == 1


async def test_only_a_process_that_has_a_folder_for_it_takes_the_backup(
    jobs_database: DatabaseAddress, engine: AsyncEngine, tmp_path: Path
) -> None:
    async def nothing(_threads: object) -> None:
        """No checkpoints here."""

    def process(name: str, folder: Path | None) -> Background:
        settings = OperationSettings(backup_dir=folder)
        keeping = Housekeeping(
            House(engine, jobs_database, settings, tmp_path / "uploads", nothing, Metrics(), no_index)
        )
        return Background(jobs_database, keeping.jobs(), Metrics(), name)

    without, having = process("without", None), process("having", tmp_path / "backups")
    async with without.working():
        async with having.app.open_async():
            await having.app.configure_task("backup", queue=BACKUPS).defer_async(timestamp=0)
        await asyncio.sleep(1.0)  # four polls
        assert waiting(jobs_database) >= 1
        assert not (tmp_path / "backups").exists()
        async with having.working():
            await until(lambda: len(list((tmp_path / "backups").glob("suffice-*.zip"))) == 1)
            await until(lambda: waiting(jobs_database) == 0)


async def test_every_process_does_the_chores_of_its_own_host_again_and_again(jobs_database: DatabaseAddress) -> None:
    done: list[str] = []

    def process(name: str) -> Background:
        async def work() -> None:
            done.append(name)
            if name == "broken":
                raise OSError("disk full")

        return Background(jobs_database, [Chore("tidy", 0.01, work)], Metrics(), name)

    one, broken = process("one"), process("broken")
    async with one.working(), broken.working():
        await until(lambda: done.count("one") > 1 and done.count("broken") > 1)


async def test_a_job_that_fails_is_counted_and_holds_nothing_up(jobs_database: DatabaseAddress) -> None:
    metrics, done = Metrics(), list[str]()

    async def broken() -> None:
        raise RuntimeError("disk full")

    async def fine() -> None:
        done.append("fine")

    jobs = [Job("broken", "0 0 1 1 *", broken), Job("fine", "0 0 1 1 *", fine)]
    background = Background(jobs_database, jobs, metrics, "p")
    async with background.working():
        for name in ("broken", "fine"):
            await background.app.configure_task(name, queue="background").defer_async(timestamp=0)
        await until(lambda: bool(done))
        await until(lambda: waiting(jobs_database) == 0)
    assert (value(metrics, "jobs_total", task="broken", outcome="failed") or 0) >= 1
    assert (value(metrics, "jobs_total", task="fine", outcome="done") or 0) >= 1


async def test_a_stop_while_the_database_is_away_ends_the_work(server: DatabaseAddress, worker_id: str) -> None:
    own = new_database(server, f"suffice_{worker_id}_jobs_away", migrated=True)
    seen = asyncio.Event()

    async def work() -> None:
        seen.set()

    process = Background(own, [Job("sweep", "0 0 1 1 *", work)], Metrics(), "one")
    async with asyncio.timeout(SOON_S):
        async with process.working():
            await process.app.configure_task("sweep", queue="background").defer_async(timestamp=0)
            await seen.wait()
            with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
                for statement in (
                    f"ALTER DATABASE {own.database} ALLOW_CONNECTIONS false",
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{own.database}'",
                ):
                    connection.execute(statement.encode())


def died_in(task: str, address: DatabaseAddress) -> None:
    """What a kill -9 in the middle of this job leaves."""
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        connection.execute(
            "INSERT INTO jobs.procrastinate_workers (last_heartbeat) VALUES (now() - make_interval(secs => %s))",
            (STALLED_S + 5,),
        )
        connection.execute(
            "UPDATE jobs.procrastinate_jobs SET status = 'doing',"
            " worker_id = (SELECT max(id) FROM jobs.procrastinate_workers) WHERE task_name = %s",
            (task,),
        )


async def test_a_dead_processs_job_is_done_by_another(jobs_database: DatabaseAddress) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("done")

    background = Background(jobs_database, [Job("orphan", "0 0 1 1 *", work)], Metrics(), "heir")
    async with background.app.open_async():
        await background.app.configure_task("orphan", queue="background").defer_async(timestamp=0)
        died_in("orphan", jobs_database)
        assert await background.requeue_stalled() == 1
        assert await background.requeue_stalled() == 0
    async with background.working():
        await until(lambda: bool(done))


@pytest.mark.parametrize("task", ["often", "stalled"])
async def test_a_dead_processs_due_job_holds_the_next_up_no_longer(jobs_database: DatabaseAddress, task: str) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("done")

    background = Background(jobs_database, [Job("often", "0 0 1 1 *", work)], Metrics(), "heir")
    with psycopg.connect(**jobs_database.psycopg_kwargs()) as connection:  # what other tests' last minute brought
        connection.execute("DELETE FROM jobs.procrastinate_jobs")
    async with background.app.open_async():
        await background.app.configure_task(task, queue="background").defer_async(timestamp=0)
        died_in(task, jobs_database)
        for due in ("often", "stalled"):
            await background.app.configure_task(due, queue="background").defer_async(timestamp=1)
    async with background.working():
        await until(lambda: bool(done))
        await until(lambda: waiting(jobs_database) == 0)
    assert len(done) == 1


def test_zero_days_mean_for_ever() -> None:
    settings = OperationSettings(keep_sessions_days=0, keep_events_days=3)
    assert keep_of(settings) == Keep(events=timedelta(days=3))


def test_backups_are_written_and_those_too_many_removed(jobs_database: DatabaseAddress, tmp_path: Path) -> None:
    for day in ("20250101-000000", "20250102-000000", "20250103-000000"):
        (tmp_path / f"suffice-{day}.zip").write_text("older")
    others = ["holiday.zip", "suffice-20240101-before-upgrade.zip", "suffice-before-upgrade.zip"]
    for name in others:
        (tmp_path / name).write_text("somebody's own")
    written = write_backup(jobs_database, tmp_path, 2)
    assert {path.name for path in tmp_path.iterdir()} == {*others, "suffice-20250103-000000.zip", written.name}
    assert written.stat().st_mode & 0o777 == 0o600


async def test_leftovers_of_a_killed_upload_are_removed_not_of_one_under_way(
    engine: AsyncEngine, database: DatabaseAddress, tmp_path: Path
) -> None:
    old, fresh = tmp_path / "one" / "old.md", tmp_path / "other" / "fresh.md"
    for file in (old, fresh):
        file.parent.mkdir()
        file.write_text("x")
    stamp = old.stat().st_mtime - 7200
    os.utime(old, (stamp, stamp))

    async def nothing(_threads: object) -> None:
        """No checkpoints here."""

    house = House(engine, database, OperationSettings(), tmp_path, nothing, Metrics(), no_index)
    assert await Housekeeping(house).uploads() == 1
    assert (old.parent.exists(), fresh.exists()) == (False, True)
