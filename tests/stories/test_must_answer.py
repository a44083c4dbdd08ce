"""The questions that the analysis team must answer by rules, alone and as follow-ups: over what is in hand nothing is
searched."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.serving import Serving
from tests.stories.client import Frame, talking

BOTH = "강남구랑 서초구 아파트 매매 시세 알려줘"
DISTRICTS = "서울 구별 매매 시세 알려줘"
GANGNAM = "강남구 아파트 매매 시세 알려줘"


@dataclass(frozen=True)
class Row:
    """One question alone, and one over what was found before it."""

    alone: str
    says: str
    """The figure in the first line."""
    value: str
    """The same, as a program reads it."""
    before: str
    follows: str
    then_says: str
    then_value: str
    pack: str = "real_estate"


ROWS = {
    "which is dearer": Row(
        "강남이랑 서초 중 어디가 매매가 비싸? 얼마나?", "강남구가 2억 7,471만원 더 비쌉니다", "274710000",
        BOTH, "둘 중 어디가 비싸? 얼마나?", "강남구가 2억 7,471만원 더 비쌉니다", "274710000",
    ),
    "top 5": Row(
        "서울 전세 제일 비싼 구 top 5 알려줘", "서초구로, 9억 4,803만원", "948030000",
        DISTRICTS, "top 5는?", "강남구로, 21억 5,912만원", "2159120000",
    ),
    "rose the most": Row(
        "서울에서 매매가 가장 많이 오른 구는?", "용산구로, 1억 4,157만원 올랐습니다", "141570000",
        DISTRICTS, "가장 많이 오른 구는?", "용산구로, 1억 4,157만원 올랐습니다", "141570000",
    ),
    "against the month before": Row(
        "안양 동안구 2017년 7월 아파트 매매 평균은 전월 대비 몇 % 올랐어?", "(4.5%) 내렸습니다", "-17480000",
        "강남구 2026년 1월이랑 2월 매매 시세 알려줘", "전월 대비 몇 % 올랐어?", "(2.8%) 내렸습니다", "-61520000",
    ),
    "against July": Row(
        "안양 동안구 2017년 6월 매매 평균을 7월이랑 비교해줘", "1,748만원(4.5%) 내렸습니다", "-17480000",
        "안양 동안구 2017년 5월부터 7월까지 매매 시세 알려줘", "5월을 7월이랑 비교해줘", "63만원(0.2%)", "-630000",
    ),
    "3 nights": Row(
        "런던 출장 3박이면 숙박비 얼마?", "£495", "495",
        "런던 숙박비 한도는 1박에 얼마야?", "3박이면 얼마?", "£495", "495", "handbook",
    ),
    "the difference of the two": Row(
        "강남구랑 서초구 아파트 매매 평균의 차이는?", "2억 7,471만원", "274710000",
        BOTH, "그 둘의 차이는?", "2억 7,471만원", "274710000",
    ),
    "by the pyeong": Row(
        "강남구 아파트 매매가 평당 얼마야?", "평당 9,804만 3,774원", "98043774",
        GANGNAM, "평당 얼마야?", "평당 9,804만 3,774원", "98043774",
    ),
    "brokerage fee": Row(
        "3억 전세면 복비 얼마?", "최대 90만원", "900000",
        "3억 전세면 복비 얼마?", "그럼 5억이면?", "최대 150만원", "1500000",
    ),
    "5 %": Row(
        "보증금 2억4천, 5 % 올리면?", "최대 2억 5,200만원", "252000000",
        "보증금 2억4천, 5 % 올리면?", "3억이면?", "최대 3억 1,500만원", "315000000",
    ),
    "as monthly rent": Row(
        "보증금 2억4천을 기준금리 2.5%일 때 월세로 바꾸면?", "한 달 최대 90만원", "900000",
        "보증금 2억4천, 5 % 올리면?", "월세로 바꾸면 얼마야? 기준금리는 2.5%", "한 달 최대 90만원", "900000",
    ),
    "DSR": Row(
        "연봉 5천이면 DSR 40 %로 얼마까지?", "최대 2,000만원", "20000000",
        "연봉 5천이면 DSR 40 %로 얼마까지?", "연봉 7천이면?", "최대 2,800만원", "28000000",
    ),
}  # fmt: skip
"""The table of system 6."""


def said(answer: Frame) -> tuple[str, str]:
    """The first line and the result of an answer."""
    assert answer["type"] == "answer", answer
    return answer["content"].split("\n", 1)[0], str(answer["analysis"]["value"])


@pytest.mark.parametrize("name", ROWS)
async def test_it_is_computed_alone_and_over_what_is_in_hand(service: Serving, name: str) -> None:
    row = ROWS[name]
    async with talking(service.url, await service.session(pack=row.pack)) as client:
        line, value = said(await client.turn(row.alone))
        assert row.says in line
        assert value == row.value
    async with talking(service.url, await service.session(pack=row.pack)) as client:
        await client.turn(row.before)
        answer = await client.turn(row.follows)
        line, value = said(answer)
        assert row.then_says in line
        assert value == row.then_value
        assert answer["usage"]["search_calls"] == 0


async def test_a_conversion_asks_for_the_rate_nobody_said(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.turn("보증금 2억4천, 5 % 올리면?")
        await client.ask("월세로 바꾸면?")
        form = await client.until("form_required")
        assert list(form["schema"]["properties"]) == ["base_rate"]
        await client.send(type="form_response", form_id=form["form_id"], values={"base_rate": "2.5"})
        line, value = said(await client.until("answer"))
        assert "한 달 최대 90만원" in line
        assert value == "900000"


YIELD = "방금 검색한 시세로 투자 수익률 계산해줘"


async def test_a_yield_searches_the_rents_only_where_none_are_in_hand(service: Serving) -> None:
    sale, rents, all_deals = "강남구 아파트 매매 시세 검색해줘", "월세 시세는?", "강남구 아파트 시세 알려줘"
    searched: list[bool] = []
    for before in ((sale,), (sale, rents), (all_deals,)):
        async with talking(service.url, await service.session()) as client:
            for question in before:
                await client.turn(question)
            answer = await client.turn(YIELD)
        line, value = said(answer)
        assert "임대 수익률은 연 1.7%입니다(매매가 21억 5,912만원, 보증금 2억 4,058만원, 월세 271만원)" in line
        assert value == "1.70"
        searched.append(answer["usage"]["search_calls"] > 0)
    assert searched == [True, False, False]
