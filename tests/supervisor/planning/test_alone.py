"""A question that stands on its own means what it would mean alone; one that leans keeps its conversation."""

from __future__ import annotations

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.alone import read
from tests.supervisor.planning.talks import context_of, documents_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")

PASSAGES = {
    "중개보수(복비)의 한도": "중개보수는 거래 금액의 1천분의 9 안에서 정한다.",
    "월세를 두 달 치 밀리면": "밀린 차임이 두 달 치에 이르면 임대인은 계약을 끝낼 수 있다.",
    "권리금이란": "가게의 단골과 자리에 매긴 값이다.",
    "계약 갱신 요구의 기한": "만료 6개월 전부터 2개월 전까지 갱신을 요구할 수 있다.",
    "보증금 증액의 한도": "보증금은 20분의 1까지 올릴 수 있다.",
    "수선 의무": "임대인은 보일러처럼 큰 고장을 고친다.",
    "확정일자를 받는 곳": "주민센터와 등기소에서 받는다.",
    "전대의 제한": "임대인의 동의 없이 다시 세를 줄 수 없다.",
}
DOCUMENTS = documents_of(PASSAGES, PACK, "law_guide")
LEGAL = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
MARKET = "대구 달서구 아파트 시세 알려줘"


async def read_after(question: str, *before: str) -> Understanding:
    """The question in its conversation, over the passages above."""
    exchanges = [exchange_of(each) for each in talk(*before, pack=PACK)]
    understanding, _ = await read(context_of(question, exchanges, pack=PACK, documents=DOCUMENTS))
    return understanding


@pytest.mark.parametrize("before", [LEGAL, MARKET])
@pytest.mark.parametrize("question", ["월세 두 달 밀리면 어떻게 돼요?", "중개보수 한도는?", "권리금이 뭐예요?"])
async def test_a_question_a_heading_says_is_read_as_in_a_session_of_its_own(before: str, question: str) -> None:
    found = await read_after(question, before)
    assert (found.standalone, found.route) == (question, "rag_required")
    assert "region" not in found.slot_values()
    assert "→" not in found.standalone


@pytest.mark.parametrize(
    "question",
    [
        "그 요청은 기한이 언제까지야?",  # points at it
        "방금 말한 갱신 요구의 기한을 다시 설명해줘",
        "기한은?",  # a single word
        "두 달 밀리면요?",  # no noun
        "더 쉽게 설명해줘",  # no heading says it
    ],
)
async def test_a_question_that_leans_keeps_its_conversation(question: str) -> None:
    found = await read_after(question, LEGAL)
    assert found == talk(LEGAL, question, pack=PACK)[-1]
    assert found.standalone != question


async def test_conditions_of_rows_go_over_whatever_a_heading_says() -> None:
    found = await read_after("전세 보증금 시세는?", MARKET)
    assert found.slot_values()["region"] == ("대구 달서구",)


async def test_a_heading_tells_that_passages_answer_what_no_known_word_tells() -> None:
    question = "월세 두 달 밀리면 어떻게 돼요?"
    assert PACK.default_data_types == ("legal", "market")
    assert (await read_after(question, LEGAL)).data_types == ("legal",)


@pytest.mark.parametrize(
    ("question", "route"), [("상가 세입자의 대항력은 언제 생겨요?", "rag_required"), ("상가는?", "history_required")]
)
async def test_a_slot_passages_are_matched_by_stands_alone_in_a_question_with_an_aim(question: str, route: str) -> None:
    found = await read_after(question, LEGAL)
    assert (found.route, found.slot_values()["housing_type"]) == (route, ("commercial",))


@pytest.mark.parametrize("question", ["전세권은 최대 몇년", "집 계약은 적어도 몇 년이야?"])
async def test_a_length_of_time_that_rows_lack_is_asked_of_passages(question: str) -> None:
    found = await read_after(question, MARKET)
    assert (found.route, found.data_types, found.standalone) == ("rag_required", ("legal",), question)


@pytest.mark.parametrize("question", ["최근 몇 년 추이는?", "거래는 몇 년 만에 늘었어?", "지은 지 몇 년 됐어?"])
async def test_a_length_of_time_of_the_rows_themselves_stays_with_them(question: str) -> None:
    found = await read_after(question, MARKET)
    assert (found.data_types, found.slot_values()["region"]) == (("market",), ("대구 달서구",))
