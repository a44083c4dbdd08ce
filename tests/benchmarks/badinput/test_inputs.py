"""The short form of `python -m benchmarks.badinput`: bad inputs, no failure, no hang, and it can see one."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.badinput.attack import Attack
from benchmarks.badinput.inputs import Bytes, Frames, Request, bad_inputs, size_of
from tests.serving import Serving


@pytest.mark.parametrize(
    "inputs", [20, pytest.param(250, marks=pytest.mark.long), pytest.param(1_000, marks=pytest.mark.nightly)]
)
async def test_bad_inputs_are_refused_one_by_one_and_the_service_goes_on(service: Serving, inputs: int) -> None:
    outcome = await Attack(service.url).run(bad_inputs(7, inputs))
    assert outcome.faults == [], "\n".join(outcome.faults)
    assert outcome.sent >= inputs
    assert outcome.answers["error"] > inputs // 50, "frames were refused with a word"
    assert outcome.answers["422"] > inputs // 20, "and requests"
    assert (await service.http.get("/readyz")).status_code == 200


def test_the_same_seed_makes_the_same_inputs_of_every_kind() -> None:
    made = list(bad_inputs(3, 500))
    assert made == list(bad_inputs(3, 500))
    assert made != list(bad_inputs(4, 500))
    assert {type(each) for each in made} == {Request, Frames, Bytes}
    assert sum(size_of(each) for each in made) >= 500


async def test_a_service_that_fails_is_found_out() -> None:
    async def fail(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        created = head.startswith(b"POST /api/sessions ")
        body = b'{"session_id": "s"}' if created else b"oops"
        status = b"201 Created" if created else b"500 Oops"
        writer.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(fail, "127.0.0.1", 0)
    async with server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        outcome = await Attack(url).run([Request("GET", "/api/packs")])
    assert [fault[:8] for fault in outcome.faults] == ["500 oops"]
