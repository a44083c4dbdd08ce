"""Conversations pinned, titled by others than their person, found and shared: of one person alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.contracts.errors import UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.finding import FindingRepository
from foundation.storage.conversations.records import Share
from foundation.storage.conversations.shares import SharesRepository
from tests.foundation.storage.desk import Desk

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
