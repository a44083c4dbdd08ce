"""What is wrong with a request is a problem document that names its field."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from typing import Any

import pytest

from service_agent.api.requests.access import CALLBACK
from service_agent.protocol.failures import PROBLEM_JSON
from tests.service_agent.api.test_routes import problem_of
from tests.serving import Serving

WRONG: list[tuple[str, str, Any, int, str, str | None]] = [
    ("POST", "/api/sessions", {"pack": "nowhere"}, 404, "unknown_pack", "pack"),
    ("POST", "/api/sessions", {"pack": "No Pack"}, 422, "invalid_input", "pack"),
    ("POST", "/api/sessions", {"paks": "x"}, 422, "invalid_input", "paks"),
    ("POST", "/api/chat", {}, 422, "invalid_input", "content"),
    ("POST", "/api/chat", {"content": ""}, 422, "invalid_input", "content"),
    ("POST", "/api/chat", {"content": "x" * 8001}, 422, "invalid_input", "content"),
    ("POST", "/api/chat", {"content": "x", "reuse": "maybe"}, 422, "invalid_input", "reuse"),
    ("POST", "/api/chat", {"content": "x", "session_id": "nobody"}, 404, "unknown_session", None),
    ("POST", "/api/chat", {"content": "x", "history": [{"role": "god", "content": "x"}]}, 422, "invalid_input",
     "history.0.role"),
    ("POST", "/api/chat", {"content": "x", "session_id": "s", "history": [{"role": "user", "content": "x"}]}, 422,
     "invalid_input", "history"),
    ("GET", "/api/sessions?limit=0", None, 422, "invalid_input", "limit"),
    ("PUT", "/api/me/settings", {"confirm_timeout_s": 0}, 422, "invalid_input", "confirm_timeout_s"),
    ("POST", "/api/messages/nothing/feedback", {"rating": 1}, 404, "unknown_message", None),
    ("POST", "/api/messages/nothing/feedback", {"rating": 7}, 422, "invalid_input", "rating"),
    ("GET", "/api/chunks/nothing", None, 404, "unknown_document", None),
    ("GET", "/api/graph/nothing", None, 404, "unknown_entity", None),
    ("GET", "/api/graph?pack=nothing", None, 404, "unknown_pack", None),
    ("GET", "/api/runs/nothing/trace", None, 404, "unknown_run", None),
    ("GET", "/api/nowhere", None, 404, "unknown_address", None),
    ("GET", "/api/sessions/a%00b", None, 422, "invalid_input", "session_id"),
    ("GET", "/api/sessions?before=%00", None, 422, "invalid_input", "before"),
    ("GET", "/api/sessions/a/messages?after=%01", None, 422, "invalid_input", "after"),
    ("GET", "/api/chunks/a%00", None, 422, "invalid_input", "chunk_id"),
    ("GET", "/api/runs/%00/trace", None, 422, "invalid_input", "run_id"),
    ("POST", "/api/corpora/real_estate/documents?name=a%00.md", {}, 422, "invalid_input", "name"),
    ("POST", "/api/corpora/real_estate/documents?name=" + "%EA%B0%80" * 100, {}, 422, "invalid_input", "name"),
    ("DELETE", "/api/packs", None, 405, "invalid_input", None),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "status", "code", "field"), WRONG)
async def test_what_is_wrong_is_a_problem_that_names_its_field(
    service: Serving, method: str, path: str, body: Any, status: int, code: str, field: str | None
) -> None:
    problem = problem_of(await service.http.request(method, path, json=body))
    assert (problem.status, problem.code, problem.field) == (status, code, field)
    assert problem.detail


@pytest.mark.parametrize(
    ("address", "field", "said"),
    [
        ("experiments/default/metrics?demoo=a", "demoo", "demoo: there is no such parameter here; did you mean demo?"),
        ("me?x=1", "x", "this route takes none."),
        (
            "sessions?=1",
            "query",
            "query: there is no such parameter here; this route takes: archived, before, limit, title.",
        ),
        ("experiments/default/metrics?data-type=a", "data-type", "did you mean data_type?"),
        ("experiments/default/health?zzz=1", "zzz", "zzz: there is no such parameter here; this route takes: format."),
        ("experiments/default/metrics?arm=a&arm=b", "arm", "arm: it is given 2 times; give it once."),
        ("sessions?limt=3", "limt", "did you mean limit?"),
        ("packs?x=1", "x", "x: there is no such parameter here; this route takes none."),
        ("sign-in?x=1", "x", "this route takes none."),
        ("me/settings?%00=1", "query", "query: control characters are not taken here; leave them out."),
        ("me/settings?a%C2%9Bb=1", "query", "query: control characters are not taken here; leave them out."),
        ("sessions?" + "n" * 9000 + "=1", "n" * 40, "this route takes: archived, before, limit, title."),
    ],
)
async def test_a_parameter_the_route_does_not_take_is_named(
    service: Serving, address: str, field: str, said: str
) -> None:
    problem = problem_of(await service.http.get(f"/api/{address}"))
    assert (problem.status, problem.code, problem.field) == (422, "invalid_input", field)
    assert said in problem.detail


async def test_a_request_with_two_hosts_is_a_bad_one(service: Serving) -> None:
    for path, mark in (("/healthz", b"problem+json"), ("/v1/models", b'"error"')):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(service.url.rpartition(":")[2]))
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"send it once" in answer
        assert mark in answer


def addressed(path: str) -> str:
    """The path with something in each place of it; drafted documents have ids of their own form."""
    filled = path.replace("{name}", "default").replace("{draft_id}", "00000000-0000-4000-8000-000000000000")
    return re.sub(r"{.*?}", "x", filled)


async def test_every_filter_a_route_documents_is_taken(service: Serving) -> None:
    paths = (await service.http.get("/api/openapi.json")).json()["paths"]
    asked = 0
    for path, methods in paths.items():
        names = [each["name"] for each in methods.get("get", {}).get("parameters", []) if each["in"] == "query"]
        for name in names:
            answer = await service.http.get(addressed(path), params={name: "x"})
            assert "no such parameter" not in answer.text, (path, name)
            asked += 1
    assert asked > 50
    assert (await service.http.get("/healthz?t=1")).status_code == 200, "a probe's own"


async def test_no_route_takes_a_parameter_it_does_not_document(service: Serving) -> None:
    paths = (await service.http.get("/api/openapi.json")).json()["paths"]
    asked = 0
    for path, methods in paths.items():
        for method in set(methods) & {"get", "post", "put", "patch", "delete"}:
            if path.startswith("/api/") and path != CALLBACK:
                problem = problem_of(await service.http.request(method, addressed(path), params={"zz": ""}))
                assert (problem.status, problem.field) == (422, "zz"), (method, path)
                asked += 1
    assert asked > 40


UNSTORABLE = ("\x00", "a\x00b", "\ud800")
"""What PostgreSQL cannot hold as text, and what is no Unicode."""
TEXTS: tuple[tuple[str, str, dict[str, object], str], ...] = (
    ("POST", "/api/experiments/default/threshold", {"threshold": 0.9}, "arm"),
    ("POST", "/api/experiments/default/threshold", {"threshold": 0.9}, "pack"),
    ("POST", "/api/experiments", {"name": "x", "arms": [{"name": "a", "variant": "hybrid", "weight": 1}]}, "pack"),
    ("POST", "/api/decisions/unknown/label", {"outcome": "right"}, "reason"),
    ("POST", "/api/answers/unknown/review", {}, "note"),
    ("POST", "/api/messages/unknown/feedback", {"rating": 1}, "reason"),
    ("POST", "/api/sessions", {}, "pack"),
    ("POST", "/api/chat", {"content": "안녕"}, "pack"),
    ("POST", "/api/chat", {"content": "안녕"}, "session_id"),
    ("POST", "/api/sign-in", {}, "token"),
)


@pytest.mark.parametrize(("method", "path", "body", "field"), TEXTS)
async def test_text_the_database_cannot_hold_breaks_nothing(
    service: Serving, method: str, path: str, body: dict[str, object], field: str
) -> None:
    for text in UNSTORABLE:
        sent = json.dumps({**body, field: text})
        answer = await service.http.request(method, path, content=sent, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, (text, answer.text)
        assert answer.headers["content-type"] == PROBLEM_JSON


async def test_a_pages_end_the_database_cannot_hold_is_refused(service: Serving) -> None:
    for run_id in UNSTORABLE:
        cursor = json.dumps(["2026-01-01T00:00:00+00:00", run_id]).encode()
        before = base64.urlsafe_b64encode(cursor).decode()
        answer = await service.http.get("/api/experiments/default/decisions", params={"before": before})
        assert problem_of(answer).field == "before", answer.text
