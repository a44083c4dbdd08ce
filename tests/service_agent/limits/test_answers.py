"""What somebody gets who reached a limit: 429 with Retry-After over HTTP, `busy` on the socket."""

from __future__ import annotations

import asyncio
import time
import uuid
from contextlib import AsyncExitStack
from typing import Any

import httpx
import psycopg
import pytest

from foundation.contracts.identity import LOCAL, Principal, Role
from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.identity import IdentityRepository
from foundation.storage.people.spending import Spender, SpendingRepository, Spent
from service_agent.limits import paces
from service_agent.limits.paces import SIGNS_MINUTE
from service_agent.settings.keys import hash_of, new_key
from tests.serving import Serve, Serving
from tests.stories.client import SocketClient, talking

KEYS = "ann:ann-ann-ann-ann-ann,bob:bob-bob-bob-bob-bob"
SCRIPT: dict[str, Line] = {ANY: "안녕하세요. 무엇을 찾아 드릴까요?"}


def as_person(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def refused(answer: httpx.Response, code: str) -> int:
    """The wait of a 429 problem document."""
    assert answer.status_code == 429, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["code"] == code
    assert problem["retryable"]
    assert answer.headers["retry-after"] == str(problem["retry_after_s"])
    return int(problem["retry_after_s"])


async def ask(service: Serving, headers: dict[str, str] | None = None, **body: Any) -> httpx.Response:
    return await service.http.post("/api/chat", json={"content": "안녕하세요", **body}, headers=headers)


async def test_a_costly_model_uses_up_the_day_and_answers_stay(serve: Serve, spending: SpendingRepository) -> None:
    prices = {"scripted": {"prompt": 1_000.0, "completion": 1_000.0}}
    name = f"p{uuid.uuid4().hex[:8]}"
    model = {"llm_model": "scripted", "llm_prices": prices, "auth_keys": f"{name}:key-key-key-key-key"}
    person, headers = Principal(tenant_id="local", owner_id=name), as_person("key-key-key-key-key")
    async with (
        ScriptedEndpoint(SCRIPT) as endpoint,
        serve(llm_base_url=endpoint.base_url, limit_person_cost_day=0.01, **model) as service,
    ):
        first = await ask(service, headers, message_id="m-1")
        assert first.status_code == 200, first.text
        spent = await until_spent(spending, person)
        assert spent.tokens > 0
        assert spent.micros == spent.tokens * 1_000
        assert refused(await ask(service, headers, message_id="m-2"), "over_limit") >= 1
        again = await ask(service, headers, message_id="m-1")
        assert again.status_code == 200
        assert again.json() == first.json()
        session = await service.http.post("/api/sessions", json={}, headers=headers)
        async with talking(service.url, session.json()["session_id"], headers=headers) as client:
            await client.next()
            await client.ask("안녕하세요")
            assert (await client.until("busy"))["retry_after_s"] >= 1


async def until_spent(spending: SpendingRepository, person: Principal) -> Spent:
    for _ in range(500):
        now = (await spending.today(person)).person
        if now != Spent():
            return now
        await asyncio.sleep(0.01)
    raise AssertionError("nothing was noted")


async def test_a_pace_holds_one_person_back_and_nobody_else(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_requests_minute=3) as service:
        ann, bob = as_person("ann-ann-ann-ann-ann"), as_person("bob-bob-bob-bob-bob")
        for _ in range(3):
            assert (await service.http.get("/api/sessions", headers=ann)).status_code == 200
        assert 1 <= refused(await service.http.get("/api/sessions", headers=ann), "over_limit") <= 60
        assert (await service.http.get("/healthz")).status_code == 200
        made = await service.http.post("/api/sessions", json={}, headers=bob)
        assert made.status_code == 201
        async with talking(service.url, made.json()["session_id"], headers=bob) as client:
            await client.next()
            for _ in range(20):
                await client.send(type="ping")
            await client.ask("안녕하세요")
            await client.until("run_completed")
            await client.ask("안녕하세요")
            await client.ask("안녕하세요")
            assert 1 <= (await client.until("busy"))["retry_after_s"] <= 60


async def test_of_two_limits_the_longer_wait_is_reported(serve: Serve, spending: SpendingRepository) -> None:
    async with serve(limit_requests_minute=1, limit_tenant_tokens_day=1) as service:
        assert (await service.http.get("/api/sessions")).status_code == 200
        await spending.add({Spender("local", "somebody"): Spent(5, 0)})
        left = (await spending.today(LOCAL)).left_s
        wait = refused(await ask(service), "over_limit")
        assert wait > 60 or left < 120, "midnight is nearer than the minute's end"
        assert refused(await service.http.get("/api/sessions"), "over_limit") <= 60


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("http", marks=pytest.mark.long),
        pytest.param("socket header", marks=pytest.mark.long),
        "socket frame",
    ],
)
async def test_an_address_wrong_too_often_is_refused_only_where_it_is_wrong(serve: Serve, way: str) -> None:
    async with serve(auth_keys=KEYS, limit_sign_ins_minute=60) as service:
        for number in range(60):
            wrong = as_person(f"guess-number-{number}-guess")
            if way == "http" or number > 2:
                assert (await service.http.get("/api/sessions", headers=wrong)).status_code == 401
                continue
            headers = wrong if way == "socket header" else None
            async with talking(service.url, "s", headers=headers) as client:
                if headers is None:
                    await client.send(type="authenticate", token=f"guess-number-{number}-guess")
                assert await client.closed() == 4401
        wrong = as_person("guess-number-61-guess")
        assert 1 <= refused(await service.http.get("/api/sessions", headers=wrong), "over_limit") <= 60
        async with talking(service.url, "s", headers=wrong) as client:
            assert (await client.next())["code"] == "over_limit"
            assert await client.closed() == 1013
        async with talking(service.url, "s") as client:
            await client.send(type="authenticate", token="guess-number-62-guess")
            frame = await client.next()
            assert (frame["type"], frame["code"]) == ("error", "over_limit")
            assert await client.closed() == 1013
        for key in ("ann-ann-ann-ann-ann", "bob-bob-bob-bob-bob"):
            assert (await service.http.get("/api/sessions", headers=as_person(key))).status_code == 200
        assert (await service.http.get("/api/sessions")).status_code == 401, "nothing tried, nothing counted"


@pytest.mark.long  # every day: a static key is guessed no faster, below
async def test_who_is_right_for_the_first_time_waits_as_long_as_a_guess(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_sign_ins_minute=30) as service:
        guesses = [as_person(f"guess-number-{number}-guess") for number in range(33)]
        for guess in guesses[:30]:
            assert (await service.http.get("/api/me", headers=guess)).status_code == 401
        asked = [asyncio.create_task(service.http.get("/api/me", headers=guess)) for guess in guesses[30:]]
        await asyncio.gather(asked[0])
        ann, begun = as_person("ann-ann-ann-ann-ann"), time.monotonic()
        assert (await service.http.get("/api/me", headers=ann)).status_code == 200
        assert time.monotonic() - begun > 3, "two guesses and two seconds for each stood before it"
        assert {refused(one, "over_limit") > 0 for one in await asyncio.gather(*asked)} == {True}
        begun = time.monotonic()
        assert (await service.http.get("/api/me", headers=ann)).status_code == 200
        assert time.monotonic() - begun < 2, "known here, it needs no turn"


async def test_an_open_lines_newer_tokens_count_as_requests_or_guesses(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_requests_minute=5, limit_sign_ins_minute=2) as service:
        ann = as_person("ann-ann-ann-ann-ann")
        made = await service.http.post("/api/sessions", json={}, headers=ann)
        for number in range(2):
            async with talking(service.url, made.json()["session_id"], headers=ann) as client:
                await client.next()
                await client.send(type="authenticate", token=f"guess-number-{number}-guess")
                assert (await client.until("error"))["code"] == "unauthenticated"
                assert await client.closed() == 4401
        wrong = as_person("guess-number-3-guess")
        refused(await service.http.get("/api/sessions", headers=wrong), "over_limit")
        async with talking(service.url, made.json()["session_id"], headers=ann) as client:
            await client.next()
            for _ in range(3):
                await client.send(type="authenticate", token="ann-ann-ann-ann-ann")
            assert 1 <= (await client.until("busy"))["retry_after_s"] <= 60


@pytest.mark.parametrize(
    "key", ["sfk_ann-ann-ann-ann", pytest.param("ann.ann-ann.ann-ann-ann", marks=pytest.mark.long)]
)
async def test_a_static_key_that_looks_unguessable_is_guessed_no_faster(serve: Serve, key: str) -> None:
    async with serve(auth_keys=f"ann:{key},bob:bob-bob-bob-bob-bob", limit_sign_ins_minute=30) as service:
        for number in range(31):
            guess = as_person(key[:8] + f"{number:02}" + key[10:])
            reply = await service.http.get("/api/me", headers=guess)
            assert reply.status_code == (401 if number < 30 else 429)
        begun = time.monotonic()
        assert (await service.http.get("/api/me", headers=as_person(key))).status_code == 200
        assert time.monotonic() - begun > 1, "it waits for its turn, of which there is one in two seconds"


async def test_whoever_shares_an_address_with_a_guesser_still_comes_in(serve: Serve, chosen: DatabaseAddress) -> None:
    made, right, guess = new_key(), as_person("ann-ann-ann-ann-ann"), as_person("guess-guess-guess-guess")
    engine = open_engine(chosen, pool_size=2)
    async with serve(auth_keys=KEYS, limit_sign_ins_minute=2) as service:
        name = f"p{uuid.uuid4().hex[:8]}"
        await IdentityRepository(engine).create_key(
            Principal(tenant_id="local", owner_id=name, roles=frozenset({Role.PERSON})), name, hash_of(made), None
        )
        own = {"Origin": service.url, "Sec-Fetch-Site": "same-origin", "X-Suffice-Page": "1"}
        signed = await service.http.post("/api/sign-in", json={"token": "ann-ann-ann-ann-ann"}, headers=own)
        cookie = {"Cookie": signed.headers["set-cookie"].partition(";")[0]}
        service.http.cookies.clear()
        for _ in range(2):
            assert (await service.http.get("/api/me", headers=guess)).status_code == 401
        for good in (cookie, right, as_person(made)):
            assert (await service.http.get("/api/me", headers=good)).status_code == 200
        refused(await service.http.get("/api/me", headers=guess), "over_limit")
        unmade = [as_person(made[:-4] + f"abc{number}") for number in range(3)]
        statuses = [(await service.http.get("/api/me", headers=bad)).status_code for bad in unmade]
        assert statuses == [401, 401, 429]
        for good in (cookie, right, as_person(made)):
            assert (await service.http.get("/api/me", headers=good)).status_code == 200
    await engine.dispose()


async def test_a_sign_in_that_ended_is_no_wrong_try(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_sign_ins_minute=2) as service:
        for _ in range(4):
            ended = await service.http.get("/api/me", headers={"Cookie": "suffice=of-last-week"})
            assert (ended.status_code, ended.json()["code"]) == (401, "sign_in_ended")
        assert (await service.http.get("/api/me", headers=as_person("ann-ann-ann-ann-ann"))).status_code == 200


@pytest.mark.long  # every day: a full queue, tests/stories/test_turns.py
async def test_a_full_queue_of_everybody_is_busy(serve: Serve) -> None:
    hanging: dict[str, Line] = {ANY: Reply(fault="hang")}
    async with (
        ScriptedEndpoint(hanging) as endpoint,
        serve(llm_base_url=endpoint.base_url, llm_model="scripted", queue_total=1, run_slots=1) as service,
    ):
        session = await service.session()
        async with talking(service.url, session) as client:
            await client.next()
            for _ in range(4):  # one at work, one waits, the others find the queue full
                await client.ask("안녕하세요")
            assert (await client.until("busy"))["retry_after_s"] >= 1


@pytest.mark.long
async def test_a_persons_next_question_waits_for_their_place_and_delays_nobody(serve: Serve) -> None:
    hanging: dict[str, Line] = {ANY: Reply(fault="hang")}
    ann, bob = as_person("ann-ann-ann-ann-ann"), as_person("bob-bob-bob-bob-bob")
    async with (
        ScriptedEndpoint(hanging) as endpoint,
        serve(llm_base_url=endpoint.base_url, llm_model="scripted", person_runs=1, auth_keys=KEYS) as service,
        AsyncExitStack() as stack,
    ):
        lines: list[SocketClient] = []
        for headers in (ann, ann, bob):
            made = await service.http.post("/api/sessions", json={}, headers=headers)
            session = made.json()["session_id"]
            lines.append(await stack.enter_async_context(talking(service.url, session, headers=headers)))
            await lines[-1].until("session_ready")
        first, second, other = lines
        await first.ask("안녕하세요")
        at_work = await first.until("run_started")
        await second.ask("안녕하세요")
        await other.ask("안녕하세요")
        await other.until("run_started")
        await second.send(type="ping")
        assert (await second.until("pong"))["type"] == "pong"
        assert not [frame for frame in second.frames if frame["type"] == "run_started"]
        await first.send(type="cancel", run_id=at_work["run_id"])
        await second.until("run_started")


@pytest.mark.parametrize("history", [[], [{"role": "user", "content": "안녕"}]])
async def test_a_refused_question_leaves_no_conversation_behind(
    serve: Serve, spending: SpendingRepository, chosen: DatabaseAddress, history: list[dict[str, str]]
) -> None:
    name = f"p{uuid.uuid4().hex[:8]}"
    person, headers = Principal(tenant_id="local", owner_id=name), as_person("key-key-key-key-key")
    await spending.add({Spender.of(person): Spent(100, 0)})
    async with serve(limit_person_tokens_day=10, auth_keys=f"{name}:key-key-key-key-key") as service:
        refused(await ask(service, headers, history=history), "over_limit")
    with psycopg.connect(**chosen.psycopg_kwargs()) as connection:
        left = connection.execute("SELECT session_id FROM sessions WHERE owner_id = %s", (name,)).fetchall()
    assert left == []


async def test_signs_of_life_and_stops_have_a_pace_of_their_own(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SIGNS_MINUTE >= 60, "far beyond what a client needs"
    monkeypatch.setattr(paces, "SIGNS_MINUTE", 60)
    async with serve(auth_keys=KEYS) as service:
        ann, bob = as_person("ann-ann-ann-ann-ann"), as_person("bob-bob-bob-bob-bob")
        session_id = (await service.http.post("/api/sessions", headers=ann)).json()["session_id"]
        async with talking(service.url, session_id, headers=ann) as client:
            await client.next()
            for _ in range(30):
                await client.send(type="ping")
                await client.send(type="cancel", run_id="nothing")
                await client.until("pong")
                await client.until("error")
            for one_more in ({"type": "ping"}, {"type": "cancel", "run_id": "nothing"}):
                await client.send(**one_more)
                assert 1 <= (await client.until(lambda frame: True))["retry_after_s"] <= 60
            await client.ask("안녕하세요")
            await client.until("run_completed")
        session_id = (await service.http.post("/api/sessions", headers=bob)).json()["session_id"]
        async with talking(service.url, session_id, headers=bob) as other:
            await other.next()
            await other.send(type="ping")
            await other.until("pong")
