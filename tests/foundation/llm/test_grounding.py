"""A grounding model over real HTTP: yes and no, with and without probabilities, and every way it fails."""

from __future__ import annotations

import math
from typing import Any

import httpx
import pytest

from foundation.llm.grounding import Grounding, GroundingClient, GroundingEndpoint, read_grounding
from foundation.llm.scripted import Call, Line, Reply, ScriptedEndpoint
from tests.foundation.llm.endpoints import endpoint

PAIR = ("Dogs are welcome on Fridays.", "Dogs may come on Friday.")


def said(word: str, yes: float | None = None) -> dict[str, Any]:
    choice: dict[str, Any] = {"message": {"role": "assistant", "content": word}}
    if yes is not None:
        offered = [{"token": "Yes", "logprob": math.log(yes)}, {"token": "No", "logprob": math.log(1 - yes)}]
        choice["logprobs"] = {"content": [{"token": word, "logprob": -0.1, "top_logprobs": offered}]}
    return {"choices": [choice]}


async def asked(line: Line, count: int = 1, limit_s: float = 10.0) -> tuple[list[Grounding | None], list[Call]]:
    async with ScriptedEndpoint({"grounding": line}) as served, httpx.AsyncClient() as http:
        client = GroundingClient(GroundingEndpoint(served.base_url, "minicheck", "key"), http)
        return await client.grounded([PAIR] * count, limit_s), served.calls


async def test_yes_and_no_are_read_and_document_and_claim_are_sent() -> None:
    found, calls = await asked(["Yes", "No."], count=2)
    assert {one.supported for one in found if one} == {True, False}
    assert calls[0].text == f"Document: {PAIR[0]}\nClaim: {PAIR[1]}"
    assert calls[0].headers["authorization"] == "Bearer key"


async def test_probabilities_of_the_first_token_decide() -> None:
    with endpoint(lambda path, body: (200, said("Yes", 0.25))) as address:
        async with httpx.AsyncClient() as http:
            client = GroundingClient(GroundingEndpoint(address, "minicheck"), http)
            [found] = await client.grounded([PAIR], 10.0)
    assert found is not None
    assert (found.supported, round(found.probability or 0, 3)) == (False, 0.25)


async def test_an_endpoint_without_probabilities_is_asked_again_without_them() -> None:
    bodies: list[dict[str, Any]] = []

    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        bodies.append(body)
        return (400, {"error": "logprobs"}) if "logprobs" in body else (200, said("Yes"))

    with endpoint(reply) as address:
        async with httpx.AsyncClient() as http:
            client = GroundingClient(GroundingEndpoint(address, "minicheck"), http)
            found = [*await client.grounded([PAIR], 10.0), *await client.grounded([PAIR], 10.0)]
    assert found == [Grounding(True, None)] * 2
    assert ["logprobs" in body for body in bodies] == [True, False, False]


async def test_all_of_a_batch_are_asked_again_without_probabilities() -> None:
    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        return (400, {"error": "logprobs"}) if "logprobs" in body else (200, said("Yes"))

    with endpoint(reply) as address:
        async with httpx.AsyncClient() as http:
            client = GroundingClient(GroundingEndpoint(address, "minicheck"), http)
            assert await client.grounded([PAIR] * 4, 10.0) == [Grounding(True, None)] * 4


async def test_a_claim_that_is_refused_either_way_costs_no_others_probability() -> None:
    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        return (400, {"error": "too long"}) if "long" in str(body["messages"]) else (200, said("Yes", 0.75))

    with endpoint(reply) as address:
        async with httpx.AsyncClient() as http:
            client = GroundingClient(GroundingEndpoint(address, "minicheck"), http)
            assert await client.grounded([("long", "claim")], 10.0) == [None]
            [found] = await client.grounded([PAIR], 10.0)
    assert found is not None
    assert found.probability is not None


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_busy_endpoint_is_asked_once_more(status: int) -> None:
    found, calls = await asked([Reply("", status=status), "Yes"])
    assert found == [Grounding(True, None)]
    assert len(calls) == 2


@pytest.mark.parametrize(
    "line",
    [
        Reply("", status=500),
        Reply("", status=404),
        Reply("Yes", fault="broken"),
        Reply("Yes", fault="half"),
        "Perhaps",
    ],
)
async def test_what_fails_gives_no_answer(line: Reply | str) -> None:
    found, _ = await asked(line)
    assert found == [None]


async def test_a_hanging_endpoint_is_left_at_the_limit() -> None:
    found, _ = await asked(Reply("Yes", fault="hang"), count=3, limit_s=0.2)
    assert found == [None, None, None]


async def test_an_endpoint_that_keeps_failing_is_left_alone() -> None:
    async with ScriptedEndpoint({"grounding": Reply("", status=404)}) as served, httpx.AsyncClient() as http:
        client = GroundingClient(GroundingEndpoint(served.base_url, "minicheck"), http)
        for _ in range(5):
            assert await client.grounded([PAIR], 10.0) == [None]
        assert len(served.calls) == 3


@pytest.mark.parametrize("reply", [b"", b"[]", b'{"choices": []}', b'{"choices": [{"message": {"content": 7}}]}'])
def test_no_reply_of_another_shape_is_read(reply: bytes) -> None:
    assert read_grounding(reply) is None
