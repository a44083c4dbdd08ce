"""The HTTP side, over a real server: what is given, and the problem document for what is not."""

from __future__ import annotations

import base64
import json
import re
import unicodedata
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from foundation.contracts.identity import LOCAL
from service_agent.api.access import CALLBACK
from service_agent.api.middleware import MAX_BODY_BYTES
from service_agent.protocol.failures import PROBLEM_JSON, Problem
from service_agent.services.services import effective_wait
from tests.serving import Serve, Serving


def problem_of(answer: httpx.Response) -> Problem:
    """The problem document of an answer, which holds nothing else."""
    assert answer.headers["content-type"] == PROBLEM_JSON
    problem = Problem.model_validate(answer.json())
    assert problem.status == answer.status_code
    assert "Traceback" not in answer.text
    return problem


async def test_a_session_is_made_listed_renamed_and_erased(service: Serving) -> None:
    made = await service.http.post("/api/sessions", json={"pack": "real_estate"})
    session_id = made.json()["session_id"]
    assert made.json()["variant"] == "hybrid_confirm"
    listed = (await service.http.get("/api/sessions", params={"limit": 5})).json()["sessions"]
    assert session_id in [session["session_id"] for session in listed]

    renamed = await service.http.patch(f"/api/sessions/{session_id}", json={"title": "달서구"})
    assert renamed.json()["title"] == "달서구"
    assert (await service.http.get(f"/api/sessions/{session_id}")).json()["title"] == "달서구"

    assert (await service.http.delete(f"/api/sessions/{session_id}")).status_code == 204
    for answer in (
        await service.http.get(f"/api/sessions/{session_id}"),
        await service.http.get(f"/api/sessions/{session_id}/messages"),
        await service.http.delete(f"/api/sessions/{session_id}"),
    ):
        assert problem_of(answer).code == "unknown_session"


async def test_ones_own_thumb_comes_back(service: Serving) -> None:
    answer = (await service.http.post("/api/chat", json={"content": "안녕하세요"})).json()
    session, answer_id = answer["session_id"], answer["answer_id"]
    for rating in (1, -1):
        rated = await service.http.post(f"/api/messages/{answer_id}/feedback", json={"rating": rating})
        assert rated.status_code == 204
        thumbs = await service.http.get(f"/api/sessions/{session}/ratings")
        assert thumbs.json() == {"ratings": {answer_id: rating}}
    assert problem_of(await service.http.get("/api/sessions/nobody/ratings")).code == "unknown_session"


async def test_a_body_that_is_not_said_to_be_json_is_told_what_to_say(service: Serving) -> None:
    answer = await service.http.post("/api/chat", content='{"content": "x"}', headers={"Content-Type": "text/plain"})
    problem = problem_of(answer)
    assert (answer.status_code, problem.code) == (422, "invalid_input")
    assert "Content-Type: application/json" in answer.json()["detail"]


async def test_a_session_needs_no_body(service: Serving) -> None:
    assert (await service.http.post("/api/sessions")).status_code == 201


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
        ("sessions?=1", "query", "query: there is no such parameter here; this route takes: before, limit, title."),
        ("experiments/default/metrics?data-type=a", "data-type", "did you mean data_type?"),
        ("experiments/default/health?zzz=1", "zzz", "zzz: there is no such parameter here; this route takes: format."),
        ("experiments/default/metrics?arm=a&arm=b", "arm", "arm: it is given 2 times; give it once."),
        ("sessions?limt=3", "limt", "did you mean limit?"),
        ("packs?x=1", "x", "x: there is no such parameter here; this route takes none."),
        ("sign-in?x=1", "x", "this route takes none."),
        ("me/settings?%00=1", "query", "query: control characters are not taken here."),
        ("me/settings?a%C2%9Bb=1", "query", "query: control characters are not taken here."),
        ("sessions?" + "n" * 9000 + "=1", "n" * 40, "this route takes: before, limit, title."),
    ],
)
async def test_a_parameter_the_route_does_not_take_is_named(
    service: Serving, address: str, field: str, said: str
) -> None:
    problem = problem_of(await service.http.get(f"/api/{address}"))
    assert (problem.status, problem.code, problem.field) == (422, "invalid_input", field)
    assert said in problem.detail


async def test_every_filter_a_route_documents_is_taken(service: Serving) -> None:
    paths = (await service.http.get("/api/openapi.json")).json()["paths"]
    asked = 0
    for path, methods in paths.items():
        names = [each["name"] for each in methods.get("get", {}).get("parameters", []) if each["in"] == "query"]
        for name in names:
            answer = await service.http.get(path.replace("{name}", "default"), params={name: "x"})
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
                problem = problem_of(await service.http.request(method, re.sub(r"{.*?}", "x", path), params={"zz": ""}))
                assert (problem.status, problem.field) == (422, "zz"), (method, path)
                asked += 1
    assert asked > 40


@pytest.mark.parametrize(
    ("body", "word"), [(b"{", "not JSON"), (b"[" * 300 + b"]" * 300, "nested deeper than 200 levels")]
)
async def test_a_body_that_is_no_json_is_a_problem(service: Serving, body: bytes, word: str) -> None:
    answer = await service.http.post("/api/chat", content=body, headers={"Content-Type": "application/json"})
    problem = problem_of(answer)
    assert (problem.status, problem.field) == (422, "body")
    assert word in problem.detail


async def test_the_same_words_composed_differently_are_the_same_message(service: Serving) -> None:
    body = {"content": "안녕하세요", "message_id": "nfd-1", "session_id": await service.session()}
    first = await service.http.post("/api/chat", json=body)
    again = await service.http.post("/api/chat", json={**body, "content": unicodedata.normalize("NFD", "안녕하세요")})
    assert (again.status_code, again.json()) == (200, first.json())


async def test_a_body_that_is_too_large_is_refused_declared_or_not(service: Serving) -> None:
    large = json.dumps({"content": "x" * MAX_BODY_BYTES}).encode()
    headers = {"Content-Type": "application/json"}
    assert problem_of(await service.http.post("/api/chat", content=large, headers=headers)).code == "oversized_frame"

    async def pieces() -> AsyncGenerator[bytes]:
        for start in range(0, len(large), 65_536):
            yield large[start : start + 65_536]

    assert problem_of(await service.http.post("/api/chat", content=pieces(), headers=headers)).code == "oversized_frame"


async def test_what_a_person_sets_is_kept(service: Serving) -> None:
    first = (await service.http.get("/api/me/settings")).json()
    assert first["confirm_timeout_s"] == 30
    wanted = {"confirm_timeout_s": None, "language": "en", "ask": False}
    try:
        assert (await service.http.put("/api/me/settings", json=wanted)).json() == wanted
        assert (await service.http.get("/api/me/settings")).json() == wanted
    finally:
        await service.http.put("/api/me/settings", json=first)


async def test_the_services_own_waiting_time_is_what_people_start_with(serve: Serve) -> None:
    async with serve(confirm_timeout_s=300) as service:
        assert (await service.http.get("/api/me/settings")).json()["confirm_timeout_s"] == 300


@pytest.mark.parametrize(
    ("sent", "waits"),
    [
        ({"confirm_timeout_s": 30, "language": "ko"}, 30),
        ({"confirm_timeout_s": 45}, 45),
        ({"confirm_timeout_s": None}, None),
        ({"language": "ko"}, 300),
    ],
)
async def test_thirty_seconds_of_a_person_are_their_own(
    serve: Serve, sent: dict[str, Any], waits: float | None
) -> None:
    async with serve(confirm_timeout_s=300) as service:
        assert (await service.http.put("/api/me/settings", json=sent)).json()["confirm_timeout_s"] == waits
        opened = await service.services.experiments.repositories.openings.read(LOCAL, "none", "real_estate", ())
        assert effective_wait(opened.person, 300) == waits, "what the next turn waits"


async def test_the_default_pack_comes_first_with_its_sources(service: Serving) -> None:
    packs = (await service.http.get("/api/packs")).json()["packs"]
    first = packs[0]
    assert (first["name"], first["default"]) == ("real_estate", True)
    assert first["examples"]
    assert all(source["parts"] > 0 for source in first["sources"] if source["kind"] == "table" and source["documents"])
    assert any(source["kind"] == "documents" and source["documents"] >= 60 for source in first["sources"])


async def test_a_pack_names_its_columns_their_values_and_its_intents_in_both_languages(service: Serving) -> None:
    (pack,) = [one for one in (await service.http.get("/api/packs")).json()["packs"] if one["default"]]
    sources = {source["name"]: {column["name"]: column for column in source["columns"]} for source in pack["sources"]}
    assert sources["district_prices"]["median_won"]["label"] == {"ko": "중위", "en": "Median"}
    assert sources["district_prices"]["median_won"]["unit"] == "won"
    assert sources["district_prices"]["deal"]["choices"]["sale"].keys() >= {"ko", "en"}
    assert sources["law_guide"] == {}
    assert pack["intents"]["market_inquiry"]["en"] == "Market prices"


async def test_the_service_says_that_it_lives_and_is_ready(service: Serving) -> None:
    assert (await service.http.get("/healthz")).json() == {"service": "suffice", "status": "ok"}
    ready = (await service.http.get("/readyz")).json()
    assert ready["ready"], ready
    assert set(ready["checks"]) == {"process", "database", "migrations", "pack", "index", "writes", "data folder"}
    figures = (await service.http.get("/metrics")).text
    assert "suffice_http_requests_total" in figures
    assert 'suffice_runs{state="queued"} 0.0' in figures


async def test_a_document_that_is_uploaded_can_be_cited(service: Serving) -> None:
    text = "# 옥탑방 수도 요금\n\n옥탑방의 수도 요금은 계량기를 나누어 단 집마다 따로 냅니다. 하나면 나눕니다.\n"
    for expected in ("added", "unchanged"):
        answer = await service.http.post(
            "/api/corpora/real_estate/documents",
            params={"name": "rooftop.md", "source": "law_guide"},
            content=text.encode(),
        )
        assert answer.status_code == 200, answer.text
        assert answer.json()["sources"]["law_guide"][expected] == 1


UPLOADS: list[tuple[dict[str, str], bytes, int, str]] = [
    ({"name": "a.md", "source": "nowhere"}, b"# A\n\ntext\n", 422, "unknown_source"),
    ({"name": "a.exe"}, b"MZ", 422, "nothing_to_ingest"),
    ({"name": ".."}, b"x", 422, "invalid_input"),
    ({"name": "a.md"}, b"", 422, "invalid_input"),
    ({}, b"x", 422, "invalid_input"),
]


@pytest.mark.parametrize(("params", "content", "status", "code"), UPLOADS)
async def test_a_document_that_cannot_be_taken_is_a_problem(
    service: Serving, params: dict[str, str], content: bytes, status: int, code: str
) -> None:
    answer = await service.http.post("/api/corpora/real_estate/documents", params=params, content=content)
    problem = problem_of(answer)
    assert (problem.status, problem.code) == (status, code)


async def test_uploads_have_a_limit_of_their_own_and_take_the_operator(serve: Serve) -> None:
    keys = "ann:ann-0123456789abc,ops:ops-0123456789abc:operator"
    async with serve(upload_limit_mb=1, auth_keys=keys) as service:
        path, params = "/api/corpora/real_estate/documents", {"name": "a.md"}
        ann = {"Authorization": "Bearer ann-0123456789abc"}
        refused = await service.http.post(path, params=params, content=b"# A\n\nb\n", headers=ann)
        assert problem_of(refused).status == 403
        operator = {"Authorization": "Bearer ops-0123456789abc"}
        for content in (b"x" * (2**20 + 1), in_pieces(2**20 + 1)):
            large = await service.http.post(path, params=params, content=content, headers=operator)
            assert problem_of(large).status == 413
            assert problem_of(large).detail == "The document is larger than 1 MB; split it."
        fits = await service.http.post(path, params=params, content=in_pieces(2**20), headers=operator)
        assert problem_of(fits).code == "nothing_to_ingest"


async def in_pieces(size: int) -> AsyncGenerator[bytes]:
    """A body whose length nobody declares."""
    for at in range(0, size, 65_536):
        yield b"x" * min(65_536, size - at)


async def test_a_document_in_a_form_is_refused_with_the_way_to_send_it(service: Serving) -> None:
    form = {"file": ("a.md", b"# A\n\nb\n")}
    params = {"name": "a.md", "source": "law_guide"}
    sent = await service.http.post("/api/corpora/real_estate/documents", params=params, files=form)
    assert problem_of(sent).status == 422
    assert "curl --data-binary @FILE" in problem_of(sent).detail


async def test_an_upload_that_fails_names_the_document_and_no_folder_of_ours(service: Serving) -> None:
    sent = await service.http.post("/api/corpora/real_estate/documents", params={"name": "a.xyz"}, content=b"x")
    assert problem_of(sent).code == "nothing_to_ingest"
    assert "a.xyz" in problem_of(sent).detail
    assert "uploads" not in problem_of(sent).detail


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
        told = json.dumps(["2026-01-01T00:00:00+00:00", run_id]).encode()
        before = base64.urlsafe_b64encode(told).decode()
        answer = await service.http.get("/api/experiments/default/decisions", params={"before": before})
        assert problem_of(answer).field == "before", answer.text
