"""Conversations pinned, titled by others than their person, found and shared: of one person alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from foundation.contracts.errors import UnknownMessage, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.feedback import FeedbackRepository
from foundation.storage.conversations.finding import FindingRepository
from foundation.storage.conversations.records import Share
from foundation.storage.conversations.sessions import erase_session
from foundation.storage.conversations.shares import SharesRepository
from tests.foundation.storage.desk import Desk, ending

SHARE = Share(True, {"title": "", "exchanges": [], "left_out": 0}, datetime(2026, 2, 3, tzinfo=UTC))


async def test_a_title_of_the_service_never_takes_the_place_of_a_persons(desk: Desk) -> None:
    made = (await desk.session()).session_id
    await desk.ask(made, "첫 질문")
    assert await desk.sessions.title(desk.principal, made, "달서구 시세", "rules", "question")
    assert await desk.sessions.title(desk.principal, made, "달서구 아파트 시세", "model", "rules")
    assert not await desk.sessions.title(desk.principal, made, "다른 것", "rules", "question")
    await desk.sessions.rename(desk.principal, made, "내 것")
    for before in ("question", "rules", "model"):
        assert not await desk.sessions.title(desk.principal, made, "다른 것", "model", before)
    assert (await desk.sessions.get(desk.principal, made)).title == "내 것"


async def test_somebody_elses_conversation_is_not_kept_found_or_shared(desk: Desk, colleague: Principal) -> None:
    made = (await desk.session()).session_id
    await desk.ask(made, "비밀스러운 물음")
    finding, shares = FindingRepository(desk.engine), SharesRepository(desk.engine)
    assert [one.session_id for one in await finding.find(desk.principal, ["밀스러운", "물음"], 5)] == [made]
    assert await finding.find(colleague, ["물음"], 5) == []
    for wrong in (
        desk.sessions.keep(colleague, made, pinned=True),
        shares.put(colleague, made, "hash-of-another", SHARE),
    ):
        with pytest.raises(UnknownSession):
            await wrong
    await shares.put(desk.principal, made, f"hash-{made}", SHARE)
    await shares.revoke(colleague, made)
    assert await shares.of(colleague, made) is None
    assert await shares.of(desk.principal, made) == SHARE
    await desk.sessions.delete(desk.principal, made)
    assert await shares.behind(f"hash-{made}") is None


Write = Callable[[Desk, str, str], Coroutine[None, None, object]]


async def _share(desk: Desk, session_id: str, answer_id: str) -> object:
    del answer_id
    return await SharesRepository(desk.engine).put(desk.principal, session_id, f"hash-{session_id}", SHARE)


async def _rate(desk: Desk, session_id: str, answer_id: str) -> object:
    del session_id
    return await FeedbackRepository(desk.engine).add(desk.principal, answer_id, 1, "", "thumbs")


async def _attach(desk: Desk, session_id: str, answer_id: str) -> object:
    del answer_id
    return await DraftsRepository(desk.engine).attach(desk.principal, session_id, "a.txt", "words")


async def _answered(desk: Desk) -> tuple[str, str]:
    """A conversation of one exchange, and the id of its answer."""
    run = await desk.working()
    answer = ending(run)
    await desk.runs.finish(run, answer)
    return run.session_id, answer.answer_id or ""


@pytest.mark.parametrize("write", [_share, _rate, _attach])
async def test_what_is_kept_while_its_conversation_is_erased_is_reported_unknown(desk: Desk, write: Write) -> None:
    session_id, answer_id = await _answered(desk)
    async with desk.engine.begin() as erasing:
        await erase_session(erasing, desk.principal, session_id)
        writing = asyncio.create_task(write(desk, session_id, answer_id))
        await _until_one_waits(desk)  # for the row that goes: the race is made, not hoped for
    with pytest.raises((UnknownSession, UnknownMessage)):
        await writing
    for table in ("shares", "feedback", "attachments"):
        async with desk.engine.connect() as connection:
            assert (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one() == 0


async def _until_one_waits(desk: Desk) -> None:
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    async with asyncio.timeout(20):
        while True:
            async with desk.engine.connect() as connection:
                if (await connection.execute(waiting)).scalar_one():
                    return
            await asyncio.sleep(0.01)
