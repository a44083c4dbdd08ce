"""The HTTP side, over a real server: what is given, and the problem document for what is not."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncGenerator

import httpx
import pytest

from service_agent.protocol.failures import PROBLEM_JSON, Problem
from tests.serving import Serve, Serving


def problem_of(answer: httpx.Response) -> Problem:
    """The problem document of an answer, which holds nothing else."""
    assert answer.headers["content-type"] == PROBLEM_JSON
    problem = Problem.model_validate(answer.json())
    assert problem.status == answer.status_code
    assert "Traceback" not in answer.text
    return problem


async def test_ones_own_thumb_comes_back(service: Serving) -> None:
    answer = (await service.http.post("/api/chat", json={"content": "안녕하세요"})).json()
    session, answer_id = answer["session_id"], answer["answer_id"]
    for rating in (1, -1):
        rated = await service.http.post(f"/api/messages/{answer_id}/feedback", json={"rating": rating})
        assert rated.status_code == 204
        thumbs = await service.http.get(f"/api/sessions/{session}/ratings")
        assert thumbs.json() == {"ratings": {answer_id: rating}}
    assert problem_of(await service.http.get("/api/sessions/nobody/ratings")).code == "unknown_session"


async def test_the_same_words_composed_differently_are_the_same_message(service: Serving) -> None:
    body = {"content": "안녕하세요", "message_id": "nfd-1", "session_id": await service.session()}
    first = await service.http.post("/api/chat", json=body)
    again = await service.http.post("/api/chat", json={**body, "content": unicodedata.normalize("NFD", "안녕하세요")})
    assert (again.status_code, again.json()) == (200, first.json())


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
