"""Every route, tried by somebody else: what is not yours does not exist."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import pytest_asyncio

from service_agent.app import describe
from tests.serving import Serve, Serving

KEYS = "ann:ann-0123456789abc,bob:bob-0123456789abc"
ANN = {"Authorization": "Bearer ann-0123456789abc"}
BOB = {"Authorization": "Bearer bob-0123456789abc"}
OPEN = {"/healthz", "/readyz", "/metrics", "/"}
"""Routes that know nothing of anybody."""
SHARED = {"/api/packs", "/api/chunks/{chunk_id}", "/api/corpora/{pack}/documents"}
"""What belongs to all people of a tenant."""
OWN = {"/api/chat", "/api/sessions", "/api/me/settings", "/api/me"}
"""Routes that name nobody's things: whoever asks means their own."""


@dataclass(frozen=True)
class Theirs:
    """What Ann has."""

    service: Serving
    answer: dict[str, Any]


@pytest_asyncio.fixture
async def theirs(serve: Serve) -> AsyncGenerator[Theirs]:
    """Ann has asked something."""
    async with serve(auth_keys=KEYS) as service:
        answer = await service.http.post("/api/chat", json={"content": "안녕하세요"}, headers=ANN)
        yield Theirs(service, answer.json())


def routes() -> list[tuple[str, str]]:
    """(method, path) of every route."""
    paths: dict[str, dict[str, Any]] = describe().openapi()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


def filled(path: str, answer: dict[str, Any]) -> str:
    """The path with Ann's ids."""
    names = {"session_id": answer["session_id"], "run_id": answer["run_id"], "message_id": answer["answer_id"]}
    return path.format(**names)


BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("PATCH", "/api/sessions/{session_id}"): {"title": "meins"},
    ("POST", "/api/messages/{message_id}/feedback"): {"rating": 1},
}


async def test_what_is_somebody_elses_does_not_exist(theirs: Theirs) -> None:
    tried = [one for one in routes() if one[1] not in OPEN | SHARED | OWN]
    assert len(tried) >= 6
    for method, path in tried:
        address, body = filled(path, theirs.answer), BODIES.get((method, path))
        refused = await theirs.service.http.request(method, address, json=body, headers=BOB)
        assert refused.status_code == 404, (method, path, refused.text)
        if method != "DELETE":
            allowed = await theirs.service.http.request(method, address, json=body, headers=ANN)
            assert allowed.is_success, (method, path, allowed.text)


async def test_nobody_gets_anything_without_signing_in(theirs: Theirs) -> None:
    for method, path in routes():
        if path in OPEN:
            continue
        address = filled(path.replace("{chunk_id}", "x").replace("{pack}", "real_estate"), theirs.answer)
        refused = await theirs.service.http.request(method, address)
        assert refused.status_code == 401, (method, path)
        assert refused.headers["www-authenticate"] == "Bearer"


async def test_a_question_into_somebody_elses_session_is_refused_and_lists_are_ones_own(theirs: Theirs) -> None:
    http, session_id = theirs.service.http, theirs.answer["session_id"]
    refused = await http.post("/api/chat", json={"content": "x", "session_id": session_id}, headers=BOB)
    assert refused.status_code == 404
    listed = (await http.get("/api/sessions", headers=BOB)).json()["sessions"]
    assert session_id not in [session["session_id"] for session in listed]
    await http.delete("/api/me", headers=BOB)
    assert (await http.get(f"/api/sessions/{session_id}", headers=ANN)).status_code == 200
    await http.delete("/api/me", headers=ANN)
    assert (await http.get(f"/api/sessions/{session_id}", headers=ANN)).status_code == 404
