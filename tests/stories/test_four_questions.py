"""The story the product is for: ask, follow up, change the place, change the subject."""

from __future__ import annotations

from typing import Any

from tests.serving import Serving
from tests.stories.client import talking

PRICES = "대구 달서구 아파트 시세 알려줘"
AGAIN = "그 지역 평균 시세를 다시 요약해줘"
ELSEWHERE = "서초구는?"
LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"


async def test_the_four_questions_over_a_real_socket(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        ready = await client.next()
        assert (ready["type"], ready["last_seq"], ready["active_run"]) == ("session_ready", 0, None)

        prices = await client.turn(PRICES)
        assert prices["reuse"]["decision"] == "search"
        assert prices["citations"]
        assert "[1]" in prices["content"]

        again = await client.turn(AGAIN)
        assert again["reuse"]["decision"] == "reuse"
        assert again["reuse"]["badge"]
        assert again["reuse"]["data_types"]["market"]["decision"] == "reused"
        assert again["usage"]["search_calls"] == 0

        elsewhere = await client.turn(ELSEWHERE)
        assert elsewhere["reuse"]["data_types"]["market"]["decision"] == "searched"
        assert "서초구" in elsewhere["standalone_question"]
        assert not any("달서구" in citation["quote"] for citation in elsewhere["citations"])

        law = await client.turn(LAW)
        assert law["intent"] == "legal_consult"
        assert law["reuse"]["data_types"].keys() == {"legal"}
        (article,) = [citation for citation in law["citations"] if "제7조" in citation["title"]]
        assert "5퍼센트" in law["content"]
        passage = await service.http.get(f"/api/chunks/{article['chunk_id']}")
        assert article["quote"] in passage.json()["text"]

    assert_order(client.frames)


async def test_the_same_over_http(service: Serving) -> None:
    session_id = await service.session()
    decisions: list[str] = []
    for content in (PRICES, AGAIN, ELSEWHERE, LAW):
        answer = await service.http.post("/api/chat", json={"session_id": session_id, "content": content})
        assert answer.status_code == 200, answer.text
        decisions.append(answer.json()["reuse"]["decision"])
    assert decisions == ["search", "reuse", "search", "search"]

    listed = (await service.http.get(f"/api/sessions/{session_id}/messages")).json()["messages"]
    assert [message["role"] for message in listed] == ["user", "assistant"] * 4
    assert listed[1]["answer"]["citations"]


def assert_order(frames: list[dict[str, Any]]) -> None:
    """Every turn tells its story in order."""
    types = [frame["type"] for frame in frames if "seq" in frame]
    starts = [index for index, name in enumerate(types) if name == "run_started"]
    assert len(starts) == 4
    for start, end in zip(starts, [*starts[1:], len(types)], strict=True):
        turn = types[start:end]
        wanted = ["run_started", "plan_ready", "data_reuse_decision", "answer", "run_completed"]
        assert [name for name in turn if name in wanted] == wanted
