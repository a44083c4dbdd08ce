"""The questions to the person, on the wire, each test over all three kinds: two tabs at once, late, malformed, a new
message, an erased session.

What one kind alone does: test_judges.py, test_other_questions.py. What happens when processes die around it:
tests/processes.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from foundation.llm.scripted import ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress
from tests.serving import Serving, starting
from tests.stories.client import Frame, SocketClient, talking
from tests.stories.pauses import CLARIFICATION, CONFIRMATION, FORM, PAUSES, SCRIPT, Pause, every_pause

HELLO = "안녕하세요"
ENDS = ("run_completed", "run_failed", "run_cancelled")
no_answer_typed = pytest.mark.parametrize("pause", [CONFIRMATION, FORM], ids=lambda pause: pause.kind)
"""Without the clarification, whose answer a message is."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def asking(
    request: pytest.FixtureRequest, server: DatabaseAddress, worker_id: str, data_dir: Path
) -> AsyncGenerator[Serving]:
    """One service for all tests of the same settings (`under`). It remembers nothing between conversations."""
    chosen: dict[str, Any] = {"ask_worth_s": 0.0, "memory": False, **getattr(request, "param", {})}
    async with ScriptedEndpoint(SCRIPT) as model:
        start = starting(server, worker_id, data_dir)
        async with start(llm_base_url=model.base_url, llm_model="scripted", **chosen) as service:
            yield service


def under(**chosen: Any) -> pytest.MarkDecorator:
    """With a service of these settings."""
    named = ",".join(f"{name}={value}" for name, value in chosen.items())
    return pytest.mark.parametrize("asking", [pytest.param(chosen, id=named)], indirect=True)


@asynccontextmanager
async def card(service: Serving, pause: Pause) -> AsyncGenerator[tuple[SocketClient, Frame]]:
    """A conversation with an open question."""
    async with talking(service.url, await service.session()) as client:
        yield client, await pause.provoke(client)


async def ending(client: SocketClient, run_id: str) -> list[Frame]:
    """The run's durable frames, to its end."""
    if not any(frame["type"] in ENDS and frame.get("run_id") == run_id for frame in client.frames):
        await client.until(lambda frame: frame["type"] in ENDS and frame["run_id"] == run_id)
    return [frame for frame in client.frames if frame.get("run_id") == run_id and "seq" in frame]


def one(frames: list[Frame], kind: str) -> Frame:
    (found,) = [frame for frame in frames if frame["type"] == kind]
    return found


def errors_of(client: SocketClient) -> list[str]:
    return [frame["code"] for frame in client.frames if frame["type"] == "error"]


async def all_said(client: SocketClient) -> None:
    """Whatever was still to be said to this tab comes before its pong."""
    await client.send(type="ping")
    await client.until("pong")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pause", "races"),
    [
        pytest.param(CONFIRMATION, 6, id="confirmation"),
        pytest.param(CONFIRMATION, 25, id="confirmation, several times", marks=pytest.mark.long),
        pytest.param(CLARIFICATION, 3, id="clarification"),
        pytest.param(FORM, 3, id="form"),
        # A thousand of each, apart from their turns: test_card_races.py.
        *(pytest.param(each, 100, id=f"{each.kind}, often", marks=pytest.mark.nightly) for each in PAUSES),
    ],
)
async def test_two_tabs_that_answer_differently_at_once_have_one_winner(
    asking: Serving, pause: Pause, races: int
) -> None:
    for race in range(races):
        session_id = await asking.session()
        async with talking(asking.url, session_id) as first, talking(asking.url, session_id) as second:
            asked = await pause.provoke(first)
            assert await second.until(pause.frame) == asked
            tabs = ((first, pause.right), (second, pause.other))
            order = tabs[:: 1 if race % 2 else -1]
            await asyncio.gather(*(pause.answer(tab, asked, given) for tab, given in order))
            seen = await ending(first, asked["run_id"])
            assert await ending(second, asked["run_id"]) == seen
            won = one(seen, "prompt_resolved")
            for tab, given in tabs:
                await all_said(tab)
                assert errors_of(tab) == ([] if given.value == won["value"] else ["already_decided"])
                if given.value == won["value"]:
                    assert pause.shows(one(seen, "answer")) == given.shown


@every_pause
async def test_every_tab_is_asked_and_the_first_answer_closes_all(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (first, asked), talking(asking.url, asked["session_id"]) as second:
        ready = await second.next()
        assert pause.id_of(ready["pending_prompt"]) == pause.id_of(asked)
        assert ready["active_run"] == asked["run_id"]
        await pause.answer(second, asked, pause.right)
        for tab in (first, second):
            resolved = await tab.until("prompt_resolved")
            assert (resolved["id"], resolved["value"], resolved["by"]) == (
                pause.id_of(asked),
                pause.right.value,
                "person",
            )
            await tab.until("run_completed")
        await pause.answer(first, asked, pause.other)
        await all_said(first)
        assert errors_of(first) == ["already_decided"]


@every_pause
async def test_the_same_answer_again_is_success(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        for _ in range(3):
            await pause.answer(client, asked, pause.right)
        seen = await ending(client, asked["run_id"])
        await all_said(client)
        assert errors_of(client) == []
        assert one(seen, "prompt_resolved")["value"] == pause.right.value
        assert pause.shows(one(seen, "answer")) == pause.right.shown


@every_pause
async def test_the_list_of_conversations_tells_which_one_waits_for_the_person(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        session_id = asked["session_id"]
        other = (await asking.http.post("/api/sessions")).json()
        assert other["state"] == "idle"
        listed = (await asking.http.get("/api/sessions")).json()["sessions"]
        assert {
            one["session_id"]: one["state"] for one in listed if one["session_id"] in (session_id, other["session_id"])
        } == {
            session_id: "waiting",
            other["session_id"]: "idle",
        }
        assert (await asking.http.get(f"/api/sessions/{session_id}")).json()["state"] == "waiting"
        renamed = await asking.http.patch(f"/api/sessions/{session_id}", json={"title": "달서구"})
        assert renamed.json()["state"] == "waiting"
        await pause.answer(client, asked, pause.right)
        await ending(client, asked["run_id"])
        assert (await asking.http.get(f"/api/sessions/{session_id}")).json()["state"] == "idle"


@every_pause
async def test_a_malformed_answer_names_what_is_wrong_and_the_question_stays_open(
    asking: Serving, pause: Pause
) -> None:
    async with card(asking, pause) as (client, asked):
        name = f"{pause.kind}_id"
        of_every_kind = (
            ({**pause.right.fields, name: "no such question"}, "malformed_frame", name),
            ({**pause.right.fields, name: uuid.uuid4().hex}, "unknown_prompt", None),
            ({**pause.right.fields, "more": True}, "malformed_frame", "more"),
        )
        for wrong, code, field in (*pause.malformed, *of_every_kind):
            await client.send(**{**pause.response(asked), **wrong})
            error = await client.until("error")
            assert (error["code"], error["field"]) == (code, field), wrong
        for other in PAUSES:
            if other is not pause:
                of_another_kind = {"type": f"{other.kind}_response", f"{other.kind}_id": pause.id_of(asked)}
                await client.send(**of_another_kind, **other.right.fields)
                assert (await client.until("error"))["code"] == "invalid_answer"
        assert "prompt_resolved" not in client.types()
        await pause.answer(client, asked, pause.right)
        assert pause.shows(one(await ending(client, asked["run_id"]), "answer")) == pause.right.shown


async def test_a_new_message_waits_behind_a_confirmation(asking: Serving) -> None:
    """It is a clarification's answer, and ends a form: test_other_questions.py."""
    pause = CONFIRMATION
    async with card(asking, pause) as (client, asked):
        later = await client.ask(HELLO)
        await all_said(client)
        assert [frame["type"] for frame in client.frames if frame.get("message_id") == later] == ["run_queued"]
        await pause.answer(client, asked, pause.right)
        started = await client.until(lambda frame: frame.get("message_id") == later and frame["type"] != "run_queued")
        assert started["type"] == "run_started"
        assert client.types().index("run_completed") < len(client.frames) - 1
        await ending(client, started["run_id"])


@every_pause
async def test_a_cancelled_question_is_closed_for_every_tab_and_takes_no_answer(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked), talking(asking.url, asked["session_id"]) as second:
        await client.send(type="cancel", run_id=asked["run_id"])
        seen = await ending(client, asked["run_id"])
        assert [frame["type"] for frame in seen[-2:]] == ["prompt_resolved", "run_cancelled"]
        resolved = one(seen, "prompt_resolved")
        assert (resolved["by"], resolved["value"]) == ("cancel", pause.default.value)
        assert await second.until("run_cancelled") == seen[-1]
        for tab in (client, second):
            await pause.answer(tab, asked, pause.right)
            assert (await tab.until("error"))["code"] == "already_decided"


@every_pause
async def test_the_question_of_an_erased_session_is_no_question_any_more(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        erased = await asking.http.delete(f"/api/sessions/{asked['session_id']}")
        assert erased.status_code == 204, erased.text
        await pause.answer(client, asked, pause.right)
        error = await client.until("error")
        assert error["code"] in ("unknown_prompt", "unknown_session")
        gone = await asking.http.get(f"/api/sessions/{asked['session_id']}/messages")
        assert gone.status_code == 404
        trace = await asking.http.get(f"/api/runs/{asked['run_id']}/trace")
        assert trace.status_code == 404


@every_pause
async def test_whoever_comes_back_gets_the_open_question_whole_with_the_time_left(
    asking: Serving, pause: Pause
) -> None:
    async with card(asking, pause) as (client, asked):
        for cursor in (None, 0, asked["seq"]):
            async with talking(asking.url, asked["session_id"], cursor) as again:
                pending = (await again.next())["pending_prompt"]
                if cursor == 0:
                    assert await again.until(pause.frame) == asked
            assert {**asked, "expires_in_ms": pending["expires_in_ms"]} == pending
            assert 0 < pending["expires_in_ms"] < asked["expires_in_ms"]
        await pause.answer(client, asked, pause.right)
        await ending(client, asked["run_id"])
        async with talking(asking.url, asked["session_id"]) as again:
            assert (await again.next())["pending_prompt"] is None


@every_pause
async def test_keep_waiting_moves_the_deadline_by_its_own_length(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        await client.send(type="prompt_extend", id=pause.id_of(asked))
        extended = await client.until("prompt_extended")
        until, before = (datetime.fromisoformat(frame["expires_at"]) for frame in (extended, asked))
        assert (until - before).total_seconds() == asked["expires_in_ms"] / 1000
        await pause.answer(client, asked, pause.right)
        assert (await client.until("prompt_resolved"))["by"] == "person"


@under(**{pause.timeout: 1 for pause in PAUSES})
@every_pause
async def test_an_answer_that_comes_too_late_is_refused_and_changes_nothing(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        seen = await ending(client, asked["run_id"])
        for late in (pause.right, pause.other):
            await pause.answer(client, asked, late)
            assert (await client.until("error"))["code"] == "late_answer"
        await client.send(type="prompt_extend", id=pause.id_of(asked))
        assert (await client.until("error"))["code"] == "late_answer"
        resolved = one(seen, "prompt_resolved")
        assert (resolved["by"], resolved["value"]) == ("timeout", pause.default.value)
        assert pause.shows(one(seen, "answer")) == pause.default.shown


@under(multitask="replace")
@no_answer_typed
async def test_a_new_message_supersedes_the_question_where_the_setting_says_so(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        later = await client.ask(HELLO)
        closed = await client.until("prompt_resolved")
        assert (closed["id"], closed["value"], closed["by"]) == (pause.id_of(asked), pause.default.value, "superseded")
        seen = await ending(client, asked["run_id"])
        assert seen[-1]["type"] == "run_cancelled"
        answered = await client.until("answer")
        assert answered["message_id"] == later
        await pause.answer(client, asked, pause.right)
        assert (await client.until("error"))["code"] == "already_decided"


async def superseded(service: Serving) -> str | None:
    """How many questions were, as this process counts them."""
    figures = (await service.http.get("/metrics")).text.splitlines()
    return next((line for line in figures if line.startswith('suffice_confirmations_total{by="superseded"}')), None)


@pytest.mark.parametrize("asking", [{"multitask": "replace"}, {"multitask": "refuse"}], indirect=True, ids=str)
async def test_under_every_setting_a_message_is_the_answer_to_a_clarification(asking: Serving) -> None:
    pause, before = CLARIFICATION, await superseded(asking)
    async with card(asking, pause) as (client, asked):
        await client.ask("대구 중구")
        seen = await ending(client, asked["run_id"])
        resolved = one(seen, "prompt_resolved")
        assert (resolved["id"], resolved["value"], resolved["by"]) == (pause.id_of(asked), "대구 중구", "person")
        assert pause.shows(one(seen, "answer")) == pause.right.shown
        assert errors_of(client) == []
    assert await superseded(asking) == before


@under(multitask="refuse")
@no_answer_typed
async def test_a_new_message_is_refused_where_the_setting_says_so(asking: Serving, pause: Pause) -> None:
    async with card(asking, pause) as (client, asked):
        await client.ask(HELLO)
        assert (await client.until("error"))["code"] == "run_in_progress"
        await pause.answer(client, asked, pause.other)
        seen = await ending(client, asked["run_id"])
        assert pause.shows(one(seen, "answer")) == pause.other.shown
