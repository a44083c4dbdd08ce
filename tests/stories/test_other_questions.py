"""What is a clarification's or a form's own on the wire: picked, typed, filled, refused, a new message, over HTTP.

What holds for every question: test_cards.py.
"""

from __future__ import annotations

import pytest

from tests.serving import Serving
from tests.stories.client import Frame, SocketClient, talking
from tests.stories.pauses import LACKING, SHARED

HELLO = "안녕하세요"


async def open_question(client: SocketClient, question: str, kind: str) -> Frame:
    await client.ask(question)
    return await client.until(kind)


async def test_a_choice_is_answered_as_the_question_it_stands_for(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        asked = await open_question(client, SHARED, "clarification_required")
        assert [one["label"] for one in asked["options"]] == ["서울 중구", "대구 중구"]
        assert "plan_ready" not in client.types(), "what is not clear is no plan"
        await client.send(
            type="clarification_response", clarification_id=asked["clarification_id"], option_id="o2", text=None
        )
        answer = await client.until("answer")
    assert (answer["requests"][0]["question"], "대구 중구" in answer["content"]) == (
        "대구 중구 아파트 매매 시세 알려줘",
        True,
    )


async def test_a_message_while_a_clarification_is_open_is_its_answer(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        asked = await open_question(client, SHARED, "clarification_required")
        await client.ask("서울 중구요")
        answer = await client.until("answer")
        resolved = next(frame for frame in client.frames if frame["type"] == "prompt_resolved")
    assert (resolved["id"], resolved["value"], resolved["by"]) == (asked["clarification_id"], "서울 중구요", "person")
    assert answer["run_id"] == asked["run_id"]
    assert "서울 중구" in answer["content"]


async def test_who_picks_what_nobody_offered_is_told_what_there_is(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        asked = await open_question(client, SHARED, "clarification_required")
        prompt_id = asked["clarification_id"]
        await client.send(type="clarification_response", clarification_id=prompt_id, option_id="o9", text=None)
        assert "o1, o2" in (await client.until("error"))["message"]


async def test_a_form_says_what_is_wrong_stays_open_and_is_filled(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        asked = await open_question(client, LACKING, "form_required")
        form_id = asked["form_id"]
        await client.send(type="form_response", form_id=form_id, values={"deal": "monthly", "rent": "많이", "x": 1})
        wrong = await client.until("error")
        await client.send(type="form_response", form_id=form_id, values={"deal": "monthly", "rent": "50만원"})
        answer = await client.until("answer")
    assert wrong["fields"].keys() == {"rent", "x"}
    assert "월세: 숫자로" in wrong["fields"]["rent"]
    assert answer["analysis"]["refused"] is None
    assert answer["analysis"]["value"] == "1050000"


async def test_a_new_message_supersedes_a_form_and_is_answered_after_it(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        asked = await open_question(client, LACKING, "form_required")
        await client.ask(HELLO)
        resolved = await client.until("prompt_resolved")
        first = await client.until("answer")
        second = await client.until("answer")
    assert (resolved["id"], resolved["by"]) == (asked["form_id"], "superseded")
    assert (first["run_id"], "필요합니다" in first["content"]) == (asked["run_id"], True)
    assert second["intent"] == "small_talk"


async def test_over_plain_http_a_form_is_the_answer_and_the_next_request_brings_its_values(service: Serving) -> None:
    session = {"session_id": await service.session()}
    asked = (await service.http.post("/api/chat", json={**session, "content": LACKING})).json()
    assert (asked["type"], asked["form"]["query"]) == ("form", LACKING)
    assert asked["form"]["schema"]["required"] == ["deal"]
    filled: Frame = {"form_id": asked["form"]["form_id"], "values": {"deal": "비밀"}}
    wrong = await service.http.post("/api/chat", json={**session, "content": LACKING, "form_response": filled})
    assert (wrong.status_code, wrong.json()["code"], list(wrong.json()["fields"])) == (422, "invalid_answer", ["deal"])
    filled |= {"values": {"deal": "전세"}}
    answer = (await service.http.post("/api/chat", json={**session, "content": "제출", "form_response": filled})).json()
    assert (answer["type"], answer["analysis"]["value"]) == ("answer", "900000")
    unknown: Frame = {"form_id": "nothing", "values": {}}
    lost = await service.http.post("/api/chat", json={**session, "content": LACKING, "form_response": unknown})
    assert lost.status_code == 404


async def test_a_stateless_client_fills_a_form_by_asking_again_with_its_values(service: Serving) -> None:
    history = [{"role": "user", "content": HELLO}, {"role": "assistant", "content": "안녕하세요."}]
    asked = (await service.http.post("/api/chat", json={"content": LACKING, "history": history})).json()
    filled = {"form_id": asked["form"]["form_id"], "values": {"deal": "전세"}}
    body = {"content": asked["form"]["query"], "history": history, "form_response": filled}
    answer = (await service.http.post("/api/chat", json=body)).json()
    assert (answer["type"], answer["analysis"]["value"]) == ("answer", "900000")


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("임대차법 제10조 알려줘", ["주택임대차보호법 제10조", "상가건물 임대차보호법 제10조"]),
        ("중구 아파트 매매 시세 알려줘", ["서울 중구", "대구 중구"]),
        ("한빛 일반 전세대출 한도 알려줘", ["한빛 일반 전세대출 가형", "한빛 일반 전세대출 나형"]),
    ],
)
async def test_over_plain_http_what_is_unclear_is_answered_with_the_question_back(
    service: Serving, question: str, labels: list[str]
) -> None:
    asked = (await service.http.post("/api/chat", json={"content": question, "history": []})).json()
    assert asked["type"] == "clarify", asked["content"]
    options = asked["clarification"]["options"]
    assert sorted(one["label"] for one in options) == sorted(labels)
    history = [{"role": "user", "content": question}, {"role": "assistant", "content": asked["content"]}]
    chosen = await service.http.post("/api/chat", json={"content": options[1]["query"], "history": history})
    assert chosen.json()["type"] == "answer"


async def test_over_plain_http_a_number_typed_in_the_session_is_that_choice(service: Serving) -> None:
    session = {"session_id": await service.session()}
    asked = (await service.http.post("/api/chat", json={**session, "content": SHARED})).json()
    labels = [one["label"] for one in asked["clarification"]["options"]]
    answer = (await service.http.post("/api/chat", json={**session, "content": "2"})).json()
    assert answer["type"] == "answer"
    assert answer["requests"][0]["question"].startswith(labels[1])


async def test_who_does_not_want_to_be_asked_learns_what_was_taken_for_granted(service: Serving) -> None:
    changed = await service.http.put("/api/me/settings", json={"ask": False})
    assert changed.status_code < 300, changed.text
    try:
        answer = (await service.http.post("/api/chat", json={"content": SHARED, "history": []})).json()
    finally:
        await service.http.put("/api/me/settings", json={"ask": True})
    assert answer["type"] == "answer"
    assert "서울 중구" in answer["content"]
    assert any("이해하고 답했습니다" in one for one in answer["notices"])


NOT_IN_ANY_CALENDAR = {"2026년 13월 마포구 전세 시세": "2026년 13월", "Jeonse in Mapo-gu on February 30": "February 30"}


async def test_a_time_that_no_calendar_has_is_said(service: Serving) -> None:
    for content, time in NOT_IN_ANY_CALENDAR.items():
        answer = (await service.http.post("/api/chat", json={"content": content})).json()
        assert any(time in notice for notice in answer["notices"]), answer["notices"]
        assert time in answer["content"]
