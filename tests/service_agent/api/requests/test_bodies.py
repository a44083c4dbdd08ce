"""Bodies that are no JSON, too large, or of no declared kind."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

import pytest

from service_agent.api.requests.middleware import MAX_BODY_BYTES
from tests.service_agent.api.test_routes import problem_of
from tests.serving import Serving


async def test_a_body_that_is_not_said_to_be_json_learns_what_to_say(service: Serving) -> None:
    answer = await service.http.post("/api/chat", content='{"content": "x"}', headers={"Content-Type": "text/plain"})
    problem = problem_of(answer)
    assert (answer.status_code, problem.code) == (422, "invalid_input")
    assert "Content-Type: application/json" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"{", "not JSON"),
        (b"[" * 300 + b"]" * 300, "nested deeper than 200 levels"),
        (b'{"content": ' + b"9" * 900_000 + b"}", "write it shorter"),
    ],
    ids=["no JSON", "nested", "long number"],
)
async def test_a_body_that_is_no_json_is_a_problem(service: Serving, body: bytes, word: str) -> None:
    answer = await service.http.post("/api/chat", content=body, headers={"Content-Type": "application/json"})
    problem = problem_of(answer)
    assert (problem.status, problem.field) == (422, "body")
    assert word in problem.detail


async def test_a_body_that_is_too_large_is_refused_declared_or_not(service: Serving) -> None:
    large = json.dumps({"content": "x" * MAX_BODY_BYTES}).encode()
    headers = {"Content-Type": "application/json"}
    assert problem_of(await service.http.post("/api/chat", content=large, headers=headers)).code == "oversized_frame"

    async def pieces() -> AsyncGenerator[bytes]:
        for start in range(0, len(large), 65_536):
            yield large[start : start + 65_536]

    assert problem_of(await service.http.post("/api/chat", content=pieces(), headers=headers)).code == "oversized_frame"
