"""Every route of the application, walked by everybody who may not: no data, and no telling what exists.

A route without a line in WALK, or without its role in `auth/rules.py`, fails here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from foundation.contracts.identity import Role
from service_agent.api.requests.bodies import BodyRoute
from service_agent.auth.rules import FAMILIES, ROUTES, Open, need_of_route
from service_agent.composition.app import describe
from tests.service_agent.walk.conftest import NOBODY, STRANGERS, TENANTS, World


class Kind(Enum):
    """What a route's answer depends on."""

    OPEN = "on nobody"
    OWN = "on whoever asks; it names nothing"
    ANNS = "on something of Ann's it names"
    TENANTS = "on something of Ann's tenant it names"


@dataclass(frozen=True)
class Visit:
    """One request; {…} in the address and the body are ids of Ann's, or made-up ones."""

    kind: Kind
    address: str
    body: dict[str, Any] | None = None
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


def error_type(visit: Visit) -> str:
    """OpenAI's clients read errors of their own shape."""
    return "application/json" if visit.address.startswith("/v1/") else "application/problem+json"


def anns(address: str, body: dict[str, Any] | None = None) -> Visit:
    return Visit(Kind.ANNS, address, body)


CHAT: dict[str, Any] = {"model": "suffice/real_estate", "messages": [{"role": "user", "content": "안녕하세요"}]}
AGUI: dict[str, Any] = {
    "threadId": "{session_id}",
    "runId": "r",
    "messages": [{"id": "m", "role": "user", "content": "안녕하세요"}],
}
RESPONSE: dict[str, Any] = {"model": "suffice/real_estate", "input": "안녕하세요"}
PAGE = {"Sec-Fetch-Site": "same-origin", "X-Suffice-Page": "1"}
WALK: dict[str, tuple[Visit, ...]] = {
    "GET /": (Visit(Kind.OPEN, "/"),),
    "GET /s/{session_id}": (Visit(Kind.OPEN, "/s/{session_id}"),),
    "GET /dashboard": (Visit(Kind.OPEN, "/dashboard"),),
    "GET /knowledge": (Visit(Kind.OPEN, "/knowledge"),),
    "GET /models": (Visit(Kind.OPEN, "/models"),),
    "GET /admin": (Visit(Kind.OPEN, "/admin"),),
    "GET /embed": (Visit(Kind.OPEN, "/embed"),),
    "GET /embed.js": (Visit(Kind.OPEN, "/embed.js"),),
    "GET /shared/{token}": (Visit(Kind.OPEN, "/shared/nothing"),),
    "GET /api/shared/{token}": (Visit(Kind.OPEN, "/api/shared/nothing"),),
    "GET /assets/{name}": (Visit(Kind.OPEN, "/assets/none.js"),),
    "GET /static/{name}": (Visit(Kind.OPEN, "/static/none.js"),),
    "GET /healthz": (Visit(Kind.OPEN, "/healthz"),),
    "GET /readyz": (Visit(Kind.OPEN, "/readyz"),),
    "GET /metrics": (Visit(Kind.OWN, "/metrics"),),
    "GET /api/endpoint-reports": (Visit(Kind.OWN, "/api/endpoint-reports"),),
    "GET /api/prompts": (Visit(Kind.OWN, "/api/prompts"),),
    "GET /api/openapi.json": (Visit(Kind.OPEN, "/api/openapi.json"),),
    "GET /api/sign-in": (Visit(Kind.OPEN, "/api/sign-in"),),
    "POST /api/sign-in": (Visit(Kind.OPEN, "/api/sign-in", {"token": "made up"}, headers=PAGE),),
    "POST /api/sign-out": (Visit(Kind.OPEN, "/api/sign-out", headers=PAGE),),
    "GET /api/sign-in/oidc": (Visit(Kind.OPEN, "/api/sign-in/oidc"),),
    "GET /api/sign-in/callback": (Visit(Kind.OPEN, "/api/sign-in/callback?code=a&state=b"),),
    "POST /api/chat": (
        anns("/api/chat", {"content": "안녕하세요", "session_id": "{session_id}"}),
        anns("/api/chat", {"content": "안녕하세요", "session_id": "{session_id}", "message_id": "{message_id}"}),
        Visit(Kind.OWN, "/api/chat", {"content": "안녕하세요", "message_id": "{message_id}"}),
    ),
    "GET /v1/models": (Visit(Kind.OWN, "/v1/models"),),
    "GET /v1/models/{model:path}": (Visit(Kind.OWN, "/v1/models/suffice/real_estate"),),
    "POST /v1/chat/completions": (
        anns("/v1/chat/completions", CHAT | {"metadata": {"session_id": "{session_id}"}}),
        Visit(Kind.OWN, "/v1/chat/completions", CHAT),
    ),
    "POST /v1/responses": (
        anns("/v1/responses", RESPONSE | {"conversation": "{session_id}"}),
        Visit(Kind.OWN, "/v1/responses", RESPONSE),
    ),
    "GET /v1/responses/{response_id}": (anns("/v1/responses/resp_{run_id}"),),
    "POST /agui": (Visit(Kind.OWN, "/agui", AGUI),),
    "POST /mcp": (Visit(Kind.OWN, "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),),
    "POST /api/sessions": (Visit(Kind.OWN, "/api/sessions"),),
    "GET /api/sessions": (Visit(Kind.OWN, "/api/sessions"), anns("/api/sessions?before={session_id}")),
    "GET /api/sessions/{session_id}": (anns("/api/sessions/{session_id}"),),
    "PATCH /api/sessions/{session_id}": (anns("/api/sessions/{session_id}", {"title": "meins"}),),
    "DELETE /api/sessions/{session_id}": (anns("/api/sessions/{session_id}"),),
    "GET /api/sessions/{session_id}/messages": (
        anns("/api/sessions/{session_id}/messages"),
        anns("/api/sessions/{session_id}/messages?after={message_id}"),
        anns("/api/sessions/{own}/messages?after={message_id}"),
    ),
    "GET /api/sessions/{session_id}/export": (
        anns("/api/sessions/{session_id}/export"),
        anns("/api/sessions/{session_id}/export?format=json"),
    ),
    "GET /api/sessions/{session_id}/share": (anns("/api/sessions/{session_id}/share"),),
    "POST /api/sessions/{session_id}/share": (anns("/api/sessions/{session_id}/share"),),
    "DELETE /api/sessions/{session_id}/share": (anns("/api/sessions/{session_id}/share"),),
    "GET /api/search/sessions": (Visit(Kind.OWN, "/api/search/sessions?q=시세"),),
    "GET /api/sessions/{session_id}/ratings": (anns("/api/sessions/{session_id}/ratings"),),
    "GET /api/sessions/{session_id}/evidence": (anns("/api/sessions/{session_id}/evidence"),),
    "GET /api/sessions/{session_id}/evidence/{evidence_id}": (
        anns("/api/sessions/{session_id}/evidence/{evidence_id}"),
        anns("/api/sessions/{own}/evidence/{evidence_id}"),
    ),
    "POST /api/messages/{message_id}/feedback": (anns("/api/messages/{answer_id}/feedback", {"rating": 1}),),
    "GET /api/me": (Visit(Kind.OWN, "/api/me"),),
    "GET /api/me/settings": (Visit(Kind.OWN, "/api/me/settings"),),
    "PUT /api/me/settings": (Visit(Kind.OWN, "/api/me/settings", {"language": "en"}),),
    "DELETE /api/me": (Visit(Kind.OWN, "/api/me"),),
    "GET /api/me/memories": (Visit(Kind.OWN, "/api/me/memories?history=true"),),
    "POST /api/me/memories": (Visit(Kind.OWN, "/api/me/memories", {"text": "나는 구미에서 일해"}),),
    "DELETE /api/me/memories": (Visit(Kind.OWN, "/api/me/memories"),),
    "PUT /api/me/memories/{memory_id}": (anns("/api/me/memories/{memory_id}", {"text": "meins"}),),
    "DELETE /api/me/memories/{memory_id}": (anns("/api/me/memories/{memory_id}"),),
    "GET /api/packs": (Visit(Kind.OWN, "/api/packs"),),
    "GET /api/graph": (Visit(Kind.OWN, "/api/graph?pack=construction&q=tig"),),
    "GET /api/graph/{entity_id}": (Visit(Kind.TENANTS, "/api/graph/{entity_id}"),),
    "GET /api/chunks/{chunk_id:path}": (Visit(Kind.TENANTS, "/api/chunks/{chunk_id}"),),
    "GET /api/documents/{document_id:path}": (Visit(Kind.TENANTS, "/api/documents/{document_id}"),),
    "GET /api/documents/{draft_id:uuid}": (
        anns("/api/documents/{draft_id}"),
        anns("/api/documents/{draft_id}?format=docx"),
    ),
    "GET /api/documents/{draft_id:uuid}/versions": (anns("/api/documents/{draft_id}/versions"),),
    "POST /api/documents/{draft_id:uuid}/approve": (anns("/api/documents/{draft_id}/approve", {"version": 1}),),
    "POST /api/sessions/{session_id}/attachments": (
        Visit(Kind.ANNS, "/api/sessions/{session_id}/attachments?name=a.txt", content=b"words"),
    ),
    "GET /api/sessions/{session_id}/attachments": (anns("/api/sessions/{session_id}/attachments"),),
    "DELETE /api/sessions/{session_id}/attachments/{attachment_id}": (
        anns("/api/sessions/{session_id}/attachments/{attachment_id}"),
        anns("/api/sessions/{own}/attachments/{attachment_id}"),
    ),
    "GET /api/knowledge/{pack}": (Visit(Kind.OWN, "/api/knowledge/real_estate"),),
    "GET /api/knowledge/{pack}/documents": (
        Visit(Kind.OWN, "/api/knowledge/real_estate/documents"),
        Visit(Kind.OWN, "/api/knowledge/real_estate/documents?q=갱신&limit=3"),
    ),
    "GET /api/knowledge/{pack}/rows": (Visit(Kind.OWN, "/api/knowledge/real_estate/rows?source=district_prices"),),
    "GET /api/knowledge/{pack}/search": (Visit(Kind.OWN, "/api/knowledge/real_estate/search?q=보증금"),),
    "DELETE /api/knowledge/{pack}/documents/{document_id:path}": (
        anns("/api/knowledge/real_estate/documents/{document_id}"),
    ),
    "POST /api/knowledge/{pack}/reindex": (Visit(Kind.OWN, "/api/knowledge/real_estate/reindex"),),
    "GET /api/model": (Visit(Kind.OWN, "/api/model"),),
    "POST /api/model/try": (Visit(Kind.OWN, "/api/model/try", {}),),
    "POST /api/model/agreement": (Visit(Kind.OWN, "/api/model/agreement", {"pack": "construction", "begin": 20}),),
    "PUT /api/model/endpoint": (Visit(Kind.OWN, "/api/model/endpoint", {"base_url": "http://10.0.0.1", "model": "m"}),),
    "DELETE /api/model/endpoint": (Visit(Kind.OWN, "/api/model/endpoint"),),
    "POST /api/corpora/{pack}/documents": (
        Visit(Kind.OWN, "/api/corpora/real_estate/documents?name=a.md", content=b"# A title\n\nA text."),
    ),
    "GET /api/runs/{run_id}/trace": (anns("/api/runs/{run_id}/trace"), anns("/api/runs/{waiting_run_id}/trace")),
    "GET /api/answers/failed": (
        Visit(Kind.OWN, "/api/answers/failed"),
        Visit(Kind.OWN, "/api/answers/failed?before={run_id}"),
    ),
    "GET /api/answers/{run_id}": (anns("/api/answers/{run_id}"),),
    "POST /api/answers/{run_id}/review": (anns("/api/answers/{run_id}/review", {"note": "seen"}),),
}
WALK.update(
    {
        "GET /api/experiments": (Visit(Kind.OWN, "/api/experiments"),),
        "POST /api/experiments": (
            Visit(
                Kind.OWN,
                "/api/experiments",
                {
                    "name": "walked",
                    "pack": "real_estate",
                    "arms": [{"name": "a", "variant": "hybrid", "weight": 1}],
                    "starts_at": "2098-01-01T00:00:00Z",
                    "ends_at": "2099-01-01T00:00:00Z",
                },
            ),
        ),
        "POST /api/experiments/{name}/end": (
            Visit(Kind.OWN, "/api/experiments/nobodys/end"),
            anns("/api/experiments/{experiment}/end"),
        ),
        "GET /api/experiments/{name}/metrics": (
            Visit(Kind.OWN, "/api/experiments/default/metrics"),
            anns("/api/experiments/{experiment}/metrics"),
        ),
        "GET /api/experiments/{name}/breakdown": (
            Visit(Kind.OWN, "/api/experiments/default/breakdown"),
            anns("/api/experiments/{experiment}/breakdown"),
        ),
        "GET /api/experiments/{name}/sources": (
            Visit(Kind.OWN, "/api/experiments/default/sources"),
            anns("/api/experiments/{experiment}/sources"),
        ),
        "GET /api/experiments/{name}/savings": (
            Visit(Kind.OWN, "/api/experiments/default/savings"),
            anns("/api/experiments/{experiment}/savings"),
        ),
        "GET /api/experiments/{name}/threshold-curve": (
            Visit(Kind.OWN, "/api/experiments/default/threshold-curve"),
            anns("/api/experiments/{experiment}/threshold-curve"),
        ),
        "POST /api/experiments/{name}/threshold": (
            Visit(Kind.OWN, "/api/experiments/default/threshold", {"threshold": 0.9}),
            anns("/api/experiments/{experiment}/threshold", {"threshold": 0.9}),
        ),
        "GET /api/experiments/{name}/decisions": (
            Visit(Kind.OWN, "/api/experiments/default/decisions"),
            anns("/api/experiments/{experiment}/decisions"),
        ),
        "GET /api/experiments/{name}/health": (
            Visit(Kind.OWN, "/api/experiments/default/health"),
            anns("/api/experiments/{experiment}/health"),
        ),
        "DELETE /api/experiments/{name}/demo": (
            Visit(Kind.OWN, "/api/experiments/default/demo"),
            anns("/api/experiments/{experiment}/demo"),
        ),
        "GET /api/reviews": (Visit(Kind.OWN, "/api/reviews"),),
        "GET /api/admin/overview": (Visit(Kind.OWN, "/api/admin/overview"),),
        "GET /api/admin/settings": (Visit(Kind.OWN, "/api/admin/settings"),),
        "PUT /api/admin/settings/{name}": (Visit(Kind.OWN, "/api/admin/settings/none_of_this_name", {"value": 1}),),
        "DELETE /api/admin/settings/{name}": (Visit(Kind.OWN, "/api/admin/settings/none_of_this_name"),),
        "GET /api/admin/people": (Visit(Kind.OWN, "/api/admin/people?q=a"),),
        "POST /api/admin/people/sign-out": (
            Visit(Kind.OWN, "/api/admin/people/sign-out", {"person": "nobody of this name"}),
        ),
        "POST /api/admin/people/erase": (
            Visit(Kind.OWN, "/api/admin/people/erase", {"person": "nobody of this name"}),
        ),
        "GET /api/admin/keys": (Visit(Kind.OWN, "/api/admin/keys"),),
        "POST /api/admin/keys": (Visit(Kind.OWN, "/api/admin/keys", {"name": "walked"}),),
        "DELETE /api/admin/keys/{key_id}": (Visit(Kind.OWN, "/api/admin/keys/none-of-this-id"),),
        "POST /api/admin/keys/{key_id}/replacement": (Visit(Kind.OWN, "/api/admin/keys/none-of-this-id/replacement"),),
        "GET /api/admin/audit": (Visit(Kind.OWN, "/api/admin/audit"),),
        "GET /api/admin/audit/file": (Visit(Kind.OWN, "/api/admin/audit/file?format=jsonl"),),
        "GET /api/decisions/{run_id}": (anns("/api/decisions/{run_id}"),),
        "POST /api/decisions/{run_id}/label": (anns("/api/decisions/{run_id}/label", {"outcome": "right"}),),
        "DELETE /api/decisions/{run_id}/label": (anns("/api/decisions/{run_id}/label"),),
        "POST /api/decisions/{run_id}/audit": (anns("/api/decisions/{run_id}/audit"),),
    }
)
SOCKETS = {"WEBSOCKET /ws/chat/{session_id}"}
"""Walked in test_frames.py."""
NEEDLESS = frozenset({"date", "server"})
"""Headers that say nothing of what exists."""


def listed(routes: Iterable[Any]) -> set[str]:
    """Every route of an application, however deep it was included."""
    found: set[str] = set()
    for route in routes:
        if hasattr(route, "effective_candidates"):
            found |= listed(route.effective_candidates())
            continue
        described = getattr(route, "starlette_route", None) or route
        methods = getattr(described, "methods", None) or {type(described).__name__}
        found |= {f"{KINDS.get(method, method)} {described.path}" for method in methods if method != "HEAD"}
    return found


KINDS = {"APIWebSocketRoute": "WEBSOCKET", "WebSocketRoute": "WEBSOCKET"}


def test_every_route_there_is_is_walked_and_its_role_is_written_down() -> None:
    routes = listed(describe().routes)
    assert routes == set(WALK) | SOCKETS
    unwritten = {name for name in routes if name not in ROUTES and not any(part in name for part in FAMILIES)}
    assert not unwritten
    assert set(ROUTES) <= routes, "no role for what is not there"


def with_a_body(routes: Iterable[Any]) -> set[tuple[str, bool]]:
    """Every route that takes JSON, and whether what is nested too deep is refused before it is read."""
    found: set[tuple[str, bool]] = set()
    for route in routes:
        if hasattr(route, "effective_candidates"):
            found |= with_a_body(route.effective_candidates())
            continue
        kept = getattr(route, "original_route", None) or route
        if getattr(kept, "body_field", None) is not None:
            found.add((str(route.path), isinstance(kept, BodyRoute)))
    return found


def test_no_route_reads_a_body_by_itself() -> None:
    routes = with_a_body(describe().routes)
    assert len(routes) >= 10
    assert [path for path, careful in routes if not careful] == []


def test_the_list_finds_routes_however_they_were_added() -> None:
    inner, outer = APIRouter(), APIRouter(prefix="/outer")
    inner.add_api_route("/new/{name}", lambda: None, methods=["PUT"])
    inner.add_api_websocket_route("/line", lambda: None)
    outer.include_router(inner, prefix="/inner")
    app = FastAPI(openapi_url=None)
    app.include_router(outer)
    app.mount("/files", FastAPI(openapi_url=None))
    assert listed(app.routes) == {"PUT /outer/inner/new/{name}", "WEBSOCKET /outer/inner/line", "Mount /files"}


def test_what_nobody_thought_of_takes_an_admin() -> None:
    assert need_of_route("GET", "/api/brand-new") is Role.ADMIN
    assert need_of_route("DELETE", "/api/sessions") is Role.ADMIN, "another method is another route"
    assert need_of_route("POST", "/api/experiments/default/threshold") is Role.OPERATOR


async def ask(world: World, actor: str, name: str, visit: Visit, ids: dict[str, str]) -> httpx.Response:
    """One request as somebody."""
    method = name.split()[0]
    ids = {**ids, "own": await world.own_session(actor) if "{own}" in visit.address else ""}
    address = visit.address.format(**{kind: quote(one, safe="/") for kind, one in ids.items()})
    body = {
        key: str(value).format(**ids) if isinstance(value, str) else value for key, value in (visit.body or {}).items()
    }
    # A client of its own: cookies and connections of one actor say nothing to the next.
    async with httpx.AsyncClient(base_url=world.service.url, trust_env=False, timeout=60) as http:
        return await http.request(
            method,
            address,
            json=body if visit.body is not None else None,
            content=visit.content,
            headers={
                **visit.headers,
                **world.headers(actor),
                **({"Origin": world.service.url} if visit.headers else {}),
            },
        )


def seen(world: World, answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """All of an answer, ids as their kinds."""
    headers = [(name, world.without_ids(value)) for name, value in answer.headers.multi_items() if name not in NEEDLESS]
    return answer.status_code, headers, world.without_ids(answer.text).encode()


def need_of(name: str) -> Role | Open:
    method, path = name.split()
    return need_of_route(method, path)


NOW = re.compile(r'"now":"[^"]*"')


SUMMARIES = re.compile(r',\{"memory_id":"summary-[^{}]*\}|\{"memory_id":"summary-[^{}]*\},?')
"""What the service itself remembers of a conversation, in the background: nobody's visit changes it."""


async def anns_view(world: World) -> list[str]:
    """All Ann can see of hers."""
    texts = [
        SUMMARIES.sub("", NOW.sub("", (await ask(world, "ann", name, visit, world.things)).text))
        for name, visits in WALK.items()
        for visit in visits
        if name.startswith("GET ") and visit.kind is not Kind.OPEN and "{own}" not in visit.address
    ]
    assert len(texts) > 8
    assert sum(bool(world.tells_of_ann(text)) for text in texts) > 5
    return texts


VISITS = [(name, visit) for name, visits in WALK.items() for visit in visits]
TITLES = [f"{name} {place}" for name, visits in WALK.items() for place in range(len(visits))]


@pytest.mark.parametrize(("name", "visit"), VISITS, ids=TITLES)
@pytest.mark.parametrize("actor", STRANGERS)
async def test_a_stranger_gets_nothing_and_cannot_tell_what_exists(
    world: World, actor: str, name: str, visit: Visit
) -> None:
    theirs = await ask(world, actor, name, visit, world.things)
    sent = f"{visit.address} {visit.body}"
    for kind, thing in world.things.items():
        sent = sent.replace("{" + kind + "}", thing)
    assert not world.tells_of_ann(theirs.text, sent), theirs.text
    if visit.kind is Kind.OPEN:
        assert theirs.status_code == (await ask(world, "ann", name, visit, world.things)).status_code
        return
    refused = {NOBODY: 401, "expired": 401, "wrong role": 403}.get(actor)
    if refused is None and need_of(name) is not Role.PERSON and actor == "wrong user":
        refused = 403
    if refused is not None:
        assert theirs.status_code == refused
        assert theirs.headers["content-type"] == error_type(visit)
    if visit.kind is Kind.OWN and refused is None:
        return
    nothing = await ask(world, actor, name, visit, world.made_up)
    if visit.kind is Kind.TENANTS and actor == "wrong user":
        assert (theirs.status_code, nothing.status_code) == (200, 404), "what the tenant shares"
        return
    if refused is None and "?" not in visit.address:
        assert theirs.status_code == 404
    assert seen(world, theirs) == seen(world, nothing)


async def test_ann_herself_gets_what_is_hers_and_it_is_as_it_was(world: World) -> None:
    before = await anns_view(world)
    for name, visit in VISITS:
        for actor in STRANGERS:
            await ask(world, actor, name, visit, world.things)
    assert await anns_view(world) == before
    for name, visit in VISITS:
        hers = visit.kind in (Kind.ANNS, Kind.TENANTS) and need_of(name) is Role.PERSON
        if hers and name.startswith("GET ") and "{own}" not in visit.address:
            assert (await ask(world, "ann", name, visit, world.things)).status_code == 200, name


def test_ids_of_tenants_are_those_the_walk_takes_for_shared() -> None:
    assert {"chunk_id", "document_id"} <= TENANTS
