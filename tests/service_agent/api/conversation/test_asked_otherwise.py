"""A question asked again to be read in another way: without a condition, or as in a conversation of its own."""

from __future__ import annotations

from typing import Any

from tests.serving import Serving

PRICES, ELSEWHERE = "2026년 1월 대구 달서구 아파트 매매 시세 알려줘", "서초구는?"


async def asked(service: Serving, session_id: str, content: str, **how: Any) -> dict[str, Any]:
    answer = (await service.http.post("/api/chat", json={"session_id": session_id, "content": content, **how})).json()
    found: dict[str, Any] = answer["requests"][0]
    return found


async def test_a_condition_that_was_taken_over_can_be_taken_off(service: Serving) -> None:
    session_id = await service.session()
    await asked(service, session_id, PRICES)
    followed = await asked(service, session_id, ELSEWHERE)
    taken = {one["slot"]: one["values"] for one in followed["conditions"]}
    assert taken["period"] == ["2026년 1월"]

    without = await asked(service, session_id, ELSEWHERE, without=["period"])
    assert "period" not in {one["slot"] for one in without["conditions"]}
    assert "1월" not in without["standalone"] and "서초구" in without["standalone"]


async def test_another_meaning_is_read_as_in_a_conversation_of_its_own(service: Serving) -> None:
    session_id = await service.session()
    await asked(service, session_id, PRICES)
    followed = await asked(service, session_id, "월세는?")
    assert "월세는?" in followed["other_readings"]
    alone = await asked(service, session_id, "월세는?", alone=True)
    assert (alone["reading"], alone["conditions"], alone["standalone"]) == ("alone", [], "월세는?")


async def test_a_slot_that_is_no_name_is_refused(service: Serving) -> None:
    refused = await service.http.post("/api/chat", json={"content": ELSEWHERE, "without": ["그 조건"]})
    assert refused.status_code == 422
