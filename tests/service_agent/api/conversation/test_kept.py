"""Whole conversations over HTTP: pinned, archived, searched, exported, shared."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest

from tests.service_agent.api.test_routes import problem_of
from tests.serving import Serve, Serving

LAW = "임대차 계약을 갱신할 때 보증금은 얼마나 올릴 수 있어?"


async def asked(service: Serving, content: str = LAW, **more: Any) -> str:
    """The session of a question that was answered."""
    session_id = await service.session()
    answer = await service.http.post("/api/chat", json={"content": content, "session_id": session_id, **more})
    assert answer.status_code == 200, answer.text
    return session_id


async def listed(service: Serving, **asked: Any) -> list[str]:
    found = await service.http.get("/api/sessions", params={"limit": 500, **asked})
    return [one["session_id"] for one in found.json()["sessions"]]


async def test_pinned_conversations_come_first_on_every_page(service: Serving) -> None:
    old, middle, new = [await service.session() for _ in range(3)]
    pinned = await service.http.patch(f"/api/sessions/{old}", json={"pinned": True})
    assert pinned.json()["pinned"] is True
    whole = await listed(service)
    assert whole.index(old) < whole.index(new) < whole.index(middle)
    pages = [await listed(service, limit=1)]
    while pages[-1]:
        pages.append(await listed(service, limit=1, before=pages[-1][0]))
    assert [one for page in pages for one in page] == whole
    await service.http.patch(f"/api/sessions/{old}", json={"pinned": False})
    assert (await listed(service)).index(old) > (await listed(service)).index(middle)


async def test_archived_conversations_have_a_list_of_their_own(service: Serving) -> None:
    kept, away = await service.session(), await service.session()
    name = f"세금 {uuid.uuid4().hex}"
    await service.http.patch(f"/api/sessions/{away}", json={"archived": True, "title": name})
    assert kept in await listed(service)
    assert away not in await listed(service)
    assert away in await listed(service, archived="yes")
    assert kept not in await listed(service, archived="yes")
    assert await listed(service, archived="any", title=name) == [away]
    await service.http.patch(f"/api/sessions/{away}", json={"archived": False})
    assert away in await listed(service)


async def test_a_search_finds_all_words_in_questions_and_answers(service: Serving) -> None:
    session_id = await asked(service)
    for words in ("갱신할 보증금", "증금은 올릴"):
        hits = (await service.http.get("/api/search/sessions", params={"q": words, "limit": 100})).json()["found"]
        mine = [one for one in hits if one["session_id"] == session_id]
        assert "user" in {one["role"] for one in mine}, words
        assert all(one["marks"] for one in mine)
        assert [one["created_at"] for one in hits] == sorted((one["created_at"] for one in hits), reverse=True)
    none = await service.http.get("/api/search/sessions", params={"q": f"보증금 {uuid.uuid4().hex}"})
    assert none.json() == {"found": []}


@pytest.mark.parametrize("words", ["   ", "1 2 3 4 5 6 7 8 9"])
async def test_a_search_says_what_it_takes(service: Serving, words: str) -> None:
    problem = problem_of(await service.http.get("/api/search/sessions", params={"q": words}))
    assert (problem.status, problem.field) == (422, "q")


async def test_signs_of_patterns_are_letters_in_a_search(service: Serving) -> None:
    await asked(service)
    found = await service.http.get("/api/search/sessions", params={"q": f"%_{uuid.uuid4().hex}"})
    assert found.json() == {"found": []}


async def test_an_export_holds_questions_answers_and_sources(service: Serving) -> None:
    session_id = await asked(service)
    answer = (await service.http.get(f"/api/sessions/{session_id}/messages")).json()["messages"][1]
    markdown = await service.http.get(f"/api/sessions/{session_id}/export")
    assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert markdown.headers["content-disposition"].startswith('attachment; filename="')
    assert f"## {LAW}" in markdown.text
    assert answer["content"] in markdown.text
    for cited in answer["answer"]["citations"]:
        assert f"- [{cited['marker']}] {cited['title']} (임대차 법률 안내" in markdown.text
    exported = (await service.http.get(f"/api/sessions/{session_id}/export", params={"format": "json"})).json()
    assert [one["question"] for one in exported["exchanges"]] == [LAW]
    assert exported["exchanges"][0]["answer"] == answer["answer"]
    assert problem_of(await service.http.get("/api/sessions/nobodys/export")).code == "unknown_session"


async def share(service: Serving, session_id: str, **body: Any) -> str:
    made = await service.http.post(f"/api/sessions/{session_id}/share", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["token"])


FIELD = re.compile(r'"(\w+)":')
"""The name of a field in JSON, at any depth."""


async def test_a_link_shows_what_was_said_up_to_now_and_no_ids(service: Serving) -> None:
    session_id = await asked(service)
    token = await share(service, session_id)
    await service.http.post("/api/chat", json={"content": "그럼 전세는?", "session_id": session_id})
    seen = await service.http.get(f"/api/shared/{token}")
    assert seen.headers["x-robots-tag"].startswith("noindex")
    assert seen.headers["referrer-policy"] == "no-referrer"
    assert [one["question"] for one in seen.json()["exchanges"]] == [LAW]
    assert seen.json()["exchanges"][0]["sources"]
    assert not {name for name in FIELD.findall(seen.text) if name.endswith("_id") or name == "memories_used"}
    assert session_id not in seen.text
    page = await service.http.get(f"/shared/{token}")
    assert page.headers["x-robots-tag"].startswith("noindex")
    assert page.headers["referrer-policy"] == "no-referrer"


async def test_a_link_without_sources_shows_none(service: Serving) -> None:
    token = await share(service, await asked(service), with_sources=False)
    seen = (await service.http.get(f"/api/shared/{token}")).json()
    assert (seen["with_sources"], seen["exchanges"][0]["sources"]) == (False, [])


async def test_a_new_link_a_revoked_one_and_an_erased_conversation_end_a_link(service: Serving) -> None:
    session_id = await asked(service)
    path = f"/api/sessions/{session_id}/share"
    first, second = await share(service, session_id), await share(service, session_id)
    assert (await service.http.get(path)).json()["shared"] is True
    assert (await service.http.get(f"/api/shared/{second}")).status_code == 200
    assert (await service.http.delete(path)).status_code == 204
    assert (await service.http.get(path)).json()["shared"] is False
    third = await share(service, session_id)
    await service.http.delete(f"/api/sessions/{session_id}")
    problems = [problem_of(await service.http.get(f"/api/shared/{one}")) for one in (first, second, third, "guessed")]
    assert {(one.status, one.code, one.detail) for one in problems} == {(404, "unknown_share", problems[0].detail)}


async def test_what_rests_on_memories_is_left_out_of_a_link(service: Serving) -> None:
    session_id = await asked(service, "내 관심 지역은 대구 달서구라고 기억해 줘")
    await service.http.post("/api/chat", json={"content": LAW, "session_id": session_id, "use_memories": False})
    made = (await service.http.post(f"/api/sessions/{session_id}/share")).json()
    assert (made["exchanges"], made["left_out"]) == (1, 1)
    assert "달서구" not in (await service.http.get(f"/api/shared/{made['token']}")).text
    await service.http.delete("/api/me/memories")


async def test_sharing_can_be_switched_off(serve: Serve) -> None:
    async with serve(sharing=True) as service:
        token = await share(service, await asked(service))
    async with serve(sharing=False) as service:
        session_id = await service.session()
        assert (await service.http.get(f"/api/sessions/{session_id}/share")).json()["allowed"] is False
        refused = problem_of(await service.http.post(f"/api/sessions/{session_id}/share"))
        assert (refused.status, refused.code) == (403, "forbidden")
        assert problem_of(await service.http.get(f"/api/shared/{token}")).code == "unknown_share"


async def test_links_that_lead_nowhere_are_paced(serve: Serve) -> None:
    async with serve(limit_sign_ins_minute=3) as service:
        token = await share(service, await asked(service))
        replies = [await service.http.get(f"/api/shared/{n}") for n in range(5)]
        assert [one.status_code for one in replies] == [404, 404, 404, 429, 429]
        assert int(replies[-1].headers["retry-after"]) > 0
        assert (await service.http.get(f"/api/shared/{token}")).status_code == 200, "a right one is none of them"


async def title_after(service: Serving, content: str, pack: str) -> str:
    session_id = await service.session(pack=pack)
    await service.http.post("/api/chat", json={"content": content, "session_id": session_id})
    return str((await service.http.get(f"/api/sessions/{session_id}")).json()["title"])


@pytest.mark.parametrize(
    ("content", "title", "pack"),
    [
        ("대구 달서구 아파트 시세 알려줘", "대구 달서구 아파트 시세", "real_estate"),
        ("What do flats in Dalseo-gu cost?", "Daegu Dalseo-gu · flats · Market prices", "real_estate"),
        (LAW, LAW, "real_estate"),
        ("월세 계약을 중간에 해지할 수 있어?", "월세 계약을 중간에 해지할 수 있어?", "real_estate"),
        ("서울 마포구 아파트 전세 시세", "서울 마포구 아파트 전세 시세", "real_estate"),
        ("How many days of annual leave do I get?", "Annual leave", "handbook"),
        ("Who answers at night next year?", "Who answers at night next year?", "handbook"),
    ],
)
async def test_a_conversation_is_called_by_what_it_is_about(
    service: Serving, content: str, title: str, pack: str
) -> None:
    assert await title_after(service, content, pack) == title


async def test_a_title_of_ones_own_outlives_the_first_answer(service: Serving) -> None:
    session_id = await service.session()
    await service.http.patch(f"/api/sessions/{session_id}", json={"title": "내 것"})
    await service.http.post("/api/chat", json={"content": "대구 달서구 아파트 시세 알려줘", "session_id": session_id})
    assert (await service.http.get(f"/api/sessions/{session_id}")).json()["title"] == "내 것"


async def final(service: Serving, content: str, session_id: str | None = None, **more: Any) -> dict[str, Any]:
    answer = await service.http.post("/api/chat", json={"content": content, "session_id": session_id, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("content", ["대구 달서구 아파트 시세 알려줘", LAW, "What do flats in Dalseo-gu cost?"])
async def test_what_is_suggested_is_answered(service: Serving, content: str) -> None:
    session_id = await service.session()
    suggested = (await final(service, content, session_id))["suggestions"]
    assert 1 <= len(suggested) <= 3
    assert content not in suggested
    for question in suggested:
        answer = await final(service, question, session_id)
        assert (answer["type"], bool(answer["citations"])) == ("answer", True), question


@pytest.mark.parametrize(
    ("content", "pack", "offered"),
    [
        ("주택임대차보호법 시행령 제9조는 어떤 내용이야?", "real_estate", "주택임대차보호법 제7조의2는 어떤 내용이야?"),
        ("강관용접 200mm SCH 40", "construction", "강관용접 200mm SCH 30"),
        ("강관용접 200mm SCH 40", "construction", "플랜트 용접"),
    ],
)
async def test_what_is_related_to_the_thing_asked_about_is_suggested(
    service: Serving, content: str, pack: str, offered: str
) -> None:
    suggested = (await final(service, content, history=[], pack=pack))["suggestions"]
    assert offered in suggested
    for question in suggested:
        answer = await final(service, question, history=[], pack=pack)
        assert (answer["type"], bool(answer["citations"])) == ("answer", True), question


@pytest.mark.parametrize("content", ["안녕하세요", "오늘 점심 뭐 먹지?"])
async def test_nothing_is_suggested_where_nothing_was_found(service: Serving, content: str) -> None:
    assert (await final(service, content))["suggestions"] == []


async def test_an_answer_says_until_when_its_data_goes(service: Serving) -> None:
    assert (await final(service, "대구 달서구 아파트 시세 알려줘"))["data_as_of"]["market"].startswith("2026-0")
    assert (await final(service, "안녕하세요"))["data_as_of"] == {}
