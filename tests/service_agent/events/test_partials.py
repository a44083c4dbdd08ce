"""Streamed text on its way to the sockets of this process."""

from __future__ import annotations

import asyncio

from service_agent.events.partials import BACKLOG, AnswerPiece, DeltaHub, Draft, Partials, utf16_units


def opened(session_id: str = "s", run_id: str = "r") -> tuple[DeltaHub, Partials]:
    hub = DeltaHub()
    partials = Partials(hub)
    partials.open(run_id, session_id)
    return hub, partials


async def test_pieces_that_come_in_a_burst_are_joined_and_lose_nothing() -> None:
    hub, partials = opened()
    words = [f"{number} " for number in range(40)]
    async with hub.subscribe("s") as subscription:
        for word in words:
            partials.write("r", word)
            await asyncio.sleep(0)
        partials.close("r")
        subscription.close()
        pieces = [piece async for piece in subscription]
    assert "".join(piece.text for piece in pieces) == "".join(words)
    assert len(pieces) < 10


async def test_offsets_count_as_javascript_does() -> None:
    hub, partials = opened()
    async with hub.subscribe("s") as subscription:
        partials.write("r", "집 🏠")
        await asyncio.sleep(0.06)
        partials.write("r", "값")
        partials.close("r")
        subscription.close()
        pieces = [piece async for piece in subscription]
    assert [piece.offset for piece in pieces] == [0, 4]
    assert utf16_units("집 🏠") == 4


async def test_whoever_comes_late_gets_the_text_so_far_and_then_what_follows_it() -> None:
    hub, partials = opened()
    partials.write("r", "앞")
    async with hub.subscribe("s") as subscription:
        draft = partials.now("r")
        before = draft.text if draft else ""
        await asyncio.sleep(0.06)
        partials.write("r", "뒤")
        partials.close("r")
        subscription.close()
        after = [piece async for piece in subscription]
    assert before == "앞"
    assert [(piece.offset, piece.text) for piece in after] == [(utf16_units(before), "뒤")]


async def test_a_thrown_away_draft_starts_again_at_offset_zero_under_a_new_number() -> None:
    hub, partials = opened()
    async with hub.subscribe("s") as subscription:
        partials.write("r", "틀린 초안")
        partials.throw_away("r")
        partials.write("r", "새 초안")
        assert partials.now("r") == Draft(attempt=1, number=1, text="새 초안")
        partials.close("r")
        subscription.close()
        pieces = [piece async for piece in subscription]
    assert [(piece.draft, piece.offset) for piece in pieces] == [(0, 0), (1, 0)]


async def test_nothing_is_kept_of_a_run_that_ended() -> None:
    _, partials = opened()
    partials.write("r", "말")
    partials.close("r")
    assert partials.now("r") is None
    partials.write("r", "더")
    assert partials.now("r") is None


async def test_the_end_of_an_earlier_attempt_leaves_the_draft_of_a_later_one_alone() -> None:
    _, partials = opened()
    partials.open("r", "s", attempt=2)
    partials.write("r", "말")
    partials.close("r", attempt=1)
    assert partials.now("r") == Draft(attempt=2, number=0, text="말")
    partials.close("r", attempt=2)
    assert partials.now("r") is None


async def test_a_listener_that_falls_behind_is_cut_off_and_holds_nobody_up() -> None:
    hub = DeltaHub()
    slow, quick = hub.subscribe("s"), hub.subscribe("s")
    for number in range(BACKLOG + 1):
        hub.publish(AnswerPiece("s", "r", 1, 0, number, "x"))
        await anext(quick)
    assert slow.overrun
    assert not quick.overrun
    assert len([piece async for piece in slow]) == BACKLOG - 1


async def test_sessions_do_not_hear_each_other() -> None:
    hub, partials = opened(session_id="mine")
    async with hub.subscribe("other") as subscription:
        partials.write("r", "비밀")
        partials.close("r")
        subscription.close()
        assert [piece async for piece in subscription] == []
