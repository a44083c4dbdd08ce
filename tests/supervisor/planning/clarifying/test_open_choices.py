"""A choice that the figure hangs on is asked for where the question and the conversation leave it open."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foundation.contracts.pauses import Clarification
from foundation.contracts.work import EvidenceItem
from supervisor.planning.clarifying.open_choices import open_choice, wants_one
from supervisor.planning.context import Exchange
from supervisor.planning.plan import make_plan
from supervisor.planning.requests import understood
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import PACK, KnownSource, item

TABLES = ("trades", "district_prices")
PLACES = ("경기 안양시 동안구", "경기 안양시 만안구")


def row(deal: str, housing: str = "apartment", region: str = "서울 송파구") -> EvidenceItem:
    return item("district_prices", f"{region}-{deal}-{housing}", region, region, region=region, deal=deal,
                housing_type=housing, month="2026-02", mean_won=500_000_000)  # fmt: skip


async def asked(question: str, rows: Sequence[EvidenceItem] = (), *before: Exchange) -> Clarification | None:
    context = context_of(question, before, pack=PACK)
    read, _ = await understood(context)
    plan = make_plan(read, None, ("search",), PACK, "rules")
    always = {"trades": (), "district_prices": tuple(rows)}
    return await open_choice(plan, context, {one: KnownSource(one, "table", always=always[one]) for one in TABLES})


def labels(found: Clarification | None) -> list[str]:
    return [] if found is None else [one.label for one in found.options]


DEALS = [row("sale"), row("jeonse"), row("monthly")]


async def test_a_price_of_several_deals_is_asked_by_deal() -> None:
    found = await asked("2026년 2월 송파구 아파트 평균 얼마였어?", DEALS)
    assert labels(found) == ["매매", "전세", "월세"]
    assert found is not None
    for option in found.options:
        assert await asked(option.query, DEALS) is None, "a choice leaves nothing open"


@pytest.mark.parametrize(
    "question",
    [
        "2026년 2월 송파구 아파트 전세 평균 얼마였어?",  # said
        "송파구 아파트 시세 알려줘",  # an overview
        "송파구랑 마포구 아파트 평균 비교해줘",
    ],
)
async def test_a_deal_said_or_compared_is_not_asked(question: str) -> None:
    assert await asked(question, DEALS) is None


async def test_rows_of_one_deal_leave_nothing_open() -> None:
    assert await asked("달서구 아파트 평균 얼마야?", [row("sale", region="대구 달서구")]) is None


async def test_what_is_usual_is_not_asked_about() -> None:
    assert PACK.slot("housing_type").usual == "apartment"
    rows = [row("sale", region="대구 수성구"), row("sale", "presale", "대구 수성구")]
    assert await asked("수성구 매매 평균 얼마야?", rows) is None


async def test_a_deal_of_the_conversation_may_still_be_meant() -> None:
    before = Exchange("전세 대출 금리", "전세 대출 금리", "loan_consult", {"deal": ("jeonse",)}, ("loan",), "")
    assert await asked("2026년 2월 송파구 아파트 평균 얼마였어?", DEALS, before) is None


async def test_a_city_of_two_districts_is_asked_by_district() -> None:
    rows = [row("jeonse", region=place) for place in PLACES]
    found = await asked("2017년 7월 안양 전세 평균 얼마", rows)
    assert labels(found) == list(PLACES)
    assert await asked("2017년 7월 안양 만안구 전세 평균 얼마", rows[1:]) is None


async def test_what_a_formula_lacks_is_left_to_its_form() -> None:
    assert await asked("3억짜리 복비 얼마 나와요?") is None
    assert await asked("전세 3억 복비 얼마") is None
    assert await asked("복비 계산은 어떻게 해") is None


def test_one_figure_is_wanted_outright_or_as_a_mean() -> None:
    assert wants_one("송파구 아파트 얼마야?")
    assert wants_one("7월 15일 탁도 평균?")
    assert not wants_one("What do flats in Gangnam-gu cost?")
    assert not wants_one("어느 구가 얼마나 더 비싸?")
