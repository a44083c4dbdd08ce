"""Pruning, erasing, and backups that cross PostgreSQL versions."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from foundation.contracts.errors import BackupUnreadable, DatabaseUnfit, DatabaseUnreachable, UnknownSession
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.database.backup import WORKED_OUT
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.database.migrate import upgrade
from foundation.storage.people.maintenance import Keep, backup, erase, prune, restore
from foundation.storage.people.person import PeopleRepository
from foundation.storage.queue.checkpoints import open_saver, thread_of
from foundation.storage.records import PersonSettings
from foundation.storage.tables.all import metadata
from tests.databases import new_database
from tests.foundation.storage.batches import batch
from tests.foundation.storage.corpus.test_documents import LAW, passages, prices
from tests.foundation.storage.desk import Desk, decision_of, ending, frame
from tests.foundation.storage.queue.test_checkpoints import graph_with, on

TABLES = [
    *((f"public.{table.name}") for table in metadata.sorted_tables),
    "checkpoints.checkpoints",
    "checkpoints.checkpoint_blobs",
    "checkpoints.checkpoint_writes",
]


@pytest.fixture(scope="session")
def old_server() -> Generator[DatabaseAddress]:
    """A server of PostgreSQL 16."""
    folder = Path(tempfile.mkdtemp(prefix="suffice sixteen "))
    embedded = EmbeddedPostgres(folder, version=16, extra={"fsync": "off"})
    yield embedded.start()
    embedded.remove()
    shutil.rmtree(folder)


async def filled(address: DatabaseAddress, principal: Principal) -> None:
    """Something in every table a person or an ingest can fill."""
    engine = open_engine(address, 5)
    desk = Desk(engine, principal)
    run = await desk.working('탭\t줄\n역\\슬래시 "인용" 한글 🏠')
    await EvidenceRepository(engine).add(run, batch(run))
    await desk.events.append(run, [frame(run, label="\\N 아님")])
    async with open_saver(address, 2) as saver:
        await graph_with(saver).ainvoke({"seen": ["가"]}, on(thread_of(run)), durability="sync")
    await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    await desk.waiting()
    erased = await desk.session()
    await desk.sessions.delete(principal, erased.session_id)
    await PeopleRepository(engine).save(principal, PersonSettings(None, "ko", True))
    await CostsRepository(engine).record(principal, "p", "s", 12)
    await CorpusRepository(engine).upsert_document(principal, LAW, passages(LAW))
    await RowsRepository(engine).upsert_rows(principal, "p", "t", prices(1, 2))
    await desk.sql("UPDATE chunks SET embedding = '[1,2.5,-3]' WHERE position = 0")
    await engine.dispose()


def contents(address: DatabaseAddress) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        for table in TABLES:
            query = sql.SQL("SELECT to_jsonb(t)::text FROM {} AS t").format(sql.Identifier(*table.split(".")))
            found[table] = sorted(row[0] for row in connection.execute(query))
    return found


async def test_a_backup_of_sixteen_fills_eighteen_with_the_same_rows(
    old_server: DatabaseAddress, server: DatabaseAddress, principal: Principal, tmp_path: Path
) -> None:
    upgrade(old_server)
    await filled(old_server, principal)
    progress: list[tuple[str, int, int]] = []

    def tell(table: str, place: int, count: int) -> None:
        progress.append((table, place, count))

    written = backup(old_server, tmp_path / "b.zip", tell)
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600
    assert [place for _, place, _ in progress] == list(range(len(TABLES) - len(WORKED_OUT)))
    assert {table for table, _, _ in progress} == set(TABLES) - {".".join(name) for name in WORKED_OUT}

    target = new_database(server, "restored", migrated=False)
    assert restore(target, tmp_path / "b.zip") == written
    before, after = contents(old_server), contents(target)
    assert before == after
    filled_tables = {table for table, rows in before.items() if rows}
    assert filled_tables >= {f"public.{name}" for name in ("messages", "runs", "chunks", "evidence_items", "decisions")}
    assert filled_tables >= {"checkpoints.checkpoints", "checkpoints.checkpoint_blobs"}

    engine = open_engine(target, 2)
    desk = Desk(engine, principal)
    run = await desk.working("다음 질문")
    assert (await desk.messages.get(principal, run.message_id)).content == "다음 질문"
    rows = RowsRepository(engine)
    version = await rows.version(principal, "p", "t")
    await rows.upsert_rows(principal, "p", "t", prices(9))
    assert int(await rows.version(principal, "p", "t")) > int(version)
    await engine.dispose()


async def test_a_backup_of_eighteen_fills_sixteen_with_the_same_rows(
    old_server: DatabaseAddress, server: DatabaseAddress, principal: Principal, tmp_path: Path
) -> None:
    source = new_database(server, "newer", migrated=True)
    await filled(source, principal)
    written = backup(source, tmp_path / "b.zip")
    target = new_database(old_server, "older", migrated=False)
    assert restore(target, tmp_path / "b.zip") == written
    assert contents(source) == contents(target)


def test_a_migrated_but_empty_database_can_be_filled_too(server: DatabaseAddress, tmp_path: Path) -> None:
    source = new_database(server, "empty_source", migrated=True)
    backup(source, tmp_path / "b.zip")
    assert restore(new_database(server, "empty_target", migrated=True), tmp_path / "b.zip") == 0


async def test_a_database_with_data_is_not_overwritten(
    server: DatabaseAddress, principal: Principal, tmp_path: Path
) -> None:
    source = new_database(server, "full_source", migrated=True)
    await filled(source, principal)
    backup(source, tmp_path / "b.zip")
    before = contents(source)
    with pytest.raises(DatabaseUnfit, match="empty one"):
        restore(source, tmp_path / "b.zip")
    assert contents(source) == before


def rewritten(file: Path, **changes: Any) -> Path:
    """The same backup with another manifest."""
    other = file.with_name("other.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                content = json.dumps({**json.loads(content), **changes}).encode()
            new.writestr(name, content)
    return other


@pytest.mark.parametrize("kind", ["text", "missing", "zip", "newer", "format", "foreign table", "cut", "flipped"])
def test_what_is_no_backup_of_ours_changes_nothing(server: DatabaseAddress, tmp_path: Path, kind: str) -> None:
    source = new_database(server, f"source_{kind.replace(' ', '_')}", migrated=True)
    target = new_database(server, f"target_{kind.replace(' ', '_')}", migrated=True)
    file = tmp_path / "b.zip"
    backup(source, file)
    content = bytearray(file.read_bytes())
    match kind:
        case "text":
            file.write_text("not a backup")
        case "missing":
            file.unlink()
        case "zip":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("holiday.jpg", b"x")
        case "newer":
            file = rewritten(file, revision="9999")
        case "format":
            file = rewritten(file, format="something else")
        case "foreign table":
            entry = {"schema": "public", "name": "alembic_version", "columns": ["version_num"], "rows": 1}
            file = rewritten(file, tables=[entry])
        case "cut":
            file.write_bytes(content[: len(content) // 2])
        case _:
            with zipfile.ZipFile(file) as archive:
                header = archive.getinfo("manifest.json").header_offset
            content[header + 30 + len("manifest.json") + 40] ^= 0xFF  # within its compressed bytes
            file.write_bytes(content)
    with pytest.raises(BackupUnreadable):
        restore(target, file)
    upgrade(target)
    assert all(rows == [] for rows in contents(target).values())


def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    file.write_text("older")
    with pytest.raises(DatabaseUnreachable):
        backup(DatabaseAddress("127.0.0.1", 1, "u", "p", "d"), file)
    assert file.read_text() == "older"
    assert [path.name for path in tmp_path.iterdir()] == ["b.zip"]


def test_a_database_without_suffice_has_nothing_to_back_up(server: DatabaseAddress, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnfit, match="nothing to back up"):
        backup(new_database(server, "bare", migrated=False), tmp_path / "b.zip")


async def test_pruning_removes_old_events_and_keeps_the_transcript(desk: Desk) -> None:
    old, fresh = await desk.working(), await desk.working()
    for run in (old, fresh):
        await desk.events.append(run, [frame(run)])
        await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    await desk.sql("UPDATE runs SET finished_at = finished_at - interval '8 days' WHERE run_id = :id", id=old.run_id)
    removed = await prune(desk.engine, Keep.for_all(timedelta(days=7)))
    assert removed["run_events"] == 3
    assert await desk.events.oldest_seq(desk.principal, old.session_id) is None
    assert await desk.seqs(fresh.session_id) == [1, 2, 3]
    assert len(await desk.messages.list(desk.principal, old.session_id)) == 2
    following = await desk.claim((await desk.ask(old.session_id)).run_id)
    assert [event.seq for event in await desk.events.append(following, [frame(following)])] == [4]


async def test_pruning_keeps_eight_batches_per_type_and_all_recent_ones(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    for minute in range(10):
        await evidence.add(run, batch(run, "market", minute))
    assert (await prune(desk.engine, Keep.for_all(timedelta(days=7))))["evidence"] == 0
    await desk.sql("UPDATE evidence SET created_at = created_at - interval '8 days'")
    assert (await prune(desk.engine, Keep.for_all(timedelta(days=7))))["evidence"] == 2
    kept = await desk.ledger(run.session_id, per_type=20)
    assert [entry.record.fetched_at.minute for entry in kept] == list(range(9, 1, -1))


async def test_pruning_thins_costs_tombstones_and_erased_ids(desk: Desk) -> None:
    costs, rows = CostsRepository(desk.engine), RowsRepository(desk.engine)
    await prune(desk.engine, Keep.for_all(timedelta(0)))
    demo = desk.principal.model_copy(update={"owner_id": f"{DEMO_OWNER}one"})
    for cost in range(30):
        await costs.record(desk.principal, "p", "s", cost)
    for _ in range(25):
        await costs.record(demo, "p", "s", 2_000)  # newer, and not in their place
    median = await costs.median(desk.principal, "p", ["s"])
    await rows.upsert_rows(desk.principal, "p", "t", prices(1, 2))
    await rows.upsert_rows(desk.principal, "p", "t", prices(1), replace_missing=True)
    session = await desk.session()
    await desk.sessions.delete(desk.principal, session.session_id)
    removed = await prune(desk.engine, Keep.for_all(timedelta(0)))
    assert (removed["source_costs"], removed["table_rows"], removed["erased_sessions"]) == (5, 1, 0)
    assert await costs.median(desk.principal, "p", ["s"]) == median
    await desk.sql("UPDATE erased_sessions SET erased_at = erased_at - interval '25 hours'")
    assert (await prune(desk.engine, Keep.for_all(timedelta(0))))["erased_sessions"] >= 1


async def test_erasing_takes_one_conversation_or_the_person(desk: Desk, colleague: Principal) -> None:
    one, two = await desk.session(), await desk.session()
    with pytest.raises(UnknownSession):
        await erase(desk.engine, colleague, one.session_id)
    await erase(desk.engine, desk.principal, one.session_id)
    assert [session.session_id for session in await desk.sessions.list(desk.principal)] == [two.session_id]
    assert await erase(desk.engine, desk.principal)
    assert await desk.sessions.list(desk.principal) == []
    assert not await erase(desk.engine, desk.principal), "nothing of theirs is left"
    assert not await erase(desk.engine, colleague)
