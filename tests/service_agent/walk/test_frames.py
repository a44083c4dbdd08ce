"""Every frame a client may send, sent by everybody who may not: into Ann's conversation, and at Ann's things from one
of their own.

A frame of the protocol without a line in FRAMES, or without its role in `auth/rules.py`, fails here.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from service_agent.auth import rules
from service_agent.protocol.inbound import CLIENT_MESSAGE
from tests.service_agent.walk.conftest import NOBODY, STRANGERS, World
from tests.stories.client import Frame, SocketClient, talking

FRAMES: dict[str, dict[str, Any]] = {
    "authenticate": {"token": "made up"},
    "user_message": {"message_id": "{message_id}", "content": "안녕하세요"},
    "confirmation_response": {"confirmation_id": "{confirmation_id}", "value": "use_previous"},
    "clarification_response": {"clarification_id": "{confirmation_id}", "text": "use_previous"},
    "form_response": {"form_id": "{confirmation_id}", "values": {}},
    "prompt_extend": {"id": "{confirmation_id}"},
    "reuse_override": {"message_id": "{answer_id}", "action": "search_again"},
    "cancel": {"run_id": "{waiting_run_id}"},
    "ping": {},
}
"""Type -> what it carries; {…} are ids of Ann's, or made-up ones."""
CLOSES = {NOBODY: 4401, "expired": 4401, "wrong role": 4403, "wrong user": 4404, "wrong tenant": 4404}


def test_every_frame_of_the_protocol_is_walked_and_its_role_is_written_down() -> None:
    known = set(CLIENT_MESSAGE.json_schema()["discriminator"]["mapping"])
    assert known == set(FRAMES) == set(rules.FRAMES)
    assert rules.need_of_frame("brand_new") is rules.Role.ADMIN


def filled(kind: str, ids: dict[str, str]) -> Frame:
    """The frame with these ids."""
    carried = {name: value.format(**ids) if isinstance(value, str) else value for name, value in FRAMES[kind].items()}
    return {"type": kind, **carried}


def seen(world: World, frames: list[Frame]) -> list[str]:
    """Frames without their times, ids as their kinds."""
    return [world.without_ids(json.dumps({**frame, "ts": "", "server_now": ""})) for frame in frames]


async def knock(world: World, actor: str, session_id: str, kind: str, ids: dict[str, str]) -> tuple[list[str], int]:
    """Somebody opens this session and sends one frame; what comes, and how it closes."""
    async with talking(world.service.url, session_id, headers=world.headers(actor)) as client:
        await client.send(**filled(kind, ids))
        frames = await client.rest()
        return seen(world, frames), await client.closed()


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("actor", STRANGERS)
async def test_anns_conversation_is_no_other_than_one_that_does_not_exist(world: World, actor: str, kind: str) -> None:
    theirs = await knock(world, actor, world.things["session_id"], kind, world.things)
    nothing = await knock(world, actor, world.made_up["session_id"], kind, world.made_up)
    assert theirs == nothing
    frames, code = theirs
    assert code == CLOSES[actor]
    assert [json.loads(frame)["type"] for frame in frames] == ["error"]


async def answers(client: SocketClient, frame: Frame) -> list[Frame]:
    """What a frame brings, up to the pong of a ping behind it."""
    await client.send(**frame)
    await client.send(type="ping")
    before = len(client.frames)
    await client.until("pong")
    return client.frames[before:]


@pytest.mark.parametrize("kind", sorted(set(FRAMES) - {"authenticate", "user_message", "ping"}))
@pytest.mark.parametrize("actor", ["wrong user", "wrong tenant"])
async def test_anns_things_are_out_of_reach_from_ones_own_conversation(world: World, actor: str, kind: str) -> None:
    session_id = await world.own_session(actor)
    async with talking(world.service.url, session_id, headers=world.headers(actor)) as client:
        await client.until("session_ready")
        theirs = await answers(client, filled(kind, world.things))
        nothing = await answers(client, filled(kind, world.made_up))
    assert [frame["type"] for frame in theirs] == ["error", "pong"]
    assert theirs[0]["code"].startswith("unknown_")
    assert seen(world, theirs) == seen(world, nothing)


@pytest.mark.parametrize("actor", ["wrong user", "wrong tenant"])
async def test_a_message_id_of_anns_is_a_new_one_in_another_conversation(world: World, actor: str) -> None:
    session_id = await world.own_session(actor)
    async with talking(world.service.url, session_id, headers=world.headers(actor)) as client:
        answer = await client.turn("안녕하세요", world.things["message_id"])
    texts = [json.dumps(frame, ensure_ascii=False) for frame in client.frames]
    assert answer["type"] == "answer"
    assert not [text for text in texts if world.tells_of_ann(text, sent=world.things["message_id"])]


@pytest.mark.parametrize("actor", STRANGERS)
async def test_a_token_in_the_first_frame_opens_no_more_than_one_in_a_header(world: World, actor: str) -> None:
    if actor == NOBODY:
        return
    async with talking(world.service.url, world.things["session_id"]) as client:
        await client.send(type="authenticate", token=world.token(actor))
        assert await client.closed() == CLOSES[actor]


async def test_anns_question_still_waits_for_her(world: World) -> None:
    async with talking(world.service.url, world.things["session_id"], headers=world.headers("ann")) as client:
        ready = await client.until("session_ready")
    assert ready["pending_prompt"]["confirmation_id"] == world.things["confirmation_id"]
    assert ready["active_run"] == world.things["waiting_run_id"]
