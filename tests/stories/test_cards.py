"""The question to the person, on the wire: two tabs at once, late, malformed, a new message, an erased session.

What happens when processes die around it: tests/processes.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.serving import Serve, Serving
from tests.stories.client import Frame, SocketClient, talking
from tests.stories.test_four_questions import AGAIN
from tests.stories.test_judges import conversation, judged

HELLO = "안녕하세요"


@asynccontextmanager
async def card(serve: Serve, **chosen: Any) -> AsyncGenerator[tuple[Serving, SocketClient, Frame]]:
    """A conversation with an open question."""
    async with conversation(serve, judged(0.80), **chosen) as (service, client, _model):
        await client.ask(AGAIN)
        yield service, client, await client.until("user_confirmation_required")


async def answer(client: SocketClient, card: Frame, value: str) -> None:
    await client.send(type="confirmation_response", confirmation_id=card["confirmation_id"], value=value)


async def ending(client: SocketClient, run_id: str) -> list[Frame]:
    """The run's durable frames, to its end."""
    ends = ("run_completed", "run_failed", "run_cancelled")
    if not any(frame["type"] in ends and frame.get("run_id") == run_id for frame in client.frames):
        await client.until(lambda frame: frame["type"] in ends and frame["run_id"] == run_id)
    return [frame for frame in client.frames if frame.get("run_id") == run_id and "seq" in frame]


def one(frames: list[Frame], kind: str) -> Frame:
    (found,) = [frame for frame in frames if frame["type"] == kind]
    return found


@pytest.mark.slow
async def test_two_tabs_that_answer_differently_at_once_have_one_winner_and_the_other_is_reported(serve: Serve) -> None:
    async with conversation(serve, judged(0.80)) as (service, first, _model):
        session_id = first.frames[0]["session_id"]
        async with talking(service.url, session_id, first.frames[-1]["seq"]) as second:
            await second.next()
            for race in range(25):
                await first.ask(AGAIN)
                asked, same = await asyncio.gather(
                    *(tab.until("user_confirmation_required") for tab in (first, second))
                )
                assert asked == same
                tabs = ((first, "use_previous"), (second, "search_new"))
                await asyncio.gather(*(answer(tab, asked, value) for tab, value in tabs[:: 1 if race % 2 else -1]))
                seen = await ending(first, asked["run_id"])
                assert await ending(second, asked["run_id"]) == seen
                won = one(seen, "prompt_resolved")
                assert one(seen, "answer")["reuse"]["person"] == won["value"]
                loser = next(tab for tab, value in tabs if value != won["value"])
                if "error" not in loser.types():
                    await loser.until("error")
                errors = [frame for tab, _ in tabs for frame in tab.frames if frame["type"] == "error"]
                assert [frame["code"] for frame in errors] == ["already_decided"]
                for tab, _ in tabs:
                    tab.frames.clear()


async def test_the_same_answer_again_is_success(serve: Serve) -> None:
    async with card(serve) as (_, client, asked):
        for _ in range(3):
            await answer(client, asked, "use_previous")
        seen = await ending(client, asked["run_id"])
        await client.send(type="ping")
        await client.until("pong")
        assert "error" not in client.types()
        assert one(seen, "prompt_resolved")["value"] == "use_previous"


async def test_an_answer_that_comes_too_late_is_refused_and_changes_nothing(serve: Serve) -> None:
    async with card(serve, confirm_timeout_s=1) as (_, client, asked):
        seen = await ending(client, asked["run_id"])
        for value in ("use_previous", "search_new"):
            await answer(client, asked, value)
            assert (await client.until("error"))["code"] == "late_answer"
        assert one(seen, "prompt_resolved")["by"] == "timeout"
        assert one(seen, "answer")["reuse"]["decision"] == "search"


async def test_the_list_of_conversations_tells_which_one_waits_for_the_person(serve: Serve) -> None:
    async with card(serve) as (service, client, asked):
        session_id = asked["session_id"]
        other = (await service.http.post("/api/sessions")).json()
        assert other["state"] == "idle"
        listed = (await service.http.get("/api/sessions")).json()["sessions"]
        assert {
            one["session_id"]: one["state"] for one in listed if one["session_id"] in (session_id, other["session_id"])
        } == {
            session_id: "waiting",
            other["session_id"]: "idle",
        }
        assert (await service.http.get(f"/api/sessions/{session_id}")).json()["state"] == "waiting"
        renamed = await service.http.patch(f"/api/sessions/{session_id}", json={"title": "달서구"})
        assert renamed.json()["state"] == "waiting"
        await answer(client, asked, "use_previous")
        await ending(client, asked["run_id"])
        assert (await service.http.get(f"/api/sessions/{session_id}")).json()["state"] == "idle"


MALFORMED: list[tuple[dict[str, Any], str, str | None]] = [
    ({"value": "perhaps"}, "invalid_answer", None),
    ({"value": ""}, "malformed_frame", "value"),
    ({"value": 1}, "malformed_frame", "value"),
    ({}, "malformed_frame", "value"),
    ({"value": "use_previous", "confirmation_id": "no such question"}, "malformed_frame", "confirmation_id"),
    ({"value": "use_previous", "confirmation_id": uuid.uuid4().hex}, "unknown_prompt", None),
    ({"value": "use_previous", "more": True}, "malformed_frame", "more"),
]


async def test_a_malformed_answer_names_what_is_wrong_and_the_question_stays_open(serve: Serve) -> None:
    async with card(serve) as (_, client, asked):
        for wrong, code, field in MALFORMED:
            frame = {"type": "confirmation_response", "confirmation_id": asked["confirmation_id"], **wrong}
            await client.send(**frame)
            error = await client.until("error")
            assert (error["code"], error["field"]) == (code, field)
        assert "prompt_resolved" not in client.types()
        await answer(client, asked, "use_previous")
        assert one(await ending(client, asked["run_id"]), "answer")["reuse"]["person"] == "use_previous"


async def test_a_new_message_waits_behind_the_question(serve: Serve) -> None:
    async with card(serve) as (_, client, asked):
        later = await client.ask(HELLO)
        await client.send(type="ping")
        await client.until("pong")
        assert [frame["type"] for frame in client.frames if frame.get("message_id") == later] == ["run_queued"]
        await answer(client, asked, "use_previous")
        started = await client.until(lambda frame: frame.get("message_id") == later and frame["type"] != "run_queued")
        assert started["type"] == "run_started"
        assert client.types().index("run_completed") < len(client.frames) - 1
        await ending(client, started["run_id"])


async def test_a_new_message_supersedes_the_question_where_the_setting_says_so(serve: Serve) -> None:
    async with card(serve, multitask="replace") as (_, client, asked):
        later = await client.ask(HELLO)
        closed = await client.until("prompt_resolved")
        assert (closed["id"], closed["value"], closed["by"]) == (asked["confirmation_id"], "search_new", "superseded")
        seen = await ending(client, asked["run_id"])
        assert seen[-1]["type"] == "run_cancelled"
        answered = await client.until("answer")
        assert answered["message_id"] == later
        await answer(client, asked, "use_previous")
        assert (await client.until("error"))["code"] == "already_decided"


async def test_a_new_message_is_refused_where_the_setting_says_so_and_the_question_stays_open(serve: Serve) -> None:
    async with card(serve, multitask="refuse") as (_, client, asked):
        await client.ask(HELLO)
        assert (await client.until("error"))["code"] == "run_in_progress"
        await answer(client, asked, "search_new")
        seen = await ending(client, asked["run_id"])
        assert one(seen, "answer")["reuse"]["person"] == "search_new"


async def test_a_cancelled_question_is_closed_for_every_tab_and_takes_no_answer(serve: Serve) -> None:
    async with card(serve) as (_, client, asked):
        await client.send(type="cancel", run_id=asked["run_id"])
        seen = await ending(client, asked["run_id"])
        assert [frame["type"] for frame in seen[-2:]] == ["prompt_resolved", "run_cancelled"]
        assert one(seen, "prompt_resolved")["by"] == "cancel"
        await answer(client, asked, "use_previous")
        assert (await client.until("error"))["code"] == "already_decided"


async def test_the_question_of_an_erased_session_is_no_question_any_more(serve: Serve) -> None:
    async with card(serve) as (service, client, asked):
        erased = await service.http.delete(f"/api/sessions/{asked['session_id']}")
        assert erased.status_code == 204, erased.text
        await answer(client, asked, "use_previous")
        error = await client.until("error")
        assert error["code"] in ("unknown_prompt", "unknown_session")
        gone = await service.http.get(f"/api/sessions/{asked['session_id']}/messages")
        assert gone.status_code == 404
        trace = await service.http.get(f"/api/runs/{asked['run_id']}/trace")
        assert trace.status_code == 404


async def test_whoever_comes_back_to_an_open_question_gets_it_whole_with_the_time_that_is_left(serve: Serve) -> None:
    async with card(serve) as (service, client, asked):
        for cursor in (None, 0, asked["seq"]):
            async with talking(service.url, asked["session_id"], cursor) as again:
                pending = (await again.next())["pending_prompt"]
            assert pending["confirmation_id"] == asked["confirmation_id"]
            assert pending["options"] == asked["options"]
            assert 0 < pending["expires_in_ms"] < asked["expires_in_ms"]
        await answer(client, asked, "use_previous")
        await ending(client, asked["run_id"])
        async with talking(service.url, asked["session_id"]) as again:
            assert (await again.next())["pending_prompt"] is None
