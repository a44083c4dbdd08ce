"""Another topic, another thing, a closing word: nothing of it is answered from what lies in hand for something else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serving import Serving

UNRELATED = {
    "real_estate": (
        "복비는 누가 얼마까지 내?",
        "묵시적 갱신이 뭐야?",
        "전세사기 피해자로 인정받으려면?",
        "강아지 키워도 되나요?",
        "월세 두 달 밀리면 어떻게 돼요?",
        "확정일자는 어디서 받아요?",
        "권리금이 뭐예요?",
        "보일러 고장나면 누가 고쳐?",
        "전월세 신고 기한은?",
        "계약금 포기하면 계약 깰 수 있어?",
        "세입자가 죽으면 누가 이어받아?",
        "분쟁조정 며칠 걸려?",
        "소액임차인 기준이 얼마야?",
        "신탁등기된 집 계약해도 괜찮아?",
        "벽에 못 박아도 돼?",
    ),
    "water_treatment": (
        "플랫폼 접속 주소 알려줘",
        "역세척은 언제 시작해?",
        "밀폐 공간 들어가기 전에 뭘 해야 해?",
        "자-테스트 어떻게 해?",
        "비상발전기 용량은?",
        "붉은 물 나온다고 민원 오면?",
        "기록은 몇 년 보관해?",
        "오존 누출되면 어디로 대피해?",
        "탈수기 켜는 순서",
        "비밀번호 규칙이 뭐야?",
        "pH계 교정은 어떻게?",
        "조류 많이 생기면?",
        "견학 신청 되나요?",
        "케이크는 어디로 반출해?",
        "주입펌프 맥동 원인이 뭐야?",
    ),
    "handbook": (
        "When is payday?",
        "Can I bring my dog?",
        "How much is the hotel limit in London?",
        "I lost my laptop, what now?",
        "What is SEV1?",
        "How long is probation?",
        "Who is the fire warden?",
        "Can I accept gifts?",
        "How do I book a meeting room?",
        "What about phishing mails?",
        "How much notice must I give?",
        "Do I get a mentor?",
        "What is the mileage rate?",
        "Sick note after how many days?",
        "Can I carry over leave?",
    ),
}
"""Short questions from each pack's documents that have nothing to do with each other."""
MISLED = 2
"""Of 30 questions, how many may put another passage first than alone (조류 많이 생기면? is headed by no document)."""


class Talk:
    """One session over HTTP."""

    def __init__(self, service: Serving, session_id: str) -> None:
        self.service, self.session_id = service, session_id

    async def ask(self, content: str) -> dict[str, Any]:
        body = {"session_id": self.session_id, "content": content}
        answer = await self.service.http.post("/api/chat", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def held(self, answer: dict[str, Any], data_type: str) -> list[str]:
        """Ids of the passages or rows this type was answered from, as they were found."""
        evidence_id = answer["reuse"]["data_types"][data_type]["evidence_id"]
        found = await self.service.http.get(f"/api/sessions/{self.session_id}/evidence/{evidence_id}")
        return [item["item_id"] for item in found.json()["items"]]


def types_of(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Data type -> what became of it; nothing where no data was needed."""
    return dict(answer["reuse"]["data_types"]) if answer["reuse"] else {}


async def talking(service: Serving, pack: str = "real_estate") -> Talk:
    return Talk(service, await service.session(pack=pack))


@pytest.mark.parametrize(
    "pack", [one if one == "handbook" else pytest.param(one, marks=pytest.mark.long) for one in UNRELATED]
)
@pytest.mark.parametrize("many", [4, pytest.param(None, marks=pytest.mark.nightly)])
async def test_unrelated_questions_are_answered_from_their_own_passages(
    service: Serving, pack: str, many: int | None
) -> None:
    asked = UNRELATED[pack][:many]
    first: dict[str, dict[str, str]] = {}
    for question in asked:
        talk = await talking(service, pack)
        answer = await talk.ask(question)
        held = {name: await talk.held(answer, name) for name in types_of(answer)}
        first[question] = {name: items[0] for name, items in held.items() if items}
    misled: list[str] = []
    for order in (asked, asked[::-1]):
        talk = await talking(service, pack)
        for question in order:
            answer = await talk.ask(question)
            types = types_of(answer)
            for name in first[question].keys() & types.keys():
                held, best = await talk.held(answer, name), first[question][name]
                if types[name]["decision"] == "reused":
                    assert best in held, f"{question} was answered from another question's passages"
                elif best != held[0]:
                    misled.append(question)
    assert len(misled) <= MISLED, misled


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("상가 임차인은 몇 년까지 갱신을 요구할 수 있어?", "주택은?"),
        ("가게 월세 몇 달 밀리면 해지돼?", "주택은?"),
        ("주택 임차인은 갱신을 몇 번 요구할 수 있어?", "상가는?"),
        ("How much may the landlord raise the deposit on renewal?", "What about commercial buildings?"),
        ("What is the minimum lease term for a home?", "And for a shop?"),
        ("전세사기 당하면 어떻게 해?", "강남구랑 서초구 전세 비교해줘"),
        ("민법 제618조는?", "제623조는?"),
        ("국민은행 전세대출 금리", "신한은 어때?"),
        ("국민은행 전세대출 금리", "신한은?"),
        ("카카오뱅크 전세대출 금리", "하나은행은?"),
        ("강남구 아파트 시세", "휘발유 가격은?"),
        ("강남구 아파트 시세", "휘발유 가격이 얼마야?"),
        ("마포구 전세 시세", "경유값은?"),
        ("전세자금대출 금리 비교해줘", "ㅎㅎ 알겠음"),
    ],
)
async def test_another_thing_is_not_answered_from_what_lies_in_hand(service: Serving, first: str, second: str) -> None:
    talk = await talking(service)
    await talk.ask(first)
    types = types_of(await talk.ask(second))
    assert [name for name, decided in types.items() if decided["decision"] == "reused"] == []


async def test_two_districts_after_a_question_of_law_are_compared_by_their_prices(service: Serving) -> None:
    talk = await talking(service)
    await talk.ask("전세사기 당하면 어떻게 해?")
    answer = await talk.ask("강남구랑 서초구 전세 비교해줘")
    assert (answer["intent"], answer["reuse"]["data_types"].keys()) == ("market_inquiry", {"market"})
    assert all(name in answer["content"] for name in ("강남구", "서초구"))


async def test_shops_take_the_place_of_homes_in_the_question_that_is_searched(service: Serving) -> None:
    talk = await talking(service)
    await talk.ask("How much may the landlord raise the deposit on renewal?")
    answer = await talk.ask("What about commercial buildings?")
    assert "Commercial Building Lease Protection Act" in answer["content"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("대구 달서구 아파트 시세 알려줘", "그 지역 평균 시세를 다시 요약해줘"),
        ("대구 달서구 아파트 시세 알려줘", "평균은 얼마야?"),
        ("전세자금대출 금리 비교해줘", "그중 제일 낮은 건?"),
        ("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "방금 말한 5%가 무슨 뜻이야?"),
        ("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "더 쉽게 설명해줘"),
    ],
)
async def test_what_is_asked_of_what_was_shown_is_reused(service: Serving, first: str, second: str) -> None:
    talk = await talking(service)
    await talk.ask(first)
    assert (await talk.ask(second))["reuse"]["decision"] == "reuse"
