"""Memories in their table: kept once, replaced, trimmed, erased; one person's are nobody else's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import text

from foundation.contracts.identity import Principal
from foundation.contracts.memories import MAX_LONGTERM, Memory, MemoryChanges, NewMemory, UnknownMemory
from foundation.storage.people.memories import MemoriesRepository, Said
from foundation.storage.people.person import PeopleRepository
from foundation.storage.people.retention import Keep, prune
from tests.foundation.storage.desk import Desk, ending

BOB = Principal(tenant_id="bobs", owner_id="bob")


def kept(*texts: str) -> MemoryChanges:
    return MemoryChanges(added=tuple(NewMemory(kind="fact", text=words) for words in texts))


async def add(memories: MemoriesRepository, who: Principal, *texts: str, said: Said | None = None) -> list[Memory]:
    return await memories.change(who, lambda _: kept(*texts), said)


async def test_one_persons_memories_do_not_exist_for_another(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    [mine] = await add(memories, desk.principal, "저는 달서구에 살아요")
    assert await memories.list(BOB) == []
    for attempt in (memories.forget(BOB, mine.memory_id), memories.correct(BOB, mine.memory_id, kept("x").added[0])):
        with pytest.raises(UnknownMemory):
            await attempt
    await memories.change(BOB, lambda _: MemoryChanges(dropped=(mine.memory_id,)))
    await memories.change(BOB, lambda _: MemoryChanges(added=kept("y").added, replaced=((mine.memory_id, 0),)))
    await memories.forget_all(BOB)
    assert [one.text for one in await memories.current(desk.principal)] == ["저는 달서구에 살아요"]


async def test_a_corrected_memory_becomes_history_and_goes_with_the_newer(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    [old] = await add(memories, desk.principal, "예산은 3억")
    new = await memories.correct(desk.principal, old.memory_id, NewMemory(kind="fact", text="예산은 4억"))
    assert [one.text for one in await memories.current(desk.principal)] == ["예산은 4억"]
    listed = {one.memory_id: one.replaced_by for one in await memories.list(desk.principal)}
    assert listed == {old.memory_id: new.memory_id, new.memory_id: None}
    with pytest.raises(UnknownMemory):
        await memories.correct(desk.principal, old.memory_id, NewMemory(kind="fact", text="예산은 5억"))
    await memories.forget(desk.principal, new.memory_id)
    assert await memories.list(desk.principal) == []


async def test_the_oldest_goes_where_more_would_be_kept(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    await add(memories, desk.principal, *(f"사실 {number}" for number in range(MAX_LONGTERM + 3)))
    texts = {one.text for one in await memories.current(desk.principal)}
    assert len(texts) == MAX_LONGTERM
    assert "사실 0" not in texts and f"사실 {MAX_LONGTERM + 2}" in texts


async def test_of_a_run_that_is_gone_nothing_is_kept(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    run = await desk.working("저는 달서구에 살아요")
    said = Said(run.run_id, run.session_id)
    assert len(await add(memories, desk.principal, "저는 달서구에 살아요", said=said)) == 1
    await desk.sessions.delete(desk.principal, run.session_id)
    assert await add(memories, desk.principal, "저는 구미에서 일해요", said=said) == []


async def test_an_erased_conversation_takes_its_summary_and_leaves_the_rest(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    run = await desk.working("저는 달서구에 살아요")
    said = Said(run.run_id, run.session_id)
    await add(memories, desk.principal, "저는 달서구에 살아요", said=said)
    await memories.summarise(desk.principal, said, "달서구 시세")
    await memories.summarise(desk.principal, said, "달서구 시세 · 복비")
    held = {one.text for one in await memories.current(desk.principal)}
    assert held == {"저는 달서구에 살아요", "달서구 시세 · 복비"}
    await desk.sessions.delete(desk.principal, run.session_id)
    [left] = await memories.list(desk.principal)
    assert (left.text, left.session_id, left.message_id) == ("저는 달서구에 살아요", None, None)


async def test_a_finished_run_is_due_once_and_not_after_forgetting(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    first, second = await desk.working("나는 달서구에 살아"), await desk.working("나는 구미에서 일해")
    for run in (first, second):
        await desk.runs.finish(run, ending(run))
    due = [one for one in await memories.due() if one.principal.owner_id == desk.principal.owner_id]
    assert [one.run_id for one in due] == [first.run_id, second.run_id] and all(one.remembers for one in due)
    await memories.settle([first.run_id])
    await desk.sessions.remember(desk.principal, second.session_id, remembers=False)
    [left] = await memories.due()
    assert (left.run_id, left.remembers) == (second.run_id, False)
    await memories.forget_all(desk.principal)
    assert await memories.due() == []


async def test_an_erased_person_has_no_memory_left(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    await add(memories, desk.principal, "저는 달서구에 살아요")
    people = PeopleRepository(desk.engine)
    assert await people.known(desk.principal)
    await people.erase(desk.principal)
    assert await memories.list(desk.principal) == []
    assert not await people.known(desk.principal)


async def test_only_history_grows_too_old(desk: Desk) -> None:
    memories = MemoriesRepository(desk.engine)
    [old] = await add(memories, desk.principal, "예산은 3억")
    await memories.correct(desk.principal, old.memory_id, NewMemory(kind="fact", text="예산은 4억"))
    async with desk.engine.begin() as connection:
        await connection.execute(text("UPDATE memories SET valid_from = now() - interval '3 years'"))
        long_ago = "UPDATE memories SET replaced_at = now() - interval '2 years' WHERE replaced_by IS NOT NULL"
        await connection.execute(text(long_ago))
    removed = await prune(desk.engine, Keep())
    assert removed["memory_history"] >= 1
    assert [one.text for one in await memories.list(desk.principal)] == ["예산은 4억"]


async def test_whoever_decides_sees_what_is_there_now(desk: Desk) -> None:
    memories, seen = MemoriesRepository(desk.engine), list[str]()

    def decide(held: Sequence[Memory]) -> MemoryChanges:
        seen.extend(one.text for one in held)
        return MemoryChanges()

    await add(memories, desk.principal, "저는 달서구에 살아요")
    await memories.change(desk.principal, decide)
    assert seen == ["저는 달서구에 살아요"]
