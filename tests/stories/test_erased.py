"""Whoever is erased is gone: no row of any table, no file and no log line holds them or what they said."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg import sql
from sqlalchemy import text

from benchmarks.soak.world import plain_environment, url_of
from foundation.contracts.errors import Fenced, SignInEnded, UnknownSession
from foundation.contracts.identity import Principal, Role, roles_up_to
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.corpus.source_versions import alone
from foundation.storage.corpus.uploads import UPLOADED
from foundation.storage.database.clock import DatabaseClock
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.experiments.answers import AnswersRepository
from foundation.storage.experiments.declared import ExperimentsRepository, NewExperiment
from foundation.storage.experiments.labels import LabelsRepository
from foundation.storage.people.person import PeopleRepository
from foundation.storage.queue.checkpoints import open_saver, thread_of
from tests.databases import new_database
from tests.foundation.storage.batches import batch
from tests.foundation.storage.corpus.test_documents import LAW, passages, prices
from tests.foundation.storage.desk import Desk, decision_of, ending, frame
from tests.foundation.storage.queue.test_checkpoints import graph_with, on
from tests.foundation.storage.test_page_ends import ended
from tests.processes.fleet import Fleet, Member
from tests.serving import Serve
from tests.stories.client import talking

CANARY = "카나리아4711"
ANN, BOB = "ann-7f3d", "bob-9c2e"
KEYS = f"{ANN}:{'a' * 20}:operator,{BOB}:{'b' * 20}"
PRICES = f"대구 달서구 아파트 시세 알려줘 {CANARY}"
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
TOMBSTONES = {"public.erased_sessions"}
"""Hold ids of erased conversations for a day, without their owner: what keeps a process from reviving them."""


def every_row(address: DatabaseAddress) -> Iterator[tuple[str, str]]:
    """(table, row) of every table of every schema that is not PostgreSQL's own."""
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        assert len(tables) > 20, "the catalog is read"
        for schema, name in tables:
            query = sql.SQL("SELECT to_jsonb(t)::text FROM {} AS t").format(sql.Identifier(schema, name))
            for row in connection.execute(query):
                yield f"{schema}.{name}", row[0]


def held(address: DatabaseAddress, *traces: str) -> dict[str, set[str]]:
    """Trace -> tables with a row that holds it, escaped or not."""
    written = {trace: (trace, json.dumps(trace).strip('"')) for trace in traces}
    found: dict[str, set[str]] = {trace: set() for trace in traces}
    for table, row in every_row(address):
        for trace, forms in written.items():
            if any(form in row for form in forms):
                found[trace].add(table)
    return found


def files_with(folder: Path, trace: str) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and trace.encode() in path.read_bytes()]


def person(url: str, letter: str) -> httpx.AsyncClient:
    """Somebody signed in."""
    headers = {"Authorization": f"Bearer {letter * 20}"}
    return httpx.AsyncClient(base_url=url, headers=headers, timeout=60, trust_env=False)


async def lived(url: str, name: str, letter: str) -> str:
    """A person who asks twice, rates, sets, and uploads where they may; their session's id."""
    async with person(url, letter) as http:
        session_id = str((await http.post("/api/sessions")).json()["session_id"])
        async with talking(url, session_id, headers={"Authorization": f"Bearer {letter * 20}"}) as client:
            await client.next()
            answer = await client.turn(PRICES)
            await client.turn(f"그중 전세는? {CANARY} {name}")
        if name == ANN:  # written on their own page, it belongs to no conversation: only the person's erasure takes it
            kept = await http.post("/api/me/memories", json={"text": f"관심 단지는 {CANARY}야"})
            assert kept.status_code == 201
        rated = {"rating": -1, "reason": f"{CANARY} 틀렸다"}
        assert (await http.post(f"/api/messages/{answer['answer_id']}/feedback", json=rated)).status_code < 300
        settings = {"confirm_timeout_s": 5, "language": "ko", "ask": True}
        assert (await http.put("/api/me/settings", json=settings)).status_code == 200
    return session_id


async def uploaded(url: str, letter: str) -> None:
    """A document whose text is one person's."""
    async with person(url, letter) as http:
        content = f"# 안내\n\n{CANARY} 문서의 내용입니다. 전세 계약은 확정일자를 받아야 합니다.\n"
        sent = await http.post(
            "/api/corpora/real_estate/documents?name=mine.md&source=law_guide", content=content.encode()
        )
        assert sent.status_code < 300, sent.text


@asynccontextmanager
async def debugged(address: DatabaseAddress, folder: Path) -> AsyncGenerator[Member]:
    """A process of the service on the rules engine that logs all it can; its end, when the tests' is reached."""
    fleet = Fleet(address, folder)
    async with fleet.model:
        service = await fleet.start(auth_keys=KEYS, log_level="debug", llm_model="", llm_base_url="")
        try:
            yield service
        finally:
            service.signal(signal.SIGTERM)
            await service.ended()
            fleet.stop()


@pytest.mark.long  # every day: tests/foundation/storage/people and tests/service_agent/api/admin
@pytest.mark.slow
async def test_erasing_a_person_leaves_no_row_file_or_log_line_of_theirs(
    server: DatabaseAddress, tmp_path: Path, worker_id: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_erased", migrated=True)
    async with debugged(address, tmp_path) as service:
        mine = await lived(service.url, ANN, "a")
        theirs = await lived(service.url, BOB, "b")
        await uploaded(service.url, "a")
        async with person(service.url, "a") as http:
            await http.get("/readyz")  # the index copies the document
            before = held(address, ANN, CANARY, mine)
            kept = {"public.messages", "public.run_events", "public.decisions", "public.feedback", "public.memories"}
            assert kept <= before[CANARY]
            assert {"public.people", "public.documents"} <= before[ANN]
            assert {"public.chunks", "public.recent_exchanges"} <= before[CANARY]
            assert (await http.delete("/api/me")).status_code == 204
        after = held(address, ANN, mine)
        assert after[ANN] == set()
        assert after[mine] <= TOMBSTONES
        assert held(address, theirs)[theirs] >= {"public.sessions", "public.messages"}
        async with person(service.url, "b") as http:
            assert (await http.delete(f"/api/sessions/{theirs}")).status_code == 204
        gone = held(address, CANARY, theirs)
        assert gone[CANARY] == set()
        assert gone[theirs] <= TOMBSTONES
    assert '"event": "request"' in service.log.read_text("utf-8"), "something was logged"
    assert files_with(tmp_path, CANARY) == [], "neither its files nor its log"


@pytest.mark.long  # every day: tests/foundation/storage/people
@pytest.mark.slow
@pytest.mark.parametrize("by", ["route", pytest.param("command", marks=pytest.mark.nightly)])
async def test_an_upload_on_its_way_while_its_person_is_erased_leaves_nothing(
    server: DatabaseAddress, tmp_path: Path, worker_id: str, by: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_uploading_{by}", migrated=True)
    sent, erased = asyncio.Event(), asyncio.Event()

    async def document() -> AsyncGenerator[bytes]:
        """Its last piece is sent when the person is gone; until then pieces come, since a silent upload is let go."""
        yield f"# 안내\n\n{CANARY} 문서의 내용입니다. ".encode()
        sent.set()
        while not erased.is_set():
            yield b" "
            await asyncio.sleep(0.5)
        yield "전세 계약은 확정일자를 받아야 합니다.\n".encode()

    async with debugged(address, tmp_path) as service:
        async with person(service.url, "a") as http:
            where = "/api/corpora/real_estate/documents?name=mine.md&source=law_guide"
            assert (await http.post("/api/sessions")).status_code == 201  # the command says of nobody that it is nobody
            upload = asyncio.create_task(http.post(where, content=document()))
            await sent.wait()
            if by == "route":
                assert (await http.delete("/api/me")).status_code == 204
            else:
                await erase(address, tmp_path)
            erased.set()
            refused = await upload
        assert (refused.status_code, refused.json()["code"]) == (401, "sign_in_ended"), refused.text
        await asyncio.sleep(0.5)
        assert held(address, ANN, CANARY) == {ANN: set(), CANARY: set()}
        async with person(service.url, "a") as http:  # a key of the settings may come back: as somebody new
            again = await http.post(where, content=b"# x\n\nwords enough to be kept as a passage here\n")
            assert again.status_code == 200, again.text
    assert files_with(tmp_path, CANARY) == []


async def erase(address: DatabaseAddress, folder: Path) -> None:
    """`suffice db erase`, as an operator types it on another host."""
    settings = {"SUFFICE_DATABASE_URL": url_of(address), "SUFFICE_DATA_DIR": str(folder / "elsewhere")}
    command = [Path(sys.executable).with_name("suffice"), "db", "erase", "--person", ANN, "--yes"]
    process = await asyncio.create_subprocess_exec(*command, env={**plain_environment(os.environ), **settings})
    assert await process.wait() == 0


async def test_what_is_being_stored_when_its_person_is_erased_goes_with_them(
    server: DatabaseAddress, principal: Principal, worker_id: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_leaving", migrated=True)
    engine = open_engine(address, 5)
    begun = await DatabaseClock(engine).now()
    document = replace(LAW, metadata={"origin": f"{UPLOADED}mine.md"})
    corpus, rows = CorpusRepository(engine).since(begun), RowsRepository(engine).since(begun)
    async with engine.begin() as other:  # somebody else fills the same source: the upload waits in its transaction
        await alone(other, "corpus", principal.tenant_id, document.pack)
        storing = asyncio.create_task(corpus.upsert_document(principal, document, passages(document)))
        await until_somebody_waits(address)
        erasing = asyncio.create_task(PeopleRepository(engine).erase(principal))
        await asyncio.sleep(0.3)
        assert not (storing.done() or erasing.done()), "the erasure waits for what is being stored"
    assert await storing
    assert await erasing == {document.pack}
    for write in (
        corpus.upsert_document(principal, document, passages(document)),
        rows.upsert_rows(principal, "p", "t", prices(1), origin=f"{UPLOADED}mine.csv"),
    ):
        with pytest.raises(SignInEnded):
            await write
    assert held(address, principal.owner_id, LAW.title) == {principal.owner_id: set(), LAW.title: set()}
    later = CorpusRepository(engine).since(await DatabaseClock(engine).now())
    assert await later.upsert_document(principal, document, passages(document)), "whoever comes back is somebody new"
    await engine.dispose()


async def test_a_conversation_begun_while_its_person_is_erased_goes_with_them(
    server: DatabaseAddress, principal: Principal, worker_id: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_beginning", migrated=True)
    engine = open_engine(address, 5)
    shared = text("SELECT pg_advisory_xact_lock_shared(hashtextextended(:person, 0))")
    async with engine.begin() as storing:  # a write of theirs, for which the erasure waits
        await storing.execute(shared, {"person": person_hash(principal)})
        erasing = asyncio.create_task(PeopleRepository(engine).erase(principal))
        await until_somebody_waits(address)
        begun = (await Desk(engine, principal).session()).session_id
    await erasing
    assert held(address, principal.owner_id) == {principal.owner_id: set()}
    assert held(address, begun)[begun] <= TOMBSTONES
    await engine.dispose()


async def test_what_an_erased_operator_said_of_others_stays_without_their_name(
    server: DatabaseAddress, principal: Principal, colleague: Principal, worker_id: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_operator", migrated=True)
    engine = open_engine(address, 5)
    operator = principal.model_copy(update={"roles": roles_up_to(Role.OPERATOR)})
    run_id = await ended(engine, colleague)
    labels = LabelsRepository(engine)
    await labels.add(operator, run_id, "label", "right")
    await labels.add(operator, run_id, "label", "wrong", reason="the newer word counts")
    await AnswersRepository(engine).review(operator, run_id, "looked at")
    now = await DatabaseClock(engine).now()
    arms = [{"name": "today", "variant": "hybrid_confirm", "weight": 1}]
    await ExperimentsRepository(engine).declare(operator, NewExperiment("winter", "p", arms, 0.01, now, None))
    before = held(address, operator.owner_id)[operator.owner_id]
    assert before == {"public.labels", "public.answer_records", "public.experiments"}
    await PeopleRepository(engine).erase(operator)
    assert held(address, operator.owner_id)[operator.owner_id] == set()
    said = {label.outcome: label.by for label in await labels.of(colleague, run_id)}
    assert set(said) == {"right", "wrong"}
    assert len(set(said.values())) == 1, "still one voice, which changed its mind"
    assert (await AnswersRepository(engine).get(colleague, run_id)).note == "looked at"
    assert [each.name for each in await ExperimentsRepository(engine).list(colleague)] == ["winter"]
    await engine.dispose()


async def until_somebody_waits(address: DatabaseAddress) -> None:
    """A transaction stands before an advisory lock."""
    async with asyncio.timeout(30):
        async with await psycopg.AsyncConnection.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
            while True:
                asked = await connection.execute(WAITING)
                row = await asked.fetchone()
                if row is not None and row[0]:
                    return
                await asyncio.sleep(0.02)


async def test_a_process_that_still_works_on_an_erased_conversation_brings_nothing_back(
    server: DatabaseAddress, principal: Principal, worker_id: str
) -> None:
    address = new_database(server, f"suffice_{worker_id}_zombie", migrated=True)
    engine = open_engine(address, 5)
    desk = Desk(engine, principal)
    run = await desk.working(PRICES)
    async with open_saver(address, 2) as saver:
        await graph_with(saver).ainvoke({"seen": [CANARY]}, on(thread_of(run)), durability="sync")
        await PeopleRepository(engine).erase(principal)
        zombie = EvidenceRepository(engine)
        for write in (
            desk.events.append(run, [frame(run, label=CANARY)]),
            zombie.add(run, batch(run)),
            desk.runs.finish(run, ending(run, decision=decision_of(run))),
            desk.runs.release(run),
        ):
            with pytest.raises(Fenced):
                await write
        with pytest.raises(Fenced):
            await graph_with(saver).ainvoke({"seen": [CANARY]}, on(thread_of(run)), durability="sync")
    with pytest.raises(UnknownSession):
        await desk.ask(run.session_id, PRICES)
    with pytest.raises(UnknownSession):
        await desk.sessions.create(principal, "real_estate", "hybrid", run.session_id)
    found = held(address, principal.owner_id, CANARY, run.session_id, run.run_id)
    assert found.pop(run.session_id) <= TOMBSTONES
    assert all(tables == set() for tables in found.values())
    await engine.dispose()


@pytest.mark.long
async def test_an_erased_conversation_is_closed_with_a_word_in_every_process(serve: Serve) -> None:
    async with serve() as here, serve() as there:
        erased, kept = await here.session(), await here.session()
        async with (
            talking(here.url, erased) as mine,
            talking(there.url, erased) as elsewhere,
            talking(there.url, kept) as other,
        ):
            for client in (mine, elsewhere, other):
                await client.until("session_ready")
            assert (await here.http.delete(f"/api/sessions/{erased}")).status_code == 204
            for client in (mine, elsewhere):
                assert (await client.until("error"))["code"] == "unknown_session"
                assert await client.closed() == 4404
            await other.send(type="ping")
            assert (await other.until("pong"))["session_id"] == kept
