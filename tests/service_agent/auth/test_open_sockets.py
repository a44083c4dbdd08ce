"""Connections that are open when their sign-in ends: each gets an error and is closed, in every process."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest
from websockets.exceptions import InvalidStatus

from service_agent.chat import socket as socket_module
from tests.identity_provider import AUDIENCE, providing
from tests.service_agent.auth.conftest import Keys
from tests.service_agent.auth.test_sign_in import STATIC, bearer, own, signed_page
from tests.serving import Serve, Serving
from tests.stories.client import SocketClient, talking

KEYS = f"ann:{STATIC},bob:bob-0123456789abc"
BOB = bearer("bob-0123456789abc")


async def session_of(service: Serving, headers: dict[str, str]) -> str:
    """A new session's id."""
    made = await service.http.post("/api/sessions", headers=headers)
    assert made.status_code == 201, made.text
    return str(made.json()["session_id"])


async def is_ended(client: SocketClient) -> bool:
    """It gets the reason, and is closed."""
    error = await client.until("error")
    return error["code"] == "sign_in_ended" and await client.closed() == 4401


async def still_talks(client: SocketClient) -> bool:
    await client.send(type="ping")
    return (await client.until("pong"))["type"] == "pong"


async def test_erasing_a_person_closes_all_they_have_open_in_every_process_and_nobody_elses(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serve(auth_keys=KEYS))
        there = await stack.enter_async_context(serve(auth_keys=KEYS))
        mine, bobs = await session_of(here, bearer(STATIC)), await session_of(there, BOB)
        open_here = await stack.enter_async_context(talking(here.url, mine, headers=bearer(STATIC)))
        open_there = await stack.enter_async_context(talking(there.url, mine, headers=bearer(STATIC)))
        bob = await stack.enter_async_context(talking(there.url, bobs, headers=BOB))
        for client in (open_here, open_there, bob):
            await client.until("session_ready")
        assert (await here.http.delete("/api/me", headers=bearer(STATIC))).status_code == 204
        assert await is_ended(open_here)
        assert await is_ended(open_there)
        assert await still_talks(bob)
        again = await session_of(there, bearer(STATIC))
        anew = await stack.enter_async_context(talking(there.url, again, headers=bearer(STATIC)))
        await anew.until("session_ready")
        await asyncio.sleep(2)  # two looks
        assert await still_talks(anew), "who comes back after it is somebody new"


async def test_erasing_takes_a_persons_keys_and_pages_along(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service:
        secret, _ = await keys.make()
        page = await signed_page(service, secret)
        assert (await page.delete("/api/me", headers=own(service))).status_code == 204
        assert (await page.get("/api/me")).json()["code"] == "sign_in_ended"
        assert (await service.http.get("/api/me", headers=bearer(secret))).status_code == 401
        await page.aclose()


async def test_a_revoked_key_closes_what_it_opened_and_what_its_cookie_opened(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service, AsyncExitStack() as stack:
        secret, row = await keys.make()
        other, _ = await keys.make(owner=row.principal.owner_id)
        session_id = await session_of(service, bearer(secret))
        page = await signed_page(service, secret)
        stack.push_async_callback(page.aclose)
        cookie = {"Cookie": f"suffice={page.cookies['suffice']}", "Origin": service.url}
        opened = [
            await stack.enter_async_context(talking(service.url, session_id, headers=headers))
            for headers in (bearer(secret), cookie, bearer(other))
        ]
        by_frame = await stack.enter_async_context(talking(service.url, session_id))
        await by_frame.send(type="authenticate", token=secret)
        for client in (*opened, by_frame):
            await client.until("session_ready")
        await keys.stored.revoke_key("local", row.key_id)
        assert await is_ended(opened[0])
        assert await is_ended(opened[1])
        assert await is_ended(by_frame)
        assert await still_talks(opened[2]), "the same person's other key"


async def test_signing_the_page_out_closes_its_connection(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service, AsyncExitStack() as stack:
        session_id = await session_of(service, bearer(STATIC))
        page = await signed_page(service, STATIC)
        stack.push_async_callback(page.aclose)
        cookie = {"Cookie": f"suffice={page.cookies['suffice']}", "Origin": service.url}
        client = await stack.enter_async_context(talking(service.url, session_id, headers=cookie))
        await client.until("session_ready")
        await page.post("/api/sign-out", headers=own(service))
        assert await is_ended(client)


@pytest.mark.long  # every day: a revoked key, above
async def test_a_token_that_expires_closes_the_line_unless_a_newer_one_comes_first(serve: Serve) -> None:
    async with (
        providing() as provider,
        serve(auth_jwt_issuer=provider.issuer, auth_jwt_audience=(AUDIENCE,), auth_clock_skew_s=0) as service,
        AsyncExitStack() as stack,
    ):
        session_id = await session_of(service, bearer(provider.token("ann")))
        short = bearer(provider.token("ann", exp=int(time.time()) + 8))
        expiring = await stack.enter_async_context(talking(service.url, session_id, headers=short))
        renewed = await stack.enter_async_context(talking(service.url, session_id, headers=short))
        for client in (expiring, renewed):
            await client.until("session_ready")
        await renewed.send(type="authenticate", token=provider.token("bob"))
        assert (await renewed.until("error"))["field"] == "type", "nobody else takes a connection over"
        await renewed.send(type="authenticate", token=provider.token("ann"))
        assert await is_ended(expiring)
        assert await still_talks(renewed)


@pytest.mark.long  # every day: a revoked key, above
async def test_a_key_whose_day_comes_closes_its_connection(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service:
        lasting, row = await keys.make()
        session_id = await session_of(service, bearer(lasting))
        secret, _ = await keys.make(row.principal.owner_id, ends=datetime.now(UTC) + timedelta(seconds=8))
        async with talking(service.url, session_id, headers=bearer(secret)) as client:
            await client.until("session_ready")
            assert await is_ended(client)


async def test_a_cookie_connects_from_our_own_page_alone(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service, AsyncExitStack() as stack:
        session_id = await session_of(service, bearer(STATIC))
        page = await signed_page(service, STATIC)
        stack.push_async_callback(page.aclose)
        cookie = {"Cookie": f"suffice={page.cookies['suffice']}"}
        async with talking(service.url, session_id, headers={**cookie, "Origin": service.url}) as client:
            await client.until("session_ready")
        for origin in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            with pytest.raises(InvalidStatus) as refused:
                async with talking(service.url, session_id, headers={**cookie, **origin}):
                    pass
            assert refused.value.response.status_code == 403, origin
        stale = {"Cookie": "suffice=old", "Origin": service.url}
        async with talking(service.url, session_id, headers=stale) as client:
            assert await is_ended(client)


async def test_who_says_nothing_is_not_waited_for_for_ever(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "SIGN_IN_LIMIT_S", 0.2)
    async with serve(auth_keys=KEYS) as service:
        session_id = await session_of(service, bearer(STATIC))
        async with talking(service.url, session_id) as client:
            assert (await client.until("error"))["code"] == "unauthenticated"
            assert await client.closed() == 4401


async def test_a_first_frame_with_anything_for_a_token_is_refused(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        session_id = await session_of(service, bearer(STATIC))
        for token in ("\ud800", "é", "x" * 8000, "sfk_", "a.b.c", "\x00"):
            async with talking(service.url, session_id) as client:
                await client.send_raw(json.dumps({"type": "authenticate", "token": token}))
                # Half of a surrogate pair is no text at all.
                assert (await client.until("error"))["code"] in ("unauthenticated", "malformed_frame"), token
                assert await client.closed() == 4401, token


async def asked(service: Serving, session_id: str) -> int:
    """How many questions are in the session."""
    found = await service.http.get(f"/api/sessions/{session_id}/messages", headers=bearer(STATIC))
    return sum(message["role"] == "user" for message in found.json()["messages"])


@pytest.mark.long  # every day: who is erased, above
async def test_a_request_that_waits_for_an_answer_ends_when_its_person_is_erased(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, ask_worth_s=0, confirm_timeout_s=3600) as service:
        session_id = await session_of(service, bearer(STATIC))
        async with talking(service.url, session_id, headers=bearer(STATIC)) as client:
            await client.turn("대구 달서구 아파트 시세 알려줘")
            await client.ask("평균은 얼마야?")
            await client.until("user_confirmation_required")
        body = {"content": "안녕하세요", "session_id": session_id}
        plain = service.http.post("/api/chat", json=body, headers=bearer(STATIC), timeout=60)
        stream = {**bearer(STATIC), "Accept": "text/event-stream"}
        streamed = service.http.post("/api/chat", json=body, headers=stream, timeout=60)
        waiting = [asyncio.create_task(plain), asyncio.create_task(streamed)]
        async with asyncio.timeout(20):
            while await asked(service, session_id) < 4:
                await asyncio.sleep(0.05)
        assert (await service.http.delete("/api/me", headers=bearer(STATIC))).status_code == 204
        answered, other_stream = await asyncio.gather(*waiting)
        assert (answered.status_code, answered.json()["code"]) == (404, "unknown_run")
        last = other_stream.text.strip().splitlines()[-1]
        assert json.loads(last.removeprefix("data: "))["code"] == "unknown_run"
