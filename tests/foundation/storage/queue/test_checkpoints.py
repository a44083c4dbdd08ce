"""The saver: parallel, harmless to load from, fenced, pruned; a paused graph resumes in another process's saver."""

from __future__ import annotations

import asyncio
import operator
import uuid
from collections.abc import AsyncGenerator
from typing import Annotated, Any, TypedDict, cast

import ormsgpack
import psycopg
import pytest
import pytest_asyncio
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.graph import END, START, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.types import Command, interrupt

from foundation.contracts.errors import DatabaseUnreachable, Fenced
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.checkpoints import (
    HELD_KEY,
    TABLES,
    CheckpointSaver,
    HeldWrites,
    open_saver,
    prune,
    thread_of,
)
from foundation.storage.records import Run
from tests.foundation.storage.desk import Desk, ending, question


class State(TypedDict):
    """A list that grows, as a turn's state does."""

    seen: Annotated[list[str], operator.add]


def graph_with(saver: CheckpointSaver, *, asks: bool = False) -> Any:
    def note(state: State) -> dict[str, Any]:
        return {"seen": ["noted"]}

    def ask(state: State) -> dict[str, Any]:
        return {"seen": [str(interrupt({"question": "?"})) if asks else "not asked"]}

    builder = cast(Any, StateGraph(State))
    builder.add_node("note", note)
    builder.add_node("ask", ask)
    builder.add_edge(START, "note")
    builder.add_edge("note", "ask")
    builder.add_edge("ask", END)
    return builder.compile(checkpointer=saver)


@pytest_asyncio.fixture(loop_scope="session")
async def saver(database: DatabaseAddress) -> AsyncGenerator[CheckpointSaver]:
    async with open_saver(database, 4) as opened:
        yield opened


def on(thread: dict[str, Any] | str) -> RunnableConfig:
    return {"configurable": thread if isinstance(thread, dict) else {"thread_id": thread}}


async def kept(desk: Desk, thread_id: str, table: str = "checkpoints") -> int:
    rows = await desk.sql(f"SELECT count(*) FROM checkpoints.{table} WHERE thread_id = :id", id=thread_id)
    return rows[0][0]


@pytest.mark.parametrize("durability", ["exit", "sync", "async"])
async def test_a_turn_of_the_attempt_at_work_is_stored(desk: Desk, saver: CheckpointSaver, durability: str) -> None:
    run = await desk.working()
    graph = graph_with(saver)
    for _ in range(2):
        await graph.ainvoke({"seen": []}, on(thread_of(run)), durability=durability)
    state = await graph.aget_state(on(run.session_id))
    assert state.values["seen"] == ["noted", "not asked"] * 2


async def test_a_pause_is_resumed_by_another_saver_under_the_next_attempt(
    desk: Desk, saver: CheckpointSaver, database: DatabaseAddress
) -> None:
    run, graph = await desk.working(), graph_with(saver, asks=True)
    await graph.ainvoke({"seen": []}, on(thread_of(run)), durability="exit")
    (asked,) = (await graph.aget_state(on(thread_of(run)))).interrupts
    await desk.runs.release(run)
    again = await desk.claim(run.run_id)
    async with open_saver(database, 2) as elsewhere:
        resumed = await graph_with(elsewhere, asks=True).ainvoke(
            Command(resume={asked.id: "use_previous"}), on(thread_of(again)), durability="exit"
        )
    assert resumed["seen"] == ["noted", "use_previous"]


@pytest.mark.parametrize("durability", ["exit", "sync", "async"])
@pytest.mark.parametrize("how", ["taken over", "finished", "erased"])
async def test_a_zombie_cannot_write_checkpoints(desk: Desk, saver: CheckpointSaver, how: str, durability: str) -> None:
    run, graph = await desk.working(), graph_with(saver)
    await graph.ainvoke({"seen": []}, on(thread_of(run)), durability="exit")
    if how == "taken over":
        await desk.lose_lease(run)
        await desk.runs.requeue_expired()
        await desk.claim(run.run_id)
    elif how == "finished":
        await desk.runs.finish(run, ending(run))
    else:
        await desk.sessions.delete(desk.principal, run.session_id)
    before = [await kept(desk, run.session_id, table) for table in ("checkpoints", "checkpoint_writes")]
    with pytest.raises(Fenced):
        await graph.ainvoke({"seen": ["zombie"]}, on(thread_of(run)), durability=durability)
    assert before == [await kept(desk, run.session_id, table) for table in ("checkpoints", "checkpoint_writes")]


async def test_an_erased_session_gets_no_checkpoints_even_without_a_fence(desk: Desk, saver: CheckpointSaver) -> None:
    run, graph = await desk.working(), graph_with(saver)
    await desk.sessions.delete(desk.principal, run.session_id)
    with pytest.raises(Fenced):
        await graph.ainvoke({"seen": []}, on(run.session_id), durability="exit")
    assert await kept(desk, run.session_id) == 0


async def test_erasing_while_a_turn_is_being_stored_leaves_nothing(desk: Desk, saver: CheckpointSaver) -> None:
    graph = graph_with(saver)
    for _ in range(10):
        run = await desk.working()
        await asyncio.gather(
            graph.ainvoke({"seen": ["x" * 1000]}, on(run.session_id), durability="sync"),
            desk.sessions.delete(desk.principal, run.session_id),
            return_exceptions=True,
        )
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            assert await kept(desk, run.session_id, table) == 0


async def test_a_refused_write_leaves_the_pool_usable(desk: Desk, saver: CheckpointSaver) -> None:
    run, graph = await desk.working(), graph_with(saver)
    for _ in range(12):
        with pytest.raises(Fenced):
            stale = {**thread_of(run), "suffice_attempt": 99}
            await graph.ainvoke({"seen": []}, on(stale), durability="sync")
    await graph.ainvoke({"seen": []}, on(thread_of(run)), durability="sync")
    assert await kept(desk, run.session_id) > 0


async def test_a_thread_that_is_no_session_works(saver: CheckpointSaver) -> None:
    graph = graph_with(saver)
    thread = uuid.uuid4().hex
    await graph.ainvoke({"seen": []}, on(thread), durability="exit")
    await saver.adelete_thread(thread)
    assert (await graph.aget_state(on(thread))).values == {}


async def test_pruning_removes_what_no_run_needs_any_more(desk: Desk, saver: CheckpointSaver) -> None:
    run, graph = await desk.working(), graph_with(saver)
    await graph.ainvoke({"seen": []}, on(thread_of(run)), durability="sync")
    held = await kept(desk, run.session_id)
    await prune(saver, [run.session_id])
    assert await kept(desk, run.session_id) == held > 0
    await desk.runs.finish(run, ending(run))
    await asyncio.gather(*(prune(saver, [run.session_id, "never-there"]) for _ in range(3)))
    assert [await kept(desk, run.session_id, table) for table in TABLES] == [0, 0, 0]


async def test_a_waiting_run_keeps_its_checkpoint_and_resumes(desk: Desk, saver: CheckpointSaver) -> None:
    run, graph = await desk.working(), graph_with(saver, asks=True)
    await graph.ainvoke({"seen": []}, on(thread_of(run)), durability="exit")
    await desk.runs.pause(run, question(run))
    await prune(saver, [run.session_id])
    (asked,) = (await graph.aget_state(on(run.session_id))).interrupts
    resumed = await graph.ainvoke(Command(resume={asked.id: "yes"}), on(run.session_id), durability="exit")
    assert resumed["seen"] == ["noted", "yes"]


async def held_turn(run: Run, graph: Any, given: Any, held: HeldWrites) -> Any:
    return await graph.ainvoke(given, on({**thread_of(run), HELD_KEY: held}), durability="exit")


async def test_a_turn_that_does_not_pause_stores_nothing(desk: Desk, saver: CheckpointSaver) -> None:
    run, held = await desk.working(), HeldWrites(resumed=False)
    done = await held_turn(run, graph_with(saver), {"seen": []}, held)
    assert done["seen"] == ["noted", "not asked"]
    assert await kept(desk, run.session_id) == 0


async def test_a_stored_pause_is_resumed_by_another_saver(
    desk: Desk, saver: CheckpointSaver, database: DatabaseAddress
) -> None:
    run, graph, held = await desk.working(), graph_with(saver, asks=True), HeldWrites(resumed=False)
    await held_turn(run, graph, {"seen": []}, held)
    assert (await graph.aget_state(on(run.session_id))).interrupts == ()
    await saver.store(run, held)
    (asked,) = (await graph.aget_state(on(run.session_id))).interrupts
    async with open_saver(database, 2) as elsewhere:
        going_on = Command(resume={asked.id: "use_previous"})
        resumed = await held_turn(run, graph_with(elsewhere, asks=True), going_on, HeldWrites(resumed=True))
    assert resumed["seen"] == ["noted", "use_previous"]


async def test_a_new_turn_sees_nothing_of_an_earlier_pause(desk: Desk, saver: CheckpointSaver) -> None:
    run, graph = await desk.working(), graph_with(saver, asks=True)
    for word in ("first", "second"):
        held = HeldWrites(resumed=False)
        await held_turn(run, graph, {"seen": [word]}, held)
        await saver.store(run, held)
    state = await graph.aget_state(on(run.session_id))
    assert state.values["seen"] == ["second", "noted"]
    assert len(state.interrupts) == 1
    assert await kept(desk, run.session_id) == 1


@pytest.mark.parametrize("how", ["taken over", "erased"])
async def test_a_zombie_cannot_store_its_pause(desk: Desk, saver: CheckpointSaver, how: str) -> None:
    run, held = await desk.working(), HeldWrites(resumed=False)
    await held_turn(run, graph_with(saver, asks=True), {"seen": []}, held)
    if how == "taken over":
        await desk.runs.release(run)
        await desk.claim(run.run_id)
    else:
        await desk.sessions.delete(desk.principal, run.session_id)
    with pytest.raises(Fenced):
        await saver.store(run, held)
    assert [await kept(desk, run.session_id, table) for table in TABLES] == [0, 0, 0]


async def test_a_row_that_names_code_runs_none(desk: Desk, saver: CheckpointSaver, tmp_path: Any) -> None:
    proof = tmp_path / "ran"
    # What LangGraph's serializer writes for an object: (module, name, arguments), as extension type 0.
    named = ormsgpack.packb(ormsgpack.Ext(0, ormsgpack.packb(("os", "system", f"touch {proof}"))))
    loaded = cast(Any, saver.serde).loads_typed(("msgpack", named))
    assert not proof.exists()
    assert loaded != 0


async def test_writes_go_through_the_pool_side_by_side(saver: CheckpointSaver) -> None:
    together = asyncio.Barrier(4)

    async def hold() -> None:
        async with saver._cursor():  # pyright: ignore[reportPrivateUsage]
            await together.wait()

    async with asyncio.timeout(30):  # with the library's own lock the first would wait for ever
        await asyncio.gather(*(hold() for _ in range(4)))


async def test_other_faults_of_the_database_are_not_called_fenced(saver: CheckpointSaver) -> None:
    broken: RunnableConfig = {"configurable": {"thread_id": "a\x00b", "checkpoint_ns": ""}}
    with pytest.raises(psycopg.DataError):
        await saver.aput(broken, empty_checkpoint(), {}, {})


async def test_no_database_is_one_sentence() -> None:
    nowhere = DatabaseAddress("127.0.0.1", 1, "suffice", "x", "suffice")
    with pytest.raises(DatabaseUnreachable):
        async with open_saver(nowhere, 1):
            pass
