"""One message of two questions, the second about what the first one finds."""

from __future__ import annotations

import pytest

from tests.serving import Serving
from tests.stories.client import talking

MESSAGES = {
    "the month that was found": (
        "water_treatment", "원수 탁도 월평균이 가장 높은 달은? 그 달 원수 pH 평균은 얼마였어", ("2026년 7월", "7.88"),
    ),
    "the place that was found": (
        "real_estate", "2026년 2월 서울에서 아파트 매매 평균이 제일 싼 구는 어디야? 거기 전세 평균은?",
        ("노원구", "3억 4,214만원"),
    ),
    "the amount that was said": (
        "handbook", "how big is the learning budget n whats left of it if i take a 640 quid course", ("900", "£260"),
    ),
    "the rate that was said": (
        "real_estate", "한빛 고액 전세대출 최저 금리가 몇 %야? 그 금리로 3억 빌리면 한 달 이자 얼마야",
        ("3.8%", "95만원"),
    ),
    "the product that was found": (
        "real_estate", "전세대출 중에 한도가 제일 큰 게 뭐고 그건 금리 최저 몇 프로야", ("한빛 고액 전세대출", "3.8%"),
    ),
    "the row that was found": (
        "water_treatment", "이산화탄소 최소 재고 얼마고 그걸로 며칠 버텨요", ("8톤", "26.67일"),
    ),
    "the amount a month": (
        "handbook", "how much a month do fully remote people get and what does that make in a year", ("£40", "£480"),
    ),
    "the formula of what was said": (
        "handbook", "what do they pay per mile for my own car and what would 200 miles give me", ("£0.45", "£90"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MESSAGES)
async def test_the_second_question_gets_the_first_ones_result(service: Serving, name: str) -> None:
    pack, message, holds = MESSAGES[name]
    body = {"session_id": await service.session(pack=pack), "content": message}
    answer = (await service.http.post("/api/chat", json=body)).json()
    assert [one["answered"] for one in answer["requests"]] == [True, True], answer["content"]
    assert all(wanted in answer["content"] for wanted in holds), answer["content"]
    searches = {one["decision"] for one in answer["reuse"]["data_types"].values()}
    assert searches <= {"searched"}, "found in this turn: nothing earlier is reused"


async def test_nobody_is_asked_for_what_the_first_question_finds(service: Serving) -> None:
    pack, message, holds = MESSAGES["the rate that was said"]
    async with talking(service.url, await service.session(pack=pack)) as client:
        answer = await client.turn(message)
    assert all(wanted in answer["content"] for wanted in holds)
    assert "form_required" not in [one["type"] for one in client.frames]
